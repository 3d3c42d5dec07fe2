//! The SIMD layer: a level of instructions, chosen once, and functions that are generic over it.
//!
//! Vectors come from [`fearless_simd`]: its *tokens* ([`Sse2`], [`Avx2`], ..) are zero-sized values that
//! prove that the CPU supports the instructions, and its vectors (`S::u64s` and the rest) are as wide as the
//! token's registers. Nothing here is `unsafe`. This module adds what is missing for boards of bits:
//!
//! - [`Level`], a level of instructions: detected, or parsed from its name, with an error
//!   if it cannot run here;
//! - [`dispatch!`], which turns a level into its concrete token, once, outside of all loops;
//! - [`at_level!`], which returns early with what one level does better;
//! - [`BitSimd`], operations on bits that `fearless_simd` lacks: reversal, 8x8 transposes, bit gather
//!   and scatter, the indices of a set;
//! - [`testing`], which runs a case at every level of the machine.
//!
//! # Writing kernels
//!
//! A kernel is a function generic over the token `S: Simd`. Its body, and all that it calls, must be inlined into a
//! frame with the token's instructions enabled: only there can an operation be one instruction. Two rules
//! ensure this.
//!
//! 1. Helpers are `#[inline(always)]` and take the token first.
//! 2. A function that is too large to be inlined, has many callers, or calls itself opens a frame of its own:
//!    its body is [`vectorize!`]`(s, ..)`.
//!
//! ```
//! use fearless_simd::{Simd, prelude::*};
//! use quadbit_nibble::simd::{BitSimd, Level, dispatch};
//!
//! /// Reverses the bits of every word.
//! #[inline(always)]
//! fn reverse_all<S: Simd>(s: S, words: &mut [u64]) {
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
//! Plain Rust on scalars is part of the frame too: `x.trailing_zeros()` becomes `tzcnt` at AVX2 and `x.count_ones()`
//! becomes `popcnt` from SSE4.2 on, so this module has no functions for these. It has none either for instructions that
//! the compiler finds by itself: at AVX-512 it turns plain `&`, `|`, `^`, `!`, `simd_eq` and `select` into `vpternlog`,
//! `vptestnm` and masked operations, and two shifts by a constant into `vprolq`.
//!
//! To check the result: `cargo xtask frames` shows each function whose instructions a change has touched, and `objdump
//! -d` on a release binary shows each frame as a function named `vectorize_avx2` (or after its level). Its loop must
//! have no `call`: a call leads to a helper that breaks the first rule.
//!
//! # Code for one level
//!
//! Where a level has one instruction for what takes many at other levels, the function begins with [`at_level!`], which
//! returns early at this level and does nothing at the others. The instruction itself is a function of intrinsics in
//! [`kernels!`](crate::kernels). Such a function is not generic, and its first parameter is a token named literally.
//!
//! ```
//! use fearless_simd::{Simd, prelude::*};
//! use quadbit_nibble::simd::{Level, at_level, dispatch};
//!
//! /// Counts the zeros above the highest one of every word.
//! #[inline(always)]
//! fn leading_zeros<S: Simd>(s: S, v: S::u64s) -> S::u64s {
//!     at_level!(s: S, Avx512(avx512) => avx512::leading_zeros(s, avx512, v));
//!     S::u64s::from_fn(s, |lane| v[lane].leading_zeros().into())
//! }
//!
//! #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
//! mod avx512 {
//!     use fearless_simd::Simd;
//!     use quadbit_nibble::simd::arch::{__m512i, _mm512_lzcnt_epi64};
//!     use quadbit_nibble::simd::{Avx512, from_zmm, kernels, to_zmm};
//!
//!     #[inline(always)]
//!     pub(crate) fn leading_zeros<S: Simd>(s: S, avx512: Avx512, v: S::u64s) -> S::u64s {
//!         from_zmm(s, zeros(avx512, to_zmm(s, v)))
//!     }
//!
//!     kernels! {
//!         // `vplzcntq`
//!         fn zeros(_token: Avx512, v: __m512i) -> __m512i {
//!             _mm512_lzcnt_epi64(v)
//!         }
//!     }
//! }
//!
//! fn first<S: Simd>(s: S, word: u64) -> u64 {
//!     leading_zeros(s, S::u64s::splat(s, word))[0]
//! }
//! assert_eq!(dispatch!(Level::auto(), s => first(s, 1)), 63);
//! ```
//!
//! Vectors of a fixed length (`u8x64<S>`) are registers by `v.into()`, and back by `register.simd_into(s)`. `S::u64s`,
//! whose length is the level's, goes through `to_zmm` and `from_zmm`, or through `to_ymm` and `to_xmm` at AVX2 and
//! SSE4.2.
//! Intrinsics that take pointers stay unsafe; load with `from_slice` or `load_array_ref`, store with
//! `store_slice`, and permute registers instead of gathering.
//!
//! Methods of a token, where they read better than functions, are an extension trait with one implementation for
//! every `S: Simd`, as [`BitSimd`] is.
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
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod registers;
mod swar;
#[cfg(feature = "std")]
pub mod testing;

pub use crate::{at_level, dispatch, dispatch_few, kernels, vectorize};
pub use bits::BitSimd;
pub use byte_classes::ByteClasses;
pub use level::{Level, LevelError};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use registers::{from_xmm, from_ymm, from_zmm, to_xmm, to_ymm, to_zmm};

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
pub(crate) use bits::is_sse2;

/// Names that the exported macros use.
#[doc(hidden)]
pub mod __private {
    pub use super::level::{Tier, scalar};
    pub use fearless_simd::{Level, Simd, SimdBase, kernel};

    /// The number of 64-bit words in a register of the level whose token has the type `S`.
    pub const fn lanes<S: Simd>() -> usize {
        <S::u64s as SimdBase<S>>::LEN
    }
}
