//! Making a move: from a legal `Move` to the next `Position`.
//!
//! 1. [`Effect`] says what the move does: which pieces leave, which arrive, what is captured and where.
//! 2. Board, key and pawn key change by the xor of these pieces.
//! 3. Castling rights and the memory of a double push follow from the effect.
//! 4. The turn passes. The checkers and pins of the side that moves next are found from its king and stored, because
//!    generation needs them first.
//!
//! The new position stays in registers until it is returned: nothing that is not inlined takes `&Position`.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Role, Square};

use super::check::leap;
use super::effect::Effect;
use super::mv::Move;
use crate::position::Position;
use crate::position::en_passant::EnPassant;
use crate::position::safety::slider_checks_and_pins;
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
    /// The position after a move that is known to be legal, such as one of
    /// [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move gives an invalid position, on which later calls may return wrong results or panic, but
    /// never cause undefined behaviour.
    ///
    /// A position takes 64 bytes, so a search that keeps the positions of its line on the
    /// stack needs nothing else.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let start = Position::start();
    /// let replies: usize = start.legal_moves().into_iter().map(|mv| start.after(mv).legal_count()).sum();
    /// assert_eq!(replies, 400);
    /// ```
    pub fn after(&self, mv: Move) -> Self {
        let (mut after, effect) = (*self, self.effect(mv));
        after.move_pieces(effect);
        after.end_castling_rights(effect);
        after.remember_double_push(effect);
        after.pass_turn(effect);
        after
    }

    /// The [`key`](Self::key) of the position after a legal move, for example to prefetch a hash table entry.
    /// It costs about half of making the move.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(position.key_after(mv), position.after(mv).key());
    /// ```
    pub fn key_after(&self, mv: Move) -> u64 {
        let (mut after, effect) = (*self, self.effect(mv));
        after.move_pieces(effect);
        after.end_castling_rights(effect);
        after.remember_double_push(effect);
        after.key ^ zobrist::BLACK_TO_MOVE
    }

    /// Moves the pieces, and updates both keys.
    #[inline(always)]
    fn move_pieces(&mut self, effect: Effect) {
        let [key, pawn_key] = effect.keys();
        self.board ^= effect.board();
        self.key ^= key;
        self.pawn_key ^= pawn_key;
    }

    /// Ends the rights of a king that moves, and of rooks that move or are captured.
    #[inline(always)]
    fn end_castling_rights(&mut self, effect: Effect) {
        if self.castling.is_empty() {
            return;
        }
        let [left, _] = effect.squares();
        let mut rights = self.castling.without_rooks(left);
        if effect.mover() >> 1 == Role::King.code() {
            rights = rights.without_side(self.side_to_move);
        }
        if rights != self.castling {
            self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
            self.castling = rights;
        }
    }

    /// Forgets the last double push, and remembers this one.
    #[inline(always)]
    fn remember_double_push(&mut self, effect: Effect) {
        self.key ^= self.en_passant.legal().map_or(0, zobrist::en_passant);
        self.en_passant = EnPassant::NONE;
        if let Some(to) = effect.double_push() {
            let us = self.side_to_move;
            let is_legal = self.next_to_enemy_pawns().has(to) && allows_en_passant(self.board, us, to);
            self.en_passant = EnPassant::new(to.file(), is_legal);
            self.key ^= self.en_passant.legal().map_or(0, zobrist::en_passant);
        }
    }

    /// Gives the move to the other side, counts, and finds its checks and pins.
    #[inline(always)]
    fn pass_turn(&mut self, effect: Effect) {
        let [[_, (_, captured)], [(to, placed), (_, castles)]] = effect.codes();
        let resets_clock = effect.mover() >> 1 == Role::Pawn.code() || captured != castles;
        let (us, them) = (self.side_to_move, !self.side_to_move);
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.side_to_move = them;
        self.fullmoves = self.fullmoves.saturating_add(us as u16);
        // A mask, because a branch would be mispredicted here.
        self.halfmoves = self.halfmoves.saturating_add(1) & u16::from(resets_clock).wrapping_sub(1);
        let king = (self.board.kings() & self.board.color_bits(them)).first_or_a1();
        let leaper = if leap(placed, to).has(king) { Bitboard::of(to) } else { Bitboard::EMPTY };
        self.checks_and_pins = leaper | slider_checks_and_pins(self.board, them, king);
    }
}

/// Whether a pawn may capture one of `us` that has just been pushed to `pawn`, beside it, which gave this board. Takes the
/// board, not `&Position`, so that the new position stays in registers.
#[inline(never)]
fn allows_en_passant(board: QuadBitboard, us: Color, pawn: Square) -> bool {
    let after = Position { board, side_to_move: !us, ..Position::start() };
    after.has_legal_ep(after.ep_target(pawn.file()))
}
