//! Boards side by side: one in each 64-bit lane of a vector.
//!
//! A board is four words, so two, four or eight boards are four vectors. Everything here is written once, generic over
//! the token of the level ([`BoardSimd`]), with equal results at every level. SSE4.2, AVX2 and AVX-512 have forms of
//! their own where their instructions do better.
//!
//! - [`Boards`]: loaded and stored, or made as the children of one board, with their sets of pieces.
//! - [`Slides`]: the attacks of all sliders, by direction.
//! - [`SquareList`]: the squares of several boards in one list.
//! - [`BoardSimd`]: operations that differ from level to level, such as sums of population counts, as methods of the
//!   token.
//! - [`sets`](crate::sets): leapers, steps and rays, shared with `u64` and [`Four`](crate::sets::Four).
//!
//! Functions are `#[inline(always)]` and take the token first; call them in a frame that has the level's
//! instructions enabled (see [`quadbit_nibble::simd`]).
//!
//! ```
//! use fearless_simd::prelude::*;
//! use quadbit_nibble::simd::{Level, dispatch};
//! use quadbit_quad::sets::ByLine;
//! use quadbit_quad::simd::{BoardSimd, Boards, Slides};
//! use quadbit_quad::{Bitboard, QuadBitboard, bitboard};
//! use quadbit_x88::{Color, Role, Square};
//!
//! /// What the rooks and queens of the first board attack.
//! fn attacked<S: BoardSimd>(s: S, boards: &[QuadBitboard]) -> Bitboard {
//!     let boards = Boards::load(s, boards);
//!     let rooks = boards.orthogonal_sliders();
//!     let none = S::u64s::splat(s, 0);
//!     let attacks = Slides::new(s, boards.occupied()).attacks(s, ByLine::rook_and_bishop(rooks, none));
//!     Bitboard(attacks.union()[0])
//! }
//!
//! let mut board = QuadBitboard::EMPTY;
//! board.put(Square::C3, Role::Rook.of(Color::White));
//! board.put(Square::F3, Role::Pawn.of(Color::Black));
//! let set = dispatch!(Level::auto(), s => attacked(s, &[board]));
//! assert_eq!(
//!     set,
//!     bitboard! {
//!         . . X . . . . .
//!         . . X . . . . .
//!         . . X . . . . .
//!         . . X . . . . .
//!         . . X . . . . .
//!         X X . X X X . .
//!         . . X . . . . .
//!         . . X . . . . .
//!     }
//! );
//! ```

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) mod avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod board_simd;
mod boards;
mod counts;
mod east;
mod slides;
mod square_list;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sse4_2;

pub use board_simd::BoardSimd;
pub use boards::Boards;
pub use counts::{compress_15, full_add};
pub use slides::Slides;
pub use square_list::SquareList;
