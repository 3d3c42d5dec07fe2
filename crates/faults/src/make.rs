//! Making a move, on a copy of the board: pieces first, then rights and the square that can be captured en passant.

use quadbit_movegen::CastlingSide;
use quadbit_x88::{Color, Role, Square88};

use crate::attack::ahead;
use crate::board::Board;
use crate::fault::Fault;
use crate::mv::{Kind, Move};
use crate::rules::Rules;

impl Board {
    /// The board after a move, with the rules' faults in making it.
    pub(crate) fn after(&self, mv: Move, rules: &mut Rules) -> Self {
        let mut next = self.moved(mv, rules);
        self.take_rights(mv, rules, &mut next);
        let passed = (mv.kind == Kind::DoublePush).then(|| mv.to.step(-ahead(self.side))).flatten();
        let index = mv.to.to_square().index();
        // Squares are counted from 0 to 63 here, so that a capture around the edge is seen too.
        let is_beside = |at: &Square88| {
            at.to_square().index().abs_diff(index) == 1 && self.has(*at, Role::Pawn.of(self.side.other()))
        };
        next.passed = match passed {
            Some(_) if Square88::ALL.iter().any(is_beside) || rules.breaks(Fault::EnPassantSquareStays) => {
                passed
            }
            None if self.passed.is_some() && rules.breaks(Fault::EnPassantSquareStays) => self.passed,
            _ => None,
        };
        if matches!(mv.kind, Kind::Castling(..)) && rules.breaks(Fault::CastlingKingUnseen) {
            next.kings[self.side.index()] = mv.from;
        }
        next.side = self.side.other();
        next
    }

    /// The board with the pieces of a move moved, and nothing else changed.
    pub(crate) fn moved(&self, mv: Move, rules: &mut Rules) -> Self {
        let mut next = *self;
        let piece = self.get(mv.from);
        next.put(mv.from, None);
        next.put(mv.to, piece);
        match mv.kind {
            Kind::EnPassant if !rules.breaks(Fault::EnPassantPawnStays) => {
                if let Some(captured) = mv.to.step(-ahead(self.side)) {
                    next.put(captured, None);
                }
            }
            Kind::Promotion(role) => next.put(mv.to, Some(role.of(self.side))),
            Kind::Castling(side, rook) => {
                let stays = match side {
                    CastlingSide::King => Fault::CastlingRookStaysKingSide,
                    CastlingSide::Queen => Fault::CastlingRookStaysQueenSide,
                };
                if !rules.break_any([(true, Fault::CastlingRookStays), (true, stays)]) {
                    if rook != mv.to {
                        next.put(rook, None);
                    }
                    next.put(side.rook_target(self.side).into(), Some(Role::Rook.of(self.side)));
                }
            }
            _ => {}
        }
        if piece == Some(Role::King.of(self.side)) {
            next.kings[self.side.index()] = mv.to;
        }
        next
    }

    /// Takes the rights to castle that a move ends.
    fn take_rights(&self, mv: Move, rules: &mut Rules, next: &mut Self) {
        let us = self.side.index();
        let is_castling = matches!(mv.kind, Kind::Castling(..));
        let is_king = self.has(mv.from, Role::King.of(self.side));
        if is_king && self.rights[us] != [false; 2] {
            let stay = [(true, Fault::RightsStayKingMoved), (true, Fault::RightsStay)];
            if !rules.break_any(stay) {
                next.rights[us] = [false; 2];
            }
        }
        let mut is_rook = false;
        for color in Color::ALL {
            let c = color.index();
            for side in 0..2 {
                let home = self.rook_homes[c][side];
                let has_right = self.rights[c][side];
                let moved = [Fault::RightsStayRookMoved, Fault::RightsStayRookMovedUnseen, Fault::RightsStay]
                    .map(|fault| (has_right, fault));
                let taken = [Fault::RightsStayRookTaken, Fault::RightsStayRookTakenUnseen]
                    .map(|fault| (has_right, fault));
                if mv.from == home && !is_castling && !rules.break_any(moved) {
                    next.rights[c][side] = false;
                    is_rook = true;
                    if self.rights[c] != [false; 2] && rules.breaks(Fault::RightsRookClearsBoth) {
                        next.rights[c] = [false; 2];
                    }
                }
                if mv.to == home && !self.is_empty(mv.to) && !is_castling && !rules.break_any(taken) {
                    next.rights[c][side] = false;
                }
            }
        }
        if (is_king && !is_castling || is_rook)
            && self.rights != [[false; 2]; 2]
            && rules.breaks(Fault::RightsClearAll)
        {
            next.rights = [[false; 2]; 2];
        }
    }
}
