//! SSE4.2 and AVX2: `pmaddubsw` (SSSE3) packs two codes into one byte, as even code + 16 * odd code.

use crate::simd::arch::{
    __m128i, _mm_and_si128, _mm_maddubs_epi16, _mm_packus_epi16, _mm_set1_epi8, _mm_set1_epi16,
};
use fearless_simd::prelude::*;
use fearless_simd::u8x16;

use super::{PlaneSimd, load, planes_of_nibbles, store};
use crate::simd::{Avx2, Sse4_2, kernels};

/// Implements [`PlaneSimd`] for the token `$Token`, whose conversions from codes use `pmaddubsw`. The kernel
/// `$nibbles_of_two`, which the macro defines, packs the 32 codes in two registers into 32 nibbles.
macro_rules! maddubs {
    ($Token:ident, $nibbles_of_two:ident) => {
        impl PlaneSimd for $Token {
            #[inline(always)]
            fn codes_to_planes(self, codes: &[u8; 64]) -> [u64; 4] {
                let [a, b, c, d]: [u8x16<Self>; 4] = load(self, codes);
                let low = $nibbles_of_two(self, a.into(), b.into()).simd_into(self);
                let high = $nibbles_of_two(self, c.into(), d.into()).simd_into(self);
                planes_of_nibbles(self, [low, high])
            }

            #[inline(always)]
            fn codes_to_nibbles(self, codes: &[u8; 64]) -> [u8; 32] {
                let [a, b, c, d]: [u8x16<Self>; 4] = load(self, codes);
                let low: u8x16<Self> = $nibbles_of_two(self, a.into(), b.into()).simd_into(self);
                let high: u8x16<Self> = $nibbles_of_two(self, c.into(), d.into()).simd_into(self);
                store(self, [low, high])
            }
        }

        // `pand`, `pmaddubsw`: even + 16 * odd in 16 bits, twice; `packuswb`
        kernels! {
            fn $nibbles_of_two(_token: $Token, a: __m128i, b: __m128i) -> __m128i {
                let low = _mm_set1_epi8(0x0F);
                let weights = _mm_set1_epi16(0x1001);
                let a = _mm_maddubs_epi16(_mm_and_si128(a, low), weights);
                let b = _mm_maddubs_epi16(_mm_and_si128(b, low), weights);
                _mm_packus_epi16(a, b)
            }
        }
    };
}
maddubs!(Sse4_2, nibbles_of_two_sse4_2);
maddubs!(Avx2, nibbles_of_two_avx2);
