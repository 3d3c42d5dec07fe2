//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, zobrist as piece_keys};
use quadbit_x88::{Color, Role, Square};

use super::castling::castling_changes;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingRights;
use crate::position::en_passant::{EnPassant, captured_en_passant};
use crate::position::zobrist;

/// A move that is not legal in the position.
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
    /// use quadbit_movegen::{Move, Position, Square};
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

    /// The position after a move that is known to be legal, made on a copy with
    /// [`play_unchecked`](Self::play_unchecked).
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let start = Position::start();
    /// let replies: usize = start.legal_moves().into_iter().map(|mv| start.after(mv).legal_count()).sum();
    /// assert_eq!(replies, 400);
    /// ```
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// Makes a move that is known to be legal, such as one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move leaves a position without meaning, on which later calls may return nonsense or panic, but never
    /// cause undefined behaviour.
    ///
    /// The board is updated by the xor of a delta, the keys by the xor of a few numbers.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let mover = self.board.code(from);
        let target = self.board.code(to);
        let is_pawn = mover >> 1 == Role::Pawn.code();
        let mut changed = Bitboard::of(from).with(to);

        if self.en_passant != EnPassant::NONE {
            if is_pawn && self.ep() == Some(to) {
                let victim = captured_en_passant(from, to);
                self.toggle(victim, mover ^ 1);
                changed = changed.with(victim);
            }
            self.forget_en_passant();
        }
        self.halfmoves = self.halfmoves.saturating_add(1);
        if target != 0 && (target ^ mover) & 1 == 0 {
            self.castle(us, from, to);
        } else {
            let mut placed = mover;
            self.board = self.board ^ QuadBitboard::splat(Bitboard::of(from).with(to), mover);
            self.toggle_keys(from, mover);
            self.toggle_keys(to, mover);
            if target != 0 {
                self.toggle(to, target);
                self.halfmoves = 0;
            }
            if is_pawn {
                self.halfmoves = 0;
                if let Some(role) = mv.promotion() {
                    placed = role.of(us).code();
                    self.toggle(to, mover);
                    self.toggle(to, placed);
                }
            }
            self.in_check = self.has_given_check(us, placed, to, changed);
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

    /// Puts a piece on an empty square, or removes it.
    #[inline]
    fn toggle(&mut self, square: Square, code: u8) {
        self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(square), code));
        self.toggle_keys(square, code);
    }

    /// The same for the keys only. Code 0, no piece, changes nothing.
    #[inline]
    fn toggle_keys(&mut self, square: Square, code: u8) {
        let key = piece_keys::key(code, square);
        self.key ^= key;
        if code >> 1 == Role::Pawn.code() {
            self.pawn_key ^= key;
        }
    }

    /// Kept out of line, because castling is rare.
    #[inline(never)]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        for (square, code) in castling_changes(us, king, rook) {
            self.toggle(square, code);
        }
        self.in_check = self.is_attacked_over(self.king(!us), us, self.board.occupied());
    }

    /// A side loses its rights when its king moves, and a right when the castling rook moves or is captured.
    #[inline]
    fn revoke_castling(&mut self, us: Color, from: Square, to: Square, mover: u8) {
        let rights = self.rights_after(us, from, to, mover);
        if rights != self.castling {
            self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
            self.castling = rights;
        }
    }

    /// The rights that a move leaves.
    #[inline]
    pub(super) fn rights_after(&self, us: Color, from: Square, to: Square, mover: u8) -> CastlingRights {
        let rights = self.castling.without_rooks(Bitboard::of(from).with(to));
        if mover >> 1 == Role::King.code() { rights.without_side(us) } else { rights }
    }

    #[inline]
    pub(super) fn forget_en_passant(&mut self) {
        if let Some(file) = self.en_passant.legal() {
            self.key ^= zobrist::en_passant(file);
        }
        self.en_passant = EnPassant::NONE;
    }

    /// Records the file of a pawn that the opponent of the side to move has just pushed to `pawn`, and whether it can
    /// be captured. This is computed only if a pawn stands beside it.
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
