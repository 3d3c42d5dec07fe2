//! Generating moves: what each piece may do, with the features by which faults tell moves apart.
//!
//! 1. Each piece proposes its moves, and also wrong ones that a fault may allow: double pushes from any rank, captures
//!    around the edge. [`Generation::propose`] receives what is special about a move.
//! 2. The [`Rules`] say in which lanes the move is listed if its king is safe. If there are none, it is dropped.
//! 3. A move that may expose its king is made. In the lanes in which the king is then attacked, [`Generation::exposed`]
//!    says whether the move is listed all the same.
//! 4. The move is listed with its lanes, and once more with those that list it twice.
//!
//! Where lanes see different checks or pins, the moves are generated once for each.

use alloc::vec::Vec;

use quadbit_movegen::{Bitboard, CastlingSide, Color, Direction, File, Rank, Role, Square, attacks};
use quadbit_x88::Delta;

use crate::board::Board;
use crate::feature::{Feature, Features};
use crate::make::{Boards, behind, length};
use crate::mv::{Kind, Move};
use crate::rules::{Faults, Lanes, Rules};

impl Board {
    /// The moves that a generator with these faults lists, in no particular order. Faults of only the last ply of a
    /// count have no effect.
    pub fn moves(&self, faults: Faults) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&Rules::of(&[faults])[self.side.index()], 1, false, &mut moves);
        moves.into_iter().map(|(mv, _)| mv).collect()
    }

    /// Adds to `moves` those that are listed in some of `lanes`, each with its lanes. `is_last_ply` says whether the
    /// moves lead to leaves.
    pub(crate) fn generate(&self, rules: &Rules, lanes: Lanes, is_last_ply: bool, moves: &mut Moves) {
        let (us, own) = (self.side.index(), self.pieces.color(self.side));
        let check = lanes & self.attacked(self.kings[us], self.side.other(), rules);
        for (is_check, lanes) in [(false, lanes & !check), (true, check)] {
            let features = Features::from([Feature::White, Feature::Black][us])
                .when(is_check, Feature::Check)
                .when(is_last_ply, Feature::LastPly);
            let boards = Vec::new();
            let mut generation =
                Generation { board: self, rules, moves, boards, features, is_check, pin: None, lanes };
            for from in if lanes == 0 { Bitboard::EMPTY } else { own } {
                generation.piece(from, own);
            }
        }
    }
}

/// Moves, each with the lanes that list it. A move that is listed twice has two entries.
pub(crate) type Moves = Vec<(Move, Lanes)>;

/// The generation of the moves of one position.
struct Generation<'a> {
    board: &'a Board,
    rules: &'a Rules,
    moves: &'a mut Moves,
    /// A buffer for the boards after a move, used again for each move.
    boards: Boards,
    /// The features that all moves of the position have.
    features: Features,
    is_check: bool,
    /// The kind of the pin of the piece whose moves are proposed, if it is pinned.
    pin: Option<Feature>,
    /// The lanes whose moves are generated.
    lanes: Lanes,
}

impl Generation<'_> {
    /// The square where a check of the side to move is looked for.
    fn king(&self) -> Square {
        self.board.kings[self.board.side.index()]
    }

    /// The lanes in which the side that does not move is seen to attack `square` on `board`.
    fn attacked(&self, board: &Board, square: Square) -> Lanes {
        board.attacked(square, self.board.side.other(), self.rules)
    }

    fn piece(&mut self, from: Square, own: Bitboard) {
        let Some(role) = self.board.pieces.role_at(from) else { return };
        let lanes = self.lanes;
        let (pin, pinned) = if role == Role::King || self.is_check { (None, 0) } else { self.pin_of(from) };
        for (pin, of) in [(None, lanes & !pinned), (pin, lanes & pinned)] {
            (self.pin, self.lanes) = (pin, of);
            if of != 0 {
                self.piece_moves(role, from, own);
            }
        }
        self.lanes = lanes;
    }

    fn piece_moves(&mut self, role: Role, from: Square, own: Bitboard) {
        let occupied = self.board.pieces.occupied();
        let not_king = Features::from(Feature::NotKing);
        let targets = |this: &mut Self, targets: Bitboard, features| {
            for to in targets - own {
                this.propose(from, to, Kind::Plain, features);
            }
        };
        match role {
            Role::Pawn => self.pawn(from),
            Role::Knight => {
                targets(self, attacks::knight(from), not_king);
                self.wrap(from, own, Delta::KNIGHT, not_king.when(true, Feature::Knight));
            }
            Role::Bishop => targets(self, attacks::bishop(from, occupied), not_king),
            Role::Rook => targets(self, attacks::rook(from, occupied), not_king),
            Role::Queen => {
                let queen = not_king.when(true, Feature::Queen);
                targets(self, attacks::bishop(from, occupied), queen.when(true, Feature::Diagonal));
                targets(self, attacks::rook(from, occupied), queen.when(true, Feature::Straight));
            }
            Role::King => {
                targets(self, attacks::king(from), Feature::KingStep.into());
                self.wrap(from, own, Direction::ALL.map(Direction::delta), Feature::KingStep.into());
                for side in CastlingSide::ALL {
                    self.castle(from, side);
                }
            }
        }
    }

    /// For the piece on `from`, if it is the first that its king sees along a line: the kind of pin on this line, and
    /// the lanes in which the king would be attacked without the piece. `None` and no lanes for other pieces.
    fn pin_of(&self, from: Square) -> (Option<Feature>, Lanes) {
        let (king, occupied) = (self.king(), self.board.pieces.occupied());
        if attacks::line(king, from).is_empty() || attacks::between(king, from).intersects(occupied) {
            return (None, 0);
        }
        let mut without = *self.board;
        without.pieces.put_code(from, 0);
        let is_diagonal = king.file() != from.file() && king.rank() != from.rank();
        let pin = if is_diagonal { Feature::PinDiagonal } else { Feature::PinStraight };
        (Some(pin), self.attacked(&without, king))
    }

    fn pawn(&mut self, from: Square) {
        let (us, them, board) = (self.board.side, self.board.side.other(), self.board);
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

    /// Proposes a pawn's move of one square ahead or diagonally, with its promotions.
    fn pawn_arrives(&mut self, from: Square, to: Square, features: Features) {
        if to.relative_to(self.board.side).rank() != Rank::Eighth {
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

    /// Proposes those of `steps` from `from` that go around the left or right edge of the board, to squares outside
    /// `own`, the pieces of the moving side.
    fn wrap(&mut self, from: Square, own: Bitboard, steps: [Delta; 8], features: Features) {
        for step in steps {
            if let Some(to) = around(from, step.files(), step.ranks()).filter(|&to| !own.has(to)) {
                self.propose(from, to, Kind::Plain, features.when(true, Feature::Wraps));
            }
        }
    }

    fn castle(&mut self, from: Square, side: CastlingSide) {
        let (board, us) = (self.board, self.board.side);
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
        let rules = self.rules;
        let unless = |squares: Bitboard, feature| {
            let attacked =
                squares.into_iter().fold(0, |lanes, at| lanes | board.attacked(at, us.other(), rules));
            !attacked | rules.does(feature)
        };
        let features = Features::from([Feature::Castling, length(side)])
            .when(!board.has(rook, Role::Rook, us), Feature::RookGone)
            .when(way(rook, rook_to).intersects(others), Feature::RookWayOccupied)
            .when(self.is_check, Feature::OutOfCheck);
        let (lanes, listed) = (self.lanes, self.moves.len());
        if rules.does(features) & lanes == 0 {
            return;
        }
        self.lanes &= unless(attacks::between(from, king_to), Feature::Through)
            & unless(Bitboard::of(rook), Feature::RookAttacked);
        if side == CastlingSide::Queen {
            self.lanes &= unless(attacks::between(rook, rook_to), Feature::BFileAttacked);
        }
        self.propose(from, king_to, Kind::Castling(side, rook), features);
        let codes =
            self.moves[listed..].first().map_or(0, |&(_, lanes)| lanes & rules.does(Feature::SecondCode));
        self.list(Move { from, to: king_to, kind: Kind::KingTakesRook(rook) }, codes);
        self.lanes = lanes;
    }

    /// Lists a move in the lanes that take it for legal, given their faults, and a second time in lanes with a fault
    /// that lists it twice. A move that captures a king is never listed, not even for a side that may leave its own
    /// king in check.
    fn propose(&mut self, from: Square, to: Square, kind: Kind, features: Features) {
        let board = self.board;
        if !matches!(kind, Kind::Castling(..)) && board.pieces.role_at(to) == Some(Role::King) {
            return;
        }
        let is_capture = kind == Kind::EnPassant || board.pieces.code(to) != 0;
        let features = Features(features.0 | self.features.0)
            .when(self.pin.is_some(), Feature::Pinned)
            .when(is_capture, Feature::Capture)
            .when(!is_capture, Feature::Quiet);
        let mv = Move { from, to, kind };
        let is_king = !Features::from(Feature::NotKing).is_subset(features);
        let [mut does, twice] = self.rules.judge(features).map(|lanes| lanes & self.lanes);
        if does != 0 && (is_king || kind == Kind::EnPassant || self.is_check || self.pin.is_some()) {
            let mut boards = core::mem::take(&mut self.boards);
            board.moved(mv, does, self.rules, &mut boards);
            for &(lanes, next) in &boards {
                let exposed = lanes & self.attacked(&next, next.kings[board.side.index()]);
                if exposed != 0 {
                    does &= !exposed | self.exposed(mv, is_king, &next, features);
                }
            }
            self.boards = boards;
        }
        self.list(mv, does);
        self.list(mv, does & twice);
    }

    fn list(&mut self, mv: Move, lanes: Lanes) {
        if lanes != 0 {
            self.moves.push((mv, lanes));
        }
    }

    /// The lanes in which `mv` is listed although it exposes its king; `next` is the board after the move.
    fn exposed(&self, mv: Move, is_king: bool, next: &Board, features: Features) -> Lanes {
        let (board, king) = (self.board, next.kings[self.board.side.index()]);
        let checkers = |board: &Board, king| board.attackers(king, self.board.side.other()).len();
        let answers_one =
            self.is_check && !is_king && checkers(board, self.king()) == 2 && checkers(next, king) == 1;
        let exposed = features.when(true, Feature::Exposes).when(answers_one, Feature::AnswersOne);
        let under = |feature| self.rules.does(exposed.when(true, feature));
        if is_king {
            return self.rules.does(exposed) | under(Feature::Shielded) & !self.attacked(board, mv.to);
        }
        if mv.kind == Kind::EnPassant {
            let mut with_captured = *board;
            with_captured.pieces.put_code(mv.from, 0);
            with_captured.pieces.put(mv.to, Role::Pawn.of(board.side));
            return self.rules.does(exposed)
                | under(Feature::BothLeave) & !self.attacked(&with_captured, king);
        }
        self.pin.map_or_else(|| self.rules.does(exposed), under)
    }
}

/// One file towards the a-file and one towards the h-file, each with its feature.
const SIDES: [(i32, Feature); 2] = [(-1, Feature::West), (1, Feature::East)];

/// Where a step off the side of the board leads if squares are counted from 0 to 63 and files are not looked at. `None`
/// for a step to one of the eight files, and for one that leaves the 64 squares.
fn around(from: Square, files: i32, ranks: i32) -> Option<Square> {
    if (0..8).contains(&(from.file().index() as i32 + files)) {
        return None;
    }
    Square::from_index(usize::try_from(from.index() as i32 + 8 * ranks + files).ok()?)
}
