//! Three plies: the replies to all moves of all children of one position.

use fearless_simd::prelude::*;
use quadbit_quad::sets::Ray;
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Direction, File, Rank, Role, Square};

use super::family::Family;
use super::forecast::{Forecast, Leftover};
use super::queue::Queue;
use super::siblings::Siblings;
use crate::Position;
use crate::position::is_ep_legal;

const US: Color = Color::White;

/// The replies to the moves of all boards in lanes. `queue` keeps what does not fill a batch.
pub(super) struct Cousins<'a, S: BoardSimd> {
    pub(super) movers: Siblings<S>,
    pub(super) repliers: Siblings<S>,
    pub(super) forecast: Forecast,
    pub(super) queue: &'a mut Queue,
}

impl<S: BoardSimd> Cousins<'_, S> {
    #[inline(always)]
    pub(super) fn count(&mut self, s: S, position: &Position, family: &Family) -> u64 {
        let lanes = Lanes::<S>::LEN;
        let mut sum = S::u64s::splat(s, 0);
        let mut total = 0;
        self.queue.clear();
        if family.pushed().any() {
            self.queue_en_passant(position, family.pushed());
        }
        let mut ranges = [
            0..family.len(),
            family.promoted(),
        ];
        let mut others = family.others();
        let mut range = 0;
        loop {
            while range < 2 && ranges[range].is_empty() {
                range += 1;
            }
            let (parents, count) = if range < 2 {
                let at = ranges[range].start;
                let count = ranges[range].len().min(lanes);
                ranges[range].start += count;
                (self.movers.children(s, family.batch(at)), count)
            } else if let Some((batch, rest)) = others.split_at_checked(lanes.min(others.len()))
                && !batch.is_empty()
            {
                others = rest;
                (Lanes::load(s, batch), batch.len())
            } else {
                break;
            };
            let some = s.first_lanes(count);
            let (foretold, left) = self.forecast.look(s, &self.movers, &parents);
            sum += foretold & some;
            total += self.make(s, &parents, &left, (1 << count) - 1);
            sum += self.drain(s, false);
        }
        sum += self.drain(s, true);
        (0..lanes).map(|lane| sum[lane]).sum::<u64>() + total
    }

    /// Counts full batches.
    #[inline(never)]
    fn drain(&mut self, s: S, flush: bool) -> S::u64s {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Lanes::<S>::LEN;
                let mut sum = S::u64s::splat(s, 0);
                let mut at = 0;
                while at + lanes <= self.queue.len || (flush && at < self.queue.len) {
                    let boards = self.queue.load(s, at).flip_colors(s);
                    sum += self.repliers.replies::<true, true>(s, &boards) & s.first_lanes(self.queue.len - at);
                    at += lanes;
                }
                self.queue.forget(at);
                sum
            },
        )
    }

    /// Makes the moves that are left, in some of the lanes; gives the replies en passant.
    #[inline(always)]
    fn make(&mut self, s: S, parents: &Lanes<S>, left: &Leftover<S>, lanes: u64) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let occupied = parents.occupied();
        let ours = parents.color(US);
        let empty = !occupied;
        let queue = &mut *self.queue;
        let mut replies = 0;

        macro_rules! each {
            ($targets:expr, |$to:ident| $board:expr) => {{
                let mut targets = $targets;
                loop {
                    let some = targets.simd_ne(zero).to_bitmask() & lanes;
                    if some == 0 {
                        break;
                    }
                    let $to = s.first_bits(targets);
                    targets = targets ^ $to;
                    let board: Lanes<S> = $board;
                    queue.append(s, &board, some);
                }
            }};
        }
        macro_rules! slide {
            ($direction:ident, $back:ident) => {
                each!(left.slides[Direction::$direction.index()], |to| {
                    let from = Ray::new(Direction::$back, empty).attacks(to) & occupied;
                    parents.moved(s, from, to)
                })
            };
        }
        slide!(North, South);
        slide!(NorthEast, SouthWest);
        slide!(East, West);
        slide!(SouthEast, NorthWest);
        slide!(South, North);
        slide!(SouthWest, NorthEast);
        slide!(West, East);
        slide!(NorthWest, SouthEast);

        let knight = Role::Knight.of(US).code();
        each!(left.jumps[0], |to| parents.with(to >> 17, to, knight));
        each!(left.jumps[1], |to| parents.with(to << 15, to, knight));
        each!(left.jumps[2], |to| parents.with(to >> 15, to, knight));
        each!(left.jumps[3], |to| parents.with(to << 17, to, knight));
        each!(left.jumps[4], |to| parents.with(to >> 10, to, knight));
        each!(left.jumps[5], |to| parents.with(to << 6, to, knight));
        each!(left.jumps[6], |to| parents.with(to >> 6, to, knight));
        each!(left.jumps[7], |to| parents.with(to << 10, to, knight));

        let king = Role::King.of(US).code();
        let kings = parents.kings() & ours;
        each!(left.king, |to| parents.with(kings, to, king));

        let pawn = Role::Pawn.of(US).code();
        let last = Bitboard::rank(Rank::Eighth).0;
        each!(left.single & !last, |to| parents.with(to >> 8, to, pawn));
        each!(left.west & !last, |to| parents.with(to >> 7, to, pawn));
        each!(left.east & !last, |to| parents.with(to >> 9, to, pawn));
        each!(left.double, |to| {
            let board = parents.with(to >> 16, to, pawn);
            let pushed = (to & left.beside).simd_ne(zero).to_bitmask() & some_lanes::<S>(lanes);
            if pushed != 0 {
                replies += en_passant_replies(&board, to, pushed);
            }
            board
        });
        if ((left.single | left.west | left.east) & last).simd_ne(zero).any_true() {
            let mut n = 0;
            while n < 4 {
                let code = Role::PROMOTIONS[n].of(US).code();
                each!(left.single & last, |to| parents.with(to >> 8, to, code));
                each!(left.west & last, |to| parents.with(to >> 7, to, code));
                each!(left.east & last, |to| parents.with(to >> 9, to, code));
                n += 1;
            }
        }
        each!(left.castling, |to| {
            let rook = Role::Rook.of(US).code();
            // The rook's corner and its new square, on the one wing or the other.
            let long = (to & Bitboard::file(File::C).0).simd_ne(zero);
            let corner = long.select(S::u64s::splat(s, 1), S::u64s::splat(s, 1 << 7));
            let beside = long.select(to << 1, to >> 1);
            parents.with(kings | corner, to, king).with(zero, beside, rook)
        });
        replies
    }

    /// The children of children by captures en passant, after these double pushes.
    #[cold]
    fn queue_en_passant(&mut self, position: &Position, pushed: Bitboard) {
        let us = position.side_to_move();
        let forward = Bitboard::rank(Rank::Second.of(us));
        for to in pushed {
            let from = (forward & Bitboard::file(to.file())).first_or_a1();
            let mut child = *position;
            child.play_unchecked(crate::Move::new(from, to));
            let Some(target) = child.ep() else { continue };
            for pawn in child.ep_capturers(target) {
                if child.is_ep_legal(pawn, target) {
                    let mut grandchild = child;
                    grandchild.play_unchecked(crate::Move::new(pawn, target));
                    self.queue.push(&match us {
                        Color::Black => grandchild.board(),
                        Color::White => grandchild.board().flip_colors(),
                    });
                }
            }
        }
    }
}

#[inline(always)]
fn some_lanes<S: BoardSimd>(lanes: u64) -> u64 {
    lanes
}

/// The replies en passant to double pushes in some lanes.
#[cold]
#[inline(never)]
fn en_passant_replies<S: BoardSimd>(boards: &Lanes<S>, to: S::u64s, lanes: u64) -> u64 {
    let mut all = [QuadBitboard::EMPTY; 8];
    boards.store(&mut all[..Lanes::<S>::LEN]);
    let mut replies = 0;
    for lane in 0..Lanes::<S>::LEN {
        if lanes >> lane & 1 == 0 {
            continue;
        }
        let board = all[lane];
        let target = Bitboard(to[lane] >> 8).first_or_a1();
        let capturers = attacks::pawn(US, target) & board.pawns() & board.color(!US);
        for from in capturers {
            replies += u64::from(is_ep_legal(board, !US, from, target));
        }
    }
    replies
}
