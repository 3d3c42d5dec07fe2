//! FEN: a position as a line of text.
//!
//! 1. [`reader`] turns a text into the parts of a position: the board by [`board`], then one field after the other.
//! 2. The parts are checked where they are built: `position/validity.rs`.
//! 3. [`writer`] writes the parts of a position in a [`FenStyle`] into a buffer of bytes.
//!
//! Parts that make no position are read and written too, so nothing here may rely on the rules.

pub(crate) mod board;
pub(crate) mod castling;
pub(crate) mod error;
pub(crate) mod reader;
pub(crate) mod writer;

use core::fmt;
use core::str::FromStr;

use quadbit_x88::Square;

use castling::CastlingLetters;
use error::FenError;
use writer::{CastlingField, Text};

use crate::position::builder::PositionBuilder;
use crate::position::en_passant::EpMode;
use crate::position::validity::Validity;
use crate::position::{KeylessPosition, Position};

/// The style of a FEN where programs differ. The default is the canonical style: X-FEN castling letters, and the en
/// passant square only if a capture is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// How castling rights are written.
    pub castling: CastlingLetters,
    /// When the en passant square is written.
    pub ep: EpMode,
}

/// A position that prints as a FEN; created by [`Position::to_fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen {
    position: Position,
    style: FenStyle,
}

impl Position {
    /// Reads a FEN strictly: the position must be one that a game can reach, as far as cheap rules can tell.
    ///
    /// X-FEN and Shredder-FEN castling letters are accepted too. The clocks may be missing, but only both together.
    ///
    /// # Errors
    /// The error, which names the field, or the rule that the position breaks.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let error = Position::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "black has no king");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        reader::read(fen, Validity::Strict)
    }

    /// Reads a FEN leniently: positions that no game can reach, missing fields, any white space.
    ///
    /// Castling rights without their king and rook, and an en passant square that no double push can have
    /// left, are dropped. Positions for which the rules are not defined are still rejected: see
    /// [`Validity::Relaxed`].
    ///
    /// # Errors
    /// The error, which names the field, or the rule that the position breaks.
    pub fn from_fen_relaxed(fen: &str) -> Result<Self, FenError> {
        reader::read(fen, Validity::Relaxed)
    }

    /// The FEN of the position in the given style, to print or to write to a buffer; `position.to_string()` is the
    /// canonical FEN.
    pub fn to_fen(&self, style: FenStyle) -> Fen {
        Fen::new(*self, style)
    }
}

impl PositionBuilder {
    /// Reads the fields of a FEN without checking that they make a valid position. `validity` says how
    /// strictly the text is read. The parts print as a FEN again.
    ///
    /// # Errors
    /// The error of the text, which names the field; never [`FenError::Position`].
    ///
    /// ```
    /// use quadbit_movegen::{Color, PositionBuilder, PositionError, Validity};
    /// let parts = PositionBuilder::from_fen("8/8/8/3Q4/8/8/8/8 b - - 0 1", Validity::Strict)?;
    /// assert_eq!(parts.to_string(), "8/8/8/3Q4/8/8/8/8 b - - 0 1");
    /// assert_eq!(parts.build(Validity::Strict), Err(PositionError::NoKing(Color::White)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn from_fen(fen: &str, validity: Validity) -> Result<Self, FenError> {
        reader::read_parts(fen, validity)
    }
}

/// Writes the canonical FEN: six fields, X-FEN castling letters, the en passant square if a capture is legal.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_fen(FenStyle::default()), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl fmt::Debug for KeylessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeylessPosition({})", self.with_keys())
    }
}

/// Reads a FEN strictly, as [`Position::from_fen`] does.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Fen {
    pub(crate) const fn new(position: Position, style: FenStyle) -> Self {
        Self { position, style }
    }

    /// The parts of the position to write, and how to write its castling rights, according to the style.
    #[inline]
    pub(crate) fn parts(&self) -> (PositionBuilder, CastlingField) {
        let en_passant = self.position.ep_square(self.style.ep).map(Square::file);
        let parts = PositionBuilder { en_passant, ..PositionBuilder::from(&self.position) };
        (parts, CastlingField::of_position(&parts, self.style.castling))
    }

    fn text(&self) -> Text {
        let (parts, castling) = self.parts();
        Text::new(&parts, castling)
    }

    /// A length in bytes that no FEN of a position exceeds.
    pub const LONGEST: usize = writer::LONGEST;

    /// Writes the FEN to the beginning of `buffer`, and returns its length in bytes. The text is ASCII.
    ///
    /// ```
    /// use quadbit_movegen::{FenStyle, Position};
    /// let mut buffer = [0; 128];
    /// let length = Position::start().to_fen(FenStyle::default()).write_to(&mut buffer);
    /// assert_eq!(buffer[..length], *b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn write_to(&self, buffer: &mut [u8; 128]) -> usize {
        let (parts, castling) = self.parts();
        writer::write(&parts, castling, buffer)
    }

    /// Writes all fields except the clocks, for the beginning of an EPD.
    #[cfg(feature = "alloc")]
    pub(crate) fn write_four_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        // Writes the six fields, which are separated by spaces, without the last two.
        f.write_str(text.as_str().rsplitn(3, ' ').last().unwrap_or_default())
    }
}

/// Writes the six fields, separated by one space.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

/// Writes the FEN of the parts, even if they do not make a valid position, with the usual castling letters
/// where these are unambiguous. A code that is not a piece prints as `?`, which cannot be parsed again.
impl fmt::Display for PositionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Text::new(self, CastlingField::of_parts(self)).as_str())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::position::castling::CastlingRights;
    use quadbit_x88::{Color, File};
    use std::string::ToString;

    /// Parts that do not make a position still print as a FEN, and every field comes back.
    #[test]
    fn parts_print_as_they_are_read() {
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "KKk5/8/8/8/8/8/8/pP6 b - e3 65535 65535",
            "7r/8/8/8/8/8/8/R7 w Ah c6 7 3",
            "r3k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1",
            "4k2R/8/8/8/8/8/8/4K2r w Hh - 0 1",
            "p1p1p1p1/1P1P1P1P/p1p1p1p1/1P1P1P1P/p1p1p1p1/1P1P1P1P/p1p1p1p1/1P1P1P1P b HGFEDCBAhgfedcba e3 65535 65535",
        ] {
            let parts = PositionBuilder::from_fen(fen, Validity::Strict).unwrap();
            assert_eq!(parts.to_string(), fen);
        }
    }

    #[test]
    fn clocks_of_every_length_are_written() {
        for n in (0..=1100).chain([9999, 10_000, 65_535]) {
            let parts = PositionBuilder { halfmoves: n, fullmoves: n, ..PositionBuilder::new() };
            assert_eq!(parts.to_string(), std::format!("8/8/8/8/8/8/8/8 w - - {n} {n}"));
        }
    }

    #[test]
    fn parts_of_no_position_are_written() {
        let mut parts = PositionBuilder::new();
        parts.castling = CastlingRights::EMPTY.with(Color::White, File::C);
        parts.board.put_code(Square::B8, 15);
        assert_eq!(parts.to_string(), "1?6/8/8/8/8/8/8/8 w C - 0 1");
    }
}
