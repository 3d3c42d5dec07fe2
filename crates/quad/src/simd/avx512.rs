//! AVX-512 with GFNI: files are ranks of the transposed board.
//!
//! 1. One subtraction in each rank gives attacks towards the east (`east.rs`). GFNI reverses and transposes bits in one
//!    or two instructions, so the other three directions are the same subtraction on turned boards
//!    ([`orthogonal_attacks`]). Sliders and occupancy are turned before it, and the attacks are turned back after it.
//! 2. [`sight`] finds what is seen from one square: hyperbolas on file and diagonals, and subtractions on the rank. The
//!    masks of the diagonals are looked up by a permutation.
//! 3. One board in half a register: the nibble of a square, and attacks on its four lines.
//!
//! Sliders must be among the occupied squares, or a subtraction runs through them.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u16x8, u64x2, u64x4, u64x8};
use quadbit_nibble::simd::arch::{
    __m128i, __m256i, __m512i, _mm_set_epi64x, _mm256_broadcastsi128_si256, _mm256_gf2p8affine_epi64_epi8,
    _mm256_maskz_mov_epi64, _mm256_set1_epi64x, _mm256_shuffle_epi8, _mm256_test_epi64_mask,
    _mm512_cvtepu8_epi64, _mm512_cvtepu16_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_permutex2var_epi64,
    _mm512_set1_epi64,
};
use quadbit_nibble::simd::{Avx512, BitSimd, from_zmm, kernels, to_zmm};
use quadbit_x88::Square;

use super::east::east_attacks;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::sets::FILE_A;

/// The diagonals, indexed by file minus rank modulo 16: 0 is the one from a1 to h8, 9 is only a8, and 8 is empty.
const DIAGONALS: [u64; 16] = lines(-1);

/// The antidiagonals, indexed by the sum of file and rank: 0 is only a1, 14 is only h8, and 15 is empty.
const ANTIDIAGONALS: [u64; 16] = lines(1);

/// The lines of squares with the same sum of the file and `sign` times the rank, indexed by this sum modulo 16.
const fn lines(sign: i32) -> [u64; 16] {
    let mut lines = [0; 16];
    let mut square = 0;
    while square < 64 {
        lines[(square % 8 + sign * (square / 8)).rem_euclid(16) as usize] |= 1 << square;
        square += 1;
    }
    lines
}

/// The attacks along files and ranks towards north, east, south and west. All are found as attacks towards the east,
/// for the other directions on a turned board: mirrored left to right for the west, mirrored about the antidiagonal (a1
/// for h8) for the south, both for the north.
#[inline(always)]
pub(super) fn orthogonal_attacks<S: BitSimd>(
    s: S,
    avx512: Avx512,
    occupied: S::u64s,
    on_ranks: S::u64s,
    on_files: S::u64s,
) -> [S::u64s; 4] {
    let east = east_attacks::<S>(on_ranks, occupied);

    let [mirrored, occupied_mirrored] =
        [s.reverse_bits_in_bytes(on_ranks), s.reverse_bits_in_bytes(occupied)];
    let west = s.reverse_bits_in_bytes(east_attacks::<S>(mirrored, occupied_mirrored));

    let turned = from_zmm(s, anti_transpose(avx512, to_zmm(s, on_files)));
    let occupied_turned = from_zmm(s, anti_transpose(avx512, to_zmm(s, occupied)));
    let south = east_attacks::<S>(turned, occupied_turned);
    let south = from_zmm(s, anti_transpose(avx512, to_zmm(s, south)));

    let [turned, occupied_turned] =
        [s.reverse_bits_in_bytes(turned), s.reverse_bits_in_bytes(occupied_turned)];
    let north = east_attacks::<S>(turned, occupied_turned);
    let north = from_zmm(s, rotate_90(avx512, to_zmm(s, north)));

    [north, east, south, west]
}

/// The squares that a queen on `square` attacks along each line, by hyperbolas on file and diagonals. These lines have
/// one square on each rank, so reversing the bytes reverses the line. On the rank, bytes are subtracted separately.
#[inline(always)]
pub(super) fn sight<S: BitSimd>(s: S, avx512: Avx512, occupied: S::u64s, square: S::u64s) -> [S::u64s; 4] {
    let index = s.popcount(square - S::u64s::splat(s, 1));
    let (file, rank) = (index & 7, index >> 3);
    let on_file = S::u64s::splat(s, FILE_A) << file;
    let on_diagonal = look_up(s, avx512, file - rank, &DIAGONALS);
    let on_antidiagonal = look_up(s, avx512, file + rank, &ANTIDIAGONALS);

    let [mirrored, occupied_mirrored] = [s.reverse_bits_in_bytes(square), s.reverse_bits_in_bytes(occupied)];
    let east = east_attacks::<S>(square, occupied);
    let west = s.reverse_bits_in_bytes(east_attacks::<S>(mirrored, occupied_mirrored));
    let turned = s.reverse_bytes(square);
    let (two, two_turned) = (square + square, turned + turned);
    [
        east | west,
        both_directions(s, occupied & on_file, two, two_turned) & on_file,
        both_directions(s, occupied & on_diagonal, two, two_turned) & on_diagonal,
        both_directions(s, occupied & on_antidiagonal, two, two_turned) & on_antidiagonal,
    ]
}

/// The squares that a slider attacks in both directions of a line, in each lane. `line` has the occupied squares of the
/// line, the slider's among them; `two` is twice the bit of the slider's square, `two_turned` twice its bit after the
/// ranks are reversed. What changes when `two` is subtracted lies upwards; with reversed ranks, downwards.
#[inline(always)]
fn both_directions<S: BitSimd>(s: S, line: S::u64s, two: S::u64s, two_turned: S::u64s) -> S::u64s {
    (line - two) ^ s.reverse_bytes(s.reverse_bytes(line) - two_turned)
}

/// Looks up `table[n]` for the number `n` in each lane of `numbers`, modulo 16.
#[inline(always)]
fn look_up<S: Simd>(s: S, avx512: Avx512, numbers: S::u64s, table: &[u64; 16]) -> S::u64s {
    let (low, high) = (u64x8::from_slice(avx512, &table[..8]), u64x8::from_slice(avx512, &table[8..]));
    from_zmm(s, permute(avx512, low.into(), to_zmm(s, numbers), high.into()))
}

#[inline(always)]
pub(super) fn widen_words(s: Avx512, words: [u16; 8]) -> __m512i {
    widen(s, u16x8::simd_from(s, words).into())
}

#[inline(always)]
pub(super) fn code(s: Avx512, board: QuadBitboard, square: Square) -> u8 {
    nibble(s, u64x4::simd_from(s, board.planes().map(|plane| plane.0)).into(), 1 << square.index())
}

#[inline(always)]
pub(super) fn attacks_on_lines(
    s: Avx512,
    square: Square,
    occupied: Bitboard,
    on_lines: QuadBitboard,
) -> Bitboard {
    let lines = u64x4::simd_from(s, attacks::lines(square).map(|line| line.0));
    let on_lines = u64x4::simd_from(s, on_lines.planes().map(|plane| plane.0));
    let (occupied, slider) = (u64x4::splat(s, occupied.0), u64x4::splat(s, 1 << square.index()));
    let lines: u64x4<Avx512> = with_slider(s, lines.into(), on_lines.into(), slider.into()).simd_into(s);
    let blockers = occupied & lines;
    let up = blockers - (slider + slider);
    let mirrored: u64x4<Avx512> = reverse_bits(s, slider.into()).simd_into(s);
    let down: u64x4<Avx512> = reverse_bits(s, blockers.into()).simd_into(s);
    let down = down - (mirrored + mirrored);
    let down: u64x4<Avx512> = reverse_bits(s, down.into()).simd_into(s);
    let seen = (up ^ down) & lines;
    let (low, high) = seen.split();
    let both: u64x2<Avx512> = low | high;
    Bitboard(both[0] | both[1])
}

kernels! {
    // Looks up sixteen words, `low` and then `high`, by the lowest four bits of each of `numbers`: `vpermi2q`.
    fn permute(_token: Avx512, low: __m512i, numbers: __m512i, high: __m512i) -> __m512i {
        _mm512_permutex2var_epi64(low, numbers, high)
    }

    // `vgf2p8affineqb` multiplies bit matrices. With the data as the matrix, bit `j` of byte `i` of the result is the
    // parity of `x & y`, where `x` is byte `i` of the other operand and `y` byte `7 - j` of the data. Where `x` is the
    // single bit `k`, that is bit `k` of `y`.

    // Mirrors about the antidiagonal. With the bits 7, 6, .. 0 in the bytes of the constant operand, bit `8i + j` is
    // taken from bit `8 (7 - j) + (7 - i)`. This permutation is its own inverse.
    fn anti_transpose(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x0102_0408_1020_4080), v)
    }

    // Undoes a mirrored `anti_transpose`. With the bits 0, 1, .. 7 in the bytes of the constant operand, bit `8i + j`
    // is taken from bit `8 (7 - j) + i`.
    fn rotate_90(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed()), v)
    }

    // Keeps each of `lines` whose set in `on_lines` contains `slider`, and empties the others: `vptestmq` and a masked
    // move.
    fn with_slider(_token: Avx512, lines: __m256i, on_lines: __m256i, slider: __m256i) -> __m256i {
        _mm256_maskz_mov_epi64(_mm256_test_epi64_mask(on_lines, slider), lines)
    }

    // Reverses the bits of four words, like `BitSimd::reverse_bits`: `vpshufb`, `vgf2p8affineqb`.
    fn reverse_bits(_token: Avx512, v: __m256i) -> __m256i {
        let bytes = _mm256_shuffle_epi8(
            v,
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)),
        );
        _mm256_gf2p8affine_epi64_epi8::<0>(bytes, _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed()))
    }

    // Returns the nibble on a square, given as the set with only this square: `vptestmq`.
    fn nibble(_token: Avx512, planes: __m256i, square: i64) -> u8 {
        _mm256_test_epi64_mask(planes, _mm256_set1_epi64x(square))
    }

    // Widens eight bytes to words of 64 bits: `vmovq`, `vpmovzxbq`.
    pub(super) fn widen_bytes(_token: Avx512, bytes: u64) -> __m512i {
        _mm512_cvtepu8_epi64(_mm_set_epi64x(0, bytes.cast_signed()))
    }

    // Widens eight words of 16 bits to words of 64 bits: `vpmovzxwq`.
    fn widen(_token: Avx512, words: __m128i) -> __m512i {
        _mm512_cvtepu16_epi64(words)
    }
}
