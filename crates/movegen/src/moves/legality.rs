//! Whether a single move is legal, without generating the others.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::en_passant;

impl<const KEYED: bool> Position<KEYED> {
    /// Whether `mv`, which may be any 16 bits, is a legal move in this position. No list is made; only the targets of
    /// one piece are computed.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// let position = Position::start();
    /// let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits)));
    /// assert_eq!(legal.count(), 20);
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        self.well_formed_mover(mv)
            .is_some_and(|role| self.reaches(role, from, to) && self.leaves_king_safe(role, from, to))
    }

    /// The role of the piece of the side to move that `mv`, any 16 bits, would move; `None` if there is no such piece,
    /// or if a promotion is missing or impossible.
    #[inline]
    fn well_formed_mover(&self, mv: Move) -> Option<Role> {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let code = self.board().code(from);
        let role = Role::from_code(code >> 1)?;
        let promotion = mv.to_bits() >> 12;
        let is_well_formed = if role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(us) {
            (u16::from(Role::Knight.code())..=u16::from(Role::Queen.code())).contains(&promotion)
        } else {
            promotion == 0
        };
        (is_well_formed && code & 1 == us as u8).then_some(role)
    }

    /// Filters `pieces` of the side to move, all of `role`, keeping those that may legally go to `to`, except by
    /// castling. The search goes from the target backwards, without an attack map and without the targets of
    /// other pieces.
    // Inlined, because reading SAN is what a reader of games does most.
    #[inline(always)]
    pub(crate) fn origins(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        let us = self.side_to_move();
        if self.board().color(us).has(to) {
            return Bitboard::EMPTY;
        }
        let occupied = self.board().occupied();
        let reaching = match role {
            Role::Pawn => {
                let behind = Bitboard::of(to).forward(!us);
                behind | behind.forward(!us) | attacks::pawn(!us, to)
            }
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop(to, occupied),
            Role::Rook => attacks::rook(to, occupied),
            Role::Queen => attacks::queen(to, occupied),
            Role::King => attacks::king(to),
        };
        let mut origins = pieces & reaching;
        for from in origins {
            let reaches = role != Role::Pawn || self.reaches(role, from, to);
            if !reaches || !self.leaves_king_safe(role, from, to) {
                origins = origins.without(from);
            }
        }
        origins
    }

    /// Whether the piece of the side to move on `from`, of role `role`, can go to `to`, ignoring its king's safety. For
    /// a king the answer is also true if a piece of its own side is on `to`: whether this is castling, and legal, is
    /// tested with the king's safety.
    #[inline]
    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        let occupied = self.board().occupied();
        let is_own = self.board().color(us).has(to);
        // One test serves all roles, because a branch for each would be mispredicted. There are no squares between the
        // ends of a knight's or king's move, so nothing can be in its way.
        let is_free = attacks::reach(role.of(us).code(), from).has(to)
            & !attacks::between(from, to).intersects(occupied);
        match role {
            Role::Pawn if from.file() == to.file() => {
                let one = Bitboard::of(from).forward(us) - occupied;
                let two = (one & Bitboard::rank(Rank::Third.relative_to(us))).forward(us) - occupied;
                (one | two).has(to)
            }
            Role::Pawn => is_free && !is_own && (occupied.has(to) || self.ep() == Some(to)),
            Role::King => is_free || is_own,
            _ => is_free && !is_own,
        }
    }

    /// Whether the king may go to `to`, a square that it reaches, or castle with a rook there.
    fn king_is_safe_on(&self, to: Square) -> bool {
        let us = self.side_to_move();
        if self.board().color(us).has(to) {
            return self.castles_with(to);
        }
        !self.is_attacked_over(to, !us, self.board().occupied().without(self.king(us)).with(to))
    }

    /// Whether the king may castle with the piece of its own side on `rook`.
    #[inline(never)]
    fn castles_with(&self, rook: Square) -> bool {
        let us = self.side_to_move();
        let rook = self.castling_rooks_in_sight(us) & Bitboard::of(rook);
        self.castling_rooks(us, rook, self.pinned(us), |path| self.attacked_among(us, path)).any()
    }

    /// Whether the king is safe after the piece of role `role` has gone from `from` to `to`, a square that it
    /// [reaches](Self::reaches).
    #[inline]
    fn leaves_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        match role {
            Role::King => self.king_is_safe_on(to),
            Role::Pawn if self.ep() == Some(to) => {
                en_passant::is_legal(self.board, self.side_to_move(), [from, to])
            }
            _ => self.checks_and_pins.is_empty() || self.obeys_checks_and_pins(from, to),
        }
    }

    /// Whether a piece other than the king that goes from `from` to `to` stays on the line of its pin, if it is pinned,
    /// and ends the check, if there is one.
    #[inline(never)]
    fn obeys_checks_and_pins(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        let restrictions = self.restrictions();
        (restrictions.allowed(self.board().color(us)) & restrictions.line_of(from)).has(to)
    }
}
