//! Forecasts compared with moves made one by one.
//!
//! Two errors can cancel out in a sum, so every move is examined:
//!
//! 1. The moves of the forecast and the rest are together exactly the legal moves except captures en passant.
//! 2. Each move of the forecast adds to it the number of replies in the position after the move, except captures en
//!    passant.
//! 3. The boards made for the moves of the rest are those of the positions after these moves.

extern crate std;

use std::vec::Vec;

use fearless_simd::prelude::*;
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::{Level, vectorize};
use quadbit_quad::sets::{ByDirection, ByJump, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Delta, Direction, Rank, Role, Square};
use testing::{positions, scattered};

mod rules;

use super::Parts;
use super::counted::Counted;
use super::rest::Rest;
use crate::board::en_passant;
use crate::board::pawns::{ByPawnMove, ToLastRank};
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::promotions::Promotions;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;
use crate::make::move_sets::Sink;
use crate::make::queue::Queue;

#[test]
fn corpora_and_their_mirror_images() {
    let both = positions().flat_map(|position| [Some(position), position.flip_files()]);
    let seen = compare_all(&both.flatten().collect::<Vec<_>>());
    assert!(seen.forecast > 70_000 && seen.rest > 50_000, "{seen:?}");
}

#[test]
fn scattered_pieces() {
    let boards = scattered(1, 8).take(4000).chain(scattered(2, 16).take(4000));
    let seen = compare_all(&boards.collect::<Vec<_>>());
    assert!(seen.forecast > 20_000 && seen.rest > 50_000, "{seen:?}");
}

#[test]
fn rooks_and_pawns() {
    let rooks_only = |position: &Position| {
        [Role::Knight, Role::Bishop, Role::Queen].iter().all(|&role| position.board().role(role).is_empty())
    };
    let seen = compare_all(&scattered(3, 5).filter(rooks_only).take(4000).collect::<Vec<_>>());
    assert!(seen.rooks_only > 3900 && seen.rest > 20_000, "{seen:?}");
}

/// Positions for those rules (`Rule`) that few of the positions in the other tests need.
#[test]
fn rare_cases() {
    compare_all(&rare_positions().collect::<Vec<_>>());
}

fn rare_positions() -> impl Iterator<Item = Position> {
    let fens = [
        // A bishop goes to b8, where it prevents castling and attacks no square of the king.
        "r3k3/8/8/8/8/8/7B/7K w q - 0 1",
        // A bishop takes the rook that may castle.
        "r3k3/8/8/8/8/8/6B1/7K w q - 0 1",
        // A double push gives check, and its pawn may be captured en passant.
        "8/8/8/3k4/3p4/8/4P3/7K w - - 0 1",
        // Between the enemy king and our rook, seen from the king: first our knight, then an enemy bishop.
        "3k4/8/8/8/3N4/3b4/8/K2R4 w - - 0 1",
        // A rook or a bishop captures next to the enemy king. The king cannot recapture, because another of our sliders
        // protects the capturing piece.
        "2kr4/2pn4/8/8/8/8/3R4/K2R4 w - - 0 1",
        "1nkr4/2n5/8/4B3/8/8/7Q/K7 w - - 0 1",
        // A pawn captures next to the enemy king, to the west and to the east, and a bishop protects the pawn.
        "1nkr4/2n5/3P4/8/5B2/8/8/K7 w - - 0 1",
        "4rkn1/5n2/4P3/8/2B5/8/8/7K w - - 0 1",
        // An enemy pawn can promote, but only by a capture.
        "4k3/8/8/8/8/8/1p6/Rb2K3 w - - 0 1",
    ];
    fens.into_iter().map(|fen| fen.parse().expect("a legal position"))
}

/// The numbers of moves and positions that the tests have compared.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    forecast: usize,
    rest: usize,
    /// The number of positions compared once more as boards of rooks and pawns.
    rooks_only: usize,
}

fn compare_all(positions: &[Position]) -> Seen {
    let positions: Vec<Position> = white_to_move(positions.iter().copied()).collect();
    at_widest!(s => compare(s, &positions))
}

/// The positions with white to move: where black is to move, ranks are put in reverse order and colours exchanged.
fn white_to_move(positions: impl Iterator<Item = Position>) -> impl Iterator<Item = Position> {
    positions.map(|position| match position.side_to_move() {
        Color::White => position,
        Color::Black => position.flip_colors(),
    })
}

/// Runs code at AVX-512, with eight lanes; on an x86 CPU without it, at SSE2, with two; on any other CPU, at its best
/// level. One level is enough, and each takes long to compile: the code is the same at all levels, and the tests of the
/// reply counter compare their sums.
macro_rules! at_widest {
    ($s:ident => $call:expr) => {
        match Level::auto().token() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            fearless_simd::Level::Avx512($s) => $call,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            best => {
                let $s = best.as_sse2().expect("every x86 level includes it");
                $call
            }
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            _ => quadbit_nibble::simd::dispatch!(Level::auto(), $s => $call),
        }
    };
}
use at_widest;

fn compare<S: BoardSimd>(s: S, positions: &[Position]) -> Seen {
    let mut seen = Seen::default();
    for positions in positions.chunks(Boards::<S>::LEN) {
        let parents = load(s, positions);
        compare_moves(s, positions, &parents, &parts(s, &parents), &mut seen);
        if Pieces::are_rooks_only(s, &parents.boards) {
            compare_moves(s, positions, &parents, &parts_of_rooks_only(s, &parents), &mut seen);
            seen.rooks_only += positions.len();
        }
    }
    seen
}

fn compare_moves<S: BoardSimd, const R: bool>(
    s: S,
    positions: &[Position],
    parents: &Positions<S>,
    parts: &Parts<S, R>,
    seen: &mut Seen,
) {
    let forecast = moves(positions, &parts.counted.targets, parts.counted.promotions.as_ref());
    let rest = moves(positions, &parts.rest.targets, parts.rest.promotions.as_ref());
    let replies = replies_to_each(s, parts, &forecast);
    let sum = replies_of(s, parts, &parts.counted);
    for (lane, position) in positions.iter().enumerate() {
        let mut rest: Vec<Move> = rest[lane].iter().map(|set_move| set_move.mv).collect();
        let castling = Bitboard(parts.rest.castling[lane]);
        rest.extend(castling.into_iter().map(|rook| Move::new(position.king(US), rook)));
        all_moves_once(position, &forecast[lane], &rest);
        for (set_move, &found) in forecast[lane].iter().zip(&replies[lane]) {
            let after = position.after(set_move.mv);
            // The forecast leaves out captures en passant.
            let expected = after.legal_count() as u64 - u64::from(after.legal_ep_capturers().len());
            assert_eq!(found, expected, "{position}: replies to {:?}", set_move.mv);
        }
        assert_eq!(replies[lane].iter().sum::<u64>(), sum[lane], "{position}");
        let forecast: Vec<Move> = forecast[lane].iter().map(|set_move| set_move.mv).collect();
        rules::excludes_none(position, &forecast);
        boards_after(s, parents, &parts.rest, lane, position, &forecast, &rest);
        seen.forecast += forecast.len();
        seen.rest += rest.len();
    }
}

fn load<S: BoardSimd>(s: S, positions: &[Position]) -> Positions<S> {
    let boards: Vec<QuadBitboard> = positions.iter().map(Position::board).collect();
    let rooks = |lane: usize| positions.get(lane).map_or(0, |position| position.castling_rights().rooks().0);
    Positions { boards: Boards::load(s, &boards), castling_rooks: S::u64s::from_fn(s, rooks) }
}

#[inline(never)]
fn parts_of_rooks_only<S: BoardSimd>(s: S, parents: &Positions<S>) -> Parts<S, true> {
    vectorize!(s, Parts::new(s, parents, Pieces::rooks_only(&parents.boards)))
}

#[inline(never)]
fn parts<S: BoardSimd>(s: S, parents: &Positions<S>) -> Parts<S, false> {
    vectorize!(s, Parts::new(s, parents, Pieces::any(&parents.boards)))
}

/// A move, and the number of the set in [`sets`] that has its destination.
#[derive(Clone, Copy, Debug)]
struct SetMove {
    set: usize,
    mv: Move,
}

/// The number of sets of targets: slides, jumps, king and pawns are 21, promotions by piece and pawn move 12.
const SETS: usize = 21 + 12;

fn sets<S: BoardSimd>(targets: &Targets<S>, promotions: Option<&Promotions<S>>) -> Vec<S::u64s> {
    let ByPawnMove { single, double, west, east } = targets.pawns;
    let others = [targets.king, single, double, west, east];
    let promotions = promotions.into_iter().flat_map(Promotions::sets);
    targets.slides.0.into_iter().chain(targets.jumps.0).chain(others).chain(promotions).collect()
}

fn counted<S: BoardSimd>(sliders: ByLine<S::u64s>, sets: &[S::u64s; SETS]) -> Counted<S> {
    let [n, ne, e, se, so, sw, w, nw, rest @ ..] = *sets;
    let [a, b, c, d, e5, f, g, h, king, single, double, west, east, promotions @ ..] = rest;
    let [q0, q1, q2, r0, r1, r2, b0, b1, b2, n0, n1, n2] = promotions;
    let promotions = Promotions {
        queen: ToLastRank { push: q0, west: q1, east: q2 },
        rook: ToLastRank { push: r0, west: r1, east: r2 },
        bishop: ToLastRank { push: b0, west: b1, east: b2 },
        knight: ToLastRank { push: n0, west: n1, east: n2 },
    };
    let targets = Targets {
        slides: ByDirection([n, ne, e, se, so, sw, w, nw]),
        jumps: ByJump([a, b, c, d, e5, f, g, h]),
        king,
        pawns: ByPawnMove { single, double, west, east },
    };
    Counted { sliders, targets, promotions: Some(promotions) }
}

/// The moves in each lane to `targets` and of `promotions`. The pieces that move are found on `positions` by walking
/// back from the target one step at a time.
fn moves<S: BoardSimd>(
    positions: &[Position],
    targets: &Targets<S>,
    promotions: Option<&Promotions<S>>,
) -> Vec<Vec<SetMove>> {
    let sets = sets(targets, promotions);
    let of_lane = |(lane, position): (usize, &Position)| {
        let mut set_moves = Vec::new();
        for (set, squares) in sets.iter().enumerate() {
            for to in Bitboard(squares[lane]) {
                // Promotions have sets of their own, so moves of pawns to the last rank are left out here.
                if (17..21).contains(&set) && to.rank() == Rank::Eighth {
                    continue;
                }
                let from = origin(position, set, to);
                let mv = match set {
                    0..21 => Move::new(from, to),
                    _ => Move::promoting(from, to, Role::PROMOTIONS[(set - 21) / 3]),
                };
                set_moves.push(SetMove { set, mv });
            }
        }
        set_moves
    };
    positions.iter().enumerate().map(of_lane).collect()
}

fn origin(position: &Position, set: usize, to: Square) -> Square {
    let back = |files: i32, ranks: i32| to.offset(-files, -ranks).expect("moves start on the board");
    match set {
        0..8 => {
            let direction = Direction::ALL[set].opposite();
            let step = |at: Square| at.offset(direction.files(), direction.ranks());
            let mut at = step(to).expect("moves start on the board");
            while position.piece_at(at).is_none() {
                at = step(at).expect("a slider stands on the line");
            }
            at
        }
        8..16 => back(Delta::KNIGHT[set - 8].files(), Delta::KNIGHT[set - 8].ranks()),
        16 => position.king(US),
        17 => back(0, 1),
        18 => back(0, 2),
        19 => back(-1, 1),
        20 => back(1, 1),
        _ => back([0, -1, 1][(set - 21) % 3], 1),
    }
}

/// For each of `moves`: the number of replies that the forecast counts if this is its only move.
fn replies_to_each<S: BoardSimd, const R: bool>(
    s: S,
    parts: &Parts<S, R>,
    moves: &[Vec<SetMove>],
) -> Vec<Vec<u64>> {
    let mut replies: Vec<Vec<u64>> = moves.iter().map(|_| Vec::new()).collect();
    let most = moves.iter().map(Vec::len).max().unwrap_or(0);
    for n in 0..most {
        let of_set = |set: usize| {
            S::u64s::from_fn(s, |lane| match moves.get(lane).and_then(|moves| moves.get(n)) {
                Some(set_move) if set_move.set == set => Bitboard::of(set_move.mv.to()).0,
                _ => 0,
            })
        };
        let alone = core::array::from_fn(of_set);
        let alone = counted::<S>(parts.counted.sliders, &alone);
        let found = replies_of(s, parts, &alone);
        for (lane, moves) in moves.iter().enumerate().filter(|(_, moves)| moves.len() > n) {
            assert_eq!(replies[lane].len(), n, "{}", moves.len());
            replies[lane].push(found[lane]);
        }
    }
    replies
}

#[inline(never)]
fn replies_of<S: BoardSimd, const R: bool>(s: S, parts: &Parts<S, R>, counted: &Counted<S>) -> S::u64s {
    vectorize!(s, counted.replies(s, &parts.scene, &parts.terms))
}

/// Checks that `forecast`, the moves whose replies are counted without making them, and `rest`, the moves that are
/// made, together have every legal move exactly once, except captures en passant, and no other move.
fn all_moves_once(position: &Position, forecast: &[SetMove], rest: &[Move]) {
    let is_en_passant =
        |mv: &Move| position.pieces(US, Role::Pawn).has(mv.from()) && position.ep() == Some(mv.to());
    let mut expected: Vec<Move> = position.legal_moves().iter().copied().collect();
    expected.retain(|mv| !is_en_passant(mv));
    let mut found: Vec<Move> =
        forecast.iter().map(|set_move| set_move.mv).chain(rest.iter().copied()).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{position}");
}

/// Checks the boards that `rest` makes in `lane`: they must be those after `moves`, with the same castling rooks of the
/// side that replies, and as many captures en passant as there are after `moves` and `forecast`.
fn boards_after<S: BoardSimd>(
    s: S,
    parents: &Positions<S>,
    rest: &Rest<S>,
    lane: usize,
    position: &Position,
    forecast: &[Move],
    moves: &[Move],
) {
    let mut queue = Queue::new();
    let en_passant = make(s, parents, rest, lane, &mut queue);
    let mut found = Vec::new();
    for at in 0..queue.len() {
        let Positions { boards, castling_rooks } = queue.batch(s, at);
        let boards: Boards<S> = boards;
        let board = QuadBitboard::from_planes(boards.planes.map(|plane| Bitboard(plane[0])));
        let can_castle = board.rooks() & board.color(THEM) & Bitboard::rank(Rank::First.relative_to(THEM));
        found.push((board.planes().map(|plane| plane.0), castling_rooks[0] & can_castle.0));
    }
    let after: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
    let mut expected: Vec<_> = after
        .iter()
        .map(|after| (after.board().planes().map(|plane| plane.0), after.castling_rights().rooks_of(THEM).0))
        .collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{position}: boards after {moves:?}");
    let pushed = forecast.iter().map(|&mv| position.after(mv));
    let expected =
        after.into_iter().chain(pushed).map(|after| u64::from(after.legal_ep_capturers().len())).sum();
    assert_eq!(en_passant, expected, "{position}: replies en passant");
}

#[inline(never)]
fn make<S: BoardSimd>(s: S, parents: &Positions<S>, rest: &Rest<S>, lane: usize, queue: &mut Queue) -> u64 {
    let (next_to_enemy_pawn, en_passant_only) = (rest.next_to_enemy_pawn, rest.en_passant_only);
    let mut made = Made { next_to_enemy_pawn, en_passant_only, queue, en_passant: 0 };
    vectorize!(s, rest.make(s, parents, 1 << lane, &mut made));
    made.en_passant
}

/// Queues the boards after moves, and counts the captures en passant after double pushes, whether these boards are
/// queued or not.
struct Made<'a, S: BoardSimd> {
    next_to_enemy_pawn: S::u64s,
    en_passant_only: S::u64s,
    queue: &'a mut Queue,
    en_passant: u64,
}

impl<S: BoardSimd> Sink<S> for Made<'_, S> {
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let pushed = (to & self.next_to_enemy_pawn).simd_ne(zero).to_bitmask() & lanes;
        for lanes in en_passant::capturable(s, boards, to, pushed) {
            self.en_passant += u64::from(lanes.count_ones());
        }
        (to & self.en_passant_only).simd_eq(zero).to_bitmask() & lanes
    }

    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        self.queue.append(s, positions, lanes);
    }
}
