//! Makes moves in lanes, given their targets.

use fearless_simd::prelude::*;
use quadbit_movegen::CastlingSide;
use quadbit_quad::sets::{ByJump, Ray};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::{Direction, Role};

use crate::board::castling::{by_side, castled};
use crate::board::pawns::{ByPawnMove, PawnMove, last_rank};
use crate::board::positions::Positions;
use crate::board::sides::US;
use crate::board::targets::Targets;

/// The indices of the first sets of some kinds of moves in [`MoveSets`].
pub(crate) const SLIDES: usize = 0;
pub(crate) const JUMPS: usize = 8;
pub(crate) const STEPS: usize = 16;
pub(crate) const CASTLING: usize = 17;
pub(crate) const PROMOTIONS: usize = 23;

/// The targets of some moves of white, a set for each kind of move and direction:
///
/// ```text
///   0 ..  7   slides, by direction         19         double pushes
///   8 .. 15   jumps of knights             20 .. 22   single pushes, captures to the west, to the east
///  16         steps of the king            23 .. 25   the same as promotions to a queen
///  17, 18     castling long, short         26 .. 34   and to the other pieces, in the order of Role::PROMOTIONS
/// ```
pub(crate) struct MoveSets<S: BoardSimd> {
    sets: [S::u64s; 35],
    /// The number of sets, from the first, that may have squares.
    used: usize,
}

/// A receiver of the boards after moves.
pub(crate) trait Sink<S: BoardSimd> {
    /// Examines double pushes in some lanes before they are taken, with their squares and the boards after
    /// them. Returns the lanes to take.
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64;

    /// Takes the positions in some lanes; black is to move there.
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64);
}

impl<S: BoardSimd> MoveSets<S> {
    /// These moves and castling with some rooks. Promotions lead to each of the four pieces.
    #[inline(always)]
    pub(crate) fn new(s: S, targets: &Targets<S>, king: S::u64s, castling: S::u64s) -> Self {
        let last = last_rank(US);
        let ByPawnMove { single, west, east, .. } = targets.pawns;
        Self::with_promotions(s, targets, king, castling, [[single & last, west & last, east & last]; 4])
    }

    /// These moves, where promotions are given for each piece: pushes, captures to the west, captures to the
    /// east. Those among the targets are ignored.
    #[inline(always)]
    pub(crate) fn with_promotions(
        s: S,
        targets: &Targets<S>,
        king: S::u64s,
        castling: S::u64s,
        promotions: [[S::u64s; 3]; 4],
    ) -> Self {
        let Targets { slides, jumps, king: steps, ref pawns } = *targets;
        let [n, ne, e, se, so, sw, w, nw] = slides.0;
        let [j0, j1, j2, j3, j4, j5, j6, j7] = jumps.0;
        let [long, short] = by_side(s, king, castling);
        let ByPawnMove { single, double, west, east } = *pawns;
        let last = last_rank(US);
        let (push, take_w, take_e) = (single & !last, west & !last, east & !last);
        let [[q0, q1, q2], [r0, r1, r2], [b0, b1, b2], [n0, n1, n2]] = promotions;
        let any = q0 | q1 | q2 | r0 | r1 | r2 | b0 | b1 | b2 | n0 | n1 | n2;
        Self {
            sets: [
                n, ne, e, se, so, sw, w, nw, j0, j1, j2, j3, j4, j5, j6, j7, steps, long, short, double,
                push, take_w, take_e, q0, q1, q2, r0, r1, r2, b0, b1, b2, n0, n1, n2,
            ],
            used: if any.simd_ne(S::u64s::splat(s, 0)).any_true() { 35 } else { PROMOTIONS },
        }
    }

    /// Makes the moves of the positions in some lanes, one square of each set at a time, the lowest first.
    #[inline(always)]
    pub(crate) fn make(&self, s: S, parents: &Positions<S>, lanes: u64, sink: &mut impl Sink<S>) {
        make(s, parents, lanes, 0, &self.sets[..self.used], sink);
    }
}

/// Makes the moves of some consecutive sets from number `first` on, like [`MoveSets::make`].
#[inline(always)]
pub(crate) fn make<S: BoardSimd>(
    s: S,
    parents: &Positions<S>,
    lanes: u64,
    first: usize,
    sets: &[S::u64s],
    sink: &mut impl Sink<S>,
) {
    let zero = S::u64s::splat(s, 0);
    let Positions { ref boards, castling_rooks } = *parents;
    let occupied = boards.occupied();
    let empty = !occupied;
    let king = boards.kings() & boards.color(US);

    // The origins of slides in a direction.
    macro_rules! slid {
        ($direction:ident, $to:ident) => {
            Ray::new(Direction::$direction.opposite(), empty).attacks($to) & occupied
        };
    }
    // One loop for all sets, because the code that takes a board is long and would otherwise be
    // repeated dozens of times.
    let mut index = 0;
    while index < sets.len() {
        let number = first + index;
        let mut targets = sets[index];
        loop {
            let some = targets.simd_ne(zero).to_bitmask() & lanes;
            if some == 0 {
                break;
            }
            let to = s.first_bits(targets);
            targets ^= to;
            let mut taken = some;
            let boards = match number {
                SLIDES..JUMPS => {
                    let from = match number {
                        0 => slid!(North, to),
                        1 => slid!(NorthEast, to),
                        2 => slid!(East, to),
                        3 => slid!(SouthEast, to),
                        4 => slid!(South, to),
                        5 => slid!(SouthWest, to),
                        6 => slid!(West, to),
                        _ => slid!(NorthWest, to),
                    };
                    boards.moved(s, from, to)
                }
                JUMPS..STEPS => {
                    let from = match number - JUMPS {
                        0 => ByJump::origin(to, 0),
                        1 => ByJump::origin(to, 1),
                        2 => ByJump::origin(to, 2),
                        3 => ByJump::origin(to, 3),
                        4 => ByJump::origin(to, 4),
                        5 => ByJump::origin(to, 5),
                        6 => ByJump::origin(to, 6),
                        _ => ByJump::origin(to, 7),
                    };
                    boards.put(from, to, Role::Knight.of(US).code())
                }
                STEPS => boards.put(king, to, Role::King.of(US).code()),
                17 => castled(s, boards, US, CastlingSide::Queen, king, to),
                18 => castled(s, boards, US, CastlingSide::King, king, to),
                19 => {
                    let from = PawnMove::Double.origins::<S>(US, to);
                    let board = boards.put(from, to, Role::Pawn.of(US).code());
                    taken = sink.after_double_push(s, &board, to, some);
                    board
                }
                _ => {
                    let from = match number % 3 {
                        2 => PawnMove::Single.origins::<S>(US, to),
                        0 => PawnMove::West.origins::<S>(US, to),
                        _ => PawnMove::East.origins::<S>(US, to),
                    };
                    match number {
                        ..PROMOTIONS => boards.put(from, to, Role::Pawn.of(US).code()),
                        _ => boards.put(from, to, Role::PROMOTIONS[(number - PROMOTIONS) / 3].of(US).code()),
                    }
                }
            };
            sink.take(s, &Positions { boards, castling_rooks }, taken);
        }
        index += 1;
    }
}
