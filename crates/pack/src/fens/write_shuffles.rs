//! The board of a FEN a rank at a time: SSE4.2 and AVX2.
//!
//! As in the form for AVX-512, every square gets a character: a letter, or the length of the run of empty
//! squares that ends here. The characters of a rank are a word, and a table indexed by the set of those that
//! are kept says how to move them to the front.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x32, u64x2, u64x4};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Avx2, Sse4_2};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{File, Piece};

use super::write::{LineSimd, ROOM};

impl LineSimd for Avx2 {
    const FETCHES: bool = true;

    #[inline(always)]
    fn board(self, board: QuadBitboard, room: &mut [u8; ROOM]) -> Option<usize> {
        Some(write(self, board, room))
    }
}

impl LineSimd for Sse4_2 {
    const FETCHES: bool = true;

    #[inline(always)]
    fn board(self, board: QuadBitboard, room: &mut [u8; ROOM]) -> Option<usize> {
        Some(write(self, board, room))
    }
}

/// The letters of the codes.
const LETTERS: [u8; 16] = {
    let mut letters = [b'?'; 16];
    let mut index = 0;
    while index < Piece::ALL.len() {
        let piece = Piece::ALL[index];
        letters[piece.code() as usize] = piece.to_char() as u8;
        index += 1;
    }
    letters
};

/// The members of each set of files, a-file first.
const MEMBERS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut file, mut length) = (0, 0);
        while file < 8 {
            if set >> file & 1 != 0 {
                table[set][length] = file;
                length += 1;
            }
            file += 1;
        }
        set += 1;
    }
    table
};

#[inline(always)]
fn write<S: PlaneSimd>(s: S, board: QuadBitboard, room: &mut [u8; ROOM]) -> usize {
    // The eighth rank first.
    let [b0, b1, b2, b3] = board.planes().map(Bitboard::flip_ranks);
    let occupied = (b1 | b2 | b3).0;
    let ends_of_runs = !occupied & (occupied >> 1 | Bitboard::file(File::H).0);
    let kept = (occupied | ends_of_runs).to_le_bytes();
    let codes = s.planes_to_codes(&[b0.0, b1.0, b2.0, b3.0]);
    let mut characters = [0; 64];
    for (codes, characters) in codes.as_chunks().0.iter().zip(characters.as_chunks_mut().0) {
        write_characters(s, codes, characters);
    }

    let mut length = 0;
    for (kept, characters) in kept.into_iter().zip(characters.as_chunks().0) {
        // At most seven ranks of eight characters and a slash are before the last one.
        let begin = length & 63;
        room[begin..begin + 8].copy_from_slice(&compress(s, *characters, kept));
        let behind = begin + kept.count_ones() as usize;
        room[behind] = b'/';
        length = behind + 1;
    }
    // The last slash is not needed.
    length - 1
}

/// The characters of the squares of four ranks.
///
/// ```text
///  codes       p . . n . . . .
///  files       1 2 3 4 5 6 7 8
///  last piece  1 1 1 4 4 4 4 4    the greatest file of a piece up to here: three steps of shifts by 1, 2 and 4 bytes
///  difference  0 1 2 0 1 2 3 4
///  characters  p 1 2 n 1 2 3 4    those that are not at the end of a run are not kept
/// ```
#[inline(always)]
fn write_characters<S: Simd>(s: S, codes: &[u8; 32], characters: &mut [u8; 32]) {
    let codes = u8x32::load_array_ref(s, codes);
    let files: u8x32<S> = u64x4::splat(s, u64::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8])).bitcast();
    let empty = codes.simd_eq(u8x32::splat(s, 0));
    let last: u8x32<S> = empty.select(u8x32::splat(s, 0), files);
    let last = last.max(shifted(last, 8));
    let last = last.max(shifted(last, 16));
    let last = last.max(shifted(last, 32));
    let digits = files - last + u8x32::splat(s, b'0');
    let letters = u8x32::block_splat(u8x16::simd_from(s, LETTERS)).swizzle_dyn_within_blocks(codes);
    empty.select(digits, letters).store_slice(characters);
}

/// The bytes of each word shifted up by a number of bits.
#[inline(always)]
fn shifted<S: Simd>(bytes: u8x32<S>, bits: u32) -> u8x32<S> {
    let words: u64x4<S> = bytes.bitcast();
    (words << bits).bitcast()
}

/// The characters of the files that are kept, followed by unspecified ones.
#[inline(always)]
fn compress<S: Simd>(s: S, characters: [u8; 8], kept: u8) -> [u8; 8] {
    let [characters, members]: [u8x16<S>; 2] = [characters, MEMBERS[usize::from(kept)]]
        .map(|bytes| u64x2::simd_from(s, [u64::from_le_bytes(bytes), 0]).bitcast());
    let compressed: u64x2<S> = characters.swizzle_dyn(members).bitcast();
    compressed[0].to_le_bytes()
}
