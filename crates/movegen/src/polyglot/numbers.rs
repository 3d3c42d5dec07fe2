//! The random numbers of the Polyglot book format: a position's key is the xor of some of them.

use quadbit_nibble::const_array;

/// All numbers in the order of the format, one a line, in hexadecimal digits. They cannot be computed, because the
/// format defines them.
const LINES: &[u8; 781 * LINE] = include_bytes!("numbers.txt");

/// The number of bytes of a line: sixteen digits and a line break.
const LINE: usize = 17;

/// A number for each kind of piece, in the order `pPnNbBrRqQkK`, on each square, a1 first.
pub(super) static PIECES: [[u64; 64]; 12] =
    const_array!(12, |kind| const_array!(64, |square| number(64 * kind + square)));

/// A number for each right to castle: `K`, `Q`, `k`, `q`.
pub(super) static CASTLING: [u64; 4] = const_array!(4, |right| number(768 + right));

/// A number for each file of a pawn that can be captured en passant, the a-file first.
pub(super) static EN_PASSANT: [u64; 8] = const_array!(8, |file| number(772 + file));

/// The number for White to move.
pub(super) const WHITE_TO_MOVE: u64 = number(780);

/// The number on the line with the index `line`, from 0.
const fn number(line: usize) -> u64 {
    let digits = const_array!(LINE - 1, |n| match (LINES[LINE * line + n] as char).to_digit(16) {
        Some(digit) => digit as u64,
        None => panic!("a line has sixteen digits"),
    });
    let (mut number, mut n) = (0, 0);
    while n < digits.len() {
        number = number << 4 | digits[n];
        n += 1;
    }
    number
}
