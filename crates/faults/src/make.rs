//! Making a move, on a copy of the board: pieces first, then rights and the square that can be captured en passant.
//!
//! Lanes in which a fault acts get a board of their own.

use alloc::vec::Vec;

use quadbit_movegen::{CastlingSide, Color, Role, Square};

use crate::board::Board;
use crate::feature::Feature;
use crate::mv::{Kind, Move};
use crate::rules::{Lanes, Rules};

/// Boards, each with the lanes that have it.
pub(crate) type Boards = Vec<(Lanes, Board)>;

/// Applies `change` to the boards of `lanes`. A board that other lanes share is kept for these, unchanged.
fn change(boards: &mut Boards, lanes: Lanes, change: impl Fn(&mut Board)) {
    for n in 0..boards.len() {
        let (of, board) = boards[n];
        if of & !lanes != 0 && of & lanes != 0 {
            boards.push((of & !lanes, board));
        }
        if of & lanes != 0 {
            boards[n].0 &= lanes;
            change(&mut boards[n].1);
        }
    }
}

impl Board {
    /// Puts the boards after a move into `boards`, which is emptied first. Lanes in which a fault changes how the move
    /// is made get boards of their own.
    pub(crate) fn after(&self, mv: Move, lanes: Lanes, rules: &Rules, boards: &mut Boards) {
        self.moved(mv, lanes, rules, boards);
        self.end_rights(mv, rules, boards);
        let (us, them) = (self.side, self.side.other());
        let passed =
            (mv.kind == Kind::DoublePush).then(|| Square::ALL[mv.from.index().midpoint(mv.to.index())]);
        // Squares are counted from 0 to 63 here, so that a capture around the edge is seen too.
        let beside =
            [mv.to.index().wrapping_sub(1), mv.to.index() + 1].into_iter().filter_map(Square::from_index);
        let is_seen = passed.is_some() && beside.into_iter().any(|at| self.has(at, Role::Pawn, them));
        let passed = passed.or(self.passed);
        let stays = if is_seen { lanes } else { rules.does(Feature::PassedStays) };
        for (_, board) in boards.iter_mut() {
            (board.passed, board.side) = (None, them);
        }
        if passed.is_some() {
            change(boards, stays, |board| board.passed = passed);
        }
        if matches!(mv.kind, Kind::Castling(..)) {
            change(boards, rules.does(Feature::KingUnseen), |board| board.kings[us.index()] = mv.from);
        }
    }

    /// Puts the boards with the pieces of a move moved, and nothing else changed, into `boards`, which is emptied
    /// first.
    pub(crate) fn moved(&self, mv: Move, lanes: Lanes, rules: &Rules, boards: &mut Boards) {
        let (mut next, us) = (*self, self.side);
        let code = self.pieces.code(mv.from);
        next.pieces.put_code(mv.from, 0);
        next.pieces.put_code(mv.to, code);
        if code == Role::King.of(us).code() {
            next.kings[us.index()] = mv.to;
        }
        boards.clear();
        boards.push((lanes, next));
        match mv.kind {
            Kind::Promotion(role) => boards[0].1.pieces.put(mv.to, role.of(us)),
            Kind::EnPassant => change(boards, rules.does(Feature::PawnLeaves), |board| {
                board.pieces.put_code(behind(mv.to, us), 0);
            }),
            Kind::Castling(side, rook) => {
                change(boards, rules.does([Feature::RookCastles, length(side)]), |board| {
                    if rook != mv.to {
                        board.pieces.put_code(rook, 0);
                    }
                    board.pieces.put(side.rook_target(us), Role::Rook.of(us));
                });
            }
            _ => {}
        }
    }

    /// Ends in `boards` the rights to castle that the move `mv` ends, as the rules of each lane say.
    fn end_rights(&self, mv: Move, rules: &Rules, boards: &mut Boards) {
        if self.rights == [[false; 2]; 2] {
            return;
        }
        let us = self.side.index();
        let is_castling = matches!(mv.kind, Kind::Castling(..));
        let is_king = self.has(mv.from, Role::King, self.side);
        if is_king && self.rights[us] != [false; 2] {
            change(boards, rules.does(Feature::KingEndsRight), |board| board.rights[us] = [false; 2]);
        }
        let mut ends = if is_king && !is_castling { Lanes::MAX } else { 0 };
        let homes = |color: Color| CastlingSide::ALL.map(|side| (color.index(), side as usize));
        for (color, side) in Color::ALL.into_iter().flat_map(homes).filter(|_| !is_castling) {
            let (home, has_right) = (self.rook_homes[color][side], self.rights[color][side]);
            if mv.from == home {
                let moves_rook = if has_right { rules.does(Feature::RookEndsRight) } else { Lanes::MAX };
                change(boards, moves_rook, |board| board.rights[color][side] = false);
                if self.rights[color] != [false; 2] {
                    let both = moves_rook & rules.does(Feature::EndsBothRights);
                    change(boards, both, |board| board.rights[color] = [false; 2]);
                }
                ends |= moves_rook;
            }
            if mv.to == home && has_right && self.pieces.code(home) != 0 {
                change(boards, rules.does(Feature::CaptureEndsRight), |board| {
                    board.rights[color][side] = false;
                });
            }
        }
        if ends != 0 {
            let all = ends & rules.does(Feature::EndsAllRights);
            change(boards, all, |board| board.rights = [[false; 2]; 2]);
        }
    }
}

/// The square next to `square` on its file, towards the first rank of `color`; `square` itself at the edge of the
/// board.
pub(crate) fn behind(square: Square, color: Color) -> Square {
    square.offset(0, if color == Color::White { -1 } else { 1 }).unwrap_or(square)
}

/// The feature of castling on `side`: [`Feature::Short`] on the king's side, [`Feature::Long`] on the queen's side.
pub(crate) fn length(side: CastlingSide) -> Feature {
    [Feature::Short, Feature::Long][side as usize]
}
