//! Vectors of words as the registers of one level, for kernels.
//!
//! `S::u64s` has no conversion to a register in generic code. Here the words go through a vector of fixed length, which
//! has one. In a frame of the register's level neither step is an instruction. At other levels the lengths differ,
//! which is a panic: call these functions in [`at_level!`](crate::simd::at_level) only.

use crate::simd::arch::{__m128i, __m256i, __m512i};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x2, u64x4, u64x8};

/// The words of `v` as a register of SSE4.2, which has two.
#[inline(always)]
pub fn to_xmm<S: Simd>(s: S, v: S::u64s) -> __m128i {
    u64x2::from_slice(s, v.as_slice()).into()
}

/// The two words of a register of SSE4.2 as a vector.
#[inline(always)]
pub fn from_xmm<S: Simd>(s: S, register: __m128i) -> S::u64s {
    S::u64s::from_slice(s, u64x2::simd_from(s, register).as_slice())
}

/// The words of `v` as a register of AVX2, which has four.
#[inline(always)]
pub fn to_ymm<S: Simd>(s: S, v: S::u64s) -> __m256i {
    u64x4::from_slice(s, v.as_slice()).into()
}

/// The four words of a register of AVX2 as a vector.
#[inline(always)]
pub fn from_ymm<S: Simd>(s: S, register: __m256i) -> S::u64s {
    S::u64s::from_slice(s, u64x4::simd_from(s, register).as_slice())
}

/// The words of `v` as a register of AVX-512, which has eight.
#[inline(always)]
pub fn to_zmm<S: Simd>(s: S, v: S::u64s) -> __m512i {
    u64x8::from_slice(s, v.as_slice()).into()
}

/// The eight words of a register of AVX-512 as a vector.
#[inline(always)]
pub fn from_zmm<S: Simd>(s: S, register: __m512i) -> S::u64s {
    S::u64s::from_slice(s, u64x8::simd_from(s, register).as_slice())
}
