//! The macro that wraps raw intrinsics in safe functions.

/// Defines functions made of CPU intrinsics, each by [`fearless_simd::kernel!`](fearless_simd::kernel). The first
/// argument of each function is a SIMD token of `fearless_simd`: its type says which intrinsics the body may call,
/// and its value proves that the CPU has them, so calling them is safe. All are inlined into their callers, which run
/// at the same level.
///
/// ```
/// # #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
/// mod sums {
///     use quadbit_nibble::simd::arch::{__m128i, _mm_add_epi64};
///     use quadbit_nibble::simd::{Sse2, kernels};
///
///     kernels! {
///         fn sum(_token: Sse2, a: __m128i, b: __m128i) -> __m128i {
///             _mm_add_epi64(a, b)
///         }
///
///         fn double(token: Sse2, a: __m128i) -> __m128i {
///             sum(token, a, a)
///         }
///     }
/// }
/// ```
#[macro_export]
macro_rules! kernels {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($arguments:tt)*) $(-> $result:ty)? { $($body:tt)* }
    )*) => {$(
        $crate::simd::__private::kernel!(
            #[inline(always)]
            $(#[$attribute])*
            $visibility fn $name($($arguments)*) $(-> $result)? { $($body)* }
        );
    )*};
}
