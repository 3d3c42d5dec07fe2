//! Macros between a SIMD level and its token, the proof that the CPU has the level's instructions.
//!
//! 1. [`dispatch!`] and [`dispatch_few!`] match on the level and run an expression with its token, in a frame compiled
//!    with the level's instructions.
//! 2. [`vectorize!`] opens another such frame further down, in a function that is too large to be inlined.
//! 3. [`at_level!`] is the way back: in code that is generic over the token it returns early with what one level does
//!    better.
//!
//! The arms of `dispatch!` must have all tokens: a level without an arm panics. The scalar level has no variant in
//! builds without it, so its arm comes last and matches any token.

/// Runs an expression with the SIMD token of a [`Level`](crate::simd::Level), the proof that the CPU has the level's
/// instructions, in a frame that has these instructions enabled.
///
/// `dispatch!(level, s => expression)` binds `s` to the concrete token (`Avx2`, `Neon`, ..), so that the
/// expression may call functions generic over [`BitSimd`](crate::simd::BitSimd) or any other trait that every
/// `S: Simd` has. The expression is compiled once for each level, so make it a single call. It becomes the
/// body of a closure, so `return` and `?` in it do not leave the caller.
///
/// A dispatch costs a jump and a call that is not inlined. Do it once, outside of all loops.
///
/// ```
/// use quadbit_nibble::simd::{BitSimd, Level, dispatch};
///
/// let gathered = dispatch!(Level::auto(), s => s.pext(0b1010_0110, 0b1111_0000));
/// assert_eq!(gathered, 0b1010);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($level:expr, $simd:pat => $op:expr) => {
        $crate::dispatch!(@ true, $level, $simd => $op)
    };
    // `$all` says whether SSE4.2 gets a copy of its own although SSE2 has one. An arm below the level that the build
    // promises is never taken, since a `Level` refuses it, and its constant guard keeps it from being compiled.
    (@ $all:literal, $level:expr, $simd:pat => $op:expr) => {{
        use $crate::simd::__private;
        match $crate::simd::Level::token($level) {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            __private::Level::Sse2(token) if const { __private::Tier::Sse2.is_built() } => {
                $crate::dispatch!(@ token, $simd => $op)
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            __private::Level::Sse4_2(token)
                if const { __private::Tier::Sse42.is_built() && ($all || !__private::Tier::Sse2.is_built()) } =>
            {
                $crate::dispatch!(@ token, $simd => $op)
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            __private::Level::Avx2(token) if const { __private::Tier::Avx2.is_built() } => {
                $crate::dispatch!(@ token, $simd => $op)
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            __private::Level::Avx512(token) => $crate::dispatch!(@ token, $simd => $op),
            #[cfg(target_arch = "aarch64")]
            __private::Level::Neon(token) => $crate::dispatch!(@ token, $simd => $op),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            __private::Level::WasmSimd128(token) => $crate::dispatch!(@ token, $simd => $op),
            _ if const { __private::Tier::Fallback.is_built() } => $crate::dispatch!(@ __private::scalar(), $simd => $op),
            _ => unreachable!("a level is never below what the build promises"),
        }
    }};
    (@ $token:expr, $simd:pat => $op:expr) => {{
        let token = $token;
        $crate::vectorize!(token, {
            let $simd = token;
            $op
        })
    }};
}

/// Like [`dispatch!`], for code that gains little from SSE4.2: at that level it runs the copy compiled for SSE2, if the
/// build has one, so one copy less is compiled.
///
/// ```
/// use quadbit_nibble::simd::{BitSimd, Level, dispatch_few};
///
/// assert_eq!(dispatch_few!(Level::auto(), s => s.pext(0b1010_0110, 0b1111_0000)), 0b1010);
/// ```
#[macro_export]
macro_rules! dispatch_few {
    ($level:expr, $simd:pat => $op:expr) => {
        $crate::dispatch!(@ false, $crate::simd::Level::without_sse4_2($level), $simd => $op)
    };
}

/// Evaluates an expression in a frame of its own that has the instructions of a token's level enabled.
///
/// All that the expression calls has to be inlined into the frame, as the closure is that this macro makes of the
/// expression. `?` and `return` leave the frame, not the function around it.
///
/// ```
/// use quadbit_nibble::simd::{BitSimd, vectorize};
///
/// /// Counts the bits of many words; too large to be inlined into every caller.
/// fn count_all<S: BitSimd>(s: S, words: &[u64]) -> u32 {
///     vectorize!(s, words.iter().map(|word| word.count_ones()).sum())
/// }
/// ```
#[macro_export]
macro_rules! vectorize {
    ($token:expr, $op:expr) => {
        $crate::simd::__private::Simd::vectorize(
            $token,
            #[inline(always)]
            || $op,
        )
    };
}

/// If the token is of a given level, returns the value of an expression from the function around the macro. The
/// expression is what this level does better than the code that follows, which is generic over the token.
///
/// `at_level!(s: S, Avx512(avx512) => expression)` binds `avx512` to the token of AVX-512, with which kernels are
/// called; `s` is the token of the function, and `S` its type. The levels are `Sse4_2`, `Avx2` and `Avx512`; `Sse4_2..`
/// and `Avx2..` include the levels above. `Bmi2` is `Avx2..` on x86-64, where one instruction gathers or scatters the
/// bits of a word of 64. On targets other than x86 the macro is empty.
///
/// The macro leaves no branch at any level. At levels with another number of lanes, the branch is removed before LLVM
/// sees the function. A branch that LLVM itself must remove keeps LLVM from simplifying the code around it: with such
/// branches, `in_check` of a batch took 1.4 times as long.
///
/// ```
/// use fearless_simd::{Simd, prelude::*};
/// use quadbit_nibble::simd::{Level, at_level, dispatch};
///
/// fn registers<S: Simd>(s: S) -> u32 {
///     at_level!(s: S, Avx512(_) => 32);
///     16
/// }
/// assert_eq!(dispatch!(Level::auto(), s => registers(s)), if Level::auto().name() == "avx512" { 32 } else { 16 });
/// ```
#[macro_export]
macro_rules! at_level {
    ($s:ident: $S:ty, Sse4_2($token:pat) => $op:expr) => { $crate::at_level!(@ $s $S, 2, 2, as_sse4_2, $token, $op) };
    ($s:ident: $S:ty, Avx2($token:pat) => $op:expr) => { $crate::at_level!(@ $s $S, 4, 4, as_avx2, $token, $op) };
    ($s:ident: $S:ty, Avx512($token:pat) => $op:expr) => { $crate::at_level!(@ $s $S, 8, 8, as_avx512, $token, $op) };
    ($s:ident: $S:ty, Sse4_2..($token:pat) => $op:expr) => { $crate::at_level!(@ $s $S, 2, 8, as_sse4_2, $token, $op) };
    ($s:ident: $S:ty, Avx2..($token:pat) => $op:expr) => { $crate::at_level!(@ $s $S, 4, 8, as_avx2, $token, $op) };
    ($s:ident: $S:ty, Bmi2($token:pat) => $op:expr) => {
        #[cfg(target_arch = "x86_64")]
        $crate::at_level!($s: $S, Avx2..($token) => $op);
        #[cfg(not(target_arch = "x86_64"))]
        let _ = $s;
    };
    (@ $s:ident $S:ty, $least:literal, $most:literal, $as_token:ident, $token:pat, $op:expr) => {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if const { matches!($crate::simd::__private::lanes::<$S>(), $least..=$most) }
            && let Some($token) = $s.level().$as_token()
        {
            return $op;
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let _ = $s;
    };
}
