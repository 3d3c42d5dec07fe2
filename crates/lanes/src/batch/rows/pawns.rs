//! Writes the targets of pawns: a set for each square of each position.

use fearless_simd::prelude::*;
use quadbit_nibble::const_array;
use quadbit_quad::Bitboard;
use quadbit_quad::simd::BoardSimd;

use super::in_memory::lanes_of;
use crate::board::pawns::ByPawnMove;

/// Writes a set of targets for each square to `rows`, for each position: for a pawn its moves, for all other squares
/// the empty set.
///
/// For each kind of pawn move, at most one pawn can reach a square, so the targets of `pawns` also tell which pawn goes
/// to each. The sets are read from memory lane by lane, because a vector would be stored again for each read.
#[inline(always)]
pub(super) fn write_pawns<S: BoardSimd>(s: S, pawns: &ByPawnMove<S>, rows: &mut [[Bitboard; 64]]) {
    let [single, double] = [lanes_of::<S>(pawns.single), lanes_of::<S>(pawns.double)];
    let [west, east] = [lanes_of::<S>(pawns.west), lanes_of::<S>(pawns.east)];
    let lanes = S::u64s::LEN;
    for (lane, rows) in rows.iter_mut().enumerate() {
        let (single, west) = (S::u64s::splat(s, single[lane & 7]), S::u64s::splat(s, west[lane & 7]));
        let (double, east) = (S::u64s::splat(s, double[lane & 7]), S::u64s::splat(s, east[lane & 7]));
        let words: &mut [u64; 64] = bytemuck::cast_mut(rows);
        words[..8].fill(0);
        let mut first = 8;
        while first < 56 {
            let mut row = (squares(s, first + 8) & single)
                | (squares(s, first + 7) & west)
                | (squares(s, first + 9) & east);
            if first < 16 {
                row |= squares(s, first + 16) & double;
            }
            row.store_slice(&mut words[first..first + lanes]);
            first += lanes;
        }
        words[56..].fill(0);
    }
}

/// Sets of one square in each lane: `first` in lane 0, `first + 1` in lane 1, and so on.
#[inline(always)]
fn squares<S: BoardSimd>(s: S, first: usize) -> S::u64s {
    S::u64s::from_slice(s, &SQUARES[first..first + S::u64s::LEN])
}

/// Element `i` is the set with only the square `i`; the last eight, beyond the board, are empty.
static SQUARES: [u64; 72] = const_array!(72, |square| if square < 64 { 1 << square } else { 0 });
