//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, zobrist as piece_keys};
use quadbit_x88::{Color, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::castling::{CastlingRights, Wing};
use crate::position::en_passant::EnPassant;
use crate::position::zobrist;

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

    /// The position after a move that is known to be legal: a copy on which [`play_unchecked`](Self::play_unchecked) made it.
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

        if self.en_passant != EnPassant::NONE {
            if is_pawn && self.ep() == Some(to) {
                self.toggle(Square::new(to.file(), from.rank()), mover ^ 1);
            }
            self.forget_en_passant();
        }
        if target != 0 && (target ^ mover) & 1 == 0 {
            self.castle(us, from, to, mover, target);
            self.halfmoves = self.halfmoves.saturating_add(1);
        } else {
            let placed = mv.promotion().map_or(mover, |role| role.of(us).code());
            let leaves = QuadBitboard::splat(Bitboard::of(from), mover);
            let arrives = QuadBitboard::splat(Bitboard::of(to), target ^ placed);
            self.board = self.board.xor(leaves).xor(arrives);
            self.toggle_keys(from, mover);
            self.toggle_keys(to, target);
            self.toggle_keys(to, placed);
            self.halfmoves = if is_pawn || target != 0 { 0 } else { self.halfmoves.saturating_add(1) };
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

    /// Puts a piece on an empty square, or takes it off.
    #[inline]
    fn toggle(&mut self, square: Square, code: u8) {
        self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(square), code));
        self.toggle_keys(square, code);
    }

    /// The same in the keys alone. Code 0, nothing, changes nothing.
    #[inline]
    fn toggle_keys(&mut self, square: Square, code: u8) {
        let key = piece_keys::key(code, square);
        self.key ^= key;
        if code >> 1 == Role::Pawn.code() {
            self.pawn_key ^= key;
        }
    }

    /// King and rook leave their squares, then both arrive: in Chess960 one may arrive where the other stood.
    fn castle(&mut self, us: Color, king_from: Square, rook_from: Square, king: u8, rook: u8) {
        let wing = Wing::of(king_from, rook_from);
        self.toggle(king_from, king);
        self.toggle(rook_from, rook);
        self.toggle(wing.king_target(us), king);
        self.toggle(wing.rook_target(us), rook);
    }

    /// Rights end when the king moves, and when a castling rook moves or is captured.
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
