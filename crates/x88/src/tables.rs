//! The tables of differences themselves, for code that does its own index arithmetic.
//!
//! All except one are indexed by [`Diff::index`](crate::Diff::index), `0x77 + to - from`, and are read by its
//! methods. [`COLLINEAR`] is indexed by [`Diff::raw`](crate::Diff::raw), `to - from` modulo 256.
//!
//! # Wiereyn's table and squares
//!
//! [`COLLINEAR`] is the table that Wiereyn described in 1985 for pins and discovered checks:
//! `T[(piece - king) mod 256]` is 0 if the two are not on one line, and the unit step of the line otherwise.
//! Wiereyn's squares have the **file** in the high nibble and count from 1, so they are ours transposed, and
//! the board runs from 0x11 to 0x88. The table fits both: transposed differences have transposed steps, and
//! -16, which is "west" there and "south" here, means the same line.
//!
//! ```
//! use quadbit_x88::tables::COLLINEAR;
//! use quadbit_x88::{Direction, Square, Square88};
//!
//! // Wiereyn's example: a rook on d5, a king on f5. The rook is due west of the king.
//! let (rook, king): (u8, u8) = (0x45, 0x65);
//! assert_eq!(rook.wrapping_sub(king), 0xe0);
//! assert_eq!(COLLINEAR[0xe0].cast_unsigned(), 0xf0);
//!
//! // The same in our squares: west is -1.
//! let (rook, king) = (Square88::from(Square::D5).get(), Square88::from(Square::F5).get());
//! assert_eq!((rook, king), (0x43, 0x45));
//! assert_eq!(rook.wrapping_sub(king), 0xfe);
//! assert_eq!(COLLINEAR[0xfe], Direction::West.delta().get());
//! ```

use static_assertions::assert_eq_size;

use crate::attackers::Attackers;
use crate::direction::Direction;

pub use crate::generated::attackers::ATTACKERS;
pub use crate::generated::distances::{CHEBYSHEV, MANHATTAN};
pub use crate::generated::lines::{COLLINEAR, DIRECTION, UNIT};

// Every table of 240 entries has 240 bytes.
assert_eq_size!([u8; 240], [Option<Direction>; 240], [Attackers; 240]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Board, naive_attacks};
    use crate::{Diff, Piece, Role, Square, Square88};

    /// Finds the direction from `from` to `to` by walking in all eight directions; `None` if none leads there.
    fn naive_direction(from: Square, to: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| {
            (1..8).any(|i| from.offset(i * direction.files(), i * direction.ranks()) == Some(to))
        })
    }

    /// The distances in files and in ranks between two squares.
    fn distances(from: Square, to: Square) -> (usize, usize) {
        (from.file().index().abs_diff(to.file().index()), from.rank().index().abs_diff(to.rank().index()))
    }

    #[test]
    fn all_tables_are_right_for_all_pairs_of_squares() {
        for from in Square::ALL {
            for to in Square::ALL {
                let diff = Diff::of_squares(from, to);
                let (files, ranks) = distances(from, to);
                assert_eq!(usize::from(diff.chebyshev()), files.max(ranks), "{from} {to}");
                assert_eq!(usize::from(diff.manhattan()), files + ranks, "{from} {to}");

                let direction = naive_direction(from, to);
                let unit = direction.map_or(0, |direction| direction.delta().get());
                assert_eq!(diff.direction(), direction, "{from} {to}");
                assert_eq!(diff.unit(), direction.map(Direction::delta), "{from} {to}");
                assert_eq!(COLLINEAR[usize::from(diff.raw())], unit, "{from} {to}");

                for piece in Piece::ALL {
                    let mut board = Board::EMPTY;
                    board.put(from, piece);
                    let expected = naive_attacks(&board, from, to);
                    assert_eq!(diff.attackers().has(piece), expected, "{piece} {from} {to}");
                    assert!(
                        piece.role() != Role::Knight
                            || diff.attackers().intersects(Attackers::KNIGHT) == expected
                    );
                }
            }
        }
    }

    /// The entries of the tables that no pair of squares reaches are zero, or the empty value of the table.
    #[test]
    fn what_is_no_difference_is_zero() {
        for index in (0..Diff::TABLE_LEN).filter(|&index| Diff::from_index(index).is_none()) {
            assert_eq!((CHEBYSHEV[index], MANHATTAN[index], UNIT[index]), (0, 0, 0), "{index}");
            assert_eq!((DIRECTION[index], ATTACKERS[index]), (None, Attackers::EMPTY), "{index}");
        }
        let mut raws = [false; 256];
        for from in Square88::ALL {
            for to in Square88::ALL {
                raws[usize::from(Diff::new(from, to).raw())] = true;
            }
        }
        for (raw, is_difference) in raws.into_iter().enumerate() {
            assert!(is_difference || COLLINEAR[raw] == 0, "{raw:02x}");
        }
    }

    /// With squares numbered as Wiereyn did (the file in the high nibble, counted from 1), `COLLINEAR` gives the
    /// transposed step for every pair of squares.
    #[test]
    fn file_first_squares_share_the_table() {
        let file_first = |square: Square| 16 * (square.file() as u8 + 1) + square.rank() as u8 + 1;
        for king in Square::ALL {
            for piece in Square::ALL {
                let step = COLLINEAR[usize::from(file_first(piece).wrapping_sub(file_first(king)))];
                let expected = naive_direction(king, piece)
                    .map_or(0, |direction| 16 * direction.files() + direction.ranks());
                assert_eq!(i32::from(step), expected, "{king} {piece}");
            }
        }
    }
}
