//! The board of a FEN from a register of 64 characters: AVX-512 with VBMI2.
//!
//! Every square gets a character: a letter, or the length of the run of empty squares up to this square. The characters
//! of pieces and of the last squares of runs are kept. With a slash after each rank, four ranks take 36 bytes;
//! compressing these leaves only the characters that are kept.

use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m512i, _mm512_add_epi8, _mm512_mask_mov_epi8, _mm512_maskz_compress_epi8, _mm512_maskz_mov_epi8,
    _mm512_max_epu8, _mm512_permutex2var_epi8, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_slli_epi64,
    _mm512_sub_epi8,
};

use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Avx512, BitSimd, kernels};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::File;

use super::room::ROOM;
use super::write_shuffles::LETTERS;

/// Writes `board`, as the board of a FEN, into `room` and returns its length in bytes.
#[inline(always)]
pub(super) fn write_board(s: Avx512, board: QuadBitboard, room: &mut [u8; ROOM]) -> usize {
    // Reverses the ranks, because a FEN has the eighth rank first.
    let [b0, b1, b2, b3] = board.planes().map(Bitboard::flip_ranks);
    let occupied = (b1 | b2 | b3).0;
    let codes = s.planes_to_codes(&[b0.0, b1.0, b2.0, b3.0]);
    let ends_of_runs = !occupied & (occupied >> 1 | Bitboard::file(File::H).0);
    let kept = occupied | ends_of_runs;
    let upper = s.pdep(kept & 0xffff_ffff, SQUARES) | SLASHES;
    let lower = s.pdep(kept >> 32, SQUARES) | SLASHES;
    let [first, second] = halves(s, u8x64::load_array_ref(s, &codes).into(), occupied, upper, lower);
    let (first, second): (u8x64<Avx512>, u8x64<Avx512>) = (first.simd_into(s), second.simd_into(s));
    let [a, b] = [upper, lower].map(u64::count_ones);
    first.store_slice(&mut room[..64]);
    // The mask changes nothing, because the first half has at most 36 characters; it tells the compiler that the store
    // is in bounds.
    let begin = a as usize & 63;
    second.store_slice(&mut room[begin..begin + 64]);
    // Leaves out the last slash.
    (a + b) as usize - 1
}

/// A bit for each of the 36 characters of four ranks: 1 for a square, 0 for a slash, which is every ninth.
const SQUARES: u64 = 0x0007_fbfd_feff;
const SLASHES: u64 = 0x0008_0402_0100;

/// For each square, one more than its index in its rank: 1 to 8.
const FILES: [u8; 64] = const_array!(64, |i| i as u8 % 8 + 1);

/// For each of the 36 characters of four ranks, of which every ninth is a slash: the square that it shows, counted from
/// `first`; 64 is a slash.
const fn layout(first: u8) -> [u8; 64] {
    const_array!(64, |i: u8| if i < 36 && i % 9 < 8 { first + i / 9 * 8 + i % 9 } else { 64 })
}

kernels! {
    // Returns the kept characters of the upper four and of the lower four ranks. `vpmaxub` of words shifted up finds
    // the last piece before each square.
    fn halves(token: Avx512, codes: __m512i, occupied: u64, upper: u64, lower: u64) -> [__m512i; 2] {
        let files: __m512i = u8x64::simd_from(token, FILES).into();
        let last = _mm512_maskz_mov_epi8(occupied, files);
        let last = _mm512_max_epu8(last, _mm512_slli_epi64::<8>(last));
        let last = _mm512_max_epu8(last, _mm512_slli_epi64::<16>(last));
        let last = _mm512_max_epu8(last, _mm512_slli_epi64::<32>(last));
        let digits = _mm512_add_epi8(_mm512_sub_epi8(files, last), _mm512_set1_epi8(b'0'.cast_signed()));
        let letters = u8x64::block_splat(u8x16::simd_from(token, LETTERS)).into();
        let letters = _mm512_shuffle_epi8(letters, codes);
        let characters = _mm512_mask_mov_epi8(digits, occupied, letters);
        let slash = _mm512_set1_epi8(b'/'.cast_signed());
        let layout_of_upper: __m512i = u8x64::simd_from(token, const { layout(0) }).into();
        let layout_of_lower: __m512i = u8x64::simd_from(token, const { layout(32) }).into();
        let first = _mm512_permutex2var_epi8(characters, layout_of_upper, slash);
        let second = _mm512_permutex2var_epi8(characters, layout_of_lower, slash);
        [_mm512_maskz_compress_epi8(upper, first), _mm512_maskz_compress_epi8(lower, second)]
    }
}
