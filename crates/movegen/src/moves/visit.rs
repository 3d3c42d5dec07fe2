//! Legal moves piece by piece, passed to a closure.

use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Role, Square};

use super::generate::{Scope, Sink};
use super::piece_moves::PieceMoves;
use crate::position::Position;

impl Position {
    /// Passes the legal moves to `visit`, one piece after the other, until `visit` returns true. Returns whether it
    /// did.
    ///
    /// This is the generator behind [`legal_moves`](Self::legal_moves) without a list. It calls the closure at most 18
    /// times: once for each piece that can move, the king's castling included, and once more for each of at most two
    /// captures en passant. Pieces come in the order in which cozy-chess passes them: pawns, captures en passant,
    /// knights, bishops, rooks, queens, and the king; of each kind those that are pinned last.
    ///
    /// ```
    /// use quadbit_movegen::{Position, Role};
    /// let position = Position::start();
    /// let mut knight_moves = 0;
    /// position.generate_moves(|piece| {
    ///     if piece.role == Role::Knight {
    ///         knight_moves += piece.len();
    ///     }
    ///     false
    /// });
    /// assert_eq!(knight_moves, 4);
    /// assert!(position.generate_moves(|_| true), "there is a legal move");
    /// ```
    pub fn generate_moves(&self, visit: impl FnMut(PieceMoves) -> bool) -> bool {
        self.generate_moves_for(Bitboard::ALL, visit)
    }

    /// Passes the legal moves of the pieces on the squares of `pieces` to `visit`, one piece after the other, until
    /// `visit` returns true, as [`generate_moves`](Self::generate_moves) does.
    ///
    /// ```
    /// use quadbit_movegen::{Bitboard, Position, Square};
    /// let mut moves = Vec::new();
    /// Position::start().generate_moves_for(Bitboard::of(Square::G1), |piece| {
    ///     moves.extend(piece);
    ///     false
    /// });
    /// assert_eq!(format!("{moves:?}"), "[g1f3, g1h3]");
    /// ```
    pub fn generate_moves_for(&self, pieces: Bitboard, visit: impl FnMut(PieceMoves) -> bool) -> bool {
        let mut visitor = Visitor { visit, is_done: false };
        self.generate_some(Scope { pieces, ..Scope::ALL }, &mut visitor);
        visitor.is_done
    }
}

/// A receiver that calls a closure until it returns true.
struct Visitor<F> {
    visit: F,
    is_done: bool,
}

impl<F: FnMut(PieceMoves) -> bool> Sink for Visitor<F> {
    #[inline]
    fn is_done(&self) -> bool {
        self.is_done
    }

    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        if targets.any() && !self.is_done {
            self.is_done = (self.visit)(PieceMoves { role, from, targets });
        }
    }

    #[inline]
    fn king(&mut self, from: Square, steps: Bitboard, rooks: Bitboard) {
        self.piece(Role::King, from, steps | rooks);
    }

    #[inline]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        for pawn in pawns {
            self.piece(Role::Pawn, pawn, position.pawn_targets(us, Bitboard::of(pawn), allowed).union());
        }
    }
}
