//! The interface of the two forms in which boards are searched for pairs: rays of bytes, and sets of squares.

use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;

use crate::byte_board::ByteBoard;
use crate::list::Buffer;

/// A board in the form in which one method searches it.
pub(crate) trait Scene: Copy {
    type Sight: Sight;

    /// The board with the nibble `code` on `square`.
    fn with(self, square: Square, code: u8) -> Self;

    /// What is seen from the square `from`. Whether that square is occupied does not matter.
    fn look(self, from: Square) -> Self::Sight;

    /// The board as bytes.
    fn to_bytes(self) -> ByteBoard;
}

/// A board to search that is made with the SIMD token `S`.
pub(crate) trait SceneAt<S>: Scene {
    /// Makes it from four planes.
    fn of_planes(s: S, board: QuadBitboard) -> Self;

    /// Makes it from bytes.
    fn of_bytes(s: S, board: &ByteBoard) -> Self;
}

/// What is seen from one square: the nearest piece in each direction, and the pieces a knight's step away.
pub(crate) trait Sight: Copy {
    /// A set of the eight directions.
    type Directions: Copy;

    /// No direction.
    const NONE: Self::Directions;

    /// The two directions of the line through `from` and `to`, and the direction from `to` to `from`; empty
    /// sets if they share no line.
    fn line_and_direction_back(from: Square, to: Square) -> [Self::Directions; 2];

    /// Adds the pairs that a piece with the nibble `code` would have on the square of this view, as attacker
    /// and as attacked, except in the directions `except`.
    fn write_pairs<const N: usize>(self, code: u8, except: Self::Directions, out: &mut Buffer<N>);

    /// Adds the pairs that pass through the square of this view if it is empty: each slider that sees it, with
    /// the first piece behind it, except in the directions `except`.
    fn write_through<const N: usize>(self, except: Self::Directions, out: &mut Buffer<N>);
}
