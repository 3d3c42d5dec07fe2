//! Zobrist keys of pieces on squares.
//!
//! Every pair of a nibble code and a square has a 64-bit number. The key of a board is the xor of the numbers of its
//! pieces, so a move updates it with two to four xors. The numbers come from [`split_mix`]; they are part of the format
//! and stay the same from version to version.
//!
//! Source: Albert Zobrist, "A new hashing method with application for game playing", 1970;
//! <https://www.chessprogramming.org/Zobrist_Hashing>.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// The start of the sequence of numbers: "quadbit" and a zero byte, in ASCII.
const SEED: u64 = u64::from_be_bytes(*b"quadbit\0");

/// The `n`-th number, from 0, of the `SplitMix64` sequence that starts at the bytes `quadbit\0` as a big-endian
/// number.
///
/// [`key`] takes the number with `n` = `64 * code + square` for the codes 1 to 15; the numbers from `n` = 1024 on are
/// free for other keys.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
pub const fn split_mix(n: u64) -> u64 {
    let z = SEED.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Elements `first` to `first + 7` of the sequence of [`split_mix`], as keys for the files a to h.
pub const fn of_files(first: u64) -> [u64; 8] {
    const_array!(8, |file| split_mix(first + file as u64))
}

/// The 64-bit Zobrist number of each nibble code on each square; zero for code 0, the empty square.
static KEYS: [[u64; 64]; 16] = const_array!(16, |code| const_array!(64, |square| match code {
    0 => 0,
    _ => split_mix((64 * code + square) as u64),
}));

/// The 64-bit Zobrist number of a piece with the nibble `code` on `square`: 0 for code 0, so that "no piece captured"
/// needs no branch. The upper four bits of `code` are ignored.
#[inline]
pub const fn key(code: u8, square: Square) -> u64 {
    KEYS[(code & 15) as usize][square.index()]
}

/// The 64-bit Zobrist number of a nibble code on a square, looked up by one `index`, `64 * code + square`; 0 for an
/// `index` above 1023. Lists of pieces that keep code and square in one number look up with it directly.
///
/// The check for large numbers also keeps compilers from joining several lookups into a gather, which is
/// slower on AMD processors.
///
/// ```
/// use quadbit_quad::zobrist;
/// use quadbit_x88::Square;
/// assert_eq!(zobrist::key_of(64 * 13 + 60), zobrist::key(13, Square::E8));
/// ```
#[inline]
pub fn key_of(index: u16) -> u64 {
    KEYS.as_flattened().get(usize::from(index)).copied().unwrap_or(0)
}

/// The 64-bit key of a whole board, computed from scratch: the xor of [`key`] over its squares.
///
/// ```
/// use quadbit_quad::{QuadBitboard, zobrist};
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// assert_eq!(zobrist::board_key(board), 0);
/// let king = Role::King.of(Color::White);
/// board.put(Square::E1, king);
/// assert_eq!(zobrist::board_key(board), zobrist::key(king.code(), Square::E1));
/// ```
pub fn board_key(board: QuadBitboard) -> u64 {
    board_keys(board)[0]
}

/// The 64-bit key of a whole board, and the key of only its pawns (codes 2 and 3), computed from scratch.
///
/// ```
/// use quadbit_quad::{QuadBitboard, zobrist};
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::E2, Role::Pawn.of(Color::White));
/// let pawns = zobrist::board_key(board);
/// board.put(Square::E1, Role::King.of(Color::White));
/// assert_eq!(zobrist::board_keys(board), [zobrist::board_key(board), pawns]);
/// ```
pub fn board_keys(board: QuadBitboard) -> [u64; 2] {
    let codes = board.to_mailbox();
    let [b0, b1, b2, b3] = board.planes();
    let pawns = b1 - (b2 | b3);
    // Two short loops are faster than one long loop, in which each iteration waits for the one before.
    let sum = |set: Bitboard| set.into_iter().fold(0, |sum, square| sum ^ key(codes[square.index()], square));
    let [pawns, others] = [sum(pawns), sum((b0 | b1 | b2 | b3) - pawns)];
    [pawns ^ others, pawns]
}
