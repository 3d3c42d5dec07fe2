//! AVX-512 with GFNI: files are ranks of the turned board.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m512i, _mm_cvtsi64_si128, _mm512_cvtepu8_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_set1_epi64,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm512_cvtepu8_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_set1_epi64,
};

use fearless_simd::prelude::*;
use fearless_simd::u64x8;
use quadbit_nibble::simd::{Avx512, BitSimd};

use super::BoardSimd;
use super::slides::east_attacks;

/// The occupancy in four views, in each of which one direction is east.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// As it is, for east;
    occupied: u64x8<Avx512>,
    /// mirrored left to right, for west;
    mirrored: u64x8<Avx512>,
    /// exchanged about the antidiagonal, a1 for h8, for south;
    turned: u64x8<Avx512>,
    /// and that mirrored, for north.
    turned_mirrored: u64x8<Avx512>,
}

impl BoardSimd for Avx512 {
    type Orthogonal = Views;

    #[inline(always)]
    fn orthogonal(self, occupied: Self::u64s) -> Views {
        let turned = anti_transpose(self, occupied.into()).simd_into(self);
        Views {
            occupied,
            mirrored: self.reverse_bits_in_bytes(occupied),
            turned,
            turned_mirrored: self.reverse_bits_in_bytes(turned),
        }
    }

    #[inline(always)]
    fn orthogonal_attacks(
        self,
        prepared: &Views,
        on_ranks: Self::u64s,
        on_files: Self::u64s,
    ) -> [Self::u64s; 4] {
        let east = east_attacks::<Self>(on_ranks, prepared.occupied);

        let mirrored = self.reverse_bits_in_bytes(on_ranks);
        let west = self.reverse_bits_in_bytes(east_attacks::<Self>(mirrored, prepared.mirrored));

        let turned = anti_transpose(self, on_files.into()).simd_into(self);
        let south = east_attacks::<Self>(turned, prepared.turned);
        let south = anti_transpose(self, south.into()).simd_into(self);

        let turned = self.reverse_bits_in_bytes(turned);
        let north = east_attacks::<Self>(turned, prepared.turned_mirrored);
        let north = rotate_90(self, north.into()).simd_into(self);

        [north, east, south, west]
    }

    #[inline(always)]
    fn widen_bytes(self, bytes: u64) -> Self::u64s {
        widen_bytes(self, bytes).simd_into(self)
    }

    #[inline(always)]
    fn squares(self, numbers: u64) -> Self::u64s {
        let numbers = self.widen_bytes(numbers & 0x3f3f_3f3f_3f3f_3f3f);
        Self::u64s::splat(self, 1) << numbers
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

// `vgf2p8affineqb` multiplies bit matrices: with the data as A, byte `i` of the result has in bit `j` the parity of byte `i` of
// x and byte `7 - j` of the data. Where byte `i` of x is the single bit `k`, that is bit `k` of byte `7 - j`.

// x has the bits 7, 6, .. 0 in its bytes: bit `8i + j` is taken from bit `8 (7 - j) + (7 - i)`. It is its own inverse.
fearless_simd::kernel!(
    #[inline(always)]
    fn anti_transpose(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x0102_0408_1020_4080), v)
    }
);

// x has the bits 0, 1, .. 7 in its bytes: bit `8i + j` is taken from bit `8 (7 - j) + i`. It undoes a mirrored anti-transpose.
fearless_simd::kernel!(
    #[inline(always)]
    fn rotate_90(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed()), v)
    }
);

// `vmovq` and `vpmovzxbq` of eight bytes
fearless_simd::kernel!(
    #[inline(always)]
    fn widen_bytes(_token: Avx512, bytes: u64) -> __m512i {
        _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(bytes.cast_signed()))
    }
);
