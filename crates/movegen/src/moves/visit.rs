//! Legal moves piece by piece, passed to a closure.

use core::ops::ControlFlow;

use quadbit_quad::Bitboard;
use quadbit_x88::{Role, Square};

use super::generate::Sink;
use super::pawn_targets::PawnTargets;
use super::piece_moves::PieceMoves;
use super::stage::{Selection, Stage};
use crate::position::Position;

impl<const KEYED: bool> Position<KEYED> {
    /// Passes the legal moves of `selection`, a [`Stage`] or a part of one, to `each`, one piece after the other, until
    /// `each` breaks. Returns `Break` if `each` did, otherwise `Continue`.
    ///
    /// This is the generator of [`legal_moves`](Self::legal_moves) without its list. For [`Stage::All`] it calls the
    /// closure at most 18 times: once for each piece that can move, the king's castling included, and once more for
    /// each of at most two captures en passant. Pieces come in the order in which cozy-chess passes them: pawns,
    /// captures en passant, knights, bishops, rooks, queens, and the king; of each kind those that are pinned last. For
    /// [`Stage::Tactical`], promotions without a capture follow after all captures, in calls of their own.
    ///
    /// ```
    /// use quadbit_movegen::{Bitboard, Position, Square, Stage};
    /// use std::ops::ControlFlow;
    /// let (position, mut moves) = (Position::start(), Vec::new());
    /// let flow = position.visit_pieces(Stage::All.of(Bitboard::of(Square::G1)), |piece| {
    ///     moves.extend(piece);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(format!("{moves:?}"), "[g1f3, g1h3]");
    /// assert!(flow.is_continue());
    /// ```
    pub fn visit_pieces(
        &self,
        selection: impl Into<Selection>,
        each: impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visitor = Visitor { each, flow: ControlFlow::Continue(()) };
        self.generate_selected(selection.into(), &mut visitor);
        visitor.flow
    }

    /// Whether there is a legal move. Stops at the first piece that has one.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let has_move = |fen: &str| Position::from_fen(fen).map(|position| position.has_legal_move());
    /// assert_eq!(has_move("7k/8/5QK1/8/8/8/8/8 b - - 0 1"), Ok(true));
    /// assert_eq!(has_move("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Ok(false));
    /// ```
    pub fn has_legal_move(&self) -> bool {
        self.visit_pieces(Stage::All, |_| ControlFlow::Break(())).is_break()
    }
}

/// A [`Sink`] that passes each piece with its targets to a closure until the closure breaks.
struct Visitor<F> {
    each: F,
    flow: ControlFlow<()>,
}

impl<F: FnMut(PieceMoves) -> ControlFlow<()>> Sink for Visitor<F> {
    #[inline]
    fn is_done(&self) -> bool {
        self.flow.is_break()
    }

    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        if targets.any() && self.flow.is_continue() {
            self.flow = (self.each)(PieceMoves { role, from, targets });
        }
    }

    #[inline]
    fn king(&mut self, from: Square, steps: Bitboard, rooks: Bitboard) {
        self.piece(Role::King, from, steps | rooks);
    }

    #[inline]
    fn pawns(&mut self, targets: &PawnTargets) {
        for pawn in targets.pawns {
            self.piece(Role::Pawn, pawn, targets.of(pawn));
        }
    }
}
