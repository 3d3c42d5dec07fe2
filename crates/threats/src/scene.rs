//! A board in the form in which pairs of attacker and attacked piece are found fastest: rays of bytes
//! ([`rays`](crate::rays)) where bytes can be shuffled, else sets of squares ([`sets`](crate::sets)).
//!
//! The form depends only on the level, so the code compiled for a level has no branch for the other form.

use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;
use quadbit_x88::simd::RaySimd;

use crate::byte_board::ByteBoard;
use crate::list::Buffer;
use crate::rays::{RaySight, Rays};
use crate::sets::{SetSight, Sets};

/// A board that can be searched for pairs of attacker and attacked piece.
#[derive(Clone, Copy)]
pub(crate) enum Scene<S: RaySimd> {
    Rays(Rays<S>),
    Sets(Sets),
}

/// The pieces seen from one square: the nearest in each direction, and those a knight's step away.
#[derive(Clone, Copy)]
pub(crate) enum Sight<S: RaySimd> {
    Rays(RaySight<S>),
    Sets(SetSight),
}

/// A set of the eight directions from a square: for rays the lanes of their bytes, for sets the squares that lie in
/// them.
pub(crate) type Directions = u64;

/// No direction.
pub(crate) const NONE: Directions = 0;

impl<S: RaySimd> Scene<S> {
    /// Makes the board to search from four bit planes.
    #[inline(always)]
    pub(crate) fn of_planes(s: S, board: QuadBitboard) -> Self {
        if s.has_byte_shuffle() { Self::Rays(Rays::of_planes(s, board)) } else { Self::Sets(Sets(board)) }
    }

    /// Makes the board to search from 64 bytes.
    #[inline(always)]
    pub(crate) fn of_bytes(s: S, board: &ByteBoard) -> Self {
        if s.has_byte_shuffle() {
            Self::Rays(Rays::of_bytes(s, board))
        } else {
            Self::Sets(Sets(board.to_quad()))
        }
    }

    /// A copy of the board with the nibble `code` on `square`.
    #[inline(always)]
    pub(crate) fn with(self, square: Square, code: u8) -> Self {
        match self {
            Self::Rays(rays) => Self::Rays(rays.with(square, code)),
            Self::Sets(sets) => Self::Sets(sets.with(square, code)),
        }
    }

    /// Looks from the square `from` in all directions. What stands on `from` itself makes no difference.
    #[inline(always)]
    pub(crate) fn look(self, from: Square) -> Sight<S> {
        match self {
            Self::Rays(rays) => Sight::Rays(rays.look(from)),
            Self::Sets(sets) => Sight::Sets(sets.look(from)),
        }
    }

    /// The board as bytes.
    #[inline(always)]
    pub(crate) fn to_bytes(self) -> ByteBoard {
        match self {
            Self::Rays(rays) => rays.to_bytes(),
            Self::Sets(sets) => sets.to_bytes(),
        }
    }
}

impl<S: RaySimd> Sight<S> {
    /// Two sets of directions: both directions of the line through `from` and `to`, and only the direction from `to`
    /// back to `from`. Both are empty if the squares share no line.
    #[inline(always)]
    pub(crate) fn line_and_direction_back(self, from: Square, to: Square) -> [Directions; 2] {
        match self {
            Self::Rays(_) => RaySight::<S>::line_and_direction_back(from, to),
            Self::Sets(_) => SetSight::line_and_direction_back(from, to),
        }
    }

    /// Adds to `out` the pairs in which a piece with the nibble `code`, on the square from which the board is seen, is
    /// the attacker or the attacked piece. Pieces in the directions `except` are left out.
    #[inline(always)]
    pub(crate) fn write_pairs<const N: usize>(self, code: u8, except: Directions, out: &mut Buffer<N>) {
        match self {
            Self::Rays(rays) => rays.write_pairs(code, except, out),
            Self::Sets(sets) => sets.write_pairs(code, except, out),
        }
    }

    /// Adds to `out` the pairs of attacker and attacked piece on both sides of the square from which the board is seen,
    /// as if it were empty: each slider that attacks the square, and the first piece beyond it. Sliders in the
    /// directions `except` are left out.
    #[inline(always)]
    pub(crate) fn write_through<const N: usize>(self, except: Directions, out: &mut Buffer<N>) {
        match self {
            Self::Rays(rays) => rays.write_through(except, out),
            Self::Sets(sets) => sets.write_through(except, out),
        }
    }
}
