//! The letters of a FEN's castling field, and what they mean on a board.

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File};

use crate::position::castling::CastlingSide;

/// The letters with which a FEN writes castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook on its side of the king, the file for an inner rook (X-FEN): the usual letters
    /// wherever they are unambiguous.
    #[default]
    Canonical,
    /// Always the file of the rook: `HAha` (Shredder-FEN).
    Shredder,
}

/// What a letter of the castling field means on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastlingLetter {
    /// The right of the rook on this file.
    Rook(File),
    /// The letter means the outermost rook on one side of the king, but there is none, or the king is not on its first
    /// rank.
    NoRook,
    /// The letter is not `k`, `q` or the name of a file.
    Unknown,
}

impl CastlingLetter {
    /// The meaning of `letter`, in either case, for the side `color`.
    #[inline]
    pub(super) fn read(letter: char, color: Color, board: QuadBitboard) -> Self {
        let side = match letter.to_ascii_lowercase() {
            'k' => CastlingSide::King,
            'q' => CastlingSide::Queen,
            file => return File::from_char(file).map_or(Self::Unknown, Self::Rook),
        };
        side.outermost_rook(board, color).map_or(Self::NoRook, |rook| Self::Rook(rook.file()))
    }
}
