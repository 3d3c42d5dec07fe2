//! The interface of all methods of looking at a board.

use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;

use crate::byte_board::ByteBoard;
use crate::list::Buffer;

/// A board as a method sees it.
pub(crate) trait Scene: Copy {
    type Sight: Sight;

    /// The board with another nibble on a square.
    fn with(self, square: Square, code: u8) -> Self;

    /// The view from a square. Whether the square itself is occupied does not matter.
    fn look(self, from: Square) -> Self::Sight;

    /// The board as bytes.
    fn to_bytes(self) -> ByteBoard;
}

/// A scene that is made with the token `S`.
pub(crate) trait SceneAt<S>: Scene {
    /// The scene of a board of planes.
    fn of_planes(s: S, board: QuadBitboard) -> Self;

    /// The scene of a board of bytes.
    fn of_bytes(s: S, board: &ByteBoard) -> Self;
}

/// The view from one square: the nearest piece in each direction, and the pieces a knight's step away.
pub(crate) trait Sight: Copy {
    /// Some of the eight directions.
    type Directions: Copy;

    /// No direction.
    const NONE: Self::Directions;

    /// The two directions of the line through two squares, and the direction from the second to the first;
    /// none if they share no line.
    fn line_and_direction_back(from: Square, to: Square) -> [Self::Directions; 2];

    /// Adds the pairs of a piece with this nibble as if it stood here, those that it attacks and those that
    /// attack it, except in some directions.
    fn write_pairs<const N: usize>(self, code: u8, except: Self::Directions, out: &mut Buffer<N>);

    /// Adds the pairs through this square: each slider that attacks it, with the first piece behind it,
    /// except in some directions.
    fn write_through<const N: usize>(self, except: Self::Directions, out: &mut Buffer<N>);
}
