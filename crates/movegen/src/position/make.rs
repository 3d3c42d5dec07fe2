//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, zobrist as piece_keys};
use quadbit_x88::{Color, Role, Square};

use super::{EnPassant, Position};
use crate::castling::Wing;
use crate::{Board, Move, MoveList, zobrist};

/// A move that the rules do not allow in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position is unchanged then.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// use quadbit_x88::Square;
    /// let mut position = Position::start();
    /// assert!(position.play(Move::new(Square::E2, Square::E4)).is_ok());
    /// assert!(position.play(Move::new(Square::E2, Square::E4)).is_err());
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Makes a move that is known to be legal, such as one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move leaves a position without meaning, in which later calls may give nonsense or panic, but never
    /// undefined behaviour.
    ///
    /// The board changes by the xor of a delta, the keys by the xor of a few numbers.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let mover = self.board.code(from);
        let target = self.board.code(to);
        let is_pawn = mover >> 1 == Role::Pawn.code();

        self.forget_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        if target != 0 && (target ^ mover) & 1 == 0 {
            self.castle(us, from, to, mover, target);
        } else {
            let placed = mv.promotion().map_or(mover, |role| role.of(us).code());
            self.replace(from, mover, 0);
            self.replace(to, target, placed);
            if is_pawn || target != 0 {
                self.halfmoves = 0;
            }
        }
        if is_pawn && target == 0 && from.file() != to.file() {
            self.replace(Square::new(to.file(), from.rank()), mover ^ 1, 0);
        }
        if !self.castling.is_empty() {
            self.revoke_castling(us, from, to, mover);
        }

        self.fullmoves = self.fullmoves.saturating_add(us as u32);
        self.side_to_move = !us;
        self.key ^= zobrist::BLACK_TO_MOVE;
        if is_pawn && from.index().abs_diff(to.index()) == 16 {
            self.remember_double_push(to);
        }
    }

    /// Exchanges what stands on a square, in the board and in the keys. Code 0 is nothing.
    #[inline]
    fn replace(&mut self, square: Square, old: u8, new: u8) {
        self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(square), old ^ new));
        self.key ^= piece_keys::key(old, square) ^ piece_keys::key(new, square);
        for code in [old, new] {
            if code >> 1 == Role::Pawn.code() {
                self.pawn_key ^= piece_keys::key(code, square);
            }
        }
    }

    /// King and rook leave their squares, then both arrive: in Chess960 one may arrive where the other stood.
    fn castle(&mut self, us: Color, king_from: Square, rook_from: Square, king: u8, rook: u8) {
        let wing = Wing::of(king_from, rook_from);
        self.replace(king_from, king, 0);
        self.replace(rook_from, rook, 0);
        self.replace(wing.king_target(us), 0, king);
        self.replace(wing.rook_target(us), 0, rook);
    }

    /// Rights end when the king moves, and when a castling rook moves or is captured.
    #[inline]
    fn revoke_castling(&mut self, us: Color, from: Square, to: Square, mover: u8) {
        let mut rights = self.castling.without_rooks(Bitboard::of(from).with(to));
        if mover >> 1 == Role::King.code() {
            rights = rights.without_side(us);
        }
        if rights != self.castling {
            self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
            self.castling = rights;
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if let Some(file) = self.en_passant.legal() {
            self.key ^= zobrist::en_passant(file);
        }
        self.en_passant = EnPassant::NONE;
    }

    /// Remembers the file of a pawn that the opponent of the side to move has just pushed to `pawn`, and looks whether
    /// it can be captured: only if a pawn stands beside it need anything be computed.
    #[inline]
    pub(super) fn remember_double_push(&mut self, pawn: Square) {
        let file = pawn.file();
        let legal = self.has_legal_ep(self.ep_target(file));
        self.en_passant = EnPassant::new(file, legal);
        if legal {
            self.key ^= zobrist::en_passant(file);
        }
    }
}

impl Board for Position {
    type Undo = Self;

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
