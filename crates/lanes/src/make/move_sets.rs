//! Making moves in lanes, set by set: from targets to boards.
//!
//! 1. [`MoveSets`] holds one set of targets for each [`MoveSet`], such as the slides to the north or the
//!    promotions to a knight by a push. No two moves of one set have the same target. The ranges of [`MoveSet`] say
//!    where each kind comes in the order in which moves are made.
//! 2. [`make`] takes the lowest target of a set in every lane, finds where its move came from, and makes these
//!    moves, one in each lane.
//! 3. The boards go to a [`Sink`], and the next target follows until the set is empty in the chosen lanes.
//!
//! One loop makes all sets: the code that takes a board is long and inlined, and must occur only once.

use core::ops::Range;

use fearless_simd::prelude::*;
use quadbit_movegen::CastlingSide;
use quadbit_quad::sets::{ByDirection, ByJump, Ray};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::{Direction, Role};

use crate::board::castling::{by_side, castled};
use crate::board::pawns::{ByPawnMove, PawnMove, last_rank};
use crate::board::positions::Positions;
use crate::board::promotions::Promotions;
use crate::board::sides::US;
use crate::board::targets::Targets;

/// A kind of move of white. No two moves of one kind have the same target, so a set of targets can hold them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MoveSet {
    /// Moves of bishops, rooks and queens in one direction.
    Slide(Direction),
    /// Moves of knights by the jump with this index in [`Delta::KNIGHT`](quadbit_x88::Delta::KNIGHT).
    Jump(usize),
    /// Moves of the king to neighbouring squares.
    Step,
    /// Castling on one side of the king; the target is the square of the rook.
    Castling(CastlingSide),
    /// Pawn moves of one kind, without promotions.
    Pawn(PawnMove),
    /// Promotions to one kind of piece by one kind of pawn move.
    Promotion(Role, PawnMove),
}

impl MoveSet {
    /// All sets, in the order in which their moves are made.
    #[rustfmt::skip]
    pub(crate) const ALL: [Self; 35] = {
        use MoveSet::{Castling, Jump, Pawn, Promotion, Slide, Step};
        use PawnMove::{Double, East, Single, West};
        use Role::{Bishop, Knight, Queen, Rook};
        [
            Slide(Direction::North), Slide(Direction::NorthEast), Slide(Direction::East), Slide(Direction::SouthEast),
            Slide(Direction::South), Slide(Direction::SouthWest), Slide(Direction::West), Slide(Direction::NorthWest),
            Jump(0), Jump(1), Jump(2), Jump(3), Jump(4), Jump(5), Jump(6), Jump(7),
            Castling(CastlingSide::Queen), Castling(CastlingSide::King),
            Step, Pawn(Double), Pawn(Single), Pawn(West), Pawn(East),
            Promotion(Queen, Single), Promotion(Queen, West), Promotion(Queen, East),
            Promotion(Rook, Single), Promotion(Rook, West), Promotion(Rook, East),
            Promotion(Bishop, Single), Promotion(Bishop, West), Promotion(Bishop, East),
            Promotion(Knight, Single), Promotion(Knight, West), Promotion(Knight, East),
        ]
    };

    /// The places of the slides in [`ALL`](Self::ALL), by direction.
    pub(crate) const SLIDES: Range<usize> = 0..8;
    /// The places of the jumps of knights in [`ALL`](Self::ALL), in the order of
    /// [`Delta::KNIGHT`](quadbit_x88::Delta::KNIGHT).
    pub(crate) const JUMPS: Range<usize> = 8..16;
    /// The places of castling in [`ALL`](Self::ALL): on the queen's side, then on the king's side.
    pub(crate) const CASTLING: Range<usize> = 16..18;
    /// The places in [`ALL`](Self::ALL) of the steps of the king, then of the double pushes, single pushes, captures to
    /// the west and captures to the east of pawns.
    pub(crate) const STEPS: Range<usize> = 18..23;
    /// The places of promotions in [`ALL`](Self::ALL), in the order of [`Promotions::sets`].
    pub(crate) const PROMOTIONS: Range<usize> = 23..35;
}

/// The targets of moves of white, by kind of move.
pub(crate) struct MoveSets<S: BoardSimd> {
    slides: ByDirection<S::u64s>,
    jumps: ByJump<S::u64s>,
    /// The rooks with which the king castles: on the queen's side, and on the king's side.
    castling: [S::u64s; 2],
    /// The squares to which the king steps.
    steps: S::u64s,
    /// The targets of pawns below the last rank.
    pawns: ByPawnMove<S>,
    promotions: Promotions<S>,
}

/// A receiver of the boards after moves.
pub(crate) trait Sink<S: BoardSimd> {
    /// Called after a double push to `to` in each of `lanes`, with the boards after the pushes. Returns the lanes whose
    /// boards [`take`](Self::take) shall receive.
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64;

    /// Takes the positions in `lanes`; black is to move there.
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64);
}

impl<S: BoardSimd> MoveSets<S> {
    /// Collects the moves to `targets`, and castling of `king` with each rook of `castling`. A pawn that reaches the
    /// last rank promotes to each of the four pieces.
    #[inline(always)]
    pub(crate) fn new(s: S, targets: &Targets<S>, king: S::u64s, castling: S::u64s) -> Self {
        let promotions = Promotions::to_each(targets.pawns.promotions());
        Self::with_promotions(s, targets, king, castling, &promotions)
    }

    /// Collects the moves to `targets` except promotions, castling of `king` with each rook of `castling`, and the
    /// given `promotions`.
    #[inline(always)]
    pub(crate) fn with_promotions(
        s: S,
        targets: &Targets<S>,
        king: S::u64s,
        castling: S::u64s,
        promotions: &Promotions<S>,
    ) -> Self {
        Self {
            slides: targets.slides,
            jumps: targets.jumps,
            castling: by_side(s, king, castling),
            steps: targets.king,
            pawns: targets.pawns.within(S::u64s::splat(s, !last_rank(US))),
            promotions: *promotions,
        }
    }

    /// Makes the moves of `parents` in the lanes of the mask `lanes`, set after set, and passes the boards to `sink`.
    /// At each step, every lane makes the move to its own lowest target that is left.
    #[inline(always)]
    pub(crate) fn make(&self, s: S, parents: &Positions<S>, lanes: u64, sink: &mut impl Sink<S>) {
        let ByPawnMove { single, double, west, east } = self.pawns;
        let promotions = self.promotions.sets();
        let mut sets = [S::u64s::splat(s, 0); MoveSet::ALL.len()];
        sets[MoveSet::SLIDES].copy_from_slice(&self.slides.0);
        sets[MoveSet::JUMPS].copy_from_slice(&self.jumps.0);
        sets[MoveSet::CASTLING].copy_from_slice(&self.castling);
        sets[MoveSet::STEPS].copy_from_slice(&[self.steps, double, single, west, east]);
        sets[MoveSet::PROMOTIONS].copy_from_slice(&promotions);
        // Most batches have no promotions: then the twelve sets of their targets, all empty, are left out.
        let [a, b, c, d, e, f, g, h, i, j, k, l] = promotions;
        let promote =
            (a | b | c | d | e | f | g | h | i | j | k | l).simd_ne(S::u64s::splat(s, 0)).any_true();
        let used = if promote { MoveSet::PROMOTIONS.end } else { MoveSet::PROMOTIONS.start };
        make(s, parents, lanes, &MoveSet::ALL[..used], &sets[..used], sink);
    }
}

/// Makes the moves of `parents` in `lanes` to the targets `sets[n]` of the moves `kinds[n]`, for each `n` in turn, the
/// lowest target first, and passes the boards to `sink`.
#[inline(always)]
pub(crate) fn make<S: BoardSimd>(
    s: S,
    parents: &Positions<S>,
    lanes: u64,
    kinds: &[MoveSet],
    sets: &[S::u64s],
    sink: &mut impl Sink<S>,
) {
    let zero = S::u64s::splat(s, 0);
    let Positions { ref boards, castling_rooks } = *parents;
    let occupied = boards.occupied();
    let king = boards.kings() & boards.color(US);
    for (&kind, &targets) in kinds.iter().zip(sets) {
        let mut targets = targets;
        loop {
            let some = targets.simd_ne(zero).to_bitmask() & lanes;
            if some == 0 {
                break;
            }
            let to = s.first_bits(targets);
            targets ^= to;
            let mut taken = some;
            let boards = match kind {
                MoveSet::Slide(direction) => boards.moved(s, slid::<S>(direction, to, occupied), to),
                MoveSet::Jump(jump) => boards.put(jumped::<S>(jump, to), to, Role::Knight.of(US).code()),
                MoveSet::Step => boards.put(king, to, Role::King.of(US).code()),
                MoveSet::Castling(side) => castled(s, boards, US, side, king, to),
                MoveSet::Pawn(PawnMove::Double) => {
                    let from = PawnMove::Double.origins::<S>(US, to);
                    let board = boards.put(from, to, Role::Pawn.of(US).code());
                    taken = sink.after_double_push(s, &board, to, some);
                    board
                }
                MoveSet::Pawn(pawn_move) => {
                    boards.put(pawn_move.origins::<S>(US, to), to, Role::Pawn.of(US).code())
                }
                MoveSet::Promotion(role, pawn_move) => {
                    boards.put(pawn_move.origins::<S>(US, to), to, role.of(US).code())
                }
            };
            sink.take(s, &Positions { boards, castling_rooks }, taken);
        }
    }
}

/// The squares from which our sliders can move in `direction` to the squares of `to`: from each target, the nearest
/// occupied square in the opposite direction. Each square of `to` must be a target of a slider in `direction`.
///
/// Each arm has a constant direction, because a shift by a number that is known only at run time takes longer.
#[inline(always)]
fn slid<S: BoardSimd>(direction: Direction, to: S::u64s, occupied: S::u64s) -> S::u64s {
    let empty = !occupied;
    let from = match direction {
        Direction::North => Ray::new(Direction::South, empty).attacks(to),
        Direction::NorthEast => Ray::new(Direction::SouthWest, empty).attacks(to),
        Direction::East => Ray::new(Direction::West, empty).attacks(to),
        Direction::SouthEast => Ray::new(Direction::NorthWest, empty).attacks(to),
        Direction::South => Ray::new(Direction::North, empty).attacks(to),
        Direction::SouthWest => Ray::new(Direction::NorthEast, empty).attacks(to),
        Direction::West => Ray::new(Direction::East, empty).attacks(to),
        Direction::NorthWest => Ray::new(Direction::SouthEast, empty).attacks(to),
    };
    from & occupied
}

/// The squares from which knights went to the squares of `to` by the jump with the index `jump` in
/// [`Delta::KNIGHT`](quadbit_x88::Delta::KNIGHT). Each arm has a constant jump, as in [`slid`].
#[inline(always)]
fn jumped<S: BoardSimd>(jump: usize, to: S::u64s) -> S::u64s {
    match jump {
        0 => ByJump::origin(to, 0),
        1 => ByJump::origin(to, 1),
        2 => ByJump::origin(to, 2),
        3 => ByJump::origin(to, 3),
        4 => ByJump::origin(to, 4),
        5 => ByJump::origin(to, 5),
        6 => ByJump::origin(to, 6),
        _ => ByJump::origin(to, 7),
    }
}
