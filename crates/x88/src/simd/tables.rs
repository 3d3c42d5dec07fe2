//! Tables of steps and of kinds of pieces that several levels share.

use quadbit_nibble::const_array;

use crate::attackers::Attackers;
use crate::delta::Delta;
use crate::diff::Diff;
use crate::direction::Direction;
use crate::piece::Piece;

/// The numbers 0, 1, .. 63.
pub(super) const NUMBERS: [u8; 64] = const_array!(64, |i: u8| i);

/// A table that starts at a cache line.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// For each of the 64 bytes into which a board is permuted: the step from the square in the middle to the byte's
/// square. Byte `8 * d` is the knight's step `d`, byte `8 * d + i` is `i` steps in direction `d`.
pub(super) const DELTAS: [Delta; 64] = const_array!(64, |byte: i8| {
    let (d, i) = (byte.unsigned_abs() as usize / 8, byte % 8);
    if i == 0 { Delta::KNIGHT[d] } else { Delta(i * Direction::ALL[d].delta().get()) }
});

/// For each of the 64 bytes into which a board is permuted, in the order of [`DELTAS`]: the kinds of pieces that attack
/// the square in the middle from the byte's square, if nothing stands between.
pub(super) const ATTACKERS: [u8; 64] =
    const_array!(64, |byte| Diff::of_delta(DELTAS[byte].reversed()).attackers().bits());

/// For each piece code: the bit of the piece's kind in [`Attackers`](crate::Attackers); 0 for the four nibbles that are
/// not a piece.
pub(super) const KINDS: [u8; 16] = const_array!(16, |code: u8| match Piece::from_code(code) {
    Some(piece) => Attackers::of(piece).bits(),
    None => 0,
});

/// The lanes of `set`, a bit for each lane, in the order in which `order` lists all eight; zeros follow.
pub(super) const fn lanes_of(set: usize, order: [u8; 8]) -> [u8; 8] {
    let mut lanes = [0; 8];
    let (mut n, mut found) = (0, 0);
    while n < 8 {
        if set >> order[n] & 1 == 1 {
            lanes[found] = order[n];
            found += 1;
        }
        n += 1;
    }
    lanes
}
