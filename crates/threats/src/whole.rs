//! All pairs of attacker and attacked piece on a board.
//!
//! 1. Pawns, half of the pieces of a full board, come first, one direction at a time: a step of all pawns of a side
//!    finds the pieces that they attack.
//! 2. Every other piece has [`EightRays`], whatever its kind, and attacks the nearest piece on each.
//! 3. The codes of the nearest pieces complete the pairs, which are stored together.
//!
//! The order of the pairs is documented: by direction, then by square for pawns; by square, then clockwise for the
//! others.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;

use fearless_simd::prelude::*;
use quadbit_nibble::simd::at_level;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::simd::{EightRays, LaneSink, RaySimd};
use quadbit_x88::{Color, Direction, Role, Square};

use crate::list::Buffer;
use crate::threat::{Threat, place};

/// Replaces `list` by all pairs of attacker and attacked piece of a board, which is given both as planes and as 64
/// piece codes.
#[inline(always)]
pub(crate) fn write<S: RaySimd, const N: usize>(
    s: S,
    board: QuadBitboard,
    codes: &[u8; 64],
    list: &mut Buffer<N>,
) {
    list.clear();
    let [occupied, pawns] = [board.occupied(), board.pawns()];
    for direction in [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest]
    {
        let color = if direction.ranks() > 0 { Color::White } else { Color::Black };
        let targets = (pawns & board.color(color)).step(direction) & occupied;
        write_pawns(s, codes, Pawns { color, direction, targets }, list);
    }
    let both = [occupied.0, occupied.0.reverse_bits()];
    for from in occupied - pawns {
        let code = codes[from.index()];
        let (squares, count) = s.nearest(EightRays::of(code, from), both, [u64::MAX; 2]);
        let places = s.codes_on(codes, squares) | (squares << 4);
        list.push((places | place(from, code) << 16).to_array(), count);
    }
}

/// The pieces that the pawns of one side attack in one direction.
#[derive(Clone, Copy)]
pub(crate) struct Pawns {
    color: Color,
    direction: Direction,
    targets: Bitboard,
}

impl Pawns {
    #[inline(always)]
    fn code(self) -> u8 {
        Role::Pawn.of(self.color).code()
    }
}

/// Adds to `out` a pair for each target of `pawns`, in the order of the attacked squares, a1 first. `codes` are the
/// piece codes of the board, a1 first.
#[inline(always)]
fn write_pawns<S: RaySimd, const N: usize>(s: S, codes: &[u8; 64], pawns: Pawns, out: &mut Buffer<N>) {
    at_level!(s: S, Avx512(token) => avx512::write_pawns(token, codes, pawns, out));
    for to in pawns.targets {
        let from = (to.index() as u32).wrapping_add_signed(-pawns.direction.shift());
        let from = place(Square::from_low_bits(from), pawns.code());
        out.push_one(Threat::of_places(from, place(to, codes[to.index()])));
    }
}
