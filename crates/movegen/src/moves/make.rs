//! Making a move: from a legal `Move` to the next `Position`.
//!
//! 1. Fourteen of fifteen moves are common: [`Position::is_rare`] tells them apart. A common move goes through
//!    `after_common`, any other through `after_rare`, which follows the move's [`Effect`] and is right for every move.
//!    A test compares the two.
//! 2. The board: both squares are cleared, and the arriving piece is put on its new square.
//! 3. The keys, if the position has them: a number for each piece that leaves or arrives, for the side to move, for
//!    each castling right that ends, and for a capture en passant that was legal or becomes legal.
//! 4. The state: turn, clocks, the memory of a double push, castling rights.
//! 5. The checkers and pins of the side that moves next are found from its king and stored, because generation needs
//!    them first.
//!
//! For a common move, each step reads the position before the move. A step that read the new board would have to wait
//! for it, and the new position could not stay in registers until it is returned.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Rank, Role, Square};

use super::effect::Effect;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingRights;
use crate::position::en_passant::{EnPassant, legal_capturers};
use crate::position::safety::snipers;
use crate::position::zobrist::{self, Keys};

/// The error of a move that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveError(pub Move);

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMoveError {}

impl<const KEYED: bool> Position<KEYED> {
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
    // Inlined: a loop over moves then finds once what depends only on the position: the enemy king, the pieces on its
    // lines, the side to move. The `snipers` are found before the branch, because compilers take only what every pass
    // of a loop needs out of the loop.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let snipers = snipers(self.board, !self.side_to_move());
        if self.is_rare(mv) { self.after_rare(mv) } else { self.after_common(mv, snipers) }
    }

    /// The position [`after`](Self::after) the legal move `mv` and the move's [`effect`](Self::effect), from which an
    /// evaluation or a network can be updated.
    ///
    /// ```
    /// use quadbit_movegen::{Move, PieceValues, Position, Square};
    /// // The material of the enemy, after a rook has taken a knight.
    /// let position: Position = "4k3/8/8/3nq3/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let mut material = 3 + 9;
    /// let (after, effect) = position.after_with_effect(Move::new(Square::D1, Square::D5));
    /// if let Some((_, victim)) = effect.captured() {
    ///     material -= PieceValues::default().of(victim.role());
    /// }
    /// assert_eq!(material, 9);
    /// assert_eq!(after.to_string(), "4k3/8/8/3Rq3/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn after_with_effect(&self, mv: Move) -> (Self, Effect) {
        let snipers = snipers(self.board, !self.side_to_move());
        if self.is_rare(mv) {
            return (self.after_rare(mv), self.effect(mv));
        }
        let us = self.side_to_move();
        let captures = self.board.occupied().has(mv.to());
        let captured = if captures { self.code_of(!us, mv.to()) } else { 0 };
        (self.after_common(mv, snipers), Effect::simple(mv, [self.code_of(us, mv.from()), captured]))
    }

    /// Whether a legal move is castling, a double push to a square next to an enemy pawn, or any move in a position
    /// with a legal capture en passant: one move in fifteen.
    #[inline(always)]
    fn is_rare(&self, mv: Move) -> bool {
        let own = self.board.occupied() & self.board.color_bits(self.side_to_move());
        // All squares or none: joined with `own`, so that one look-up finds castling as well as all moves of a position
        // with a legal capture en passant.
        let any_if_ep = Bitboard::all_if(self.ep().is_some());
        let is_double_push = is_two_ranks(mv) && self.board.pawns().has(mv.from());
        (own | any_if_ep).has(mv.to()) || is_double_push && self.next_to_enemy_pawns().has(mv.to())
    }

    /// The position after a move that is not [rare](Self::is_rare). The board before the move, the [`snipers`] of the
    /// enemy king on it, and the move give every part, so that nothing waits for the new board.
    #[inline(always)]
    fn after_common(&self, mv: Move, snipers: Bitboard) -> Self {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let [left, reached] = [from, to].map(Bitboard::of);
        // As `usize`: compilers would widen a byte anew for each table that it indexes.
        let role = usize::from(self.board.role_code(from));
        let promotion = usize::from(mv.to_bits() >> 12);
        let placed_role = if promotion == 0 { role } else { promotion };
        let mover = (2 * role + us as usize) as u8;
        let placed = (2 * placed_role + us as usize) as u8;
        let is_pawn = role == usize::from(Role::Pawn.code());
        let captures = self.board.occupied().has(to);

        let mut after = *self;
        after.board = QuadBitboard::from_planes(self.board.planes().map(|plane| plane - (left | reached)))
            ^ QuadBitboard::splat(reached, placed);
        after.change_keys(Keys::of_piece(mover, from));
        after.change_keys(Keys::of_piece(placed, to));
        if captures {
            after.change_keys(Keys::of_piece(self.code_of(!us, to), to));
        }
        after.change_keys(Keys::BLACK_TO_MOVE);
        after.state = self.state.passed(is_pawn | captures);
        if is_pawn && is_two_ranks(mv) {
            after.state = after.state.with_en_passant(EnPassant::new(to.file(), false));
        }
        // Only a move of a king, or from or to the square of a rook that may castle, can end a right.
        let rights = self.castling_rights();
        if !rights.is_empty() && (rights.rooks() | self.board.kings()).intersects(left | reached) {
            after.end_castling_rights(us, left | reached, mover);
        }
        after.checks_and_pins = self.checks_and_pins_after(snipers, [left, reached], &[(to, placed)]);
        after
    }

    /// The code of the piece of `color` on `square`, read from the three planes of its role.
    #[inline(always)]
    fn code_of(&self, color: Color, square: Square) -> u8 {
        self.board.role_code(square) << 1 | color as u8
    }

    /// Like [`after`](Self::after), but not inlined, for moves made in place: if it were inlined there, the position
    /// would be stored in parts and read again as a whole, which stalls.
    #[inline(never)]
    pub(super) fn after_called(&self, mv: Move) -> Self {
        self.after(mv)
    }

    /// The position after any legal move: slower than [`after`](Self::after), but right also for castling, captures en
    /// passant, and double pushes that can be captured en passant.
    #[cold]
    #[inline(never)]
    fn after_rare(&self, mv: Move) -> Self {
        let us = self.side_to_move();
        let effect = self.effect(mv);
        let [left, reached] = effect.squares();
        let [_, arriving] = effect.codes();

        let mut after = *self;
        after.board = effect.board(self.board);
        after.keys = if KEYED { effect.keys(self.keys) } else { Keys::NONE };
        after.state = self.state.passed(effect.is_irreversible());
        if let Some(to) = effect.double_push() {
            let target = Square::new(to.file(), Rank::Third.relative_to(us));
            let is_legal = legal_capturers(after.board, !us, target).any();
            after.state = after.state.with_en_passant(EnPassant::new(to.file(), is_legal));
        }
        let [last, this] = [self.state, after.state].map(|state| state.en_passant().key());
        after.change_keys(Keys::of_state(zobrist::BLACK_TO_MOVE ^ last ^ this));
        after.end_castling_rights(us, left, effect.mover());
        let snipers = snipers(self.board, !us);
        after.checks_and_pins = self.checks_and_pins_after(snipers, [left, reached], &arriving);
        after
    }

    /// Ends the rights of rooks that stood on the squares in `left`, and all rights of `us` if `mover` is the code of a
    /// king.
    #[inline(always)]
    fn end_castling_rights(&mut self, us: Color, left: Bitboard, mover: u8) {
        let rights = self.castling_rights();
        let by_king = if mover >> 1 == Role::King.code() { rights.of(us) } else { CastlingRights::EMPTY };
        let ended = by_king.union(rights.on(left));
        self.change_keys(Keys::of_state(zobrist::castling(ended)));
        self.state = self.state.with_castling(rights.without(ended));
    }
}

impl Position {
    /// The [`key`](Self::key) of the position [`after`](Self::after) the legal move `mv`, without making the move, for
    /// example to prefetch a hash table entry.
    ///
    /// Only a double push to a square next to an enemy pawn is made on a copy, to see whether a capture en passant is
    /// legal.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(position.key_after(mv), position.after(mv).key());
    /// ```
    pub fn key_after(&self, mv: Move) -> u64 {
        let effect = self.effect(mv);
        if effect.double_push().is_some_and(|to| self.next_to_enemy_pawns().has(to)) {
            return self.after_rare(mv).key();
        }
        let mut after = Self { keys: effect.keys(self.keys), ..*self };
        after.keys.all ^= zobrist::BLACK_TO_MOVE ^ self.state.en_passant().key();
        after.end_castling_rights(self.side_to_move(), effect.squares()[0], effect.mover());
        after.key()
    }
}

/// Whether `mv`, a pawn's move, is a double push: no other pawn's move changes only the bit of its square's
/// number that is worth two ranks.
#[inline(always)]
fn is_two_ranks(mv: Move) -> bool {
    mv.from().index() ^ mv.to().index() == 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fast path for common moves leaves nothing out: `after` and `after_rare` agree in every field after every
    /// move.
    #[test]
    fn fast_make_equals_make_of_any_move() {
        let corpora = [
            include_str!("../../tests/data/gen_targeted_san_std.tsv"),
            include_str!("../../tests/data/gen_targeted_san_frc.tsv"),
        ];
        let (mut all, mut rare) = (0, 0);
        for line in corpora.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            let position: Position = line.split('\t').next().unwrap().parse().unwrap();
            for mv in position.legal_moves() {
                let (fast, any) = (position.after(mv), position.after_rare(mv));
                assert_eq!(fields(&fast), fields(&any), "{position} {mv:?}");
                rare += usize::from(position.is_rare(mv));
                all += 1;
            }
        }
        assert!(all > 11_000 && rare > 1000, "{all} {rare}");
    }

    /// All fields of a position, to compare them one by one.
    fn fields(position: &Position) -> impl PartialEq + fmt::Debug {
        let Position { board, keys, checks_and_pins, state } = *position;
        (board, keys, checks_and_pins, state)
    }
}
