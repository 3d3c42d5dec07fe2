//! The same position for the other side, and in the mirror.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Color;

use super::{EnPassant, Position};
use crate::CastlingRights;

impl Position {
    /// The same position with colours exchanged and the board upside down: the other side now has the same moves, each on the
    /// mirrored rank.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/8/4p3/8/8/R3K3 b Q - 3 9".parse()?;
    /// assert_eq!(position.flip_colors().to_string(), "r3k3/8/8/4P3/8/8/8/4K3 w q - 3 9");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let [black, b1, b2, b3] = self.board.planes();
        let white = self.board.occupied() - black;
        let mut castling = CastlingRights::NONE;
        for color in Color::ALL {
            for rook in self.castling.rooks_of(color) {
                castling = castling.with(!color, rook.file());
            }
        }
        let planes = [white, b1, b2, b3].map(Bitboard::flip_ranks);
        let flipped = Self {
            board: QuadBitboard::from_planes(planes),
            castling,
            side_to_move: !self.side_to_move,
            ..*self
        };
        flipped.with_keys()
    }

    /// The same position with left and right exchanged. Castling rights follow their rooks, as in Chess960; since the king's
    /// targets are not symmetric, such a position has other castling moves than its image.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(position.flip_files().to_string(), "3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_files(&self) -> Self {
        let mut castling = CastlingRights::NONE;
        for color in Color::ALL {
            for rook in self.castling.rooks_of(color) {
                castling = castling.with(color, rook.file().flip());
            }
        }
        let legal = self.en_passant.legal().is_some();
        let flipped = Self {
            board: QuadBitboard::from_planes(self.board.planes().map(Bitboard::flip_files)),
            castling,
            en_passant: match self.en_passant.remembered() {
                Some(file) => EnPassant::new(file.flip(), legal),
                None => EnPassant::NONE,
            },
            ..*self
        };
        flipped.with_keys()
    }

    /// The position with its keys computed from scratch.
    fn with_keys(mut self) -> Self {
        (self.key, self.pawn_key) = self.keys_from_scratch();
        self
    }
}
