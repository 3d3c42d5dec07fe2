//! Boards with a rim of guards.

use crate::delta::Delta;
use crate::square::Square;
use crate::tables::{UNIT, UNIT_15};

/// A mailbox of `WIDTH` x `HEIGHT` cells with the board in its middle, a1 at index `ORIGIN`, and guards around it.
///
/// A walk has to ask of every cell whether it is empty. A guard is never empty, so no separate test for the edge is
/// needed. Where the board is 16 wide, steps and differences are those of 0x88, so the tables of 240 entries work
/// unchanged. The type has no values; it holds the arithmetic of its three numbers, and the caller provides the
/// array.
///
/// The gain is small, and the compiler adds a bounds check unless it can see that the index is in range. An array of
/// 256 cells that is indexed by a byte needs none; the layout uses the first cells of it.
///
/// ```text
///   10 | # # # # # # # # # # # # # # #
///    9 | # # # # # # # # # # # # # # #
///    8 | # # # # . . . . . . . . # # #
///    7 | # # # # . . . . . . . . # # #
///    6 | # # # # . . . . . . . . # # #
///    5 | # # # # . . . . . . . . # # #      Guarded15x12: two rows of guards above and below,
///    4 | # # # # . . . . . . . . # # #      since a knight jumps two; seven guards between the
///    3 | # # # # . . . . . . . . # # #      h-file and the next rank's a-file, since that makes
///    2 | # # # # . . . . . . . . # # #      every difference of two squares unique
///    1 | # # # # a . . . . . . . # # #
///    0 | # # # # # # # # # # # # # # #
///   -1 | # # # # # # # # # # # # # # #
/// ```
///
/// ```
/// use quadbit_x88::{Direction, Guarded15x12, Square};
///
/// // A rook on d4 walks to the west until it meets a cell that is not empty: the guard beside a4.
/// const EMPTY: u8 = b'.';
/// let board: [u8; Guarded15x12::LEN] = Guarded15x12::filled(EMPTY, b'#');
/// let west = Guarded15x12::step(Direction::West.delta());
/// let mut squares = vec![];
/// let mut cell = Guarded15x12::index(Square::D4).wrapping_add_signed(west);
/// while board[cell] == EMPTY {
///     squares.push(Guarded15x12::square(cell).unwrap());
///     cell = cell.wrapping_add_signed(west);
/// }
/// assert_eq!(squares, [Square::C4, Square::B4, Square::A4]);
/// assert_eq!(board[cell], b'#');
/// ```
#[derive(Debug)]
pub enum Guarded<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize> {}

/// 16 wide with two rows of guards above and below: a1 is 36.
pub type Guarded16x12 = Guarded<16, 12, 36>;

/// 16 x 16, as in Fruit from version 1.5 on: a1 is 0x44, so rank and file have a nibble each, both 4 more than in
/// 0x88.
pub type Guarded16x16 = Guarded<16, 16, 0x44>;

/// 15 wide, the narrowest board with unique differences: a1 is 34.
pub type Guarded15x12 = Guarded<15, 12, 34>;

impl<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize> Guarded<WIDTH, HEIGHT, ORIGIN> {
    /// The number of cells in the array, guards included.
    pub const LEN: usize = {
        assert!(WIDTH >= 15, "seven guards between two ranks make differences unique");
        assert!(ORIGIN > 2 * WIDTH, "a knight on a1 jumps two ranks down and a file to the left");
        assert!(
            ORIGIN + 7 * WIDTH + 7 + 2 * WIDTH + 1 < WIDTH * HEIGHT,
            "a knight on h8 jumps two ranks up and a file to the right"
        );
        WIDTH * HEIGHT
    };

    /// The number added to the difference of two cells to make it an index of 0 to 2 x `MIDDLE`: 119 if the board is
    /// 16 wide, 112 if it is 15 wide.
    pub const MIDDLE: usize = 7 * WIDTH + 7;

    /// The cell of a square: `WIDTH * rank + file + ORIGIN`.
    #[inline]
    pub const fn index(square: Square) -> usize {
        WIDTH * square.rank().index() + square.file().index() + ORIGIN
    }

    /// The square of a cell; `None` for a guard and for a number beyond the array.
    ///
    /// The rank is a division by a constant, which the compiler turns into a multiplication and a shift. For the
    /// cells of squares on the board 15 wide, `((cell - 34) * 9) >> 7` is enough.
    #[inline]
    pub const fn square(cell: usize) -> Option<Square> {
        let from_a1 = cell.wrapping_sub(ORIGIN);
        let (rank, file) = (from_a1 / WIDTH, from_a1 % WIDTH);
        if rank < 8 && file < 8 { Square::from_index(8 * rank + file) } else { None }
    }

    /// The number that a step adds to a cell: `WIDTH * ranks + files`.
    #[inline]
    pub const fn step(delta: Delta) -> isize {
        WIDTH.cast_signed() * delta.ranks() as isize + delta.files() as isize
    }

    /// An array of cells, with one value on the board and another around it. `N` has to be [`LEN`](Self::LEN); this
    /// is checked at compile time.
    #[inline]
    pub const fn filled<T: Copy, const N: usize>(square: T, guard: T) -> [T; N] {
        const { assert!(N == Self::LEN, "the array has one value for each cell") };
        let mut cells = [guard; N];
        let mut i = 0;
        while i < 64 {
            cells[Self::index(Square::ALL[i])] = square;
            i += 1;
        }
        cells
    }
}

impl<const HEIGHT: usize, const ORIGIN: usize> Guarded<16, HEIGHT, ORIGIN> {
    /// The step from a cell of one square to the next on the line to another; 0 if they are on no line.
    ///
    /// It is read from the table of 0x88, [`UNIT`], at `119 + to - from`. If a cell is not a square, the result has
    /// no meaning.
    #[inline]
    pub const fn unit(from: usize, to: usize) -> isize {
        let index = Self::MIDDLE.wrapping_add(to).wrapping_sub(from);
        if index < UNIT.len() { UNIT[index] as isize } else { 0 }
    }
}

impl<const HEIGHT: usize, const ORIGIN: usize> Guarded<15, HEIGHT, ORIGIN> {
    /// The step from a cell of one square to the next on the line to another; 0 if they are on no line.
    ///
    /// It is read from [`UNIT_15`] at `112 + to - from`, as in Reul's thesis. If a cell is not a square, the result
    /// has no meaning.
    #[inline]
    pub const fn unit(from: usize, to: usize) -> isize {
        let index = Self::MIDDLE.wrapping_add(to).wrapping_sub(from);
        if index < UNIT_15.len() { UNIT_15[index] as isize } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diff, Direction};

    /// Every claim about a layout, for all squares and steps.
    macro_rules! check_layout {
        ($name:ident, $layout:ty, $width:literal, $height:literal, $origin:literal) => {
            #[test]
            fn $name() {
                type Layout = $layout;
                assert_eq!(Layout::LEN, $width * $height);
                let cells: [bool; Layout::LEN] = Layout::filled(true, false);
                assert_eq!(cells.into_iter().filter(|&is_square| is_square).count(), 64);
                for cell in 0..1024 {
                    let is_square = cells.get(cell).copied().unwrap_or(false);
                    assert_eq!(Layout::square(cell).is_some(), is_square, "{cell}");
                }
                for from in Square::ALL {
                    let cell = Layout::index(from);
                    assert_eq!(cell, $width * from.rank().index() + from.file().index() + $origin);
                    assert_eq!(Layout::square(cell), Some(from));
                    // A king's or a knight's step ends on its square or on a guard, never outside the array.
                    let steps = Direction::ALL.map(Direction::delta).into_iter().chain(Delta::KNIGHT);
                    for delta in steps {
                        let to = cell.wrapping_add_signed(Layout::step(delta));
                        let expected = from.offset(delta.files(), delta.ranks());
                        assert_eq!(cells[to], expected.is_some(), "{from} {delta}");
                        assert_eq!(Layout::square(to), expected, "{from} {delta}");
                    }
                    for to in Square::ALL {
                        let unit = Diff::of_squares(from, to).unit().map_or(0, Layout::step);
                        assert_eq!(Layout::unit(cell, Layout::index(to)), unit, "{from} {to}");
                    }
                }
                // Guards have no steps, but they may be asked about, and so may what lies beyond the array.
                for to in 0..1024 {
                    let _ = (Layout::unit(0, to), Layout::unit(to, 0));
                }
            }
        };
    }

    check_layout!(guarded_16x12, Guarded16x12, 16, 12, 36);
    check_layout!(guarded_16x16, Guarded16x16, 16, 16, 68);
    check_layout!(guarded_15x12, Guarded15x12, 15, 12, 34);

    /// The formula that [`Guarded::square`] mentions for the rank on the board 15 wide.
    #[test]
    fn a_multiplication_divides_by_15() {
        for square in Square::ALL {
            let cell = Guarded15x12::index(square);
            assert_eq!(((cell - 34) * 9) >> 7, square.rank().index());
        }
    }
}
