//! Sets of squares side by side, moved and filled at once.
//!
//! The formulas of this module are written once, for every arrangement of sets: a single `u64`; the four
//! planes of a quad-bitboard, [`Four`]; two sides' sets, [`Two`]; a vector `S::u64s` with a set of another
//! board in each lane. [`Sets`] is what they have in common.
//!
//! | function | operations | result |
//! |---|---|---|
//! | [`step`] | 1 or 2 | every square one step in a direction |
//! | [`knight_attacks`], [`king_attacks`] | 17, 10 | all squares that knights or kings attack |
//! | [`pawn_attacks`] | 4 | the captures of pawns to the west, and to the east |
//! | [`Ray::occluded`] | 9 | the sliders, and the squares over which they move in one direction |
//! | [`Ray::attacks`] | 11 | the squares that sliders attack in one direction |
//! | [`Rays::attacks`] | 86 | the squares that sliders attack, a set for each of the eight directions |
//! | [`CompassFills::attacks`] | 22 on four words | the squares that sliders attack in all eight directions |
//!
//! [`ByDirection`], [`ByLine`] and [`ByJump`] hold a set for each direction, line or jump,
//! with the same operators.
//!
//! All functions are inlined into the caller's frame, and use the vector instructions that are enabled there.
//!
//! ```
//! use quadbit_quad::{Bitboard, bitboard};
//! use quadbit_quad::sets::Ray;
//! use quadbit_x88::{Direction, Square};
//! let sliders = Bitboard::of(Square::B2) | Bitboard::of(Square::D3) | Bitboard::of(Square::H8);
//! let blocker = Bitboard::of(Square::D6);
//! let attacked = Ray::new(Direction::North, (!(sliders | blocker)).0).attacks(sliders.0);
//! assert_eq!(
//!     Bitboard(attacked),
//!     bitboard! {
//!         . X . . . . . .
//!         . X . . . . . .
//!         . X . X . . . .
//!         . X . X . . . .
//!         . X . X . . . .
//!         . X . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!     }
//! );
//! ```

mod by_direction;
mod compass_fills;
mod leapers;
mod rays;
mod words;

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use quadbit_x88::Direction;

pub use by_direction::{ByDirection, ByJump, ByLine};
pub use compass_fills::CompassFills;
pub use leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use rays::{Ray, Rays};
pub use words::{Four, Two};

/// One set of squares as a `u64`, or several side by side, for example in the lanes of a vector: a type with the
/// operators of a `u64`, each applied to every set.
///
/// Implemented for every type with these operators.
pub trait Sets:
    Copy
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// As many empty sets as this value has sets, whatever these are. In a vector, this is how to make zeros without
    /// the SIMD token. Costs no operation, because the result is a constant.
    #[inline(always)]
    #[must_use]
    fn none(self) -> Self {
        self & !self
    }
}

impl<T> Sets for T where
    T: Copy
        + BitAnd<Output = Self>
        + BitAnd<u64, Output = Self>
        + BitOr<Output = Self>
        + BitXor<Output = Self>
        + Not<Output = Self>
        + Shl<u32, Output = Self>
        + Shr<u32, Output = Self>
{
}

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_B: u64 = FILE_A << 1;
pub(crate) const FILE_G: u64 = FILE_A << 6;
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// Moves every square of `sets` one step in `direction`; steps off the board are dropped. 2 operations, or 1 straight
/// up or down.
#[inline(always)]
pub fn step<W: Sets>(sets: W, direction: Direction) -> W {
    shift(sets, direction, 1) & UNWRAPPED[direction.index()]
}

/// Moves every square of `sets` back by `steps` steps against `direction`: from where moves of this length ended to
/// where they began. 1 operation.
///
/// All squares of `sets` must have been reached by `steps` steps in `direction`. Such steps crossed no edge, so
/// no mask is needed.
///
/// ```
/// use quadbit_quad::{Bitboard, sets};
/// use quadbit_x88::{Direction, Square};
/// let reached = Bitboard::of(Square::H5).0;
/// assert_eq!(Bitboard(sets::step_back(reached, Direction::NorthEast, 3)), Bitboard::of(Square::E2));
/// ```
#[inline(always)]
pub fn step_back<W: Sets>(sets: W, direction: Direction, steps: u32) -> W {
    shift(sets, direction.opposite(), steps)
}

/// Shifts `sets` by `steps` steps in `direction`. Squares that cross the left or right edge reappear on the other side.
#[inline(always)]
fn shift<W: Sets>(sets: W, direction: Direction, steps: u32) -> W {
    let by = direction.shift();
    let distance = by.unsigned_abs() * steps;
    if by > 0 { sets << distance } else { sets >> distance }
}

/// The squares that one step in each direction can reach without wrapping around the board's edge.
const UNWRAPPED: [u64; 8] = [!0, !FILE_A, !FILE_A, !FILE_A, !0, !FILE_H, !FILE_H, !FILE_H];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitboard;
    use quadbit_x88::Square;

    #[test]
    fn steps_are_those_of_bitboards() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let set = Bitboard::of(square);
                assert_eq!(step(set.0, direction), set.step(direction).0, "{square} {direction}");
                assert_eq!(step(!set.0, direction), (!set).step(direction).0, "{square} {direction}");
            }
        }
    }
}
