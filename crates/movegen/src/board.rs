//! The trait of all board representations.

use core::fmt;
use core::ops::Deref;

use crate::moves::board_move::BoardMove;
use crate::moves::move_list::MoveList;
use crate::moves::mv::Move;
use crate::position::Position;

/// A board that can generate, make and unmake legal moves: [`Position`], and every historical representation
/// that is compared with it.
///
/// This is enough for perft, divide, lists of moves and comparisons of generators. A board has its own type
/// of move, which may carry any data that helps to make it, and a list for such moves. Boards that are cheap
/// to copy use themselves as [`Undo`](Self::Undo).
///
/// ```
/// use quadbit_movegen::{Board, BoardMove, Move, Position};
///
/// /// The replies to all legal moves, on any board.
/// fn replies<B: Board>(position: &Position) -> Result<usize, B::Unsupported> {
///     let mut board = B::from_position(position)?;
///     let mut moves = B::List::default();
///     board.legal_moves(&mut moves);
///     let mut replies = 0;
///     for &mv in &*moves {
///         let undo = board.make(mv);
///         replies += board.legal_count();
///         board.unmake(mv, undo);
///     }
///     Ok(replies)
/// }
/// assert_eq!(replies::<Position>(&Position::start()), Ok(400));
/// ```
pub trait Board: Clone {
    /// This board's type of move.
    type Move: BoardMove;

    /// A list with room for the legal moves of one position. Its `Default` is the empty list.
    type List: Default + Deref<Target = [Self::Move]>;

    /// The data about the position before a move that [`unmake`](Self::unmake) needs.
    type Undo;

    /// The error of a position that cannot be set up; [`Infallible`](core::convert::Infallible)
    /// where every position can.
    type Unsupported: fmt::Debug + fmt::Display;

    /// The name of the board on the command line and in tables.
    const NAME: &'static str;

    /// The size of a board in bytes: the data that a search would keep, copy or update for one position.
    const BYTES: usize = size_of::<Self>();

    /// The options that make counting with this board faster. Every board can also count with and
    /// without making the leaves.
    const FEATURES: &'static [Feature] = &[];

    /// The board of a position. Chess960 is not optional: every board castles by the rules of that game.
    ///
    /// # Errors
    /// The board cannot hold this position, or this machine cannot run the board.
    fn from_position(position: &Position) -> Result<Self, Self::Unsupported>;

    /// Empties the list and writes all legal moves into it, in the board's own order.
    fn legal_moves(&self, list: &mut Self::List);

    /// The number of legal moves. Boards that can count without a list override it.
    #[inline]
    fn legal_count(&self) -> usize {
        let mut list = Self::List::default();
        self.legal_moves(&mut list);
        list.len()
    }

    /// Makes a legal move of this position.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
}

/// An option that makes counting faster, if the board supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The vector instructions of a chosen `Level`.
    Level,
    /// Several threads.
    Threads,
    /// A table of known counts.
    Table,
}

impl Board for Position {
    type Move = Move;
    type List = MoveList;
    type Undo = Self;
    type Unsupported = core::convert::Infallible;

    const NAME: &'static str = "quad";
    const FEATURES: &'static [Feature] = &[Feature::Level, Feature::Threads, Feature::Table];

    #[inline]
    fn from_position(position: &Position) -> Result<Self, Self::Unsupported> {
        Ok(*position)
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList) {
        self.legal_moves_into(list);
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
