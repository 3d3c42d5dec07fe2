//! SSE4.2: `pmaddubsw` (SSSE3) packs two codes into one byte, as even code + 16 * odd code.

use crate::simd::arch::{
    __m128i, _mm_and_si128, _mm_maddubs_epi16, _mm_packus_epi16, _mm_set1_epi8, _mm_set1_epi16,
};
use crate::simd::kernels;

kernels! {
    // Packs 32 codes: after `pand`, `pmaddubsw` gives even + 16 * odd in 16 bits, twice; `packuswb` joins the results.
    pub(super) fn nibbles_of_two(_token: Sse4_2, a: __m128i, b: __m128i) -> __m128i {
        let low = _mm_set1_epi8(0x0F);
        let weights = _mm_set1_epi16(0x1001);
        let a = _mm_maddubs_epi16(_mm_and_si128(a, low), weights);
        let b = _mm_maddubs_epi16(_mm_and_si128(b, low), weights);
        _mm_packus_epi16(a, b)
    }
}
