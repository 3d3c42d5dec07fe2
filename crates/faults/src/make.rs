//! Making a move, on a copy of the board: pieces first, then rights and the square that can be captured en passant.

use quadbit_movegen::{CastlingSide, Color, Role, Square};

use crate::board::Board;
use crate::feature::Feature;
use crate::mv::{Kind, Move};
use crate::rules::Rules;

impl Board {
    /// The board after a move, with the rules' faults in making it.
    pub(crate) fn after(&self, mv: Move, rules: &mut Rules) -> Self {
        let mut next = self.moved(mv, rules);
        self.end_rights(mv, rules, &mut next);
        let passed =
            (mv.kind == Kind::DoublePush).then(|| Square::ALL[mv.from.index().midpoint(mv.to.index())]);
        // Squares are counted from 0 to 63 here, so that a capture around the edge is seen too.
        let beside =
            [mv.to.index().wrapping_sub(1), mv.to.index() + 1].into_iter().filter_map(Square::from_index);
        let can_capture = |at: Square| self.has(at, Role::Pawn, self.side.other());
        next.passed = match passed {
            Some(_) if beside.into_iter().any(can_capture) || rules.does(Feature::PassedStays) => passed,
            None if self.passed.is_some() && rules.does(Feature::PassedStays) => self.passed,
            _ => None,
        };
        if matches!(mv.kind, Kind::Castling(..)) && rules.does(Feature::KingUnseen) {
            next.kings[self.side.index()] = mv.from;
        }
        next.side = self.side.other();
        next
    }

    /// The board with the pieces of a move moved, and nothing else changed.
    pub(crate) fn moved(&self, mv: Move, rules: &mut Rules) -> Self {
        let (mut next, us) = (*self, self.side);
        let code = self.pieces.code(mv.from);
        next.pieces.put_code(mv.from, 0);
        next.pieces.put_code(mv.to, code);
        match mv.kind {
            Kind::EnPassant if rules.does(Feature::PawnLeaves) => {
                next.pieces.put_code(behind(mv.to, us), 0);
            }
            Kind::Promotion(role) => next.pieces.put(mv.to, role.of(us)),
            Kind::Castling(side, rook) if rules.does([Feature::RookCastles, length(side)]) => {
                if rook != mv.to {
                    next.pieces.put_code(rook, 0);
                }
                next.pieces.put(side.rook_target(us), Role::Rook.of(us));
            }
            _ => {}
        }
        if code == Role::King.of(us).code() {
            next.kings[us.index()] = mv.to;
        }
        next
    }

    /// Ends the rights to castle that a move ends.
    fn end_rights(&self, mv: Move, rules: &mut Rules, next: &mut Self) {
        let us = self.side.index();
        if self.rights == [[false; 2]; 2] {
            return;
        }
        let is_castling = matches!(mv.kind, Kind::Castling(..));
        let is_king = self.has(mv.from, Role::King, self.side);
        if is_king && self.rights[us] != [false; 2] && rules.does(Feature::KingEndsRight) {
            next.rights[us] = [false; 2];
        }
        let mut moves_rook = false;
        let homes = |color: Color| CastlingSide::ALL.map(|side| (color.index(), side as usize));
        for (color, side) in Color::ALL.into_iter().flat_map(homes).filter(|_| !is_castling) {
            let (home, has_right) = (self.rook_homes[color][side], self.rights[color][side]);
            if mv.from == home && (!has_right || rules.does(Feature::RookEndsRight)) {
                next.rights[color][side] = false;
                moves_rook = true;
                if self.rights[color] != [false; 2] && rules.does(Feature::EndsBothRights) {
                    next.rights[color] = [false; 2];
                }
            }
            if mv.to == home
                && has_right
                && self.pieces.code(home) != 0
                && rules.does(Feature::CaptureEndsRight)
            {
                next.rights[color][side] = false;
            }
        }
        if (is_king && !is_castling || moves_rook) && rules.does(Feature::EndsAllRights) {
            next.rights = [[false; 2]; 2];
        }
    }
}

/// The square next to `square` on its file, towards the first rank of `color`.
pub(crate) fn behind(square: Square, color: Color) -> Square {
    square.offset(0, if color == Color::White { -1 } else { 1 }).unwrap_or(square)
}

/// The feature of a side of castling.
pub(crate) fn length(side: CastlingSide) -> Feature {
    [Feature::Short, Feature::Long][side as usize]
}
