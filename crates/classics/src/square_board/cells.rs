//! How a board stores the codes of its pieces, and how it steps from cell to cell.

use core::fmt::Debug;

use quadbit_x88::{Piece, Square};

/// A cell of a board, as the board steps from cell to cell: a number, or the index of a word and a mask in it.
pub trait Cursor: Copy + PartialEq + Debug {
    /// The byte that is stored in cells off the board, if the board has bytes for them.
    const OFF_BOARD: u8 = 0;

    /// The cursor on a square.
    fn of(square: Square) -> Self;

    /// The square of the cell, which must be on the board.
    fn square(self) -> Square;

    /// The cursor of a cell by the number that [`number`](Self::number) gave.
    fn from_number(number: u8) -> Self;

    /// The number by which moves and lists name the cell.
    fn number(self) -> u8;

    /// The rank of the cell: 0 for the first, 7 for the eighth.
    fn rank(self) -> u8;

    /// The cell `FILES` to the right and `RANKS` upwards; `None` off the board, if the board tests for it. On a board
    /// with sentinels the step ends on a sentinel.
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self>;

    /// The cell `FILES` to the right and one rank forward, downwards if `BLACK`; `None` off the board, as in
    /// [`step`](Self::step).
    #[inline(always)]
    fn forward<const BLACK: bool, const FILES: isize>(self) -> Option<Self> {
        if BLACK { self.step::<FILES, -1>() } else { self.step::<FILES, 1>() }
    }
}

/// The contents of a cell: a piece, nothing, or a sentinel.
pub trait Cell: Copy {
    /// The code that a cell with `piece` holds: by default the piece's nibble.
    #[inline(always)]
    fn of(piece: Piece) -> u8 {
        piece.code()
    }

    /// Whether the cell is empty.
    fn is_empty(self) -> bool;

    /// Whether a piece of the side `BLACK` is there **or the board ends**: what stops every move of this side.
    fn stops<const BLACK: bool>(self) -> bool;

    /// Whether the cell is off the board and holds a sentinel; always false on a board that tests its steps.
    #[inline(always)]
    fn is_sentinel(self) -> bool {
        false
    }

    /// The code of the piece's role, 1 for a pawn to 6 for a king; without meaning for an empty cell or a sentinel.
    fn role(self) -> u8;

    /// The piece's nibble, 2 (white pawn) to 13 (black king); without meaning for an empty cell or a sentinel.
    fn nibble(self) -> u8;
}

/// The storage of a board's cells, each with the code of a piece.
pub trait Cells: Clone + PartialEq + Debug {
    /// What names a cell: its number, or a word's index and a mask.
    type Cursor: Cursor;
    /// The contents of a cell, as they are read.
    type Cell: Cell;

    /// The code that an empty cell keeps.
    const EMPTY: u8 = 0;

    /// Cells without pieces.
    fn empty() -> Self;

    /// The contents of the cell `at`.
    fn get(&self, at: Self::Cursor) -> Self::Cell;

    /// The code that the cell `at` keeps, as [`set`](Self::set) writes it.
    fn code(&self, at: Self::Cursor) -> u8;

    /// Writes `code`, from [`Cell::of`] or [`EMPTY`](Self::EMPTY), into the cell `at`.
    fn set(&mut self, at: Self::Cursor, code: u8);

    /// The cells from `from`, exclusive, in steps of `FILES` and `RANKS` up to the edge, nearest first, with their
    /// contents. Where sentinels mark the edge, the iteration does not end by itself: stop at the first sentinel.
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

    /// Whether `ask` is true for any piece of the side `BLACK`. Looks into one cell after the other, up to the first
    /// piece for which it is true.
    #[inline(always)]
    fn scan<const BLACK: bool>(&self, mut ask: impl FnMut(Self::Cursor, Self::Cell) -> bool) -> bool {
        Square::ALL.into_iter().any(|square| {
            let at = Self::Cursor::of(square);
            let cell = self.get(at);
            cell.stops::<BLACK>() && ask(at, cell)
        })
    }
}

/// The cell whose number is that of `at` plus `unit`: the next one on a line. It may be off the board.
#[inline(always)]
pub(crate) fn next<C: Cursor>(at: C, unit: i8) -> C {
    C::from_number(at.number().wrapping_add_signed(unit))
}
