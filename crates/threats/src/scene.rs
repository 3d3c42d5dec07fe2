//! What every way to look at a board has in common.

use quadbit_x88::Square;

use crate::list::Buffer;

/// A board that can be looked at from its squares.
pub(crate) trait Scene: Copy {
    type Sight: Sight;

    /// The board with another nibble on a square.
    fn with(self, square: Square, code: u8) -> Self;

    /// What is seen from a square. What stands on the square itself does not matter.
    fn look(self, from: Square) -> Self::Sight;
}

/// What is seen from one square: the nearest piece in each direction, and the pieces a knight's step away.
pub(crate) trait Sight: Copy {
    /// Some of the eight directions.
    type Ways: Copy;

    /// No direction.
    const NONE: Self::Ways;

    /// The two directions of the line through two squares, and the direction from the second to the first; none if they share no line.
    fn line_and_way_back(from: Square, to: Square) -> [Self::Ways; 2];

    /// Adds the pairs of the piece with a nibble, if it stood here: what it attacks and what attacks it, but for some directions.
    fn write_pairs<const N: usize>(self, code: u8, except: Self::Ways, out: &mut Buffer<N>);

    /// Adds the pairs that go through this square: each slider that looks here, and what it sees behind; but for some directions.
    fn write_through<const N: usize>(self, except: Self::Ways, out: &mut Buffer<N>);
}
