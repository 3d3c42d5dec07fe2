//! The interface of the two forms in which boards are searched for pairs of attacker and attacked piece: rays of bytes
//! ([`rays`](crate::rays)), and sets of squares ([`sets`](crate::sets)).

use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;

use crate::byte_board::ByteBoard;
use crate::list::Buffer;

/// A board that can be searched for pairs of attacker and attacked piece, by rays of bytes or by sets of squares.
pub(crate) trait Scene: Copy {
    type Sight: Sight;

    /// A copy of the board with the nibble `code` on `square`.
    fn with(self, square: Square, code: u8) -> Self;

    /// Looks from the square `from` in all directions. What stands on `from` itself makes no difference.
    fn look(self, from: Square) -> Self::Sight;

    /// The board as bytes.
    fn to_bytes(self) -> ByteBoard;
}

/// A board to search that is made with the SIMD token `S`.
pub(crate) trait SceneAt<S>: Scene {
    /// Makes the board to search from four bit planes.
    fn of_planes(s: S, board: QuadBitboard) -> Self;

    /// Makes the board to search from 64 bytes.
    fn of_bytes(s: S, board: &ByteBoard) -> Self;
}

/// The pieces seen from one square: the nearest in each direction, and those a knight's step away.
pub(crate) trait Sight: Copy {
    /// A set of the eight directions from the square.
    type Directions: Copy;

    /// The empty set of directions.
    const NONE: Self::Directions;

    /// Two sets of directions: both directions of the line through `from` and `to`, and the direction from `to` to
    /// `from` alone; empty sets if the squares share no line.
    fn line_and_direction_back(from: Square, to: Square) -> [Self::Directions; 2];

    /// Adds to `out` the pairs that a piece with the nibble `code` forms as attacker and as attacked piece if it stands
    /// on the square from which this is seen, except with pieces in the directions `except`.
    fn write_pairs<const N: usize>(self, code: u8, except: Self::Directions, out: &mut Buffer<N>);

    /// Adds to `out` the pairs of attacker and attacked piece that exist through the square from which this is seen if
    /// it is empty: each slider that attacks the square, with the first piece behind it, except sliders in the
    /// directions `except`.
    fn write_through<const N: usize>(self, except: Self::Directions, out: &mut Buffer<N>);
}
