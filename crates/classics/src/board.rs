//! The trait of all board representations.

use quadbit_movegen::{Move, MoveList, Position, Stage};

/// A board that can generate, make and unmake legal moves: [`Position`], and every historical representation
/// that is compared with it.
///
/// This is enough for perft, divide, lists of moves and comparisons of generators. A board has its own type
/// of move, which may carry any data that helps to make it. Boards that are cheap to copy use themselves as
/// [`Undo`](Self::Undo).
///
/// ```
/// use quadbit_classics::Board;
/// use quadbit_movegen::{MoveList, Position};
///
/// /// The replies to all legal moves, on any board.
/// fn replies<B: Board>(position: &Position) -> usize {
///     let mut board = B::from_position(position);
///     let mut moves = MoveList::default();
///     board.legal_moves(&mut moves);
///     let mut replies = 0;
///     for &mv in &*moves {
///         let undo = board.make(mv);
///         replies += board.legal_count();
///         board.unmake(mv, undo);
///     }
///     replies
/// }
/// assert_eq!(replies::<Position>(&Position::start()), 400);
/// ```
pub trait Board: Clone {
    /// The type of this board's moves. Its `Default` fills the end of a list.
    type Move: Copy + Default + Into<Move>;

    /// What [`unmake`](Self::unmake) needs to know about the position before a move.
    type Undo;

    /// Converts a position to this board. Chess960 is not optional: every board castles by the rules of Chess960.
    fn from_position(position: &Position) -> Self;

    /// Empties `list` and writes all legal moves into it, in the board's own order.
    fn legal_moves(&self, list: &mut MoveList<Self::Move>);

    /// The number of legal moves. Boards that can count without a list override it.
    #[inline]
    fn legal_count(&self) -> usize {
        let mut list = MoveList::default();
        self.legal_moves(&mut list);
        list.len()
    }

    /// Makes `mv`, which must be a legal move, and returns what is needed to take it back.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move made, with the data that [`make`](Self::make) returned.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
}

impl Board for Position {
    type Move = Move;
    type Undo = Self;

    #[inline]
    fn from_position(position: &Position) -> Self {
        *position
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList) {
        self.moves_into(Stage::All, list);
    }

    #[inline]
    fn legal_count(&self) -> usize {
        Self::legal_count(self)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Self {
        let before = *self;
        self.play_unchecked(mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, before: Self) {
        *self = before;
    }
}
