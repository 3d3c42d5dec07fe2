//! AVX2: one square of a board, bytes and words of 16 bits to lanes, sums of bytes, and two boards in registers of 256
//! bits.
//!
//! 1. The operations of `BoardSimd` that AVX2 does better: a nibble by shifting all planes at once, attacks on four
//!    lines at once, bytes and words widened to lanes, and the bytes of each word summed.
//! 2. The conversions of `batch`, two boards at a time: registers are loaded, address bits exchanged as
//!    `nibble`'s `planes` explains, and stored; a last single board is left to the caller.
//!
//! Each half of a register interleaves on its own, so each half must hold one board.

use fearless_simd::prelude::*;
use fearless_simd::{u8x32, u16x8, u64x4};
use quadbit_nibble::simd::arch::{
    __m128i, __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cvtepu8_epi64,
    _mm256_cvtepu16_epi64, _mm256_maddubs_epi16, _mm256_movemask_pd, _mm256_packus_epi16,
    _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_sad_epu8, _mm256_set_epi64x,
    _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64,
    _mm256_slli_epi64, _mm256_srli_epi16, _mm256_srli_epi64, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16,
    _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16,
    _mm256_unpacklo_epi32, _mm256_unpacklo_epi64, _mm256_xor_si256,
};
use quadbit_nibble::simd::{Avx2, BitSimd, kernels};
use quadbit_x88::Square;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

#[inline(always)]
pub(super) fn widen_words(s: Avx2, words: [u16; 8]) -> __m256i {
    widen(s, u16x8::simd_from(s, words).into())
}

#[inline(always)]
pub(super) fn code(s: Avx2, board: QuadBitboard, square: Square) -> u8 {
    nibble(s, u64x4::simd_from(s, board.planes().map(|plane| plane.0)).into(), square)
}

#[inline(always)]
pub(super) fn attacks_on_lines(
    s: Avx2,
    square: Square,
    occupied: Bitboard,
    on_lines: QuadBitboard,
) -> Bitboard {
    let lines = u64x4::simd_from(s, attacks::lines(square).map(|line| line.0));
    let on_lines = u64x4::simd_from(s, on_lines.planes().map(|plane| plane.0));
    let zero = u64x4::splat(s, 0);
    let lines = (on_lines & (1 << square.index())).simd_eq(zero).select(zero, lines);
    let seen = hyperbola(s, square, occupied, lines);
    Bitboard(seen[0] | seen[1] | seen[2] | seen[3])
}

/// The attacks of a slider on `square` along `lines`, one line without `square` in each lane.
#[inline(always)]
fn hyperbola(s: Avx2, square: Square, occupied: Bitboard, lines: u64x4<Avx2>) -> u64x4<Avx2> {
    let slider = 1_u64 << square.index();
    let on_lines = lines & occupied.0;
    let up = on_lines - (slider << 1);
    let down = s.reverse_bits(s.reverse_bits(on_lines) - (slider.reverse_bits() << 1));
    (up ^ down) & lines
}

kernels! {
    // Adds up the eight bytes of each word: `vpsadbw`.
    pub(super) fn sum_bytes(_token: Avx2, bytes: __m256i) -> __m256i {
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    }

    // Widens the lowest four bytes to words of 64 bits: `vmovd`, `vpmovzxbq`.
    pub(super) fn widen_bytes(_token: Avx2, bytes: u64) -> __m256i {
        _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((bytes as u32).cast_signed()))
    }

    // Widens the lowest four words of 16 bits to words of 64 bits: `vpmovzxwq`.
    fn widen(_token: Avx2, words: __m128i) -> __m256i {
        _mm256_cvtepu16_epi64(words)
    }

    // Returns the nibble on `square`: `vpsllq` brings the square's bits to the top, `vmovmskpd` gathers the top bits.
    fn nibble(_token: Avx2, planes: __m256i, square: Square) -> u8 {
        let from_the_top = _mm_cvtsi32_si128((square.index() as u32 ^ 63).cast_signed());
        let at_the_top = _mm256_castsi256_pd(_mm256_sll_epi64(planes, from_the_top));
        _mm256_movemask_pd(at_the_top).cast_unsigned() as u8
    }
}

// Conversions of two boards at a time. The steps are those of `quadbit_nibble::planes` for one board in registers of
// 128 bits. AVX2 interleaves each half of a register separately, so each half does one board. The address of a bit is
// given as in the documentation of that module: register, word of the half, byte of the word, bit of the byte.

/// Converts planes to nibbles, two boards at a time; returns the number of boards done, all or all but one.
#[inline(always)]
pub(crate) fn planes_to_nibbles(s: Avx2, planes: &[[u8; 32]], nibbles: &mut [[u8; 32]]) -> usize {
    for (from, to) in planes.chunks_exact(2).zip(nibbles.chunks_exact_mut(2)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (a, b) = to_nibbles(s, a.into(), b.into());
        store(s, [a, b], to);
    }
    planes.len() & !1
}

/// Converts nibbles to planes, two boards at a time; returns the number of boards done, all or all but one.
#[inline(always)]
pub(crate) fn nibbles_to_planes(s: Avx2, nibbles: &[[u8; 32]], planes: &mut [[u8; 32]]) -> usize {
    for (from, to) in nibbles.chunks_exact(2).zip(planes.chunks_exact_mut(2)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (a, b) = to_planes(s, a.into(), b.into());
        store(s, [a, b], to);
    }
    nibbles.len() & !1
}

/// Converts planes to codes in bytes, two boards at a time; returns the number of boards done, all or all but
/// one.
#[inline(always)]
pub(crate) fn planes_to_codes(s: Avx2, planes: &[[u8; 32]], codes: &mut [[u8; 64]]) -> usize {
    let halves: &mut [[u8; 32]] = bytemuck::cast_slice_mut(codes);
    for (from, to) in planes.chunks_exact(2).zip(halves.chunks_exact_mut(4)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (a, b, c, d) = to_codes(s, a.into(), b.into());
        let (first, second) = to.split_at_mut(2);
        store(s, [a, b], first);
        store(s, [c, d], second);
    }
    planes.len() & !1
}

/// Converts codes in bytes to planes, two boards at a time; returns the number of boards done, all or all but
/// one.
#[inline(always)]
pub(crate) fn codes_to_planes(s: Avx2, codes: &[[u8; 64]], planes: &mut [[u8; 32]]) -> usize {
    let halves: &[[u8; 32]] = bytemuck::cast_slice(codes);
    for (from, to) in halves.chunks_exact(4).zip(planes.chunks_exact_mut(2)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (c, d) = (u8x32::simd_from(s, from[2]), u8x32::simd_from(s, from[3]));
        let (a, b) = of_codes(s, a.into(), b.into(), c.into(), d.into());
        store(s, [a, b], to);
    }
    codes.len() & !1
}

#[inline(always)]
fn store(s: Avx2, [a, b]: [__m256i; 2], to: &mut [[u8; 32]]) {
    let (a, b): (u8x32<Avx2>, u8x32<Avx2>) = (a.simd_into(s), b.simd_into(s));
    a.store_slice(&mut to[0]);
    b.store_slice(&mut to[1]);
}

/// Every other bit, the lower of each pair.
const LOW_BITS: i64 = 0x5555_5555_5555_5555;
/// Every other pair of bits, the lower of each nibble.
const LOW_PAIRS: i64 = 0x3333_3333_3333_3333;
/// The lower nibble of each byte.
const LOW_NIBBLES: i64 = 0x0f0f_0f0f_0f0f_0f0f;

/// The byte indices of a shuffle within each half of a register: 0, 4, 8, 12, then 1, 5, 9, 13, and so on.
const FOURTHS: [i64; 2] = [0x0d09_0501_0c08_0400, 0x0f0b_0703_0e0a_0602];

/// Exchanges two bits of the addresses of the bits in `$a` and `$b`: the one that selects the register (`$a` 0, `$b`
/// 1), and one that selects the place in a byte. The latter is 0 for the bits in `$low` and 1 for the bits that lie
/// `$shift` bits above them. Instructions: `vpsrlq`, `vpxor`, `vpand`, `vpsllq`, `vpxor`, `vpxor`.
macro_rules! exchange {
    ($a:ident, $b:ident, $shift:literal, $low:ident) => {
        let low = _mm256_set1_epi64x($low);
        let changed = _mm256_and_si256(_mm256_xor_si256(_mm256_srli_epi64::<$shift>($a), $b), low);
        let $a = _mm256_xor_si256($a, _mm256_slli_epi64::<$shift>(changed));
        let $b = _mm256_xor_si256($b, changed);
    };
}

kernels! {
    fn to_nibbles(token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i) {
        let (a, b) = nibbles_side_by_side(token, first, second);
        (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
    }

    fn to_planes(token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i) {
        let a = _mm256_permute2x128_si256::<0x20>(first, second);
        let b = _mm256_permute2x128_si256::<0x31>(first, second);
        planes_of_two(token, a, b)
    }

    fn to_codes(token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i, __m256i, __m256i) {
        let (a, b) = nibbles_side_by_side(token, first, second);
        // The codes are the lower and upper halves of the bytes (`vpand`, `vpsrlw`), in turn: `vpunpcklbw`,
        // `vpunpckhbw`
        let low = _mm256_set1_epi64x(LOW_NIBBLES);
        let (even, odd) = (_mm256_and_si256(a, low), _mm256_and_si256(_mm256_srli_epi16::<4>(a), low));
        let (a, b, even_b, odd_b) = (
            _mm256_unpacklo_epi8(even, odd),
            _mm256_unpackhi_epi8(even, odd),
            _mm256_and_si256(b, low),
            _mm256_and_si256(_mm256_srli_epi16::<4>(b), low),
        );
        let (c, d) = (_mm256_unpacklo_epi8(even_b, odd_b), _mm256_unpackhi_epi8(even_b, odd_b));
        (
            _mm256_permute2x128_si256::<0x20>(a, b),
            _mm256_permute2x128_si256::<0x20>(c, d),
            _mm256_permute2x128_si256::<0x31>(a, b),
            _mm256_permute2x128_si256::<0x31>(c, d),
        )
    }

    fn of_codes(token: Avx2, a: __m256i, b: __m256i, c: __m256i, d: __m256i) -> (__m256i, __m256i) {
        // The first board's codes are in `a` and `b`, the second's in `c` and `d`. `vpand`, `vpmaddubsw`:
        // even + 16 * odd in 16 bits; `vpackuswb` puts the quarters of a board in the order 0 2 1 3, which
        // `vpermq` puts right.
        let first = nibbles_of_codes(token, a, b);
        let second = nibbles_of_codes(token, c, d);
        let a = _mm256_permute2x128_si256::<0x20>(first, second);
        let b = _mm256_permute2x128_si256::<0x31>(first, second);
        planes_of_two(token, a, b)
    }

    fn nibbles_of_codes(_token: Avx2, a: __m256i, b: __m256i) -> __m256i {
        let low = _mm256_set1_epi64x(LOW_NIBBLES);
        let weights = _mm256_set1_epi16(0x1001);
        let a = _mm256_maddubs_epi16(_mm256_and_si256(a, low), weights);
        let b = _mm256_maddubs_epi16(_mm256_and_si256(b, low), weights);
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
    }

    // Converts the planes of two boards to nibbles: the first 32 of each board in one register, the last 32 in the
    // other.
    fn nibbles_side_by_side(_token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i) {
        // `vperm2i128`: `a` has planes 0 and 1 of both boards, `b` planes 2 and 3.
        let a = _mm256_permute2x128_si256::<0x20>(first, second);
        let b = _mm256_permute2x128_si256::<0x31>(first, second); //      p1  p0  r2 r1 r0     c2 c1 c0
        exchange!(a, b, 2, LOW_PAIRS); //                                 c1  p0  r2 r1 r0     c2 p1 c0
        // Interleaves bytes: `vpunpcklbw`, `vpunpckhbw`.
        let (a, b) = (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
        exchange!(a, b, 1, LOW_BITS); //                                  c0  r2  r1 r0 c1     c2 p1 p0
        exchange!(a, b, 4, LOW_NIBBLES); //                               c2  r2  r1 r0 c1     c0 p1 p0
        // Interleaves words of 16 bits: `vpunpcklwd`, `vpunpckhwd`.
        (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)) //     r2  r1  r0 c2 c1     c0 p1 p0
    }

    // Converts the nibbles of two boards to planes, each board in a register of its own: the steps of
    // `nibbles_side_by_side` in reverse.
    fn planes_of_two(_token: Avx2, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // Collects every fourth byte, then interleaves words of 32 bits: `vpshufb`, `vpunpckldq`, `vpunpckhdq`.
        let fourths = _mm256_set_epi64x(FOURTHS[1], FOURTHS[0], FOURTHS[1], FOURTHS[0]);
        let (a, b) = (_mm256_shuffle_epi8(a, fourths), _mm256_shuffle_epi8(b, fourths));
        let (a, b) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        exchange!(a, b, 4, LOW_NIBBLES); //                               c0  c1  r2 r1 r0     c2 p1 p0
        exchange!(a, b, 1, LOW_BITS); //                                  p0  c1  r2 r1 r0     c2 p1 c0
        let (a, b) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        exchange!(a, b, 2, LOW_PAIRS); //                                 p1  p0  r2 r1 r0     c2 c1 c0
        (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
    }
}
