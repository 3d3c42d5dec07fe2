//! The kind of a legal move: capture, en passant, castling.

use quadbit_x88::{Piece, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

/// Questions about legal moves; for other moves the results are meaningless. Each costs a few operations.
impl Position {
    /// Whether a legal move captures, including en passant. Castling, which goes to the
    /// rook's square, does not.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1".parse()?;
    /// assert!(position.is_capture(Move::new(Square::E5, Square::D6)));
    /// assert!(!position.is_capture(Move::new(Square::E5, Square::E6)));
    /// assert!(!position.is_capture(Move::new(Square::E1, Square::H1)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board().color(!self.side_to_move()).has(mv.to()) || self.is_en_passant(mv)
    }

    /// Whether a legal move is one of [`Stage::Quiet`](crate::Stage::Quiet): it neither captures nor promotes.
    ///
    /// ```
    /// use quadbit_movegen::{Position, Stage};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.moves(Stage::Quiet).iter().all(|&mv| position.is_quiet(mv)));
    /// assert!(!position.moves(Stage::Tactical).iter().any(|&mv| position.is_quiet(mv)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        !(self.is_capture(mv) || mv.is_promotion())
    }

    /// Whether a legal move captures en passant.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        // The first test is predictable, because few positions have a pawn to capture.
        self.ep().is_some_and(|square| square == mv.to() && self.board().pawns().has(mv.from()))
    }

    /// The piece that a legal move captures; `None` if it captures nothing.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Move, Position, Role, Square};
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1".parse()?;
    /// assert_eq!(position.captured(Move::new(Square::E5, Square::D6)), Some(Role::Pawn.of(Color::Black)));
    /// assert_eq!(position.captured(Move::new(Square::E1, Square::H1)), None);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match self.get(mv.to()) {
            Some(victim) => (victim.color() != self.side_to_move()).then_some(victim),
            None => self.is_en_passant(mv).then(|| Role::Pawn.of(!self.side_to_move())),
        }
    }

    /// The square of the piece that a legal move captures: its target, or the square of the captured pawn in
    /// en passant. If the move captures nothing the square is empty; if it castles the rook stands there.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(position.capture_square(Move::new(Square::E5, Square::D6)), Square::D5);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn capture_square(&self, mv: Move) -> Square {
        if self.is_en_passant(mv) { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() }
    }

    /// The side to which a legal move castles; `None` if it does not castle.
    #[inline]
    pub fn castling_side(&self, mv: Move) -> Option<CastlingSide> {
        self.is_castling(mv).then(|| CastlingSide::of(mv.from(), mv.to()))
    }

    /// The square of the moving piece after the move: the target, or for castling the king's new square.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.destination(Move::new(Square::E1, Square::H1)), Square::G1);
    /// assert_eq!(position.destination(Move::new(Square::E1, Square::E2)), Square::E2);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn destination(&self, mv: Move) -> Square {
        self.castling_side(mv).map_or(mv.to(), |side| side.king_target(self.side_to_move()))
    }

    /// Whether a legal move resets the clock of the fifty-move rule: a capture, or the move of a pawn.
    #[inline]
    pub fn resets_clock(&self, mv: Move) -> bool {
        self.is_capture(mv) || self.get(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn)
    }
}
