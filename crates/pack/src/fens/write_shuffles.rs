//! The board of a FEN a rank at a time: SSE4.2 and AVX2.
//!
//! 1. Every square gets a character: a letter, or the length of the run of empty squares up to this square.
//! 2. The characters of a rank are a word. Characters of pieces and of the last squares of runs are kept: a table by
//!    the set of their files says how a shuffle of bytes moves them to the front.
//! 3. The words are stored one after the other, each over the unspecified end of the one before, with a slash between.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64, u64x2, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{File, Piece};

use super::room::ROOM;

/// The letter of each piece code, `?` for codes that are not a piece.
pub(super) const LETTERS: [u8; 16] = const_array!(16, |code| match Piece::from_code(code as u8) {
    Some(piece) => piece.to_char() as u8,
    None => b'?',
});

/// For each set of files: the indices of its files, one a byte, the lowest first; then zeros.
static MEMBERS: [u64; 256] = const_array!(256, |set| {
    let (mut members, mut shift, mut file) = (0, 0, 0);
    while file < 8 {
        if set >> file & 1 != 0 {
            members |= file << shift;
            shift += 8;
        }
        file += 1;
    }
    members
});

/// Writes `board`, as the board of a FEN, into `room` and returns its length in bytes.
#[inline(always)]
pub(super) fn write_board<S: PlaneSimd>(s: S, board: QuadBitboard, room: &mut [u8; ROOM]) -> usize {
    // Reverses the ranks, because a FEN has the eighth rank first.
    let [b0, b1, b2, b3] = board.planes().map(Bitboard::flip_ranks);
    let occupied = (b1 | b2 | b3).0;
    let ends_of_runs = !occupied & (occupied >> 1 | Bitboard::file(File::H).0);
    let kept = (occupied | ends_of_runs).to_le_bytes();
    let characters = characters(s, &s.planes_to_codes(&[b0.0, b1.0, b2.0, b3.0]));
    let mut length = 0;
    for (kept, characters) in kept.into_iter().zip(characters) {
        // The mask changes nothing: at most seven ranks of nine bytes are before the last one. It tells the compiler
        // that the store is in bounds.
        let begin = length & 63;
        room[begin..begin + 8].copy_from_slice(&compress(s, characters, kept).to_le_bytes());
        let behind = begin + kept.count_ones() as usize;
        room[behind] = b'/';
        length = behind + 1;
    }
    // Leaves out the last slash.
    length - 1
}

/// The characters of all squares, a word for each rank.
///
/// ```text
///  codes       p . . n . . . .
///  files       1 2 3 4 5 6 7 8
///  last piece  1 1 1 4 4 4 4 4    the greatest file of a piece up to here: shifts by 1, 2 and 4 bytes
///  difference  0 1 2 0 1 2 3 4
///  characters  p 1 2 n 1 2 3 4    those that are not at the end of a run are not kept
/// ```
#[inline(always)]
fn characters<S: Simd>(s: S, codes: &[u8; 64]) -> [u64; 8] {
    let codes = u8x64::load_array_ref(s, codes);
    let files: u8x64<S> = u64x8::splat(s, 0x0807_0605_0403_0201).bitcast();
    let empty = codes.simd_eq(u8x64::splat(s, 0));
    let last: u8x64<S> = empty.select(u8x64::splat(s, 0), files);
    let last = last.max(shifted(last, 8));
    let last = last.max(shifted(last, 16));
    let last = last.max(shifted(last, 32));
    let digits = files - last + u8x64::splat(s, b'0');
    let letters = u8x64::block_splat(u8x16::simd_from(s, LETTERS)).swizzle_dyn_within_blocks(codes);
    let words: u64x8<S> = empty.select(digits, letters).bitcast();
    words.to_array()
}

/// Shifts each word of `bytes` up by `bits`.
#[inline(always)]
fn shifted<S: Simd>(bytes: u8x64<S>, bits: u32) -> u8x64<S> {
    let words: u64x8<S> = bytes.bitcast();
    (words << bits).bitcast()
}

/// The bytes of `characters` whose bits in `kept` are set, side by side, then unspecified bytes.
#[inline(always)]
fn compress<S: Simd>(s: S, characters: u64, kept: u8) -> u64 {
    let [characters, members]: [u8x16<S>; 2] =
        [characters, MEMBERS[usize::from(kept)]].map(|word| u64x2::splat(s, word).bitcast());
    let compressed: u64x2<S> = characters.swizzle_dyn(members).bitcast();
    compressed[0]
}
