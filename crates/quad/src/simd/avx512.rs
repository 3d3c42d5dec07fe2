//! AVX-512 with GFNI: files are ranks of the transposed board.
//!
//! 1. One subtraction in each rank gives attacks towards the east (`slide_simd::east_attacks`). GFNI reverses
//!    and transposes bits in one or two instructions, so the other three directions are the same subtraction on
//!    turned boards.
//! 2. [`Orientations`] holds the occupancy in these four orientations; sliders are turned likewise, and their
//!    attacks back.
//! 3. What is seen from one square: hyperbolas on file and diagonals, whose masks are looked up by permutation.
//!
//! Sliders must be among the occupied squares, or a subtraction runs through them.

use fearless_simd::prelude::*;
use fearless_simd::{u16x8, u64x2, u64x4, u64x8};
use quadbit_nibble::simd::arch::{
    __m128i, __m256i, __m512i, _mm_set_epi64x, _mm256_broadcastsi128_si256, _mm256_gf2p8affine_epi64_epi8,
    _mm256_maskz_mov_epi64, _mm256_set1_epi64x, _mm256_shuffle_epi8, _mm256_test_epi64_mask,
    _mm512_cvtepu8_epi64, _mm512_cvtepu16_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_permutex2var_epi64,
    _mm512_set1_epi64,
};
use quadbit_nibble::simd::{Avx512, BitSimd, kernels};
use quadbit_x88::Square;

use super::slide_simd::{SlideSimd, east_attacks};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::sets::{FILE_A, Ray};
use crate::simd::board_simd::BoardSimd;

/// The occupied squares of each board in four orientations, one for each direction along ranks and files: attacks in
/// that direction run to the east in the turned board.
#[derive(Clone, Copy, Debug)]
pub struct Orientations {
    /// The occupancy as it is: attacks towards the east.
    occupied: u64x8<Avx512>,
    /// The occupancy mirrored left to right: attacks towards the west.
    mirrored: u64x8<Avx512>,
    /// The occupancy mirrored about the antidiagonal, a1 for h8: attacks towards the south.
    anti_transposed: u64x8<Avx512>,
    /// The occupancy mirrored about the antidiagonal and then left to right: attacks towards the north.
    anti_transposed_mirrored: u64x8<Avx512>,
}

/// The diagonals, indexed by file minus rank modulo 16: 0 is the one from a1 to h8, 9 is a8 alone, and 8 is
/// empty.
const DIAGONALS: [u64; 16] = lines(-1);

/// The antidiagonals, indexed by the sum of file and rank: 0 is a1 alone, 14 is h8 alone.
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

impl SlideSimd for Avx512 {
    type Orthogonal = Orientations;

    #[inline(always)]
    fn orthogonal(self, occupied: Self::u64s) -> Orientations {
        let turned = anti_transpose(self, occupied.into()).simd_into(self);
        Orientations {
            occupied,
            mirrored: self.reverse_bits_in_bytes(occupied),
            anti_transposed: turned,
            anti_transposed_mirrored: self.reverse_bits_in_bytes(turned),
        }
    }

    #[inline(always)]
    fn orthogonal_attacks(
        self,
        prepared: &Orientations,
        on_ranks: Self::u64s,
        on_files: Self::u64s,
    ) -> [Self::u64s; 4] {
        let east = east_attacks::<Self>(on_ranks, prepared.occupied);

        let mirrored = self.reverse_bits_in_bytes(on_ranks);
        let west = self.reverse_bits_in_bytes(east_attacks::<Self>(mirrored, prepared.mirrored));

        let turned = anti_transpose(self, on_files.into()).simd_into(self);
        let south = east_attacks::<Self>(turned, prepared.anti_transposed);
        let south = anti_transpose(self, south.into()).simd_into(self);

        let turned = self.reverse_bits_in_bytes(turned);
        let north = east_attacks::<Self>(turned, prepared.anti_transposed_mirrored);
        let north = rotate_90(self, north.into()).simd_into(self);

        [north, east, south, west]
    }

    /// Computes hyperbolas on file and diagonals, whose masks are looked up. These lines have one square on each rank,
    /// so reversing the bytes reverses the line. On the rank, bytes are subtracted separately.
    #[inline(always)]
    fn sight(
        self,
        prepared: &Orientations,
        _diagonal: &[Ray<Self::u64s>; 4],
        square: Self::u64s,
    ) -> [Self::u64s; 4] {
        let index = self.popcount(square - Self::u64s::splat(self, 1));
        let (file, rank) = (index & 7, index >> 3);
        let on_file = Self::u64s::splat(self, FILE_A) << file;
        let on_diagonal = look_up(self, file - rank, &DIAGONALS);
        let on_antidiagonal = look_up(self, file + rank, &ANTIDIAGONALS);

        let mirrored = self.reverse_bits_in_bytes(square);
        let east = east_attacks::<Self>(square, prepared.occupied);
        let west = self.reverse_bits_in_bytes(east_attacks::<Self>(mirrored, prepared.mirrored));
        let turned = self.reverse_bytes(square);
        let (two, two_turned) = (square + square, turned + turned);
        [
            east | west,
            both_directions(self, prepared.occupied & on_file, two, two_turned) & on_file,
            both_directions(self, prepared.occupied & on_diagonal, two, two_turned) & on_diagonal,
            both_directions(self, prepared.occupied & on_antidiagonal, two, two_turned) & on_antidiagonal,
        ]
    }
}

impl BoardSimd for Avx512 {
    #[inline(always)]
    fn widen_bytes(self, bytes: u64) -> Self::u64s {
        widen_bytes(self, bytes).simd_into(self)
    }

    #[inline(always)]
    fn widen_words(self, words: [u16; 8]) -> Self::u64s {
        widen_words(self, u16x8::simd_from(self, words).into()).simd_into(self)
    }

    #[inline(always)]
    fn squares(self, numbers: u64) -> Self::u64s {
        let numbers = self.widen_bytes(numbers & 0x3f3f_3f3f_3f3f_3f3f);
        Self::u64s::splat(self, 1) << numbers
    }

    #[inline(always)]
    fn code(self, board: QuadBitboard, square: Square) -> u8 {
        let [a, b, c, d] = board.planes();
        let planes = u64x4::simd_from(self, [a.0, b.0, c.0, d.0]);
        code(self, planes.into(), 1 << square.index())
    }

    #[inline(always)]
    fn attacks_on_lines(self, square: Square, occupied: Bitboard, on_lines: QuadBitboard) -> Bitboard {
        let lines = u64x4::simd_from(self, attacks::lines(square).map(|line| line.0));
        let on_lines = u64x4::simd_from(self, on_lines.planes().map(|plane| plane.0));
        let (occupied, slider) = (u64x4::splat(self, occupied.0), u64x4::splat(self, 1 << square.index()));
        let lines: u64x4<Self> =
            with_slider(self, lines.into(), on_lines.into(), slider.into()).simd_into(self);
        let blockers = occupied & lines;
        let up = blockers - (slider + slider);
        let mirrored: u64x4<Self> = reverse_bits(self, slider.into()).simd_into(self);
        let down: u64x4<Self> = reverse_bits(self, blockers.into()).simd_into(self);
        let down = down - (mirrored + mirrored);
        let down: u64x4<Self> = reverse_bits(self, down.into()).simd_into(self);
        let seen = (up ^ down) & lines;
        let (low, high) = seen.split();
        let both: u64x2<Self> = low | high;
        Bitboard(both[0] | both[1])
    }

    #[inline(always)]
    fn sum_counts_7(self, [a, b, c, d, e, f, g]: [Self::u64s; 7]) -> Self::u64s {
        let four = (self.popcount(a) + self.popcount(b)) + (self.popcount(c) + self.popcount(d));
        four + ((self.popcount(e) + self.popcount(f)) + self.popcount(g))
    }

    #[inline(always)]
    fn sum_counts_15(self, sets: [Self::u64s; 15]) -> Self::u64s {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = sets;
        let seven = self.sum_counts_7([a, b, c, d, e, f, g]);
        seven + self.sum_counts_7([h, i, j, k, l, m, n]) + self.popcount(o)
    }
}

/// The squares that a slider attacks in both directions of a line, in each lane. `line` has the occupied squares of the
/// line, the slider's among them; `two` is twice the bit of the slider's square, `two_turned` twice its bit after the
/// ranks are reversed. What changes when `two` is subtracted lies upwards; with reversed ranks, downwards.
#[inline(always)]
fn both_directions(
    s: Avx512,
    line: u64x8<Avx512>,
    two: u64x8<Avx512>,
    two_turned: u64x8<Avx512>,
) -> u64x8<Avx512> {
    (line - two) ^ s.reverse_bytes(s.reverse_bytes(line) - two_turned)
}

/// Looks up `table[n]` for the number `n` in each lane of `numbers`, modulo 16.
#[inline(always)]
fn look_up(s: Avx512, numbers: u64x8<Avx512>, table: &[u64; 16]) -> u64x8<Avx512> {
    let (low, high) = (u64x8::from_slice(s, &table[..8]), u64x8::from_slice(s, &table[8..]));
    permute(s, low.into(), numbers.into(), high.into()).simd_into(s)
}

kernels! {
    // `vpermi2q`
    fn permute(_token: Avx512, low: __m512i, numbers: __m512i, high: __m512i) -> __m512i {
        _mm512_permutex2var_epi64(low, numbers, high)
    }

    // `vgf2p8affineqb` multiplies bit matrices. With the data as the matrix, bit `j` of byte `i` of the result is the
    // parity of `x & y`, where `x` is byte `i` of the other operand and `y` byte `7 - j` of the data. Where `x` is the
    // single bit `k`, that is bit `k` of `y`.

    // x has the bits 7, 6, .. 0 in its bytes: bit `8i + j` is taken from bit `8 (7 - j) + (7 - i)`.
    // It is its own inverse.
    fn anti_transpose(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x0102_0408_1020_4080), v)
    }

    // x has the bits 0, 1, .. 7 in its bytes: bit `8i + j` is taken from bit `8 (7 - j) + i`. It undoes a
    // mirrored anti-transpose.
    fn rotate_90(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed()), v)
    }

    // `vptestmq` and a masked move: the lines whose set has the slider.
    fn with_slider(_token: Avx512, lines: __m256i, on_lines: __m256i, slider: __m256i) -> __m256i {
        _mm256_maskz_mov_epi64(_mm256_test_epi64_mask(on_lines, slider), lines)
    }

    // `vpshufb` and `vgf2p8affineqb`, as `BitSimd::reverse_bits` on four words.
    fn reverse_bits(_token: Avx512, v: __m256i) -> __m256i {
        let bytes = _mm256_shuffle_epi8(
            v,
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)),
        );
        _mm256_gf2p8affine_epi64_epi8::<0>(bytes, _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed()))
    }

    // `vptestmq`
    fn code(_token: Avx512, planes: __m256i, square: i64) -> u8 {
        _mm256_test_epi64_mask(planes, _mm256_set1_epi64x(square))
    }

    // `vmovq` and `vpmovzxbq` of eight bytes
    fn widen_bytes(_token: Avx512, bytes: u64) -> __m512i {
        _mm512_cvtepu8_epi64(_mm_set_epi64x(0, bytes.cast_signed()))
    }

    // `vpmovzxwq` of eight words of 16 bits
    fn widen_words(_token: Avx512, words: __m128i) -> __m512i {
        _mm512_cvtepu16_epi64(words)
    }
}
