//! What the search asks of a position, on whatever board it is stored.
//!
//! 1. The search asks for the key, checks and draws, lists the moves and visits them in stages.
//! 2. [`Node::play`] makes a move, runs the rest of the search on the position after it, and takes it back.
//! 3. A method that a board does not override has a default, with which the search leaves a step out: null moves,
//!    exchanges, repetitions to come, the structure of pawns.
//!
//! On [`Position`] the search leaves out none of them.

use quadbit_movegen::{Bitboard, Color, Effect, Move, Piece, PieceValues, Position, Role, Square, Stage};

/// What pieces are worth in an exchange, in hundredths of a pawn.
pub(crate) const VALUES: PieceValues = PieceValues::new([100, 320, 330, 500, 950]);

/// A move that the search has not tried yet.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) mover: Role,
    /// The captured piece, also for en passant.
    pub(crate) victim: Option<Role>,
}

/// A position in the tree of a search.
pub(crate) trait Node: Sized {
    /// A move, with whatever helps the board to make it.
    type Move: Copy + PartialEq + Into<Move>;

    fn from_position(position: &Position) -> Self;

    /// The key of the position: equal for equal positions.
    fn key(&self) -> u64;

    fn side_to_move(&self) -> Color;

    fn is_check(&self) -> bool;

    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// Lists the moves that [`visit`](Self::visit) will pass on: all if `_all`, otherwise only captures and promotions.
    /// Only boards that generate the moves of all stages at once need it.
    fn list(&mut self, _all: bool) {}

    /// Calls `each` for the legal moves of `stage`, in any order.
    fn visit(&self, stage: Stage, each: impl FnMut(Candidate<Self::Move>));

    /// Returns `mv`, a move of a position with the same key, as a move of this position; `None` if it is not legal
    /// here.
    fn find(&self, mv: Self::Move) -> Option<Self::Move>;

    /// Whether a legal move neither captures nor promotes.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// Runs `then` on the position after a legal move, with what the move did.
    fn play<T>(&mut self, mv: Self::Move, then: impl FnOnce(&mut Self, Effect) -> T) -> T;

    /// Whether the position is drawn: it repeats one of those whose keys are `earlier`, or the fifty-move rule applies
    /// and it is not mate. [`Position`] also finds material with which no side can mate.
    fn is_drawn(&self, earlier: &[u64]) -> bool;

    /// Whether one legal move leads to a position whose key is in `earlier`.
    fn can_repeat(&self, _earlier: &[u64]) -> bool {
        false
    }

    /// Runs `_then` on the position after a null move. Returns `None` by default, in check, and if the side to move has
    /// only pawns and its king, because then it may lose just because it must move.
    fn pass<T>(&mut self, _then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        None
    }

    /// Whether the exchange that a capture or promotion begins loses no material; by default always true.
    fn wins_exchange(&self, _mv: Self::Move) -> bool {
        true
    }

    /// What the position is worth to its side to move, without looking ahead. `counted` is what its pieces and pawns
    /// are worth, counted by [`Sums`](crate::evaluate::Sums); by default the result.
    fn evaluate(&self, counted: i32) -> i32 {
        counted
    }

    /// A key of only the pawns; by default always 0, because [`pawns`](Self::pawns) has none.
    fn pawn_key(&self) -> u64 {
        0
    }

    /// White's and Black's pawns; by default none.
    fn pawns(&self) -> [Bitboard; 2] {
        [Bitboard::EMPTY; 2]
    }
}

impl Node for Position {
    type Move = Move;

    fn from_position(position: &Position) -> Self {
        *position
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        Self::side_to_move(self)
    }

    #[inline]
    fn is_check(&self) -> bool {
        Self::is_check(self)
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        Self::piece_at(self, square)
    }

    #[inline]
    fn visit(&self, stage: Stage, mut each: impl FnMut(Candidate<Move>)) {
        Self::visit(self, stage, |found| {
            each(Candidate { mv: found.mv, mover: found.mover, victim: found.victim });
        });
    }

    #[inline]
    fn find(&self, mv: Move) -> Option<Move> {
        self.is_legal(mv).then_some(mv)
    }

    #[inline]
    fn is_quiet(&self, mv: Move) -> bool {
        Self::is_quiet(self, mv)
    }

    #[inline]
    fn play<T>(&mut self, mv: Move, then: impl FnOnce(&mut Self, Effect) -> T) -> T {
        let (mut after, effect) = self.after_with_effect(mv);
        then(&mut after, effect)
    }

    #[inline]
    fn is_drawn(&self, earlier: &[u64]) -> bool {
        self.repetitions(earlier) > 0
            || self.has_insufficient_material()
            || self.allows_fifty_move_claim() && !(Self::is_check(self) && self.legal_count() == 0)
    }

    #[inline]
    fn can_repeat(&self, earlier: &[u64]) -> bool {
        self.has_upcoming_repetition(earlier)
    }

    #[inline]
    fn pass<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let board = self.board();
        let officers = board.color(Self::side_to_move(self)) - board.pawns() - board.kings();
        self.null_move().filter(|_| officers.any()).map(|mut passed| then(&mut passed))
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        Self::wins_exchange(self, mv, 0, &VALUES)
    }

    #[inline]
    fn pawn_key(&self) -> u64 {
        Self::pawn_key(self)
    }

    #[inline]
    fn pawns(&self) -> [Bitboard; 2] {
        let board = self.board();
        Color::ALL.map(|color| board.pawns() & board.color(color))
    }
}
