//! The SIMD layer: a level of instructions, chosen once, and a trait of bit operations for every level.
//!
//! Vectors come from [`fearless_simd`]: its *tokens* ([`Sse2`], [`Avx2`], ..) are zero-sized values that
//! prove that the CPU supports the instructions, and its vectors (`S::u64s` and the rest) are as wide as the
//! token's registers. Nothing here is `unsafe`. This module adds what is missing for boards of bits:
//!
//! - [`Level`], a level of instructions: detected, or parsed from its name, with an error
//!   if it cannot run here;
//! - [`BitSimd`], operations on bits that `fearless_simd` lacks: reversal, 8x8 transposes, bit gather
//!   and scatter, the indices of a set. The portable forms are the trait's defaults; better ones are in one
//!   file for each token;
//! - [`dispatch!`], which turns a level into its concrete token, once, outside of all loops;
//! - [`at_other_levels!`], which implements a trait for every token of this target without an `impl` of its
//!   own, and [`for_each_token!`], which calls a macro for every token;
//! - [`testing`], which runs a case at every level of the machine.
//!
//! # Writing kernels
//!
//! A kernel is a function generic over the token. Its body, and all that it calls, must be inlined into a
//! frame with the token's instructions enabled: only there can an operation be one instruction. Two rules
//! ensure this.
//!
//! 1. Helpers are `#[inline(always)]` and take the token first.
//! 2. A function that is too large to be inlined, has many callers, or calls itself opens a frame of its own:
//!    its body is [`vectorize!`]`(s, ..)`.
//!
//! ```
//! use fearless_simd::prelude::*;
//! use quadbit_nibble::simd::{BitSimd, Level, dispatch};
//!
//! /// Reverses the bits of every word.
//! #[inline(always)]
//! fn reverse_all<S: BitSimd>(s: S, words: &mut [u64]) {
//!     let mut chunks = words.chunks_exact_mut(S::u64s::LEN);
//!     for chunk in &mut chunks {
//!         let v = S::u64s::from_slice(s, chunk);
//!         s.reverse_bits(v).store_slice(chunk);
//!     }
//!     for word in chunks.into_remainder() {
//!         *word = word.reverse_bits();
//!     }
//! }
//!
//! let mut words = [1, 2, 3, 4, 5, 6, 7, 8, 9];
//! dispatch!(Level::auto(), s => reverse_all(s, &mut words));
//! assert_eq!(words[0], 1 << 63);
//! assert_eq!(words[8], 9 << 60);
//! ```
//!
//! Plain Rust on scalars is part of the frame too: `x.trailing_zeros()` becomes `tzcnt` at AVX2 and
//! `x.count_ones()` becomes `popcnt` from SSE4.2 on, so the trait has no method for them. Nor for what the
//! compiler finds by itself: at AVX-512 it turns plain `&`, `|`, `^`, `!`, `simd_eq` and `select` into
//! `vpternlog`, `vptestnm` and masked operations, and two shifts by a constant into `vprolq`.
//!
//! To check the result: `objdump -d` on a release binary shows each frame as a function named
//! `vectorize_avx2` (or after its level). Its loop must have no `call`: a call leads to a helper that
//! breaks the first rule.
//!
//! # Your own trait
//!
//! `fearless_simd::dispatch!` hands out an `impl Simd`, which implements no trait but `Simd`. The
//! [`dispatch!`] of this module hands out the concrete token, so it can call a function that is generic over
//! any trait that all tokens implement. A crate above extends [`BitSimd`] in three steps:
//!
//! ```
//! use fearless_simd::prelude::*;
//! use quadbit_nibble::simd::{BitSimd, Level, at_other_levels, dispatch, vectorize};
//!
//! // 1. The operations, each with the portable form as its default.
//! trait MirrorSimd: BitSimd {
//!     /// Mirrors each word about the other diagonal.
//!     #[inline(always)]
//!     fn anti_transpose(self, v: Self::u64s) -> Self::u64s {
//!         self.reverse_bits(self.transpose8x8(v))
//!     }
//! }
//!
//! // 2. An `impl` for each token with a better form, whose methods call kernels, and one line for all others.
//! #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
//! impl MirrorSimd for quadbit_nibble::simd::Avx512 {}
//! at_other_levels!(MirrorSimd; Avx512);
//!
//! // 3. One dispatch at the facade.
//! fn first<S: MirrorSimd>(s: S, word: u64) -> u64 {
//!     vectorize!(s, s.anti_transpose(S::u64s::splat(s, word))[0])
//! }
//! assert_eq!(dispatch!(Level::auto(), s => first(s, 1)), 1 << 63);
//! ```
//!
//! A function of intrinsics, in [`kernels!`](crate::kernels), is not generic, and its first parameter is a token
//! named literally. `S::u64s` has no conversion to `__m512i` in generic code; inside
//! `impl .. for Avx512` it is a concrete type and has one (`v.into()`, and `x.simd_into(token)` back).
//! Intrinsics that take pointers stay unsafe; load with `from_slice` or `load_array_ref`, store with
//! `store_slice`, and permute registers instead of gathering. Associated types cannot have defaults on stable
//! Rust: `at_other_levels!` takes them between braces behind the trait.
//!
//! Measure a level in the default build only. In a native build the compiler uses better instructions in the
//! frames of the lower levels too, so this module refuses those levels there.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod bits;
mod byte_classes;
mod dispatch;
mod kernels;
mod level;
mod swar;
#[cfg(feature = "std")]
pub mod testing;

pub use crate::{at_other_levels, dispatch, dispatch_few, for_each_token, kernels, vectorize};
pub use bits::BitSimd;
pub use byte_classes::ByteClasses;
#[cfg(any(
    feature = "fallback",
    not(any(
        all(target_arch = "aarch64", target_feature = "neon"),
        all(
            any(target_arch = "x86", target_arch = "x86_64"),
            target_feature = "sse2",
            target_feature = "fxsr"
        ),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
pub use fearless_simd::Fallback;
pub use level::{Level, LevelError};

#[cfg(target_arch = "aarch64")]
pub use fearless_simd::aarch64::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use fearless_simd::wasm32::WasmSimd128;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use fearless_simd::x86::{Avx2, Avx512, Sse2, Sse4_2};

/// The intrinsics of this target, for use in [`kernels!`](crate::kernels).
#[cfg(target_arch = "x86")]
#[doc(no_inline)]
pub use core::arch::x86 as arch;
/// The intrinsics of this target, for use in [`kernels!`](crate::kernels).
#[cfg(target_arch = "x86_64")]
#[doc(no_inline)]
pub use core::arch::x86_64 as arch;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use avx512::DIAGONAL;

/// Names that the exported macros use.
#[doc(hidden)]
pub mod __private {
    pub use super::level::Tier;
    pub use fearless_simd::{Level, Simd, kernel};
}
