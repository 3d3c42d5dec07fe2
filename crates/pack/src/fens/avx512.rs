//! The board field of a FEN in a register of 64 bytes: AVX-512 with VBMI2.
//!
//! There is no loop over the characters. With the board of the example `4k3/..` the steps are
//!
//! ```text
//!   text       4   k   3   /   ..
//!   steps      4   1   3   8          by lookup; a slash leads to the next row of a 0x88 board
//!   cursors    00  04  05  08  10     sums of all steps before: the place of each character
//! ```
//!
//! The sums are products: `word * 0x0101_0101_0101_0101` has in each byte the sum of the bytes up to it, once
//! for the bytes of each word and once for the totals of the eight words. A sum beyond 255 would be wrong,
//! but a cursor of 80 to ff comes before it, where no character may stand.
//!
//! The letters' squares and codes are compressed into lists. The squares, as bits, give the occupancy; the
//! codes, expanded by the occupancy, give the mailbox.

use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m512i, _mm_srli_si128, _mm512_add_epi8, _mm512_and_si512, _mm512_castsi512_si128,
    _mm512_cmpeq_epi8_mask, _mm512_cvtepu8_epi64, _mm512_extracti32x4_epi32, _mm512_mask_compress_epi8,
    _mm512_maskz_compress_epi8, _mm512_maskz_expand_epi8, _mm512_movepi8_mask, _mm512_mullo_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_reduce_or_epi64,
    _mm512_set1_epi8, _mm512_set1_epi64, _mm512_sllv_epi64, _mm512_srli_epi16, _mm512_sub_epi8,
    _mm512_ternarylogic_epi64, _mm512_test_epi8_mask, _mm512_testn_epi8_mask,
};

use fearless_simd::prelude::*;
use fearless_simd::u8x64;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Avx512, kernels};
use quadbit_x88::Piece;

/// The index of the space after the board field at the beginning of `text`, and the planes of the board; `None` if the
/// field is bad, takes more than 63 bytes or has more than 32 pieces.
#[inline(always)]
pub(super) fn field(s: Avx512, text: &[u8; 64]) -> Option<(usize, [u64; 4])> {
    let (end, mailbox) = mailbox(s, u8x64::load_array_ref(s, text).into())?;
    let mailbox: u8x64<Avx512> = mailbox.simd_into(s);
    // `mailbox` has the eighth rank first; swapping the bytes of each plane puts the first rank first.
    Some((end, s.codes_to_planes(&mailbox.to_array()).map(u64::swap_bytes)))
}

/// The meaning of `character`: in the lower half of a byte the number of steps from its square to the next character's,
/// in the upper half the code of a piece, or 0.
const fn meaning(character: u8) -> u8 {
    match (Piece::from_char(character as char), character) {
        (Some(piece), _) => piece.code() << 4 | 1,
        (None, b'1'..=b'8') => character - b'0',
        (None, b'/') => 8,
        _ => 0,
    }
}

/// The meanings of the 64 characters from `first` on.
const fn half(first: u8) -> [u8; 64] {
    const_array!(64, |i: u8| meaning(first + i))
}

/// The indices that copy the last byte of each of the eight words into every word.
const LAST_BYTES: [u8; 64] = const_array!(64, |i| (i % 8 * 8 + 7) as u8);

/// The indices that copy byte `w` of word `w` into all bytes of that word.
const DIAGONAL_BYTES: [u8; 64] = const_array!(64, |i| (i / 8 * 9) as u8);

/// Multiplying a word by this adds to each of its bytes all lower bytes.
const SUMS: i64 = 0x0101_0101_0101_0101;

kernels! {
    // Returns the index of the space after the board field, and the mailbox with the eighth rank first; `None` if the
    // field is bad, takes more than 63 bytes or has more than 32 pieces.
    fn mailbox(token: Avx512, text: __m512i) -> Option<(usize, __m512i)> {
        let blanks = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b' '.cast_signed()));
        // Without a space `end` is 64, and `inside` means nothing.
        let end = blanks.trailing_zeros();
        let inside = (1_u64 << (end & 63)) - 1;

        // `vpermi2b`: the meaning of each character, looked up in a table of 128.
        let low: __m512i = u8x64::simd_from(token, const { half(0) }).into();
        let high: __m512i = u8x64::simd_from(token, const { half(64) }).into();
        let meanings = _mm512_permutex2var_epi8(low, text, high);
        let steps = _mm512_and_si512(meanings, _mm512_set1_epi8(0x0f));

        // `vpmullq`: the sums of steps within each word. `vpermb`: the totals of the eight words, in every word.
        // `vpmullq`: the sum of the totals before each word, in one byte of it. `vpermb`: this byte, in all bytes of
        // the word.
        let in_words = _mm512_mullo_epi64(steps, _mm512_set1_epi64(SUMS));
        let totals = _mm512_permutexvar_epi8(u8x64::simd_from(token, LAST_BYTES).into(), in_words);
        let before_words = _mm512_mullo_epi64(totals, _mm512_set1_epi64(SUMS << 8));
        let before_words =
            _mm512_permutexvar_epi8(u8x64::simd_from(token, DIAGONAL_BYTES).into(), before_words);
        let cursors = _mm512_sub_epi8(_mm512_add_epi8(in_words, before_words), steps);

        let letters = _mm512_test_epi8_mask(meanings, _mm512_set1_epi8(0xf0_u8.cast_signed())) & inside;
        let slashes = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b'/'.cast_signed())) & inside;
        let digits = inside & !(letters | slashes);
        let off_board = _mm512_test_epi8_mask(cursors, _mm512_set1_epi8(0x88_u8.cast_signed()));
        let behind_h = _mm512_cmpeq_epi8_mask(
            _mm512_and_si512(cursors, _mm512_set1_epi8(0x8f_u8.cast_signed())),
            _mm512_set1_epi8(8),
        );
        let at_end = _mm512_cmpeq_epi8_mask(cursors, _mm512_set1_epi8(0x78));
        // Invalid bytes, and bytes above 127, because the lookup uses only seven bits.
        let bad = _mm512_testn_epi8_mask(meanings, meanings) | _mm512_movepi8_mask(text);
        let faults = (bad | (off_board ^ slashes)) & inside | slashes & !behind_h | digits & digits << 1;
        let is_good = faults == 0 && blanks & at_end & blanks.wrapping_neg() != 0;
        if !is_good || letters.count_ones() > 32 {
            return None;
        }

        // The square of each character: bits 0 to 2 (the file) and 4 to 6 (the rank) of its 0x88 number in `cursors`,
        // side by side. The squares of the eighth rank have the lowest numbers.
        let squares = _mm512_ternarylogic_epi64::<0xca>(
            _mm512_set1_epi8(7),
            cursors,
            _mm512_and_si512(_mm512_srli_epi16::<1>(cursors), _mm512_set1_epi8(0x38)),
        );
        let codes = _mm512_and_si512(_mm512_srli_epi16::<4>(meanings), _mm512_set1_epi8(0x0f));
        // After the last piece, `codes` is filled with zeros and `squares` with 255: a shift by 255 gives zero.
        let codes = _mm512_maskz_compress_epi8(letters, codes);
        let squares = _mm512_mask_compress_epi8(_mm512_set1_epi8(-1), letters, squares);

        let one = _mm512_set1_epi64(1);
        let first = _mm512_castsi512_si128(squares);
        let second = _mm512_extracti32x4_epi32::<1>(squares);
        let a = _mm512_sllv_epi64(one, _mm512_cvtepu8_epi64(first));
        let b = _mm512_sllv_epi64(one, _mm512_cvtepu8_epi64(_mm_srli_si128::<8>(first)));
        let c = _mm512_sllv_epi64(one, _mm512_cvtepu8_epi64(second));
        let d = _mm512_sllv_epi64(one, _mm512_cvtepu8_epi64(_mm_srli_si128::<8>(second)));
        let ab = _mm512_or_si512(a, b);
        // Bitwise `ab | c | d`.
        let occupied = _mm512_reduce_or_epi64(_mm512_ternarylogic_epi64::<0xfe>(ab, c, d)).cast_unsigned();
        let mailbox = _mm512_maskz_expand_epi8(occupied, codes);

        Some((end as usize, mailbox))
    }
}
