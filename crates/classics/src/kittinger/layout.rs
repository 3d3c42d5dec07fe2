//! Where the bytes of a page are kept.

use core::fmt::Debug;

use crate::square_board::{Cell, Code, Colored};

/// A layout of board, second board, tables and state. Squares have 0x88 numbers; places in the tables have
/// their addresses in Kittinger's page, white's from 0x80, black's from 0x90.
pub trait Layout: Clone + PartialEq + Debug {
    /// The board's name.
    const NAME: &'static str;

    /// Without pieces: every place of the tables holds 0xFF.
    fn empty() -> Self;

    /// The code on a square.
    fn code(&self, square: u8) -> u8;

    /// Writes the code on a square.
    fn set_code(&mut self, square: u8, code: u8);

    /// The place of the piece on a square.
    fn place(&self, square: u8) -> u8;

    /// Writes the place of the piece on a square; 0 if there is none.
    fn set_place(&mut self, square: u8, place: u8);

    /// The square of the piece at a place, or 0xFF.
    fn entry(&self, place: u8) -> u8;

    /// Writes a square, or 0xFF, into a place.
    fn set_entry(&mut self, place: u8, square: u8);

    /// The 16 places of a side.
    fn table(&self, black: bool) -> &[u8];

    /// A byte of the state.
    fn state(&self, field: usize) -> u8;

    /// Writes a byte of the state.
    fn set_state(&mut self, field: usize, byte: u8);
}

/// The second board lies 8 to the right of the board.
const SECOND: u8 = 0x08;
/// The tables: white's, and 16 bytes later black's.
const TABLE: u8 = 0x80;
/// An entry of a table that has no piece: below zero as a signed byte, which no square is.
pub(super) const NO_PIECE: u8 = 0xFF;
/// The state follows the tables.
const STATE: usize = 0xA0;
/// The bytes of the state.
const STATE_LEN: usize = 12;

/// Where a side's table begins.
#[inline(always)]
pub(super) const fn table(black: bool) -> u8 {
    if black { TABLE + 16 } else { TABLE }
}

/// A page of 256 bytes, in which every byte is an address. Without its second board, a table is searched for the
/// place of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed<const SEARCHES: bool>([u8; 256]);

impl<const SEARCHES: bool> Layout for Packed<SEARCHES> {
    const NAME: &'static str = if SEARCHES { "kittinger-search" } else { "kittinger" };

    fn empty() -> Self {
        let mut bytes = [0; 256];
        bytes[usize::from(TABLE)..STATE].fill(NO_PIECE);
        Self(bytes)
    }

    #[inline(always)]
    fn code(&self, square: u8) -> u8 {
        self.0[usize::from(square)]
    }

    #[inline(always)]
    fn set_code(&mut self, square: u8, code: u8) {
        self.0[usize::from(square)] = code;
    }

    #[inline(always)]
    fn place(&self, square: u8) -> u8 {
        if !SEARCHES {
            return self.0[usize::from(square | SECOND)];
        }
        let black = Colored::from_byte(self.code(square)).stops::<true>();
        let mut place = table(black);
        while self.entry(place) != square && place < table(black) + 15 {
            place += 1;
        }
        place
    }

    #[inline(always)]
    fn set_place(&mut self, square: u8, place: u8) {
        if !SEARCHES {
            self.0[usize::from(square | SECOND)] = place;
        }
    }

    #[inline(always)]
    fn entry(&self, place: u8) -> u8 {
        self.0[usize::from(place)]
    }

    #[inline(always)]
    fn set_entry(&mut self, place: u8, square: u8) {
        self.0[usize::from(place)] = square;
    }

    #[inline(always)]
    fn table(&self, black: bool) -> &[u8] {
        let first = usize::from(table(black));
        &self.0[first..first + 16]
    }

    #[inline(always)]
    fn state(&self, field: usize) -> u8 {
        self.0[STATE + field]
    }

    #[inline(always)]
    fn set_state(&mut self, field: usize, byte: u8) {
        self.0[STATE + field] = byte;
    }
}

/// The same in four arrays, whose unused bytes stay unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrays {
    codes: [u8; 128],
    places: [u8; 128],
    tables: [u8; 32],
    state: [u8; STATE_LEN],
}

impl Layout for Arrays {
    const NAME: &'static str = "kittinger-arrays";

    fn empty() -> Self {
        Self { codes: [0; 128], places: [0; 128], tables: [NO_PIECE; 32], state: [0; STATE_LEN] }
    }

    #[inline(always)]
    fn code(&self, square: u8) -> u8 {
        self.codes[usize::from(square & 0x7F)]
    }

    #[inline(always)]
    fn set_code(&mut self, square: u8, code: u8) {
        self.codes[usize::from(square & 0x7F)] = code;
    }

    #[inline(always)]
    fn place(&self, square: u8) -> u8 {
        self.places[usize::from(square & 0x7F)]
    }

    #[inline(always)]
    fn set_place(&mut self, square: u8, place: u8) {
        self.places[usize::from(square & 0x7F)] = place;
    }

    #[inline(always)]
    fn entry(&self, place: u8) -> u8 {
        self.tables[usize::from(place & 0x1F)]
    }

    #[inline(always)]
    fn set_entry(&mut self, place: u8, square: u8) {
        self.tables[usize::from(place & 0x1F)] = square;
    }

    #[inline(always)]
    fn table(&self, black: bool) -> &[u8] {
        let first = if black { 16 } else { 0 };
        &self.tables[first..first + 16]
    }

    #[inline(always)]
    fn state(&self, field: usize) -> u8 {
        self.state[field]
    }

    #[inline(always)]
    fn set_state(&mut self, field: usize, byte: u8) {
        self.state[field] = byte;
    }
}
