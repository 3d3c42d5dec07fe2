//! FEN: a position as a line of text.

mod error;
mod reader;

use core::fmt;

use quadbit_x88::{Color, File, Rank, Square};

pub use error::{FenError, FenField};
pub(crate) use reader::read;

use crate::castling::Wing;
use crate::{EpMode, Position};

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

impl Fen {
    pub(crate) const fn new(position: Position, style: FenStyle) -> Self {
        Self { position, style }
    }

    /// All but the clocks, as an EPD begins.
    pub(crate) fn write_four_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(&self.position, f)?;
        write!(f, " {} ", self.position.side_to_move())?;
        write_castling(&self.position, self.style.castling, f)?;
        match self.position.ep_square(self.style.ep) {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }
}

/// The six fields, one blank between.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_four_fields(f)?;
        write!(f, " {} {}", self.position.halfmoves(), self.position.fullmoves())
    }
}

fn write_board(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match position.get(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    write!(f, "{piece}")?;
                }
            }
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

fn write_castling(position: &Position, letters: CastlingLetters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rights = position.castling_rights();
    if rights.is_empty() {
        return f.write_str("-");
    }
    for color in Color::ALL {
        // From the h-file to the a-file, so that the king's wing comes first.
        for rook in rights.rooks_of(color).into_iter().rev() {
            let wing = Wing::of(position.king(color), rook);
            let letter = match letters {
                CastlingLetters::Canonical if wing.outermost_rook(position.board(), color) == Some(rook) => {
                    match wing {
                        Wing::King => 'k',
                        Wing::Queen => 'q',
                    }
                }
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
