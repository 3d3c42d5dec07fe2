//! The attacks of a bishop from one table: a multiplication moves the occupied squares of both diagonals into nine
//! bits, which are a place in the square's window of the table.
//!
//! The windows of different squares overlap wherever they do not contradict each other, so 64 windows of 512 sets fit
//! into 49 KiB. `cargo xtask codegen` finds the factors and the starts of the windows by search. The table is filled
//! while compiling, which fails if two sets claim one place.
//!
//! Source: fixed shift magics and overlapping windows, <https://www.chessprogramming.org/Magic_Bitboards>.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

use super::{crosses, gathered, lines};
use crate::bitboard::Bitboard;
use crate::generated::bishops;

/// The squares that a bishop on `square` attacks when the squares of `occupied` block it.
#[inline]
pub(super) const fn attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let window = &WINDOWS[square.index()];
    window.sets[place(occupied.0, window.inner, window.factor)]
}

/// What a look-up of the attacks from one square needs: a mask, a factor, and the square's window of the table.
#[derive(Clone, Copy)]
struct Window {
    /// The squares whose occupancy matters: both diagonals without the edge squares.
    inner: u64,
    factor: u64,
    sets: &'static [Bitboard; SIZE],
}

/// The number of attack sets in the table's window for one square.
const SIZE: usize = 512;

/// The index of a set of attacks in the square's window: `factor` moves the occupied squares of `inner` into the
/// highest nine bits of the product.
#[inline(always)]
const fn place(occupied: u64, inner: u64, factor: u64) -> usize {
    ((occupied & inner).wrapping_mul(factor) >> 55) as usize
}

/// The squares on the edge of the board.
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The squares of both diagonals through `square`, without the edge squares.
const fn inner(square: Square) -> u64 {
    let [_, diagonal] = crosses(square);
    diagonal.0 & !EDGES
}

static WINDOWS: [Window; 64] = const_array!(64, |square| {
    let (factor, start) = bishops::FACTORS[square];
    let Some(sets) = SETS.split_at(start).1.first_chunk() else { panic!("a window beyond the table") };
    Window { inner: inner(Square::ALL[square]), factor, sets }
});

static SETS: [Bitboard; bishops::SETS] = {
    let mut sets = [Bitboard::EMPTY; bishops::SETS];
    let mut square = 0;
    while square < 64 {
        let (factor, start) = bishops::FACTORS[square];
        let inner = inner(Square::ALL[square]);
        let mut occupied = 0_u64;
        loop {
            let set = Bitboard(by_line(Square::ALL[square], occupied));
            let place = start + place(occupied, inner, factor);
            assert!(sets[place].is_empty() || sets[place].0 == set.0, "two sets in one place");
            sets[place] = set;
            // The next subset of the inner squares, in ascending order (the Carry-Rippler).
            occupied = occupied.wrapping_sub(inner) & inner;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    sets
};

/// The squares that a bishop on `square` attacks, found one diagonal at a time; used to build the table.
const fn by_line(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = lines(square);
    gathered::on_diagonal(square, occupied, diagonal.0)
        | gathered::on_diagonal(square, occupied, antidiagonal.0)
}
