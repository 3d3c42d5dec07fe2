//! The changes of a move: pieces that leave their squares, pieces that arrive, and the key.

use quadbit_quad::zobrist as piece_keys;
use quadbit_x88::{Color, Piece, Role, Square};

use super::castling::is_castling;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::captured_en_passant;
use crate::position::zobrist;

/// The difference that a move makes on the board: the pieces that a network subtracts and adds to update its
/// inputs. There are three shapes, so that each can be one fused update of known length.
///
/// | move | removed | added |
/// |---|---|---|
/// | plain | the piece | the piece |
/// | promotion | the pawn | the new piece |
/// | capture, also en passant | the piece, the victim | the piece |
/// | capture with promotion | the pawn, the victim | the new piece |
/// | castling | king, rook | king, rook |
///
/// [`removed`](Self::removed) and [`added`](Self::added) are the same as slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// A move that neither captures nor castles.
    Plain {
        /// The moving piece on the square that it leaves.
        removed: [(Square, Piece); 1],
        /// The arriving piece: the same, or the one that a pawn becomes.
        added: [(Square, Piece); 1],
    },
    /// A capture.
    Capture {
        /// The moving piece on the square that it leaves, and its victim.
        removed: [(Square, Piece); 2],
        /// The arriving piece.
        added: [(Square, Piece); 1],
    },
    /// Castling. In Chess960 a king or rook may castle to the square on which it stands; it is then removed
    /// from that square and added to it.
    Castling {
        /// King and rook before the move.
        removed: [(Square, Piece); 2],
        /// King and rook after it.
        added: [(Square, Piece); 2],
    },
}

impl Changes {
    /// The pieces that leave their squares, the moving one first: one or two.
    #[inline]
    pub const fn removed(&self) -> &[(Square, Piece)] {
        match self {
            Self::Plain { removed, .. } => removed,
            Self::Capture { removed, .. } | Self::Castling { removed, .. } => removed,
        }
    }

    /// The pieces that arrive, each on a square that was empty or whose piece is
    /// [`removed`](Self::removed): one or two.
    #[inline]
    pub const fn added(&self) -> &[(Square, Piece)] {
        match self {
            Self::Plain { added, .. } | Self::Capture { added, .. } => added,
            Self::Castling { added, .. } => added,
        }
    }

    /// The changes of a move, by the codes of the leaving, arriving and captured pieces; 0 if
    /// nothing is captured.
    #[inline(always)]
    pub(super) fn of_codes(
        (from, mover): (Square, u8),
        (to, placed): (Square, u8),
        (victim_square, victim): (Square, u8),
    ) -> Self {
        let removed = (from, piece(mover));
        let added = [(to, piece(placed))];
        match Piece::from_code(victim) {
            Some(victim) => Self::Capture { removed: [removed, (victim_square, victim)], added },
            None => Self::Plain { removed: [removed], added },
        }
    }

    /// The changes of castling with the rook on a square.
    #[inline]
    pub(super) fn of_castling(us: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        let on = |[king, rook]: [Square; 2]| [(king, Role::King.of(us)), (rook, Role::Rook.of(us))];
        Self::Castling { removed: on([king, rook]), added: on([side.king_target(us), side.rook_target(us)]) }
    }
}

/// The piece with a code. An empty square, which no legal move starts from, gives a pawn.
#[inline(always)]
fn piece(code: u8) -> Piece {
    Piece::from_code(code).unwrap_or(Piece::ALL[0])
}

impl Position {
    /// The changes of a legal move on the board, without making it.
    ///
    /// ```
    /// use quadbit_movegen::{Changes, Color, Move, Position, Role, Square};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let [pawn, queen] = [Role::Pawn, Role::Queen].map(|role| role.of(Color::White));
    /// let rook = Role::Rook.of(Color::Black);
    /// assert_eq!(
    ///     position.changes(Move::promoting(Square::E7, Square::D8, Role::Queen)),
    ///     Changes::Capture { removed: [(Square::E7, pawn), (Square::D8, rook)], added: [(Square::D8, queen)] }
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn changes(&self, mv: Move) -> Changes {
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = [from, to].map(|square| self.board().code(square));
        if is_castling(mover, target) {
            return Changes::of_castling(self.side_to_move(), from, to);
        }
        let placed = match mv.promotion() {
            Some(role) => role.code() << 1 | mover & 1,
            None => mover,
        };
        let victim = if self.ep() == Some(to) && mover >> 1 == Role::Pawn.code() {
            (captured_en_passant(from, to), mover ^ 1)
        } else {
            (to, target)
        };
        Changes::of_codes((from, mover), (to, placed), victim)
    }

    /// The [`key`](Self::key) of the position after a legal move, without making it, for example to
    /// prefetch a hash table entry.
    ///
    /// Exact in every case. Only after a double push beside an enemy pawn is the move made on a copy, to see
    /// whether a capture en passant is legal.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(position.key_after(mv), position.after(mv).key());
    /// ```
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let mover = self.board().code(from);
        let is_double_push = mover >> 1 == Role::Pawn.code() && from.index().abs_diff(to.index()) == 16;
        if is_double_push && self.next_to_enemy_pawns().has(to) {
            return self.after(mv).key();
        }
        let changes = self.changes(mv);
        let pieces = changes.removed().iter().chain(changes.added());
        let key = pieces.fold(self.key, |key, &(square, piece)| key ^ piece_keys::key(piece.code(), square));
        let rights = self.rights_after(us, from, to, mover);
        let castling = if rights == self.castling {
            0
        } else {
            zobrist::castling(self.castling) ^ zobrist::castling(rights)
        };
        let en_passant = self.en_passant.legal().map_or(0, zobrist::en_passant);
        key ^ castling ^ en_passant ^ zobrist::BLACK_TO_MOVE
    }
}
