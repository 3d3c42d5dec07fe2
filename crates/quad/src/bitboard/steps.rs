//! One step of all squares of a set at once.

use quadbit_x88::{Color, Direction};

use super::Bitboard;

impl Bitboard {
    /// Moves every square of the set one step in `direction`; squares that leave the board are dropped.
    ///
    /// A step is a shift of the word, and a mask for the squares that wrap around from the h-file
    /// to the a-file or back.
    ///
    /// ```
    /// use quadbit_quad::{Bitboard, bitboard};
    /// use quadbit_x88::{Direction, Rank, Square};
    /// let set = Bitboard::rank(Rank::Fourth).with(Square::B7);
    /// assert_eq!(
    ///     set.step(Direction::NorthEast),
    ///     bitboard! {
    ///         . . X . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . X X X X X X X
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let x = self.0;
        Self(match direction {
            Direction::North => x << 8,
            Direction::NorthEast => x << 9 & !Self::FILE_A,
            Direction::East => x << 1 & !Self::FILE_A,
            Direction::SouthEast => x >> 7 & !Self::FILE_A,
            Direction::South => x >> 8,
            Direction::SouthWest => x >> 9 & !Self::FILE_H,
            Direction::West => x >> 1 & !Self::FILE_H,
            Direction::NorthWest => x << 7 & !Self::FILE_H,
        })
    }

    /// Moves every square of the set one rank up for white, one down for black; squares that leave the board are
    /// dropped.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_x88::{Color, Rank};
    /// let seventh = Bitboard::rank(Rank::Seventh);
    /// assert_eq!(seventh.forward(Color::White), Bitboard::rank(Rank::Eighth));
    /// assert_eq!(seventh.forward(Color::Black), Bitboard::rank(Rank::Sixth));
    /// ```
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        self.step(Direction::North.relative_to(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_x88::Square;

    #[test]
    fn a_step_moves_each_square() {
        for direction in Direction::ALL {
            let mut all = Bitboard::EMPTY;
            for square in Square::ALL {
                let next = square.offset(direction.files(), direction.ranks());
                let stepped = Bitboard::of(square).step(direction);
                assert_eq!(stepped, next.map_or(Bitboard::EMPTY, Bitboard::of), "{square} {direction}");
                all |= stepped;
            }
            assert_eq!(Bitboard::ALL.step(direction), all);
        }
    }
}
