//! Generating moves: what each piece may do, and where a fault changes it.
//!
//! 1. Each piece proposes its moves, [`Generation::propose`], without regard to its king. Faults that add moves (double
//!    pushes from anywhere, captures around the edge) act here.
//! 2. A move that exposes the own king is refused, unless a fault [lets it through](Generation::lets_through).
//! 3. A legal move is listed, unless a fault [leaves it out](Generation::leaves_out), or [twice](Generation::list).
//!
//! Every fault is asked about at one place, and its condition is tested first: a fault that is not asked about has
//! changed nothing.

use alloc::vec::Vec;

use quadbit_movegen::CastlingSide;
use quadbit_x88::{Color, Delta, Diff, Direction, File, Piece, Rank, Role, Square, Square88};

use crate::attack::{SIDEWAYS, ahead};
use crate::board::Board;
use crate::fault::Fault;
use crate::mv::{Kind, Move};
use crate::rules::{Faults, Rules};

impl Board {
    /// The moves that a generator with these faults lists, in no particular order.
    pub fn moves(&self, faults: Faults) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&mut Rules::new(faults, self.side), &mut moves);
        moves
    }

    /// Adds the moves that a generator with these rules lists.
    pub(crate) fn generate(&self, rules: &mut Rules, moves: &mut Vec<Move>) {
        let king = self.kings[self.side.index()];
        let is_check = self.is_attacked(king, self.side.other(), rules);
        let is_double_check = is_check && self.count_attackers(king, self.side.other()) == 2;
        let mut generation =
            Generation { board: self, rules, moves, king, is_check, is_double_check, is_pinned: false };
        for from in Square88::ALL {
            if self.has_of(from, self.side) {
                generation.piece(from);
            }
        }
    }
}

/// The moves of a position that is being looked at.
struct Generation<'a> {
    board: &'a Board,
    rules: &'a mut Rules,
    moves: &'a mut Vec<Move>,
    /// The king of the side to move.
    king: Square88,
    is_check: bool,
    is_double_check: bool,
    /// Whether the piece whose moves are proposed is pinned.
    is_pinned: bool,
}

impl Generation<'_> {
    fn piece(&mut self, from: Square88) {
        let Some(role) = self.board.get(from).map(Piece::role) else { return };
        self.is_pinned = role != Role::King && !self.is_check && self.is_pinned(from);
        match role {
            Role::Pawn => self.pawn(from),
            Role::Knight => self.leap(from, Delta::KNIGHT, Fault::KnightWraps),
            Role::Bishop => self.slide(from, Direction::is_diagonal),
            Role::Rook => self.slide(from, |direction| !direction.is_diagonal()),
            Role::Queen => self.slide(from, |_| true),
            Role::King => {
                self.leap(from, Direction::ALL.map(Direction::delta), Fault::KingWraps);
                for side in CastlingSide::ALL {
                    self.castle(from, side);
                }
            }
        }
    }

    /// Whether the king would be attacked if the piece next to it on a line were taken off the board.
    fn is_pinned(&mut self, from: Square88) -> bool {
        let next = line(self.king, from).and_then(|direction| self.board.first_along(direction, self.king));
        next.is_some_and(|(at, _)| at == from) && {
            let mut without = *self.board;
            without.put(from, None);
            without.is_attacked(self.king, self.board.side.other(), self.rules)
        }
    }

    fn pawn(&mut self, from: Square88) {
        let board = self.board;
        let (side, push) = (board.side, ahead(board.side));
        // A pawn that has stayed a pawn on the last rank does not move.
        let Some(one) = from.step(push) else { return };
        let is_free = board.is_empty(one);
        if is_free || board.has_of(one, side.other()) && self.rules.breaks(Fault::PawnCapturesAhead) {
            self.pawn_arrives(from, one);
        }
        if let Some(two) = one.step(push)
            && (board.is_empty(two)
                || board.has_of(two, side.other()) && self.rules.breaks(Fault::DoublePushCaptures))
            && (is_free || self.rules.breaks(Fault::DoublePushJumps))
            && self.may_push_twice(from.to_square().relative_to(side).rank())
        {
            self.propose(from, two, Kind::DoublePush);
        }
        for (step, mask) in SIDEWAYS.into_iter().zip([Fault::PawnCaptureMaskWest, Fault::PawnCaptureMaskEast])
        {
            let is_capture = |to: &Square88| board.has_of(*to, side.other());
            let wraps =
                [Fault::PawnCaptureWraps, mask, Fault::PawnCaptureMasksSwapped].map(|fault| (true, fault));
            if let Some(to) = one.step(step).filter(is_capture) {
                self.pawn_arrives(from, to);
            } else if let Some(to) = around(one, step).filter(is_capture)
                && self.rules.break_any(wraps)
            {
                self.pawn_arrives(from, to);
            }
        }
        if let Some(passed) = board.passed
            && let Some(captured) = passed.step(-push)
            && captured.to_square().index().abs_diff(from.to_square().index()) == 1
            && board.is_empty(passed)
            && (captured.to_square().rank() == from.to_square().rank()
                || self.rules.breaks(Fault::EnPassantWraps))
            && (board.has(captured, Role::Pawn.of(side.other()))
                || self.rules.breaks(Fault::EnPassantSquareStays))
        {
            self.propose(from, passed, Kind::EnPassant);
        }
    }

    /// Whether a pawn on a rank, seen from its side, may move two squares.
    fn may_push_twice(&mut self, rank: Rank) -> bool {
        let may = match rank {
            Rank::Second => !self.rules.breaks(Fault::DoublePushWrongRank),
            Rank::Third => self.rules.breaks(Fault::DoublePushWrongRank),
            _ => false,
        };
        may || rank != Rank::Second && self.rules.breaks(Fault::DoublePushAnywhere)
    }

    /// Proposes a pawn's move of one square ahead or sideways, with its promotions.
    fn pawn_arrives(&mut self, from: Square88, to: Square88) {
        let is_last = to.step(ahead(self.board.side)).is_none();
        if !is_last || self.rules.breaks(Fault::PromotionStaysPawn) {
            return self.propose(from, to, Kind::Plain);
        }
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            self.propose(from, to, Kind::Promotion(role));
        }
        if self.rules.breaks(Fault::PromotionPawnToo) {
            self.propose(from, to, Kind::Plain);
        }
    }

    fn leap(&mut self, from: Square88, steps: [Delta; 8], wraps: Fault) {
        let board = self.board;
        for step in steps {
            if let Some(to) = from.step(step).or_else(|| around(from, step))
                && !board.has_of(to, board.side)
                && (from.step(step).is_some() || self.rules.breaks(wraps))
            {
                self.propose(from, to, Kind::Plain);
            }
        }
    }

    fn slide(&mut self, from: Square88, goes: impl Fn(Direction) -> bool) {
        let board = self.board;
        for direction in Direction::ALL.into_iter().filter(|&direction| goes(direction)) {
            let mut at = from;
            while let Some(to) = at.step(direction.delta()) {
                if !board.has_of(to, board.side) {
                    self.propose(from, to, Kind::Plain);
                }
                if !board.is_empty(to) {
                    break;
                }
                at = to;
            }
        }
    }

    fn castle(&mut self, from: Square88, side: CastlingSide) {
        let (board, us) = (self.board, self.board.side);
        let rook = board.rook_homes[us.index()][side as usize];
        if !board.rights[us.index()][side as usize] || from != board.king_homes[us.index()] {
            return;
        }
        let [king_to, rook_to] = [side.king_target(us), side.rook_target(us)].map(Square88::from);
        let is_way_free = |a, b| squares(a, b).all(|at| at == from || at == rook || board.is_empty(at));
        let unseen = [(true, Fault::RightsStayRookTakenUnseen), (true, Fault::RightsStayRookMovedUnseen)];
        let mut passed = squares(from, king_to).filter(|&at| at != from && at != king_to);
        let attacks = |fault| [(true, fault), (true, Fault::CastlingIgnoresAttacks)];
        if (board.has(rook, Role::Rook.of(us)) || self.rules.break_any(unseen))
            && is_way_free(from, king_to)
            && (is_way_free(rook, rook_to) || self.rules.breaks(Fault::CastlingBFileOccupied))
            && (!self.is_check || self.rules.break_any(attacks(Fault::CastlingOutOfCheck)))
            && (!passed.any(|at| board.is_attacked(at, us.other(), self.rules))
                || self.rules.break_any(attacks(Fault::CastlingThroughAttack)))
        {
            self.propose(from, king_to, Kind::Castling(side, rook));
        }
    }

    /// Lists a move if it is legal. Kings are never captured, not even by a side that may leave its own in check.
    fn propose(&mut self, from: Square88, to: Square88, kind: Kind) {
        let board = self.board;
        let Some(role) = board.get(from).map(Piece::role) else { return };
        if board
            .get(to)
            .is_some_and(|piece| piece.role() == Role::King && !matches!(kind, Kind::Castling(..)))
        {
            return;
        }
        let mv = Move { from, to, kind };
        let may_expose = role == Role::King || kind == Kind::EnPassant || self.is_check || self.is_pinned;
        if may_expose {
            let next = board.moved(mv, self.rules);
            let king = next.kings[board.side.index()];
            if next.is_attacked(king, board.side.other(), self.rules) && !self.lets_through(mv, role, &next) {
                return;
            }
        }
        if !self.leaves_out(mv, role) {
            self.list(mv);
        }
    }

    /// Whether a fault makes a move legal that exposes its king; `next` is the board after it.
    fn lets_through(&mut self, mv: Move, role: Role, next: &Board) -> bool {
        let board = self.board;
        let (us, them) = (board.side, board.side.other());
        let king = next.kings[us.index()];
        let is_en_passant = mv.kind == Kind::EnPassant;
        let is_castling = matches!(mv.kind, Kind::Castling(..));
        let is_king_step = role == Role::King && !is_castling;
        let is_pinned = self.is_pinned && !is_en_passant;
        let is_diagonal = line(self.king, mv.from).is_some_and(Direction::is_diagonal);
        let answers_one = self.is_double_check && role != Role::King && next.count_attackers(king, them) == 1;
        let is_seen = !is_king_step || board.is_attacked(mv.to, them, self.rules);
        let exposes_rank = is_en_passant && {
            let mut with_captured = *board;
            with_captured.put(mv.from, None);
            with_captured.put(mv.to, board.get(mv.from));
            !with_captured.is_attacked(king, them, self.rules)
        };
        self.rules.break_any([
            (true, Fault::CheckIgnored),
            (self.rules.is_last_ply, Fault::CheckIgnoredLastPly),
            (is_en_passant, Fault::EnPassantExposesKing),
            (exposes_rank, Fault::EnPassantExposesRank),
            (is_pinned, Fault::PinsIgnored),
            (is_pinned && is_diagonal, Fault::PinsDiagonalIgnored),
            (is_pinned && !is_diagonal, Fault::PinsStraightIgnored),
            (answers_one, Fault::DoubleCheckOneAnswered),
            (!is_seen && board.is_empty(mv.to), Fault::KingShieldsItself),
            (is_king_step && !board.is_empty(mv.to), Fault::KingCapturesProtected),
            (is_castling, Fault::CastlingIntoCheck),
            (is_castling, Fault::CastlingIgnoresAttacks),
        ])
    }

    /// Whether a fault makes the generator miss a legal move.
    fn leaves_out(&mut self, mv: Move, role: Role) -> bool {
        let board = self.board;
        let (from, to) = (mv.from.to_square(), mv.to.to_square());
        let (is_white, is_edge) = (board.side == Color::White, matches!(from.file(), File::A | File::H));
        let is_en_passant = mv.kind == Kind::EnPassant;
        let (is_west, is_east) = (to.file() < from.file(), to.file() > from.file());
        let is_capture = !board.is_empty(mv.to) || is_en_passant;
        if self.is_check && role != Role::King {
            let is_missing = self.rules.break_any([
                (true, Fault::EvasionKingOnly),
                (!is_capture, Fault::EvasionNoBlock),
                (is_capture, Fault::EvasionNoCapture),
            ]);
            if is_missing {
                return true;
            }
        }
        if self.is_pinned {
            let is_missing = self.rules.break_any([
                (true, Fault::PinnedFrozen),
                (role == Role::Pawn, Fault::PinnedPawnFrozen),
                (is_en_passant, Fault::EnPassantPinnedRefused),
            ]);
            if is_missing {
                return true;
            }
        }
        match mv.kind {
            Kind::Plain | Kind::Promotion(_) if role == Role::Pawn && is_west | is_east => {
                let is_far = matches!((from.file(), to.file()), (File::A, File::B) | (File::H, File::G));
                let is_missing = self.rules.break_any([
                    (is_west, Fault::PawnCaptureMissingWest),
                    (is_east, Fault::PawnCaptureMissingEast),
                    (is_far && is_west, Fault::PawnCaptureMaskWest),
                    (is_far && is_east, Fault::PawnCaptureMaskEast),
                    (is_far, Fault::PawnCaptureMasksSwapped),
                ]);
                is_missing || matches!(mv.kind, Kind::Promotion(to) if self.leaves_out_promotion(to, true))
            }
            Kind::Plain | Kind::KingTakesRook(_) => {
                let is_diagonal = is_west | is_east && from.rank() != to.rank();
                role == Role::Queen
                    && self
                        .rules
                        .break_any([(is_diagonal, Fault::QueenAsRook), (!is_diagonal, Fault::QueenAsBishop)])
            }
            Kind::Promotion(to) => self.leaves_out_promotion(to, false),
            Kind::DoublePush => self.rules.break_any([
                (true, Fault::DoublePushMissing),
                (is_white, Fault::DoublePushMissingWhite),
                (!is_white, Fault::DoublePushMissingBlack),
                (self.is_check, Fault::EvasionNoDoublePush),
            ]),
            Kind::EnPassant => self.rules.break_any([
                (true, Fault::EnPassantMissing),
                (is_white, Fault::EnPassantMissingWhite),
                (!is_white, Fault::EnPassantMissingBlack),
                (is_west, Fault::EnPassantMissingWest),
                (is_east, Fault::EnPassantMissingEast),
                (is_edge, Fault::EnPassantMissingEdge),
                (self.is_check, Fault::EnPassantMissingInCheck),
            ]),
            Kind::Castling(side, rook) => {
                let is_long = side == CastlingSide::Queen;
                let rook_to = side.rook_target(board.side).into();
                let beside = squares(rook, rook_to).filter(|&at| at != rook && at != rook_to);
                let mut attacked = |at| board.is_attacked(at, board.side.other(), self.rules);
                let (is_b_file, is_rook) = (beside.clone().any(&mut attacked), attacked(rook));
                self.rules.break_any([
                    (true, Fault::CastlingMissing),
                    (is_long, Fault::CastlingMissingQueenSide),
                    (!is_long, Fault::CastlingMissingKingSide),
                    (is_white, Fault::CastlingMissingWhite),
                    (!is_white, Fault::CastlingMissingBlack),
                    (is_long && is_b_file, Fault::CastlingBFileAttacked),
                    (is_rook, Fault::CastlingRookAttacked),
                ])
            }
        }
    }

    fn leaves_out_promotion(&mut self, to: Role, is_capture: bool) -> bool {
        let is_lesser = to != Role::Queen;
        self.rules.break_any([
            (true, Fault::PromotionMissing),
            (is_capture, Fault::PromotionNoCapture),
            (!is_capture, Fault::PromotionNoQuiet),
            (is_lesser, Fault::PromotionQueenOnly),
            (is_lesser && is_capture, Fault::PromotionCaptureQueenOnly),
            (is_lesser && !is_capture, Fault::PromotionQuietQueenOnly),
            (to == Role::Knight, Fault::PromotionNoKnight),
            (to == Role::Bishop, Fault::PromotionNoBishop),
            (to == Role::Rook, Fault::PromotionNoRook),
            (matches!(to, Role::Bishop | Role::Rook), Fault::PromotionKnightQueen),
        ])
    }

    /// Adds a legal move to the list.
    fn list(&mut self, mut mv: Move) {
        if mv.kind == Kind::Promotion(Role::Knight) && self.rules.breaks(Fault::PromotionRookForKnight) {
            mv.kind = Kind::Promotion(Role::Rook);
        }
        self.moves.push(mv);
        let again = match mv.kind {
            Kind::Castling(_, rook) if self.rules.breaks(Fault::CastlingTwoCodes) => {
                Some(Kind::KingTakesRook(rook))
            }
            Kind::Castling(..) if self.rules.breaks(Fault::CastlingTwice) => Some(mv.kind),
            Kind::EnPassant if self.rules.breaks(Fault::EnPassantTwice) => Some(mv.kind),
            Kind::Promotion(Role::Rook) if self.rules.breaks(Fault::PromotionRookTwice) => Some(mv.kind),
            _ => None,
        };
        self.moves.extend(again.map(|kind| Move { kind, ..mv }));
    }
}

/// The direction of the line of two squares; `None` if they are on none.
fn line(from: Square88, to: Square88) -> Option<Direction> {
    Diff::new(from, to).direction()
}

/// The squares from one square to another on the same rank, both included.
fn squares(a: Square88, b: Square88) -> impl Iterator<Item = Square88> + Clone {
    (a.get().min(b.get())..=a.get().max(b.get())).filter_map(Square88::from_raw)
}

/// Where a step off the side of the board leads if squares are counted from 0 to 63 and files are not looked at.
fn around(from: Square88, step: Delta) -> Option<Square88> {
    let index = i32::from(from.to_square().index() as u8) + 8 * step.ranks() + step.files();
    (from.step(step).is_none()).then(|| Square::from_index(usize::try_from(index).ok()?))?.map(Square88::from)
}
