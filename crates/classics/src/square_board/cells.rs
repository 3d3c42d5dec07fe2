//! How a board stores its codes, and how to step over it.

use core::fmt::Debug;

use quadbit_x88::{Piece, Square};

/// A cell of a board, in the form that the board steps with.
pub trait Cursor: Copy + PartialEq + Debug {
    /// The byte of a cell off the board, if bytes hold the board.
    const OFF_BOARD: u8 = 0;

    /// The cursor on a square.
    fn of(square: Square) -> Self;

    /// The square of the cell.
    fn square(self) -> Square;

    /// The cursor of a number that [`number`](Self::number) gave.
    fn from_number(number: u8) -> Self;

    /// The number of the cell in moves and lists.
    fn number(self) -> u8;

    /// The rank of the cell: 0 for the first, to 7.
    fn rank(self) -> u8;

    /// The cell `FILES` to the right and `RANKS` upwards; `None` off the board, if the board tests for it. On a
    /// board with sentinels the step ends on a sentinel, which the code there shows.
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self>;

    /// The cell `FILES` to the right and one rank forward, as the side sees it.
    #[inline(always)]
    fn forward<const BLACK: bool, const FILES: isize>(self) -> Option<Self> {
        if BLACK { self.step::<FILES, -1>() } else { self.step::<FILES, 1>() }
    }
}

/// The contents of a cell: a piece, nothing, or a sentinel.
pub trait Cell: Copy {
    /// Whether the cell is empty.
    fn is_empty(self) -> bool;

    /// Whether a piece of this side is there **or the board ends**: what stops every move.
    fn stops<const BLACK: bool>(self) -> bool;

    /// Whether this is a sentinel; always false on a board that tests its steps.
    #[inline(always)]
    fn is_sentinel(self) -> bool {
        false
    }

    /// The code of the piece's role, 1 to 6; without meaning if there is none.
    fn role(self) -> u8;

    /// The piece's nibble, 2 to 13; without meaning if there is none.
    fn nibble(self) -> u8;
}

/// The cells of a board.
pub trait Cells: Clone + PartialEq + Debug {
    /// A cell's number or mask.
    type Cursor: Cursor;
    /// The contents of a cell.
    type Cell: Cell;

    /// The code of an empty cell.
    const EMPTY: u8 = 0;

    /// Cells without pieces.
    fn empty() -> Self;

    /// The code under which a cell keeps a piece.
    fn code_of(piece: Piece) -> u8;

    /// What stands in a cell.
    fn get(&self, at: Self::Cursor) -> Self::Cell;

    /// The code in a cell.
    fn code(&self, at: Self::Cursor) -> u8;

    /// Writes a code into a cell.
    fn set(&mut self, at: Self::Cursor, code: u8);

    /// The cells in a direction up to the edge, nearest first, with their contents. Where sentinels mark the
    /// edge, the iteration does not end by itself: stop at the first sentinel.
    #[inline(always)]
    fn ray<const FILES: isize, const RANKS: isize>(
        &self,
        from: Self::Cursor,
    ) -> impl Iterator<Item = (Self::Cursor, Self::Cell)> {
        let mut at = from;
        core::iter::from_fn(move || {
            at = at.step::<FILES, RANKS>()?;
            Some((at, self.get(at)))
        })
    }

    /// Whether `ask` is true for any piece of a side, found by looking into every cell.
    #[inline(always)]
    fn scan<const BLACK: bool>(&self, mut ask: impl FnMut(Self::Cursor, Self::Cell) -> bool) -> bool {
        Square::ALL.into_iter().any(|square| {
            let at = Self::Cursor::of(square);
            let cell = self.get(at);
            cell.stops::<BLACK>() && ask(at, cell)
        })
    }
}

/// The next cell on a line.
#[inline(always)]
pub(crate) fn next<C: Cursor>(at: C, unit: i8) -> C {
    C::from_number(at.number().wrapping_add_signed(unit))
}
