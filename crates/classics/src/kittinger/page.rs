//! The page and its layout.

use quadbit_x88::{Color, Piece};

use crate::square_board::piece_finder::color;
use crate::square_board::{CellMove, Cells, Code, Colored, Cursor};
use crate::x88::{Masked, SIGN};

/// The page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page(pub(super) [u8; 256]);

pub(super) type At = Masked<SIGN>;
pub(super) type PageMove = CellMove<At>;

/// The second board lies 8 to the right of the board.
pub(super) const SECOND: u8 = 0x08;
/// The tables: white's, and 16 bytes later black's.
pub(super) const TABLE: u8 = 0x80;
/// An entry of a table that has no piece: below zero as a signed byte, which no square is.
pub(super) const NO_PIECE: u8 = 0xFF;
/// The side to move: 0 for white, 1 for black.
pub(super) const SIDE: usize = 0xA0;
/// The castling rights as bits.
pub(super) const RIGHTS: usize = 0xA1;
/// The square that the last double push jumped over, or [`NO_PIECE`].
pub(super) const JUMPED: usize = 0xA2;
/// The lengths of white's table and of black's.
pub(super) const LENGTHS: [usize; 2] = [0xA4, 0xA5];
/// The squares of the four castling rooks.
pub(super) const ROOKS: usize = 0xA8;

/// Where a side's table begins.
#[inline(always)]
pub(super) const fn table(black: bool) -> u8 {
    if black { TABLE + 16 } else { TABLE }
}

impl Page {
    #[inline(always)]
    pub(super) fn at(&self, number: u8) -> u8 {
        self.0[usize::from(number)]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, number: u8, byte: u8) {
        self.0[usize::from(number)] = byte;
    }

    #[inline(always)]
    pub(super) fn king(&self, black: bool) -> At {
        At::from_number(self.at(table(black)))
    }

    #[inline(always)]
    pub(super) fn side(&self) -> Color {
        color(self.0[SIDE] != 0)
    }

    /// The places of a side's table.
    #[inline(always)]
    pub(super) fn places(&self, black: bool) -> &[u8] {
        let first = usize::from(table(black));
        let length = usize::from(self.0[LENGTHS[usize::from(black)]]).min(16);
        &self.0[first..first + 16][..length]
    }

    /// Moves a piece with its entry in the second board; its new square counts as empty.
    #[inline(always)]
    pub(super) fn carry(&mut self, from: u8, to: u8) {
        let (code, place) = (self.at(from), self.at(from | SECOND));
        self.put(from, Self::EMPTY);
        self.put(from | SECOND, 0);
        self.put(to, code);
        self.put(to | SECOND, place);
        self.put(place, to);
    }
}

impl Cells for Page {
    type Cursor = At;
    type Cell = Colored;

    fn empty() -> Self {
        let mut page = Self([0; 256]);
        page.0[usize::from(TABLE)..SIDE].fill(NO_PIECE);
        page
    }

    #[inline(always)]
    fn code_of(piece: Piece) -> u8 {
        Colored::of(piece)
    }

    #[inline(always)]
    fn get(&self, at: At) -> Colored {
        Colored::from_byte(self.at(at.number()))
    }

    #[inline(always)]
    fn code(&self, at: At) -> u8 {
        self.at(at.number())
    }

    #[inline(always)]
    fn set(&mut self, at: At, code: u8) {
        self.put(at.number(), code);
    }
}

/// The sign test.
#[inline(always)]
pub(super) const fn is_piece(number: u8) -> bool {
    number.cast_signed() >= 0
}
