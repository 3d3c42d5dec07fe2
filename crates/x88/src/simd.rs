//! The pieces around a square, found with vectors.
//!
//! - [`Neighbors`]: the nearest piece in each of the eight directions and the pieces a knight's step away, with the
//!   lanes that attack the square in the middle and those that a piece there attacks. Below AVX-512 these are *rays of
//!   bytes*: 64 bytes of a mailbox are permuted into eight words, one for each direction. The method is that of the
//!   Rose engine (2025).
//! - [`RaySimd::nearest`]: the nearest pieces on the [`EightRays`] of one piece. Here a ray is a set of squares, eight
//!   sets in one or two registers.
//!
//! [`RaySimd`] has the operations as methods of every token, see [`quadbit_nibble::simd`]. What AVX2 and AVX-512 do
//! better is in `avx2.rs` and `avx512.rs`.
//!
//! Where bytes can be shuffled (on x86 from SSE4.2 on), vectors are faster than walking. At the other levels
//! [`attackers`](crate::attackers) is faster.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod eight_rays;
mod level;
mod neighbors;
mod tables;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use avx512::zeros;
pub use eight_rays::EightRays;
pub use level::{LaneSink, RaySimd};
pub use neighbors::Neighbors;
pub use quadbit_nibble::simd::dispatch;
