//! What all knights, kings or pawns of a set attack.

use quadbit_x88::{Color, Direction};

use super::{FILE_A, FILE_B, FILE_G, FILE_H, Sets, step};

/// The squares that a knight on any square of `knights` attacks. 17 operations.
///
/// All knights move one file aside, east and west, into one word, and two files aside into another. The first word is
/// then shifted by two ranks up and down, the second by one.
///
/// Source: "Multiple Knight Attacks", <https://www.chessprogramming.org/Knight_Pattern>.
///
/// ```
/// use quadbit_quad::{Bitboard, bitboard, sets};
/// use quadbit_x88::Square;
/// let knights = Bitboard::of(Square::A1) | Bitboard::of(Square::E5);
/// assert_eq!(
///     Bitboard(sets::knight_attacks(knights.0)),
///     bitboard! {
///         . . . . . . . .
///         . . . X . X . .
///         . . X . . . X .
///         . . . . . . . .
///         . . X . . . X .
///         . X . X . X . .
///         . . X . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline(always)]
pub fn knight_attacks<W: Sets>(knights: W) -> W {
    let one_aside = (knights << 1 & !FILE_A) | (knights >> 1 & !FILE_H);
    let two_aside = (knights << 2 & !(FILE_A | FILE_B)) | (knights >> 2 & !(FILE_G | FILE_H));
    (one_aside << 16 | one_aside >> 16) | (two_aside << 8 | two_aside >> 8)
}

/// The squares that a king on any square of `kings` attacks. 10 operations.
///
/// ```
/// use quadbit_quad::{Bitboard, bitboard, sets};
/// use quadbit_x88::Square;
/// let kings = Bitboard::of(Square::A1) | Bitboard::of(Square::E5);
/// assert_eq!(
///     Bitboard(sets::king_attacks(kings.0)),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . X X X . .
///         . . . X . X . .
///         . . . X X X . .
///         . . . . . . . .
///         X X . . . . . .
///         . X . . . . . .
///     }
/// );
/// ```
#[inline(always)]
pub fn king_attacks<W: Sets>(kings: W) -> W {
    let aside = step(kings, Direction::East) | step(kings, Direction::West);
    let row = kings | aside;
    aside | row << 8 | row >> 8
}

/// The squares that pawns of `color` on the squares of `pawns` attack: the first set towards the a-file, the second
/// towards the h-file. A square in both sets has two attackers. 4 operations.
///
/// ```
/// use quadbit_quad::{Bitboard, bitboard, sets};
/// use quadbit_x88::{Color, Rank};
/// let pawns = Bitboard::rank(Rank::Second);
/// let [west, east] = sets::pawn_attacks(pawns.0, Color::White);
/// assert_eq!(
///     Bitboard(west & east),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . X X X X X X .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline(always)]
pub fn pawn_attacks<W: Sets>(pawns: W, color: Color) -> [W; 2] {
    [
        step(pawns, Direction::NorthWest.relative_to(color)),
        step(pawns, Direction::NorthEast.relative_to(color)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, attacks};
    use quadbit_x88::Square;

    /// Compares `all`, a function of a set, with `one`, the same for one square. The function is linear, so single
    /// squares determine it; some unions are tested as well.
    fn check(all: impl Fn(u64) -> u64, one: impl Fn(Square) -> Bitboard) {
        let mut pieces = Bitboard::EMPTY;
        let mut union = Bitboard::EMPTY;
        for square in Square::ALL {
            assert_eq!(Bitboard(all(Bitboard::of(square).0)), one(square), "{square}");
            if square.index() % 5 == 0 {
                pieces = pieces.with(square);
                union |= one(square);
                assert_eq!(Bitboard(all(pieces.0)), union, "{square}");
            }
        }
    }

    #[test]
    fn sets_of_leapers_are_unions() {
        check(knight_attacks, attacks::knight);
        check(king_attacks, attacks::king);
        for color in Color::ALL {
            check(
                |pawns| pawn_attacks(pawns, color).into_iter().fold(0, |a, b| a | b),
                |square| attacks::pawn(color, square),
            );
        }
    }
}
