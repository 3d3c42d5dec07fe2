//! Keys of parts of the board, for the correction history of engines.

use quadbit_quad::zobrist as piece_keys;
use quadbit_x88::{Color, Piece, Role, Square};

use super::changes::Changes;
use crate::position::Position;

/// Zobrist keys of parts of the board: an engine keeps them alongside a position, and updates them with the
/// [`Changes`] of each move. A position itself holds only the [`key`](Position::key) of everything and the
/// [`pawn_key`](Position::pawn_key).
///
/// ```
/// use quadbit_movegen::{Keys, Move, Position, Square};
/// let start = Position::start();
/// let keys = Keys::new(&start);
/// let mut position = start;
/// let changes = position.play_with_changes(Move::new(Square::G1, Square::F3));
/// assert_eq!(keys.after(&changes), Keys::new(&position));
/// // A white knight has moved.
/// assert_ne!(keys.after(&changes).minors, keys.minors);
/// assert_eq!(keys.after(&changes).majors, keys.majors);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys {
    /// White's and black's pieces except pawns, including the king.
    pub non_pawns: [u64; 2],
    /// Knights and bishops of both sides.
    pub minors: u64,
    /// Rooks and queens of both sides.
    pub majors: u64,
}

impl Keys {
    /// The keys of a position, from scratch: some 20 operations a piece.
    pub fn new(position: &Position) -> Self {
        let board = position.board();
        let mut keys = Self::default();
        for square in board.occupied() - board.pawns() {
            if let Some(piece) = board.get(square) {
                keys.change(square, piece);
            }
        }
        keys
    }

    /// The keys after a move that makes these changes.
    #[inline]
    #[must_use]
    pub fn after(mut self, changes: &Changes) -> Self {
        for &(square, piece) in changes.removed().iter().chain(changes.added()) {
            self.change(square, piece);
        }
        self
    }

    /// The keys of one side's pieces except pawns.
    #[inline]
    pub const fn non_pawns(&self, color: Color) -> u64 {
        self.non_pawns[color.index()]
    }

    /// Adds a piece, or removes it.
    #[inline]
    fn change(&mut self, square: Square, piece: Piece) {
        let key = piece_keys::key(piece.code(), square);
        match piece.role() {
            Role::Pawn => return,
            Role::Knight | Role::Bishop => self.minors ^= key,
            Role::Rook | Role::Queen => self.majors ^= key,
            Role::King => {}
        }
        self.non_pawns[piece.color().index()] ^= key;
    }
}
