//! Squares by number, whose steps go through the two tables of the 10x12 board.

use quadbit_classics::square_board::Cursor;
use quadbit_x88::Square;

/// A square by its number, 0 to 63. A step looks up in one table the number of the square's cell on the board of 10 by
/// 12 cells, adds to it, and looks up in another table the square of the new cell, or that the cell is off the board,
/// as in Tom Kerrigan's Simple Chess Program. The board itself has no sentinels.
///
/// Source: <https://www.chessprogramming.org/10x12_Board>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered(u8);

/// The entry of [`SQUARES`] for a cell off the board.
const OFF_BOARD: u8 = 0xFF;

/// The cell of each square: 21 for a1, to 98 for h8.
static CELLS: [u8; 64] = {
    let mut cells = [0; 64];
    let mut square = 0;
    while square < 64 {
        cells[square as usize] = 21 + 10 * (square / 8) + square % 8;
        square += 1;
    }
    cells
};

/// The square of each cell; [`OFF_BOARD`] for cells that are no square. There are 120 cells; with 128 entries a mask
/// takes the place of a bounds check.
static SQUARES: [u8; 128] = {
    let mut squares = [OFF_BOARD; 128];
    let mut square = 0;
    while square < 64 {
        squares[CELLS[square as usize] as usize] = square;
        square += 1;
    }
    squares
};

impl Cursor for Numbered {
    #[inline(always)]
    fn of(square: Square) -> Self {
        Self(square.index().to_le_bytes()[0])
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::from_low_bits(self.0.into())
    }

    #[inline(always)]
    fn from_number(number: u8) -> Self {
        Self(number)
    }

    #[inline(always)]
    fn number(self) -> u8 {
        self.0
    }

    #[inline(always)]
    fn rank(self) -> u8 {
        self.0 >> 3
    }

    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        let cell = isize::from(CELLS[usize::from(self.0 & 63)]) + 10 * RANKS + FILES;
        let square = SQUARES[cell.unsigned_abs() & 127];
        if square == OFF_BOARD { None } else { Some(Self(square)) }
    }
}
