//! Kittinger's tables of pieces, kept in other ways than in his page of memory.

use quadbit_classics::kittinger::{InPage, Page, Tables};
use quadbit_classics::x88::SIGN;
use quadbit_movegen::Color;

use super::X88Bytes as Bytes;

/// Keeps Kittinger's tables and his second board in arrays of their own, so the unused bytes of the board stay unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrays {
    places: [u8; 128],
    tables: [[u8; 16]; 2],
}

impl Tables<Bytes<SIGN>> for Arrays {
    fn empty() -> Self {
        Self { places: [0; 128], tables: [[0xFF; 16]; 2] }
    }

    #[inline(always)]
    fn table<'a>(&'a self, _: &'a Bytes<SIGN>, black: bool) -> &'a [u8; 16] {
        &self.tables[usize::from(black)]
    }

    #[inline(always)]
    fn table_mut<'a>(&'a mut self, _: &'a mut Bytes<SIGN>, black: bool) -> &'a mut [u8; 16] {
        &mut self.tables[usize::from(black)]
    }

    #[inline(always)]
    fn place(&self, _: &Bytes<SIGN>, _: Color, square: u8) -> u8 {
        self.places[usize::from(square & 0x7F)]
    }

    #[inline(always)]
    fn set_place(&mut self, _: &mut Bytes<SIGN>, square: u8, place: u8) {
        self.places[usize::from(square & 0x7F)] = place;
    }
}

/// Keeps the tables in Kittinger's page, but no second board: a table is searched for the place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched(InPage);

impl Tables<Page> for Searched {
    fn empty() -> Self {
        Self(InPage)
    }

    #[inline(always)]
    fn table<'a>(&'a self, page: &'a Page, black: bool) -> &'a [u8; 16] {
        self.0.table(page, black)
    }

    #[inline(always)]
    fn table_mut<'a>(&'a mut self, page: &'a mut Page, black: bool) -> &'a mut [u8; 16] {
        self.0.table_mut(page, black)
    }

    #[inline(always)]
    fn place(&self, page: &Page, color: Color, square: u8) -> u8 {
        let table = self.0.table(page, color == Color::Black);
        (0x80 + 0x10 * color as u8..).zip(table).find(|&(_, &at)| at == square).map_or(0, |(place, _)| place)
    }

    #[inline(always)]
    fn set_place(&mut self, _: &mut Page, _: u8, _: u8) {}
}
