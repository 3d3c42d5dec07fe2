//! Boards in lanes: several boards at once, one in each 64-bit lane of a vector.
//!
//! A position of four words is small enough that two, four or eight of them are four vectors. Everything here is written once,
//! generic over the token of the level ([`BoardSimd`]), and exact at every level; AVX-512 has forms of its own where its
//! instructions on bit matrices (GFNI) do better.
//!
//! - [`Lanes`] are the boards: loaded and stored, or made as the children of one board, with their sets of pieces.
//! - [`Slides`] are what all sliders of the lanes attack, by direction.
//! - [`Sight`] is what one square sees along its four lines: pins and checks.
//! - [`Dumb7`] fills one board in all directions, a direction in each lane, step by step.
//! - [`Four`](crate::sets::Four) and vectors share the leapers, steps and rays of [`sets`](crate::sets).
//! - [`BoardSimd`] has what differs from level to level, down to sums of population counts.
//!
//! Functions are `#[inline(always)]` and take the token first; call them in a frame that has the level's instructions enabled
//! (see [`quadbit_nibble::simd`]).
//!
//! ```
//! use fearless_simd::prelude::*;
//! use quadbit_nibble::simd::{Level, dispatch};
//! use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
//! use quadbit_quad::{Bitboard, QuadBitboard};
//! use quadbit_x88::{Color, Role, Square};
//!
//! /// What the rooks and queens of the first board attack.
//! fn attacked<S: BoardSimd>(s: S, boards: &[QuadBitboard]) -> Bitboard {
//!     let lanes = Lanes::load(s, boards);
//!     let rooks = lanes.orthogonal_sliders();
//!     let none = S::u64s::splat(s, 0);
//!     let attacks = Slides::new(s, lanes.occupied()).attacks(s, [rooks, rooks, none, none]);
//!     Bitboard(attacks.into_iter().fold(none, |a, b| a | b)[0])
//! }
//!
//! let mut board = QuadBitboard::EMPTY;
//! board.put(Square::C3, Role::Rook.of(Color::White));
//! board.put(Square::F3, Role::Pawn.of(Color::Black));
//! let set = dispatch!(Level::auto(), s => attacked(s, &[board]));
//! assert_eq!(
//!     set.to_string(),
//!     ". . 1 . . . . .\n\
//!      . . 1 . . . . .\n\
//!      . . 1 . . . . .\n\
//!      . . 1 . . . . .\n\
//!      . . 1 . . . . .\n\
//!      1 1 . 1 1 1 . .\n\
//!      . . 1 . . . . .\n\
//!      . . 1 . . . . .\n"
//! );
//! ```

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod board_simd;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod code;
mod compass;
mod counts;
mod dumb7;
mod lanes;
mod orthogonal;
mod sight;
mod slides;
mod vertical;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod widen;

pub use board_simd::BoardSimd;
pub use counts::{compress_7, compress_15};
pub use dumb7::Dumb7;
pub use lanes::Lanes;
pub use orthogonal::Orthogonal;
pub use sight::Sight;
pub use slides::Slides;
