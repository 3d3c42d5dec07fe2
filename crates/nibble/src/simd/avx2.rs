//! AVX2 and what comes with it: BMI2.

use super::{Avx2, BitSimd};

impl BitSimd for Avx2 {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pext(self, x: u64, mask: u64) -> u64 {
        pext(self, x, mask)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pdep(self, x: u64, mask: u64) -> u64 {
        pdep(self, x, mask)
    }
}

// `pext`
#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn pext(_token: Avx2, x: u64, mask: u64) -> u64 {
        core::arch::x86_64::_pext_u64(x, mask)
    }
);

// `pdep`
#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn pdep(_token: Avx2, x: u64, mask: u64) -> u64 {
        core::arch::x86_64::_pdep_u64(x, mask)
    }
);
