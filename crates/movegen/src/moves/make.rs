//! Making a move: from a legal `Move` to the next `Position`.
//!
//! 1. [`Effect`] says what the move does: which pieces leave, which arrive, what is captured and where.
//! 2. Board, key and pawn key change by the xor of these pieces.
//! 3. Castling rights and the memory of a double push follow from the effect.
//! 4. The turn passes. The checkers and pins of the side that moves next are found from its king and stored, because
//!    generation needs them first.
//!
//! The new position stays in registers until it is returned: nothing that is not inlined takes `&Position`.

use core::{fmt, mem};

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, Role, Square};

use super::effect::Effect;
use super::mv::Move;
use crate::position::Position;
use crate::position::en_passant::EnPassant;
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
    // Inlined into a caller that makes moves in place, the position would be stored in parts and read again whole, which
    // stalls: every leaf made takes 1.2 times as long.
    #[inline(never)]
    pub fn after(&self, mv: Move) -> Self {
        match self.simple_effect(mv) {
            Some(effect) => self.after_effect::<false>(effect),
            None => self.after_rare(mv),
        }
    }

    /// The position [`after`](Self::after) a legal move, and the move's [`effect`](Self::effect), by which an evaluation or
    /// a network is updated.
    ///
    /// ```
    /// use quadbit_movegen::{Move, PieceValues, Position, Square};
    /// // The material of the enemy, after a rook has taken a knight.
    /// let position: Position = "4k3/8/8/3nq3/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let mut material = 3 + 9;
    /// let (after, effect) = position.after_with_effect(Move::new(Square::D1, Square::D5));
    /// if let Some((_, victim)) = effect.captured() {
    ///     material -= PieceValues::CLASSIC.of(victim.role());
    /// }
    /// assert_eq!(material, 9);
    /// assert_eq!(after.to_string(), "4k3/8/8/3Rq3/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn after_with_effect(&self, mv: Move) -> (Self, Effect) {
        match self.simple_effect(mv) {
            Some(effect) => (self.after_effect::<false>(effect), effect),
            None => (self.after_rare(mv), self.effect(mv)),
        }
    }

    /// The effect of a legal move, unless the move is rare: castling, perhaps a capture en passant, or a double push
    /// beside an enemy pawn.
    #[inline(always)]
    pub(super) fn simple_effect(&self, mv: Move) -> Option<Effect> {
        let [mover, target] = [mv.from(), mv.to()].map(|square| self.board.code(square));
        let effect = Effect::simple(mv, [mover, target]);
        let castles = target != 0 && (target ^ mover) & 1 == 0;
        let is_beside = |to| self.next_to_enemy_pawns().has(to);
        let is_rare =
            castles || self.en_passant.legal().is_some() || effect.double_push().is_some_and(is_beside);
        if is_rare { None } else { Some(effect) }
    }

    /// The position after any legal move. One move in fifteen is rare, so its code stands apart.
    #[cold]
    #[inline(never)]
    fn after_rare(&self, mv: Move) -> Self {
        self.after_effect::<true>(self.effect(mv))
    }

    /// The position after a move, which is not [rare](Self::simple_effect) unless `RARE` is set.
    #[inline(always)]
    fn after_effect<const RARE: bool>(&self, effect: Effect) -> Self {
        let mut after = *self;
        after.move_pieces(effect);
        after.end_castling_rights(effect);
        after.remember_double_push::<RARE>(effect);
        after.pass_turn(effect);
        after.checks_and_pins = self.checks_and_pins_after(effect);
        after
    }

    /// Moves the pieces, and updates both keys.
    #[inline(always)]
    fn move_pieces(&mut self, effect: Effect) {
        let [key, pawn_key] = effect.keys();
        self.board = effect.board(self.board);
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

    /// Forgets the last double push, and remembers this one. Only a [rare](Self::simple_effect) move changes the key here.
    #[inline(always)]
    fn remember_double_push<const RARE: bool>(&mut self, effect: Effect) {
        let last = mem::replace(&mut self.en_passant, EnPassant::NONE);
        let to = effect.double_push();
        if let Some(to) = to {
            let is_legal = RARE
                && self.next_to_enemy_pawns().has(to)
                && allows_en_passant(self.board, self.side_to_move, to);
            self.en_passant = EnPassant::new(to.file(), is_legal);
        }
        if RARE {
            self.key ^= last.key() ^ self.en_passant.key();
        }
    }

    /// Gives the turn to the other side, and counts the move.
    #[inline(always)]
    fn pass_turn(&mut self, effect: Effect) {
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.fullmoves = self.fullmoves.saturating_add(self.side_to_move as u16);
        self.side_to_move = !self.side_to_move;
        // A mask, because a branch would be mispredicted here.
        self.halfmoves =
            self.halfmoves.saturating_add(1) & u16::from(effect.is_irreversible()).wrapping_sub(1);
    }
}

/// Whether a pawn may capture one of `us` that has just been pushed to `pawn`, beside it, which gave this board. Takes the
/// board, not `&Position`, so that the new position stays in registers.
#[inline(never)]
fn allows_en_passant(board: QuadBitboard, us: Color, pawn: Square) -> bool {
    let after = Position { board, side_to_move: !us, ..Position::start() };
    after.has_legal_ep(after.ep_target(pawn.file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a move that is not rare, the fast form and the form for any move give the same position in every field.
    #[test]
    fn fast_make_equals_make_of_any_move() {
        let corpora = [
            include_str!("../../tests/data/gen_targeted_san_std.tsv"),
            include_str!("../../tests/data/gen_targeted_san_frc.tsv"),
        ];
        let (mut simple, mut rare) = (0, 0);
        for line in corpora.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            let position: Position = line.split('\t').next().unwrap().parse().unwrap();
            for mv in position.legal_moves() {
                let (fast, any) = (position.after(mv), position.after_rare(mv));
                assert_eq!(bytes(&fast), bytes(&any), "{position} {mv:?}");
                let effect = position.simple_effect(mv);
                *if effect.is_some() { &mut simple } else { &mut rare } += 1;
                assert_eq!(effect.unwrap_or(position.effect(mv)), position.effect(mv), "{position} {mv:?}");
            }
        }
        assert!(simple > 10_000 && rare > 1000, "{simple} {rare}");
    }

    /// Every field of a position.
    fn bytes(position: &Position) -> impl PartialEq + fmt::Debug {
        let Position {
            board,
            key,
            pawn_key,
            checks_and_pins,
            castling,
            en_passant,
            side_to_move,
            halfmoves,
            fullmoves,
        } = *position;
        ((board, key, pawn_key, checks_and_pins), (castling, en_passant, side_to_move, halfmoves, fullmoves))
    }
}
