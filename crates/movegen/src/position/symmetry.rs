//! Flips of a position: colours exchanged, and files mirrored.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File};

use super::Position;
use super::builder::PositionBuilder;
use super::castling::CastlingRights;
use super::validity::Validity;

impl Position {
    /// The position with the sides exchanged: ranks in reverse order, the colour of every piece changed, and
    /// the other side to move. A symmetric evaluation must give the same number for it.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 3 9".parse()?;
    /// assert_eq!(position.flip_colors().to_string(), "4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 3 9");
    /// assert_eq!(position.flip_colors().flip_colors(), position);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let mut parts = PositionBuilder::from(self);
        let [_, b1, b2, b3] = self.board.planes();
        // Plane 0, the set of black pieces, becomes the set of the pieces that were white.
        let planes = [self.board.white(), b1, b2, b3].map(Bitboard::flip_ranks);
        parts.board = QuadBitboard::from_planes(planes);
        parts.side_to_move = !self.side_to_move();
        parts.castling = CastlingRights::EMPTY;
        for color in Color::ALL {
            for rook in self.castling_rights().rooks_of(color) {
                parts.castling = parts.castling.with(!color, rook.file());
            }
        }
        rebuilt(&parts)
    }

    /// The position mirrored left to right; `None` if a side may still castle, because castling is not
    /// symmetric: the king always goes to the c- or the g-file.
    ///
    /// To ignore castling, remove the rights with a [`PositionBuilder`] first.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "r3k3/8/8/3pP3/8/8/8/4K2R w - d6 3 9".parse()?;
    /// let mirrored = position.flip_files().unwrap();
    /// assert_eq!(mirrored.to_string(), "3k3r/8/8/3Pp3/8/8/8/R2K4 w - e6 3 9");
    /// assert_eq!(Position::start().flip_files(), None);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_files(&self) -> Option<Self> {
        let mut parts = PositionBuilder::from(self);
        parts.board = QuadBitboard::from_planes(self.board.planes().map(Bitboard::flip_files));
        parts.en_passant = parts.en_passant.map(File::flip);
        self.castling_rights().is_empty().then(|| rebuilt(&parts))
    }
}

/// Builds a position from the parts of a valid one after a flip, which keeps it valid.
fn rebuilt(parts: &PositionBuilder) -> Position {
    match parts.build(Validity::Relaxed) {
        Ok(position) => position,
        Err(_) => unreachable!("a flipped position is as valid as the original"),
    }
}
