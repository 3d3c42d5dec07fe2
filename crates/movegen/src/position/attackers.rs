//! Who attacks a square: attackers, checkers, and captures en passant.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::Position;

impl Position {
    /// The pieces of both sides that attack a square, over the board's own occupancy.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// use quadbit_x88::Square;
    /// let position = Position::start();
    /// assert_eq!(
    ///     position.attackers_to(Square::F3).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . 1 . 1 .\n\
    ///      . . . . . . 1 .\n"
    /// );
    /// ```
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.attackers_over(square, self.board.occupied())
    }

    /// The pieces of both sides that attack a square when sliders see this occupancy. Pieces that are not in it still
    /// attack; the caller masks what it has taken off the board.
    #[inline]
    pub(crate) fn attackers_over(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.board;
        let white_pawns = attacks::pawn(Color::Black, square) - board.black();
        let black_pawns = attacks::pawn(Color::White, square) & board.black();
        (white_pawns | black_pawns) & board.pawns()
            | attacks::knight(square) & board.knights()
            | attacks::king(square) & board.kings()
            | attacks::rook(square, occupied) & board.orthogonal_sliders()
            | attacks::bishop(square, occupied) & board.diagonal_sliders()
    }

    /// Whether a piece of `them` attacks a square when sliders see this occupancy. Sliders are looked up only if one
    /// stands on a line of the square at all.
    #[inline]
    pub(crate) fn is_attacked_over(&self, square: Square, them: Color, occupied: Bitboard) -> bool {
        let board = self.board;
        let theirs = board.color(them);
        let leapers = attacks::pawn(!them, square) & board.pawns()
            | attacks::knight(square) & board.knights()
            | attacks::king(square) & board.kings();
        if leapers.meets(theirs) {
            return true;
        }
        let [rank, file, diagonal, antidiagonal] = attacks::lines(square);
        let orthogonal = board.orthogonal_sliders() & theirs;
        if orthogonal.meets(rank | file) && orthogonal.meets(attacks::rook(square, occupied)) {
            return true;
        }
        let diagonals = board.diagonal_sliders() & theirs;
        diagonals.meets(diagonal | antidiagonal) && diagonals.meets(attacks::bishop(square, occupied))
    }

    /// The pieces that give check to the side to move: none, one, or two. (Relaxed reading also takes positions with more, which no
    /// game can give.)
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.checkers().to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . 1 . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . 1 . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn checkers(&self) -> Bitboard {
        self.attackers_to(self.king(self.side_to_move)) & self.board.color(!self.side_to_move)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        let us = self.side_to_move;
        self.is_attacked_over(self.king(us), !us, self.board.occupied())
    }

    /// The pawns of the side to move that stand beside a pawn that has just been pushed past this square.
    #[inline]
    pub(crate) fn ep_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn(!self.side_to_move, target) & self.pieces(self.side_to_move, Role::Pawn)
    }

    /// Whether the pawn on `from` may capture en passant on `target`: the capture is made on a copy of the occupancy,
    /// and the king looks whether anybody sees it then. Exact in every case, because it is the rule itself.
    pub(crate) fn is_ep_legal(&self, from: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let victim = Square::new(target.file(), from.rank());
        let occupied = self.board.occupied().without(from).without(victim).with(target);
        let attackers = self.attackers_over(self.king(us), occupied) & self.board.color(!us);
        attackers.without(victim).is_empty()
    }

    /// Whether any en passant capture on `target` is legal.
    pub(crate) fn has_legal_ep(&self, target: Square) -> bool {
        self.ep_capturers(target).into_iter().any(|from| self.is_ep_legal(from, target))
    }

    /// The pawns that may capture en passant: none, one or two.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(
    ///     position.legal_ep_capturers().to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . 1 . 1 . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[cold]
    pub fn legal_ep_capturers(&self) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        if let Some(target) = self.ep() {
            for pawn in self.ep_capturers(target) {
                if self.is_ep_legal(pawn, target) {
                    pawns = pawns.with(pawn);
                }
            }
        }
        pawns
    }
}
