//! The letters of the castling field.

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File, Square};

use crate::position::castling::CastlingSide;

/// The letters with which a FEN writes castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook of a side, the file for an inner one (X-FEN): the usual letters wherever
    /// they are unambiguous.
    #[default]
    Canonical,
    /// Always the file of the rook: `HAha` (Shredder-FEN).
    Shredder,
}

/// The file of the rook that the castling letter `letter` of `color` means: `None` if no such letter exists,
/// `Some(None)` if it names a side without a rook.
#[expect(clippy::option_option, reason = "a letter without a rook is a letter all the same")]
#[inline]
pub(super) fn castling_file(letter: char, color: Color, board: QuadBitboard) -> Option<Option<File>> {
    Some(match letter.to_ascii_lowercase() {
        'k' => CastlingSide::King.outermost_rook(board, color).map(Square::file),
        'q' => CastlingSide::Queen.outermost_rook(board, color).map(Square::file),
        c => Some(File::from_char(c)?),
    })
}
