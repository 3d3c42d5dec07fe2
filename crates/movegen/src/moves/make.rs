//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, attacks, zobrist as piece_keys};
use quadbit_x88::{Color, File, Rank, Role, Square};

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
    pub fn after(&self, mv: Move) -> Self {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let mover = self.board.code(from);
        let target = self.board.code(to);
        if target != 0 && (target ^ mover) & 1 == 0 {
            return self.after_castling(from, to);
        }
        let mut changed = Bitboard::of(from).with(to);
        let mut board =
            self.board ^ QuadBitboard::splat(changed, mover) ^ QuadBitboard::splat(Bitboard::of(to), target);
        let victim_key = piece_keys::key(target, to);
        let mover_key = piece_keys::key(mover, from) ^ piece_keys::key(mover, to);
        let mut key = self.key ^ mover_key ^ victim_key ^ zobrist::BLACK_TO_MOVE;
        let mut pawn_key = self.pawn_key;
        if target >> 1 == Role::Pawn.code() {
            pawn_key ^= victim_key;
        }
        let is_pawn = mover >> 1 == Role::Pawn.code();
        let mut placed = mover;
        let mut en_passant = EnPassant::NONE;
        if is_pawn {
            pawn_key ^= mover_key;
            if self.ep() == Some(to) {
                let (square, pawn) = (captured_en_passant(from, to), mover ^ 1);
                board ^= QuadBitboard::splat(Bitboard::of(square), pawn);
                changed = changed.with(square);
                key ^= piece_keys::key(pawn, square);
                pawn_key ^= piece_keys::key(pawn, square);
            } else if let Some(role) = mv.promotion() {
                placed = role.of(us).code();
                board ^= QuadBitboard::splat(Bitboard::of(to), mover ^ placed);
                key ^= piece_keys::key(mover, to) ^ piece_keys::key(placed, to);
                pawn_key ^= piece_keys::key(mover, to);
            } else if from.index().abs_diff(to.index()) == 16 {
                let beside = (Bitboard::of(to) - Bitboard::file(File::A)) >> 1
                    | (Bitboard::of(to) - Bitboard::file(File::H)) << 1;
                let is_legal =
                    beside.meets(board.pawns() & board.color(!us)) && self.allows_en_passant(board, to);
                en_passant = EnPassant::new(to.file(), is_legal);
                if is_legal {
                    key ^= zobrist::en_passant(to.file());
                }
            }
        }
        if let Some(file) = self.en_passant.legal() {
            key ^= zobrist::en_passant(file);
        }
        let mut castling = self.castling;
        // Kings and rooks that may castle stand on the back ranks.
        if changed.meets(BACK_RANKS) && !castling.is_empty() {
            castling = self.rights_after(us, from, to, mover);
            if castling != self.castling {
                key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
            }
        }
        Self {
            board,
            key,
            pawn_key,
            castling,
            en_passant,
            side_to_move: !us,
            fullmoves: self.fullmoves.saturating_add(us as u32),
            halfmoves: if is_pawn || target != 0 { 0 } else { self.halfmoves.saturating_add(1) },
            in_check: gives_check(board, us, placed, to, changed),
        }
    }

    /// Whether a pawn may capture one that has just been pushed to a square beside it, which gave this board. Kept out of line,
    /// because few pawns pass others.
    #[inline(never)]
    fn allows_en_passant(&self, board: QuadBitboard, pawn: Square) -> bool {
        let after = Self { board, side_to_move: !self.side_to_move, ..*self };
        after.has_legal_ep(after.ep_target(pawn.file()))
    }

    /// Makes a move that is known to be legal, such as one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move leaves a position without meaning, on which later calls may return nonsense or panic, but never
    /// cause undefined behaviour.
    ///
    /// The board is updated by the xor of a delta, the keys by the xor of a few numbers.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// King and rook leave their squares, then both arrive. Kept out of line, because castling is rare.
    #[inline(never)]
    fn after_castling(&self, king: Square, rook: Square) -> Self {
        let us = self.side_to_move;
        let mut after = *self;
        for (square, code) in castling_changes(us, king, rook) {
            after.board ^= QuadBitboard::splat(Bitboard::of(square), code);
            after.key ^= piece_keys::key(code, square);
        }
        after.castling = self.castling.without_side(us);
        after.key ^= zobrist::castling(self.castling) ^ zobrist::castling(after.castling);
        after.halfmoves = self.halfmoves.saturating_add(1);
        after.fullmoves = self.fullmoves.saturating_add(us as u32);
        after.forget_en_passant();
        after.side_to_move = !us;
        after.key ^= zobrist::BLACK_TO_MOVE;
        after.in_check = after.is_attacked_over(after.king(!us), us, after.board.occupied());
        after
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
}

const BACK_RANKS: Bitboard = Bitboard(Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);

/// Whether the piece that a side has placed on a square, or a line that it has changed, gives check. The other side was not in check
/// before, so nothing else can.
#[inline]
fn gives_check(board: QuadBitboard, us: Color, placed: u8, to: Square, changed: Bitboard) -> bool {
    let own = board.color(us);
    let king = (board.kings() - own).first_or_a1();
    let leaps = match placed >> 1 {
        1 => attacks::pawn(!us, king),
        2 => attacks::knight(king),
        _ => Bitboard::EMPTY,
    };
    if leaps.has(to) {
        return true;
    }
    let [straight, slanted] = attacks::crosses(king);
    let orthogonal = board.orthogonal_sliders() & own;
    if changed.meets(straight)
        && orthogonal.meets(straight)
        && orthogonal.meets(attacks::rook(king, board.occupied()))
    {
        return true;
    }
    let diagonals = board.diagonal_sliders() & own;
    changed.meets(slanted)
        && diagonals.meets(slanted)
        && diagonals.meets(attacks::bishop(king, board.occupied()))
}
