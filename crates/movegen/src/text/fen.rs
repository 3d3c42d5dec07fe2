//! FEN: a position as a line of text.

pub(crate) mod error;
pub(crate) mod reader;

use core::fmt;
use core::str::FromStr;

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File, Piece, Rank, Role, Square};

use error::FenError;

use crate::position::Position;
use crate::position::builder::PositionBuilder;
use crate::position::castling::Wing;
use crate::position::en_passant::EpMode;
use crate::position::validity::Validity;

/// How a FEN writes castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook of a wing, its file for an inner one (X-FEN): the usual letters wherever they are
    /// enough.
    #[default]
    Canonical,
    /// Always the rook's file: `HAha` (Shredder-FEN).
    Shredder,
}

/// What a FEN looks like where programs differ. The default is canonical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// How castling rights are written.
    pub castling: CastlingLetters,
    /// When the en passant square is written.
    pub ep: EpMode,
}

/// A position that prints as a FEN; made by [`Position::to_fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen {
    position: Position,
    style: FenStyle,
}

impl Position {
    /// Reads a FEN strictly: the position must be one that a game can reach, as far as cheap rules can tell.
    ///
    /// X-FEN and Shredder-FEN castling letters are read too; the clocks may be missing, both together.
    ///
    /// # Errors
    /// What is wrong, and in which field.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let error = Position::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "black has no king");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        reader::read(fen, Validity::Strict)
    }

    /// Reads a FEN leniently: positions that no game can reach, missing fields, any blank space.
    ///
    /// Castling rights without their king and rook, and an en passant square that no double push can have left, are
    /// dropped. What would make the rules meaningless is refused all the same: see [`Validity::Relaxed`].
    ///
    /// # Errors
    /// What is wrong, and in which field.
    pub fn from_fen_relaxed(fen: &str) -> Result<Self, FenError> {
        reader::read(fen, Validity::Relaxed)
    }

    /// The FEN in a style; `position.to_string()` is the canonical one.
    pub fn to_fen(&self, style: FenStyle) -> Fen {
        Fen::new(*self, style)
    }
}

impl PositionBuilder {
    /// Reads the fields of a FEN, and does not ask whether they make a position. `validity` says how strictly the text is
    /// read; what the parts print is a FEN again.
    ///
    /// # Errors
    /// What is wrong with the text, and in which field; never [`FenError::Position`].
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

/// The canonical FEN: six fields, X-FEN castling letters, the en passant square if a capture is legal.
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

    /// What is written: the parts of the position, with en passant as the style wants it.
    fn parts(&self) -> PositionBuilder {
        let en_passant = self.position.ep_square(self.style.ep).map(Square::file);
        PositionBuilder { en_passant, ..PositionBuilder::from(&self.position) }
    }

    /// All but the clocks, as an EPD begins.
    #[cfg(feature = "alloc")]
    pub(crate) fn write_four_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_four_fields(&self.parts(), self.style.castling, f)
    }
}

/// The six fields, one blank between.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fields(&self.parts(), self.style.castling, f)
    }
}

/// The FEN of the parts, whether or not they make a position, with the usual castling letters where those are enough.
/// A code that is not a piece prints as `?`, which is not read again.
impl fmt::Display for PositionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fields(self, CastlingLetters::Canonical, f)
    }
}

fn write_fields(
    parts: &PositionBuilder,
    letters: CastlingLetters,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write_four_fields(parts, letters, f)?;
    write!(f, " {} {}", parts.halfmoves, parts.fullmoves)
}

fn write_four_fields(
    parts: &PositionBuilder,
    letters: CastlingLetters,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write_board(parts.board, f)?;
    write!(f, " {} ", parts.side_to_move)?;
    write_castling(parts, letters, f)?;
    match parts.en_passant {
        Some(file) => write!(f, " {}", Square::new(file, Rank::Sixth.relative_to(parts.side_to_move))),
        None => f.write_str(" -"),
    }
}

fn write_board(board: QuadBitboard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            if board.code(square) == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", board.get(square).map_or('?', Piece::to_char))?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::First {
            f.write_str("/")?;
        }
    }
    Ok(())
}

fn write_castling(
    parts: &PositionBuilder,
    letters: CastlingLetters,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let rights = parts.castling;
    if rights.is_empty() {
        return f.write_str("-");
    }
    for color in Color::ALL {
        let king = (parts.board.role(Role::King) & parts.board.color(color)).first();
        // From the h-file to the a-file, so that the king's wing comes first.
        for rook in rights.rooks_of(color).into_iter().rev() {
            // A wing needs a king, which parts alone may lack.
            let wing = king
                .map(|king| Wing::of(king, rook))
                .filter(|wing| wing.outermost_rook(parts.board, color) == Some(rook));
            let letter = match (letters, wing) {
                (CastlingLetters::Canonical, Some(Wing::King)) => 'k',
                (CastlingLetters::Canonical, Some(Wing::Queen)) => 'q',
                _ => rook.file().to_char(),
            };
            match color {
                Color::White => write!(f, "{}", letter.to_ascii_uppercase())?,
                Color::Black => write!(f, "{letter}")?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::position::castling::CastlingRights;
    use std::string::ToString;

    /// Parts that do not make a position still print as a FEN, and every field comes back.
    #[test]
    fn parts_print_as_they_are_read() {
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "KKk5/8/8/8/8/8/8/pP6 b - e3 65535 4294967295",
            "7r/8/8/8/8/8/8/R7 w Ah c6 7 3",
            "r3k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1",
        ] {
            let parts = PositionBuilder::from_fen(fen, Validity::Strict).unwrap();
            assert_eq!(parts.to_string(), fen);
        }
    }

    #[test]
    fn parts_without_sense_print_too() {
        let mut parts = PositionBuilder::new();
        parts.castling = CastlingRights::NONE.with(Color::White, File::C);
        parts.board.put_code(Square::B8, 15);
        assert_eq!(parts.to_string(), "1?6/8/8/8/8/8/8/8 w C - 0 1");
    }
}
