//! Three plies: the replies to all moves of all children of one position.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Direction, File, Rank, Role, Square};

use super::family::Family;
use super::forecast::{Forecast, Leftover};
use super::siblings::Siblings;
use crate::Position;
use crate::position::is_ep_legal;

const US: Color = Color::White;

/// Boards on which the replies are still to be counted.
#[derive(Clone)]
pub(super) struct Queue {
    boards: [QuadBitboard; Self::ROOM],
    len: usize,
}

impl Queue {
    const ROOM: usize = 256;

    pub(super) const fn new() -> Self {
        Self { boards: [QuadBitboard::EMPTY; Self::ROOM], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, board: QuadBitboard) {
        self.boards[self.len & (Self::ROOM - 1)] = board;
        self.len += 1;
    }
}

/// What the moves of a batch of parents are written down from.
#[repr(C, align(64))]
struct Left([[u64; 8]; 25]);

impl Left {
    const KING: usize = 16;
    const SINGLE: usize = 17;
    const DOUBLE: usize = 18;
    const WEST: usize = 19;
    const EAST: usize = 20;
    const CASTLING: usize = 21;
    const ANY_SLIDE: usize = 22;
    const ANY_JUMP: usize = 23;
    const ANY: usize = 24;

    #[inline(always)]
    fn new<S: BoardSimd>(left: &Leftover<S>, some: S::u64s) -> Self {
        let [a, b, c, d, e, f, g, h] = left.slides;
        let any_slide = a | b | c | d | e | f | g | h;
        let [a, b, c, d, e, f, g, h] = left.jumps;
        let any_jump = a | b | c | d | e | f | g | h;
        let pawns = left.single | left.double | left.west | left.east;
        let mut words = [[0; 8]; 25];
        macro_rules! store {
            ($($at:expr => $set:expr),* $(,)?) => {$(
                ($set & some).store_slice(&mut words[$at][..Lanes::<S>::LEN]);
            )*};
        }
        store!(
            0 => left.slides[0], 1 => left.slides[1], 2 => left.slides[2], 3 => left.slides[3],
            4 => left.slides[4], 5 => left.slides[5], 6 => left.slides[6], 7 => left.slides[7],
            8 => left.jumps[0], 9 => left.jumps[1], 10 => left.jumps[2], 11 => left.jumps[3],
            12 => left.jumps[4], 13 => left.jumps[5], 14 => left.jumps[6], 15 => left.jumps[7],
            16 => left.king, 17 => left.single, 18 => left.double, 19 => left.west, 20 => left.east,
            21 => left.castling, 22 => any_slide, 23 => any_jump, 24 => any_slide | any_jump | pawns | left.king | left.castling,
        );
        Self(words)
    }
}

/// The offsets of the knights' jumps in their order.
const JUMPS: [i32; 8] = [17, -15, 15, -17, 10, -6, 6, -10];

#[inline(always)]
fn moved(board: QuadBitboard, from: u32, to: u32) -> QuadBitboard {
    let keep = !(1_u64 << (from & 63) | 1_u64 << (to & 63));
    let [a, b, c, d] = board.planes();
    let plane = |w: Bitboard| Bitboard((w.0 & keep) | ((w.0 >> (from & 63) & 1) << (to & 63)));
    QuadBitboard::from_planes([plane(a), plane(b), plane(c), plane(d)])
}

#[inline(always)]
fn origin(board: QuadBitboard, direction: Direction, to: u32) -> u32 {
    let [rank, file, diagonal, antidiagonal] = attacks::lines(Square::from_low_bits(to));
    let line = match direction {
        Direction::East | Direction::West => rank,
        Direction::North | Direction::South => file,
        Direction::NorthEast | Direction::SouthWest => diagonal,
        Direction::SouthEast | Direction::NorthWest => antidiagonal,
    };
    let below = (1_u64 << to) - 1;
    let on_line = (line & board.occupied()).0;
    if direction.shift() > 0 {
        63 - (on_line & below | 1).leading_zeros()
    } else {
        (on_line & !below).trailing_zeros()
    }
}

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
        self.queue.len = 0;
        if family.pushed().any() {
            self.queue_en_passant(position, family.pushed());
        }
        let mut ranges = [
            family.kings()..family.len(),
            family.promoted(),
            0..family.kings(),
        ];
        let mut others = family.others();
        let castling = self.repliers.castling;
        let mut range = 0;
        loop {
            while range < 3 && ranges[range].is_empty() {
                range += 1;
            }
            let (parents, count) = if range < 3 {
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
            // Parents whose king has moved, perhaps, keep to themselves.
            let apart = range >= 2;
            let last = range < 2 && ranges[0].is_empty() && ranges[1].is_empty();
            let some = s.first_lanes(count);
            let (foretold, left) = self.forecast.look(s, &self.movers, &parents);
            sum += foretold & some;
            let left = Left::new(&left, some);
            let mut boards = [QuadBitboard::EMPTY; 8];
            parents.store(&mut boards[..lanes]);
            for (lane, &board) in boards[..count].iter().enumerate() {
                if apart {
                    let king = (board.kings() & board.color(!US)).first_or_a1();
                    let castling = if king == Square::E8 { castling } else { [None; 2] };
                    self.repliers.put_king(s, king.flip_rank(), castling);
                }
                if left.0[Left::ANY][lane] == 0 {
                    continue;
                }
                total += self.write(board, &left, lane);
                sum += self.drain(s, apart);
            }
            if last {
                sum += self.drain(s, true);
            }
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
                    let boards = Lanes::load(s, &self.queue.boards[at..at + lanes]);
                    let turned = turn(s, &boards);
                    sum += self.repliers.replies::<true, true>(s, &turned) & s.first_lanes(self.queue.len - at);
                    at += lanes;
                }
                if at > 0 {
                    let rest = self.queue.len.saturating_sub(at);
                    if rest > 0 {
                        self.queue.boards.copy_within(at..at + rest, 0);
                    }
                    self.queue.len = rest;
                }
                sum
            },
        )
    }

    /// Writes the children by the moves of one parent; gives the replies en passant.
    #[inline(always)]
    fn write(&mut self, board: QuadBitboard, left: &Left, lane: usize) -> u64 {
        let mut replies = 0;
        if left.0[Left::ANY_SLIDE][lane] != 0 {
            for (index, words) in left.0[..8].iter().enumerate() {
                for to in Bitboard(words[lane]) {
                    let to = to.index() as u32;
                    let from = origin(board, Direction::ALL[index], to);
                    self.queue.push(moved(board, from, to));
                }
            }
        }
        if left.0[Left::ANY_JUMP][lane] != 0 {
            for (words, jump) in left.0[8..16].iter().zip(JUMPS) {
                for to in Bitboard(words[lane]) {
                    let to = to.index() as u32;
                    self.queue.push(moved(board, to.wrapping_add_signed(-jump), to));
                }
            }
        }
        for to in Bitboard(left.0[Left::KING][lane]) {
            let king = (board.kings() & board.color(US)).first_or_a1();
            self.queue.push(moved(board, king.index() as u32, to.index() as u32));
        }
        for (class, step) in [(Left::SINGLE, 8), (Left::WEST, 7), (Left::EAST, 9)] {
            let targets = Bitboard(left.0[class][lane]);
            let last = Bitboard::rank(Rank::Eighth);
            for to in targets - last {
                let to = to.index() as u32;
                self.queue.push(moved(board, to - step, to));
            }
            for to in targets & last {
                for role in Role::PROMOTIONS {
                    let to_index = to.index() as u32;
                    let mut child = moved(board, to_index - step, to_index);
                    child.put_code(to, role.of(US).code());
                    self.queue.push(child);
                }
            }
        }
        for to in Bitboard(left.0[Left::DOUBLE][lane]) {
            let child = moved(board, to.index() as u32 - 16, to.index() as u32);
            self.queue.push(child);
            let target = Square::from_low_bits(to.index() as u32 - 8);
            let capturers = attacks::pawn(US, target) & child.pawns() & child.color(!US);
            for from in capturers {
                replies += u64::from(is_ep_legal(child, !US, from, target));
            }
        }
        for to in Bitboard(left.0[Left::CASTLING][lane]) {
            let (rook_from, rook_to) = match to.file() {
                File::C => (Square::A1, Square::D1),
                _ => (Square::H1, Square::F1),
            };
            let child = moved(board, Square::E1.index() as u32, to.index() as u32);
            self.queue.push(moved(child, rook_from.index() as u32, rook_to.index() as u32));
        }
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
                    self.queue.push(match us {
                        Color::Black => grandchild.board(),
                        Color::White => grandchild.board().flip_colors(),
                    });
                }
            }
        }
    }
}

#[inline(always)]
fn turn<S: BoardSimd>(s: S, boards: &Lanes<S>) -> Lanes<S> {
    let [a, b, c, d] = boards.planes;
    let a = boards.occupied() & !a;
    Lanes { planes: [s.reverse_bytes(a), s.reverse_bytes(b), s.reverse_bytes(c), s.reverse_bytes(d)] }
}
