//! The numbers of moves between two squares, computed when the crate is compiled.

use quadbit_nibble::const_array;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

/// The number of a move from one square to another among lc0's 1,858, by both; 0 where no piece can go. The moves from
/// a square follow those from the square before it, in the order of their targets.
pub(super) static LC0: [[u16; 64]; 64] = const_array!(64, |from| const_array!(64, |to| {
    let reach = within_reach(Square::ALL[from]);
    let before = reach.0 & ((1 << to) - 1);
    if reach.has(Square::ALL[to]) { FIRST_PLACES[from] + before.count_ones() as u16 } else { 0 }
}));

/// The move type of `AlphaZero`, one of 73, for a step of some files and ranks, at `16 * (ranks + 7) + files + 7`. The
/// sixteenth column is no step.
static ALPHA_ZERO: [u8; 240] =
    const_array!(240, |step: u8| of_step((step % 16).cast_signed() - 7, (step / 16).cast_signed() - 7));

/// The move type of a step, 0 for one that no piece makes: a queen's steps by direction, clockwise from the north, and
/// distance; then a knight's, clockwise from two up and one to the right.
const fn of_step(files: i8, ranks: i8) -> u8 {
    let jump = match (files, ranks) {
        (1, 2) => 56,
        (2, 1) => 57,
        (2, -1) => 58,
        (1, -2) => 59,
        (-1, -2) => 60,
        (-2, -1) => 61,
        (-2, 1) => 62,
        (-1, 2) => 63,
        _ => 0,
    };
    let direction = match (files.signum(), ranks.signum()) {
        (0, 1) => 0,
        (1, 1) => 1,
        (1, 0) => 2,
        (1, -1) => 3,
        (0, -1) => 4,
        (-1, -1) => 5,
        (-1, 0) => 6,
        (-1, 1) => 7,
        _ => return 0,
    };
    let [across, up] = [files.unsigned_abs(), ranks.unsigned_abs()];
    let is_line = across == 0 || up == 0 || across == up;
    if is_line { 7 * direction + if across > up { across } else { up } - 1 } else { jump }
}

/// The move type of `AlphaZero` from one square to another, below 64.
#[inline(always)]
pub(super) const fn move_type(from: Square, to: Square) -> u8 {
    let ranks = to.rank().index() + 7 - from.rank().index();
    let files = to.file().index() + 7 - from.file().index();
    ALPHA_ZERO[16 * ranks + files] & 63
}

/// The squares that a queen or a knight attacks on an empty board.
pub(super) const fn within_reach(from: Square) -> Bitboard {
    let [orthogonal, diagonal] = attacks::crosses(from);
    Bitboard(orthogonal.0 | diagonal.0 | attacks::knight(from).0)
}

/// The number of lc0's first move from each square.
pub(super) static FIRST: [u16; 64] = FIRST_PLACES;

pub(super) const FIRST_PLACES: [u16; 64] = {
    let mut first = [0; 64];
    let mut sum = 0;
    let mut from = 0;
    while from < 64 {
        first[from] = sum;
        sum += within_reach(Square::ALL[from]).len() as u16;
        from += 1;
    }
    first
};
