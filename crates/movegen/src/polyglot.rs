//! The key of the Polyglot book format.

use quadbit_x88::Color;

use crate::castling::Wing;
use crate::generated::polyglot::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};
use crate::{EpMode, Position};

impl Position {
    /// The key that opening books in Polyglot's format are sorted by.
    ///
    /// It counts en passant whenever a pawn stands beside the pushed one, whether it may capture or not, and it knows
    /// castling rights by their wing only. So equal positions mostly have equal keys, but
    /// [`key`](Self::key) is the one to rely on. Computed from scratch each time.
    ///
    /// Source: the format's description, <http://hgm.nubati.net/book_format.html>.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// assert_eq!(Position::start().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.board().occupied() {
            if let Some(piece) = self.get(square) {
                // Kinds are numbered as piece codes are, but from 0 and with black first.
                let kind = 2 * (piece.role().code() as usize - 1) + piece.color().other().index();
                key ^= PIECES[kind][square.index()];
            }
        }
        for color in Color::ALL {
            let king = self.king(color);
            for rook in self.castling_rights().rooks_of(color) {
                key ^= CASTLING[2 * color.index() + Wing::of(king, rook) as usize];
            }
        }
        if let Some(square) = self.ep_square(EpMode::Pseudo) {
            key ^= EN_PASSANT[square.file().index()];
        }
        if self.side_to_move() == Color::White {
            key ^= WHITE_TO_MOVE;
        }
        key
    }
}
