//! What a move changes, without making it: pieces that leave their squares, pieces that arrive, and the key.

use quadbit_quad::{Bitboard, zobrist as piece_keys};
use quadbit_x88::{Piece, Rank, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::captured_en_passant;
use crate::position::zobrist;

/// The difference that a move makes on the board: at most two pieces leave their squares, and at most two arrive.
///
/// | move | removed | added |
/// |---|---|---|
/// | plain | the piece | the piece |
/// | capture | the piece, the victim | the piece |
/// | promotion | the pawn, perhaps a victim | the new piece |
/// | castling | king, rook | king, rook |
///
/// It is what a network that is updated move by move subtracts and adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    removed: [Change; 2],
    added: [Change; 2],
}

/// A square and the code of a piece that leaves it or arrives; 0 if none does.
type Change = (Square, u8);

impl Changes {
    /// The pieces that leave their squares, the moving one first; one or two.
    #[inline]
    pub fn removed(self) -> impl Iterator<Item = (Square, Piece)> {
        pieces(self.removed)
    }

    /// The pieces that arrive, each on a square that was empty or whose piece is [`removed`](Self::removed); one or two.
    #[inline]
    pub fn added(self) -> impl Iterator<Item = (Square, Piece)> {
        pieces(self.added)
    }
}

/// Two options in a chain, which compile to less than an array that is filtered.
#[inline]
fn pieces([first, second]: [Change; 2]) -> impl Iterator<Item = (Square, Piece)> {
    let piece = |(square, code): Change| Piece::from_code(code).map(|piece| (square, piece));
    piece(first).into_iter().chain(piece(second))
}

impl Position {
    /// What a legal move changes on the board, without making it. A king or rook that castles and stays on its square, as
    /// may happen in Chess960, is neither removed nor added.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Move, Position, Role, Square};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let changes = position.changes(Move::promoting(Square::E7, Square::D8, Role::Queen));
    /// let [pawn, queen] = [Role::Pawn, Role::Queen].map(|role| role.of(Color::White));
    /// let rook = Role::Rook.of(Color::Black);
    /// assert!(changes.removed().eq([(Square::E7, pawn), (Square::D8, rook)]));
    /// assert!(changes.added().eq([(Square::D8, queen)]));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn changes(&self, mv: Move) -> Changes {
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = [from, to].map(|square| self.board().code(square));
        if target != 0 && (target ^ mover) & 1 == 0 {
            let (us, side) = (self.side_to_move(), CastlingSide::of(from, to));
            let [king_to, rook_to] = [side.king_target(us), side.rook_target(us)];
            let [king, rook] = [(mover, from == king_to), (target, to == rook_to)]
                .map(|(code, stays)| if stays { 0 } else { code });
            return Changes {
                removed: [(from, king), (to, rook)],
                added: [(king_to, king), (rook_to, rook)],
            };
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
        Changes { removed: [(from, mover), victim], added: [(to, placed), (to, 0)] }
    }

    /// The [`key`](Self::key) of the position after a legal move, without making it: to look into a hash table early.
    ///
    /// Exact in every case. Only after a double push beside an enemy pawn is the move made on a copy, to see whether a capture
    /// en passant is legal.
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
        if mover >> 1 == Role::Pawn.code() && from.index().abs_diff(to.index()) == 16 {
            let row = self.pieces(!us, Role::Pawn) & Bitboard::rank(Rank::Fourth.relative_to(us));
            if (row << 1 | row >> 1).has(to) {
                return self.after(mv).key();
            }
        }
        let changes = self.changes(mv);
        let pieces = changes.removed().chain(changes.added());
        let key = pieces.fold(self.key, |key, (square, piece)| key ^ piece_keys::key(piece.code(), square));
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
