//! 0x88 numbers in a vector: everything that a queen and a knight on one square see, at once.
//!
//! 0x88 numbers can be added without regard to the edge, and a single `and` finds the sums that left the
//! board. Both work on 64 bytes as well as on one, and 64 is exactly the number needed: eight directions
//! with up to seven squares each, and eight knight's steps. The method is that of the Rose engine (2025),
//! written for AVX-512:
//!
//! 1. [`Rays::from_square`] adds the 64 steps to one square and tests all sums;
//! 2. [`Rays::look`] fetches the pieces on those squares from a mailbox of 64 bytes, in one permutation;
//! 3. [`visible`] finds the squares that can be seen along all eight rays, in three operations on a word;
//! 4. [`View::attackers`] compares the pieces on the squares with the kinds that would attack from there.
//!
//! This is faster than walking from SSE4.2 on. The levels below have no byte shuffle, and
//! [`attackers`](crate::attackers) is faster there.
//!
//! Sets of lanes are `u64`: lane `8 * d + i` is bit `8 * d + i`, so byte `d` of the word is one direction.
//!
//! ```text
//!   lane    0     1    2    3    4    5    6    7
//!           NNE   N    NN   NNN  ..                the knight's step 0, then north
//!           8     9    10   11
//!           ENE   NE   NENE ..                     the knight's step 1, then north-east
//!           :
//! ```
//!
//! The functions are generic over the level, see [`quadbit_nibble::simd`]; [`dispatch!`] chooses it.
//!
//! ```
//! use quadbit_x88::simd::{Level, RaySimd, Rays, dispatch};
//! use quadbit_x88::{Piece, Square};
//!
//! fn attackers<S: RaySimd>(s: S, mailbox: &[u8; 64], target: Square) -> Vec<Square> {
//!     let view = Rays::from_square(s, target.into()).look(mailbox);
//!     view.squares(view.attackers()).collect()
//! }
//!
//! let mut mailbox = [0; 64];
//! for (square, letter) in [(Square::E8, 'r'), (Square::F6, 'N'), (Square::D3, 'P'), (Square::F5, 'p'), (Square::G2, 'k')] {
//!     mailbox[square.index()] = Piece::from_char(letter).unwrap().code();
//! }
//! let squares = dispatch!(Level::auto(), s => attackers(s, &mailbox, Square::E4));
//! assert_eq!(squares, [Square::F6, Square::E8, Square::F5, Square::D3]);
//! ```

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod level;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod nearest;
mod neighbors;
mod rays;

pub use level::{LaneSink, RaySimd};
pub use neighbors::{NeighborSimd, Neighbors};
pub use quadbit_nibble::simd::{Level, dispatch};
pub use rays::{Rays, View, visible};
