//! Generating moves: what each piece may do, with the features by which faults tell moves apart.
//!
//! 1. Each piece proposes its moves, and also wrong ones that a fault may allow: double pushes from any rank, captures
//!    around the edge. [`Generation::propose`] receives what is special about a move.
//! 2. A move that the [`Rules`] do not allow even if its king is safe is dropped.
//! 3. If it may expose its king, it is made; if it does, [`Generation::exposure`] says how.
//! 4. The move is listed as often as the rules say.

use alloc::vec::Vec;

use quadbit_movegen::{Bitboard, CastlingSide, Color, Direction, File, Rank, Role, Square, attacks};
use quadbit_x88::Delta;

use crate::board::Board;
use crate::feature::{Feature, Features};
use crate::make::{behind, length};
use crate::mv::{Kind, Move};
use crate::rules::{Faults, Rules};

impl Board {
    /// The moves that a generator with these faults lists, in no particular order.
    pub fn moves(&self, faults: Faults) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&mut Rules::new(faults, self.side), false, &mut moves);
        moves
    }

    /// Adds the moves that a generator with these rules lists, at the last ply or before it.
    pub(crate) fn generate(&self, rules: &mut Rules, is_last_ply: bool, moves: &mut Vec<Move>) {
        let (us, them) = (self.side, self.side.other());
        let (king, own) = (self.kings[us.index()], self.pieces.color(us));
        let is_check = self.is_attacked(king, them, rules);
        let side = Features::from([Feature::White, Feature::Black][us.index()])
            .when(is_check, Feature::Check)
            .when(is_last_ply, Feature::LastPly);
        let is_double_check = is_check && self.attackers(king, them).len() == 2;
        let mut generation = Generation {
            board: self,
            rules,
            moves,
            us,
            them,
            king,
            side,
            is_double_check,
            is_check,
            pin: None,
        };
        for from in own {
            generation.piece(from, own);
        }
    }
}

/// The moves of a position that is being looked at.
struct Generation<'a> {
    board: &'a Board,
    rules: &'a mut Rules,
    moves: &'a mut Vec<Move>,
    us: Color,
    them: Color,
    /// The king of the side to move.
    king: Square,
    /// The features of all moves.
    side: Features,
    is_check: bool,
    is_double_check: bool,
    /// The kind of the pin of the piece whose moves are proposed, if it is pinned.
    pin: Option<Feature>,
}

impl Generation<'_> {
    fn piece(&mut self, from: Square, own: Bitboard) {
        let Some(role) = self.board.pieces.role_at(from) else { return };
        let occupied = self.board.pieces.occupied();
        self.pin = if role == Role::King || self.is_check { None } else { self.pin_of(from) };
        let not_king = Features::from(Feature::NotKing);
        let lines = |rules: &mut Self, targets: Bitboard, features| {
            for to in targets - own {
                rules.propose(from, to, Kind::Plain, features);
            }
        };
        match role {
            Role::Pawn => return self.pawn(from),
            Role::Knight => {
                lines(self, attacks::knight(from), not_king);
                self.wrap(from, own, Delta::KNIGHT, not_king.when(true, Feature::Knight));
            }
            Role::Bishop => lines(self, attacks::bishop(from, occupied), not_king),
            Role::Rook => lines(self, attacks::rook(from, occupied), not_king),
            Role::Queen => {
                let queen = not_king.when(true, Feature::Queen);
                lines(self, attacks::bishop(from, occupied), queen.when(true, Feature::Diagonal));
                lines(self, attacks::rook(from, occupied), queen.when(true, Feature::Straight));
            }
            Role::King => {
                lines(self, attacks::king(from), Feature::KingStep.into());
                self.wrap(from, own, Direction::ALL.map(Direction::delta), Feature::KingStep.into());
                for side in CastlingSide::ALL {
                    self.castle(from, side);
                }
            }
        }
    }

    /// The kind of a pin: of a piece that stands next to the king on a line, if the king would be attacked without it.
    fn pin_of(&mut self, from: Square) -> Option<Feature> {
        let occupied = self.board.pieces.occupied();
        let line = attacks::line(self.king, from);
        if line.is_empty() || attacks::between(self.king, from).intersects(occupied) {
            return None;
        }
        let mut without = *self.board;
        without.pieces.put_code(from, 0);
        let is_diagonal = self.king.file() != from.file() && self.king.rank() != from.rank();
        let pin = if is_diagonal { Feature::PinDiagonal } else { Feature::PinStraight };
        without.is_attacked(self.king, self.them, self.rules).then_some(pin)
    }

    fn pawn(&mut self, from: Square) {
        let (us, them, board) = (self.us, self.them, self.board);
        let ahead = if us == Color::White { 1 } else { -1 };
        let is_enemy = |at: Square| board.pieces.color_at(at) == Some(them);
        let is_empty = |at: Square| board.pieces.code(at) == 0;
        let pawn = Features::from([Feature::Pawn, Feature::NotKing]);
        // A pawn that has stayed a pawn on the last rank does not move.
        let Some(one) = from.offset(0, ahead) else { return };
        if is_empty(one) || is_enemy(one) {
            self.pawn_arrives(from, one, pawn.when(is_enemy(one), Feature::Ahead));
        }
        if let Some(two) = one.offset(0, ahead)
            && (is_empty(two) || is_enemy(two))
        {
            let features = pawn.when(true, Feature::DoublePush).when(is_enemy(two), Feature::OntoPiece);
            let rank = match from.relative_to(us).rank() {
                Rank::Second => Feature::Early,
                Rank::Third => Feature::ThirdRank,
                _ => Feature::OtherRank,
            };
            let features = features.when(!is_empty(one), Feature::Jumps).when(true, rank);
            self.propose(from, two, Kind::DoublePush, features);
        }
        for (files, side) in SIDES {
            let features = pawn.when(true, side);
            let is_far = matches!((from.file(), files), (File::A, 1) | (File::H, -1));
            let capture = features.when(true, Feature::PawnCapture).when(is_far, Feature::Far);
            if let Some(to) = one.offset(files, 0).filter(|&to| is_enemy(to)) {
                self.pawn_arrives(from, to, capture);
            } else if let Some(to) = around(one, files, 0).filter(|&to| is_enemy(to)) {
                self.pawn_arrives(from, to, features.when(true, Feature::Wraps));
            }
        }
        if let Some(passed) = board.passed
            && let captured = behind(passed, us)
            && captured.index().abs_diff(from.index()) == 1
            && is_empty(passed)
        {
            let side = if passed.file() < from.file() { Feature::West } else { Feature::East };
            let features = pawn
                .when(true, side)
                .when(true, Feature::EnPassant)
                .when(matches!(from.file(), File::A | File::H), Feature::Edge)
                .when(captured.rank() != from.rank(), Feature::Around)
                .when(!board.has(captured, Role::Pawn, them), Feature::Stale);
            self.propose(from, passed, Kind::EnPassant, features);
        }
    }

    /// Proposes a pawn's move of one square ahead or sideways, with its promotions.
    fn pawn_arrives(&mut self, from: Square, to: Square, features: Features) {
        if to.relative_to(self.us).rank() != Rank::Eighth {
            return self.propose(from, to, Kind::Plain, features);
        }
        let promotion = features.when(true, Feature::Promotion);
        self.propose(from, to, Kind::Promotion(Role::Queen), promotion);
        let lesser = promotion.when(true, Feature::Lesser);
        self.propose(from, to, Kind::Promotion(Role::Rook), lesser.when(true, Feature::ToRook));
        self.propose(from, to, Kind::Promotion(Role::Bishop), lesser.when(true, Feature::ToBishop));
        self.propose(from, to, Kind::Promotion(Role::Knight), lesser.when(true, Feature::ToKnight));
        self.propose(from, to, Kind::Plain, features.when(true, Feature::StaysPawn));
    }

    /// Proposes steps around the edge of the board.
    fn wrap(&mut self, from: Square, own: Bitboard, steps: [Delta; 8], features: Features) {
        for step in steps {
            if let Some(to) = around(from, step.files(), step.ranks()).filter(|&to| !own.has(to)) {
                self.propose(from, to, Kind::Plain, features.when(true, Feature::Wraps));
            }
        }
    }

    fn castle(&mut self, from: Square, side: CastlingSide) {
        let (board, us, them) = (self.board, self.us, self.them);
        let rook = board.rook_homes[us.index()][side as usize];
        if !board.rights[us.index()][side as usize] || from != board.king_homes[us.index()] {
            return;
        }
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let others = board.pieces.occupied().without(from).without(rook);
        let way = |from, to: Square| attacks::between(from, to).with(to);
        if way(from, king_to).intersects(others) {
            return;
        }
        let mut attacked =
            |squares: Bitboard| squares.into_iter().any(|at| board.is_attacked(at, them, self.rules));
        let features = Features::from([Feature::Castling, length(side)])
            .when(!board.has(rook, Role::Rook, us), Feature::RookGone)
            .when(way(rook, rook_to).intersects(others), Feature::RookWayOccupied)
            .when(self.is_check, Feature::OutOfCheck)
            .when(attacked(attacks::between(from, king_to)), Feature::Through)
            .when(
                side == CastlingSide::Queen && attacked(attacks::between(rook, rook_to)),
                Feature::BFileAttacked,
            )
            .when(attacked(Bitboard::of(rook)), Feature::RookAttacked);
        let listed = self.moves.len();
        self.propose(from, king_to, Kind::Castling(side, rook), features);
        if self.moves.len() > listed && self.rules.does(Feature::SecondCode) {
            self.moves.push(Move { from, to: king_to, kind: Kind::KingTakesRook(rook) });
        }
    }

    /// Lists a move as often as the rules say. Kings are never captured, not even by a side that may leave its own in
    /// check.
    fn propose(&mut self, from: Square, to: Square, kind: Kind, features: Features) {
        let board = self.board;
        let is_castling = matches!(kind, Kind::Castling(..));
        if !is_castling && board.pieces.role_at(to) == Some(Role::King) {
            return;
        }
        let is_capture = kind == Kind::EnPassant || board.pieces.code(to) != 0;
        let features = Features(features.0 | self.side.0)
            .when(self.pin.is_some(), Feature::Pinned)
            .when(is_capture, Feature::Capture)
            .when(!is_capture, Feature::Quiet);
        let mv = Move { from, to, kind };
        let is_king = !Features::from(Feature::NotKing).is_subset(features);
        let mut times = self.rules.times(features);
        if times > 0 && (is_king || kind == Kind::EnPassant || self.is_check || self.pin.is_some()) {
            let next = board.moved(mv, self.rules);
            if next.is_attacked(next.kings[self.us.index()], self.them, self.rules) {
                let exposed = self.exposure(mv, is_king, &next, features);
                times = self.rules.times(exposed);
            }
        }
        self.moves.extend(core::iter::repeat_n(mv, times));
    }

    /// The features of a move that exposes its king; `next` is the board after it.
    fn exposure(&mut self, mv: Move, is_king: bool, next: &Board, features: Features) -> Features {
        let is_en_passant = mv.kind == Kind::EnPassant;
        let king = next.kings[self.us.index()];
        let answers_one = self.is_double_check && !is_king && next.attackers(king, self.them).len() == 1;
        let mut with_captured = *self.board;
        let code = with_captured.pieces.code(mv.from);
        with_captured.pieces.put_code(mv.from, 0);
        with_captured.pieces.put_code(mv.to, code);
        let exposed = features
            .when(true, Feature::Exposes)
            .when(answers_one, Feature::AnswersOne)
            .when(is_king && !self.board.is_attacked(mv.to, self.them, self.rules), Feature::Shielded)
            .when(
                is_en_passant && !with_captured.is_attacked(king, self.them, self.rules),
                Feature::BothLeave,
            );
        self.pin.filter(|_| !is_en_passant).map_or(exposed, |pin| exposed.when(true, pin))
    }
}

/// The steps to the a-file and to the h-file, in files, with their features.
const SIDES: [(i32, Feature); 2] = [(-1, Feature::West), (1, Feature::East)];

/// Where a step off the side of the board leads if squares are counted from 0 to 63 and files are not looked at.
fn around(from: Square, files: i32, ranks: i32) -> Option<Square> {
    if (0..8).contains(&(from.file().index() as i32 + files)) {
        return None;
    }
    Square::from_index(usize::try_from(from.index() as i32 + 8 * ranks + files).ok()?)
}
