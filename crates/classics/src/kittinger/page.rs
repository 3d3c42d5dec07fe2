//! The page: what its bytes mean, wherever they are kept.

use quadbit_x88::{Color, Piece};

use super::layout::{Layout, table};
use crate::square_board::piece_finder::color;
use crate::square_board::{CellMove, Cells, Code, Colored, Cursor};
use crate::x88::{Masked, SIGN};

/// The page in a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page<L>(pub(super) L);

pub(super) type At = Masked<SIGN>;
pub(super) type PageMove = CellMove<At>;

// The bytes of the state.

/// The side to move: 0 for white, 1 for black.
pub(super) const SIDE: usize = 0;
/// The castling rights as bits.
pub(super) const RIGHTS: usize = 1;
/// The square that the last double push jumped over, or `NO_PIECE`.
pub(super) const JUMPED: usize = 2;
/// The lengths of white's table and of black's.
pub(super) const LENGTHS: [usize; 2] = [4, 5];
/// The squares of the four castling rooks.
pub(super) const ROOKS: usize = 8;

impl<L: Layout> Page<L> {
    #[inline(always)]
    pub(super) fn king(&self, black: bool) -> At {
        At::from_number(self.0.entry(table(black)))
    }

    #[inline(always)]
    pub(super) fn side(&self) -> Color {
        color(self.0.state(SIDE) != 0)
    }

    /// The places of a side's table.
    #[inline(always)]
    pub(super) fn places(&self, black: bool) -> &[u8] {
        let length = usize::from(self.0.state(LENGTHS[usize::from(black)])).min(16);
        &self.0.table(black)[..length]
    }

    /// Takes castling rights away.
    #[inline(always)]
    pub(super) fn end(&mut self, rights: u8) {
        self.0.set_state(RIGHTS, self.0.state(RIGHTS) & !rights);
    }

    /// Puts a piece with a place on a square.
    #[inline(always)]
    pub(super) fn put(&mut self, square: u8, code: u8, place: u8) {
        self.0.set_code(square, code);
        self.0.set_place(square, place);
        self.0.set_entry(place, square);
    }

    /// Empties a square. The piece's entry in its table stays.
    #[inline(always)]
    pub(super) fn empty_square(&mut self, square: u8) {
        self.0.set_code(square, Self::EMPTY);
        self.0.set_place(square, 0);
    }

    /// Moves a piece with its place.
    #[inline(always)]
    pub(super) fn carry(&mut self, from: u8, to: u8) {
        let (code, place) = (self.0.code(from), self.0.place(from));
        self.empty_square(from);
        self.put(to, code, place);
    }
}

impl<L: Layout> Cells for Page<L> {
    type Cursor = At;
    type Cell = Colored;

    fn empty() -> Self {
        Self(L::empty())
    }

    #[inline(always)]
    fn code_of(piece: Piece) -> u8 {
        Colored::of(piece)
    }

    #[inline(always)]
    fn get(&self, at: At) -> Colored {
        Colored::from_byte(self.code(at))
    }

    #[inline(always)]
    fn code(&self, at: At) -> u8 {
        self.0.code(at.number())
    }

    #[inline(always)]
    fn set(&mut self, at: At, code: u8) {
        self.0.set_code(at.number(), code);
    }
}

/// The sign test.
#[inline(always)]
pub(super) const fn is_piece(number: u8) -> bool {
    number.cast_signed() >= 0
}
