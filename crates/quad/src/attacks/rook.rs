//! The attacks of a rook: one look-up for its file and one for its rank, in a table of 64 KiB that has 1 KiB for
//! each square.
//!
//! The inner squares of the file are gathered by one multiplication, those of the rank lie side by side.
//!
//! Sources: <https://www.chessprogramming.org/Kindergarten_Bitboards>,
//! <https://www.chessprogramming.org/First_Rank_Attacks>.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

use super::{gathered, rank};
use crate::bitboard::Bitboard;

/// The squares that a rook on `square` attacks when the squares of `occupied` block it.
#[inline]
pub(super) const fn attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let Window { inner, factor, sets } = WINDOWS[square.index()];
    let file = (occupied.0 & inner).wrapping_mul(factor) >> 58;
    let rank = occupied.0 >> rank_of(square) >> 1 & 63;
    Bitboard(sets.file[file as usize].0 | sets.rank[rank as usize].0)
}

/// The index of the first square on the rank of `square`.
#[inline(always)]
const fn rank_of(square: Square) -> usize {
    square.index() & 0x38
}

/// What a look-up of the attacks from one square needs: mask and factor for its file, and its part of the table.
#[derive(Clone, Copy)]
struct Window {
    /// The inner squares, ranks 2 to 7, of the square's file.
    inner: u64,
    factor: u64,
    sets: &'static Sets,
}

/// The attacks from one square: on its file, by the occupied inner squares of the file, rank 7 in the lowest
/// bit; and on its rank, by the occupied inner squares of the rank, the b-file in the lowest bit.
#[derive(Clone, Copy)]
struct Sets {
    file: [Bitboard; 64],
    rank: [Bitboard; 64],
}

static WINDOWS: [Window; 64] = const_array!(64, |square| {
    let file = square & 7;
    let (inner, factor) = (gathered::A2_TO_A7 << file, gathered::C2_TO_H7 >> file);
    Window { inner, factor, sets: &SETS[square] }
});

static SETS: [Sets; 64] = const_array!(64, |square| {
    let square = Square::ALL[square];
    let file = const_array!(64, |inner| Bitboard(gathered::of_file(square, inner)));
    let rank = const_array!(64, |inner: u64| Bitboard(rank::attacks(square, inner << 1 << rank_of(square))));
    Sets { file, rank }
});
