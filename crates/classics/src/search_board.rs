//! What a search asks of a board besides its moves.

use quadbit_movegen::{EpMode, Move, MoveList, Position, Stage};
use quadbit_x88::{Color, Piece, Square};

use crate::board::Board;
use crate::keys::en_passant_key;

/// A board that a search can play on: implemented for [`Position`] and every board of this crate.
///
/// ```
/// use quadbit_classics::{Board, SearchBoard, mailbox::Mailbox};
/// use quadbit_movegen::{Move, MoveList};
/// let board = Mailbox::from_position(&"4k3/8/8/3r4/2P5/8/8/4K3 w - - 0 1".parse()?);
/// let mut captures = MoveList::default();
/// board.captures(&mut captures);
/// let mv: Move = captures[0].into();
/// assert_eq!(mv.to_string(), "c4d5");
/// assert_eq!(board.piece(mv.to()).map(|piece| piece.to_string()), Some("r".into()));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
pub trait SearchBoard: Board {
    /// Empties the list and writes the legal captures and promotions into it, in the board's own order, which may be
    /// the order in which a search wants to try them.
    fn captures(&self, list: &mut MoveList<Self::Move>);

    /// The side to move.
    fn side_to_move(&self) -> Color;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// The piece on a square, `None` on an empty one.
    fn piece(&self, square: Square) -> Option<Piece>;

    /// The piece that `mv`, a legal move of this position, moves; `None` if its square is empty. Moves that carry their
    /// piece answer without the board.
    #[inline]
    fn mover(&self, mv: Self::Move) -> Option<Piece> {
        let mv: Move = mv.into();
        self.piece(mv.from())
    }

    /// The Zobrist number of everything but the pieces: side to move, castling rights, and the file of a pawn that has
    /// just made a double push and stands next to an enemy pawn. Xored with the numbers of the pieces it is the key of
    /// the position.
    fn state_key(&self) -> u64;

    /// The key of the position, [`state_key`](Self::state_key) xored with the numbers of all pieces; `None` if the
    /// board keeps no key.
    #[inline]
    fn kept_key(&self) -> Option<u64> {
        None
    }
}

impl SearchBoard for Position {
    #[inline]
    fn captures(&self, list: &mut MoveList) {
        self.moves_into(Stage::Tactical, list);
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
    fn piece(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }

    /// Computes the Zobrist number of the state from scratch, which is slow: a search takes
    /// [`kept_key`](SearchBoard::kept_key).
    fn state_key(&self) -> u64 {
        self.kept_key().unwrap_or_default() ^ quadbit_quad::zobrist::board_key(self.board())
    }

    /// Converts [`Position::key`], which has the file of a double push only if a capture en passant is legal, to the
    /// key of the other boards: there an enemy pawn next to the pushed pawn is enough.
    #[inline]
    fn kept_key(&self) -> Option<u64> {
        let mut key = self.key();
        if let Some(target) = self.ep_square(EpMode::Pseudo)
            && self.ep_square(EpMode::Legal).is_none()
        {
            key ^= en_passant_key(target.file());
        }
        Some(key)
    }
}
