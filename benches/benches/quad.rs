//! Benches of quad-bitboards: kernels at every level, and claims of the founding document. Sliders, moves and conversions
//! are compared before they are timed, fills and lanes in the tests of the crate.

#![expect(clippy::cast_possible_truncation, reason = "random numbers are cut to size")]

#[path = "quad/sliders.rs"]
mod sliders;

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::{Four, Ray};
use quadbit_quad::simd::{BoardSimd, Dumb7, Lanes, Sight, Slides};
use quadbit_quad::{Bitboard, QuadBitboard, WideKeys, attacks, batch, kings, zobrist};
use quadbit_x88::{Direction, Piece, Square};

/// Short runs: ratios within one run are what counts.
fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .sample_size(30)
}

/// Squares with occupancies of some sixteen pieces.
fn slider_cases() -> Vec<(Square, u64)> {
    let case = |n: u64| {
        let [a, b, c] = [0, 1, 2].map(|i| zobrist::split_mix(3 * n + i));
        (Square::from_low_bits(c as u32), a & b)
    };
    (0..1024).map(case).collect()
}

/// Times one form, first on independent cases, then where each square depends on the attacks before it.
fn time_slider(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    form: impl Fn(Square, u64) -> u64,
    expected: fn(Square, Bitboard) -> Bitboard,
) {
    let cases = slider_cases();
    for (square, occupied) in &cases {
        assert_eq!(form(*square, *occupied), expected(*square, Bitboard(*occupied)).0, "{name} {square}");
    }
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function(format!("{name}, many"), |b| {
        b.iter(|| {
            black_box(&cases).iter().fold(0_u64, |sum, &(square, occupied)| sum ^ form(square, occupied))
        });
    });
    group.bench_function(format!("{name}, in turn"), |b| {
        b.iter(|| {
            black_box(&cases).iter().fold(0_u64, |last, &(square, occupied)| {
                let square = Square::from_low_bits((square.index() as u64 ^ last >> 63) as u32);
                form(square, occupied)
            })
        });
    });
}

/// One slider at a time: all that can be had without large tables.
fn single_sliders(c: &mut Criterion) {
    let mut group = c.benchmark_group("slider/rook");
    time_slider(&mut group, "library", |s, o| attacks::rook(s, Bitboard(o)).0, attacks::rook);
    time_slider(&mut group, "obstruction on the rank", sliders::rook_mixed, attacks::rook);
    time_slider(&mut group, "obstruction difference", sliders::rook_obstruction, attacks::rook);
    time_slider(&mut group, "kindergarten", sliders::rook_kindergarten, attacks::rook);
    group.finish();

    let mut group = c.benchmark_group("slider/bishop");
    time_slider(&mut group, "library", |s, o| attacks::bishop(s, Bitboard(o)).0, attacks::bishop);
    time_slider(&mut group, "obstruction difference", sliders::bishop_obstruction, attacks::bishop);
    time_slider(&mut group, "kindergarten", sliders::bishop_kindergarten, attacks::bishop);
    group.finish();

    let mut group = c.benchmark_group("slider/queen");
    time_slider(&mut group, "library", |s, o| attacks::queen(s, Bitboard(o)).0, attacks::queen);
    time_slider(&mut group, "obstruction difference", sliders::queen_obstruction, attacks::queen);
    time_slider(&mut group, "kindergarten", sliders::queen_kindergarten, attacks::queen);
    group.finish();
}

/// Boards with half of all squares occupied at most, as after some moves of a game.
fn boards(len: usize) -> Vec<QuadBitboard> {
    (0..len as u64)
        .map(|n| {
            let mut board = QuadBitboard::EMPTY;
            for i in 0..28 {
                let random = zobrist::split_mix(n << 6 | i);
                board.put(Square::from_low_bits(random as u32), Piece::ALL[(random >> 32) as usize % 12]);
            }
            board
        })
        .collect()
}

/// The usual rival: a set for each of the six roles and for each colour.
#[derive(Clone, Copy, PartialEq, Debug)]
struct EightBoards([u64; 8]);

impl EightBoards {
    fn of(board: QuadBitboard) -> Self {
        let mut sets = [0; 8];
        for (square, code) in board.iter_codes() {
            sets[usize::from(code >> 1) - 1] |= 1 << square.index();
            sets[6 + usize::from(code & 1)] |= 1 << square.index();
        }
        Self(sets)
    }

    #[inline]
    fn toggle(&mut self, square: Square, code: u8) {
        self.0[usize::from(code >> 1) - 1] ^= 1 << square.index();
        self.0[6 + usize::from(code & 1)] ^= 1 << square.index();
    }

    #[inline]
    fn make(&mut self, mv: &Move) {
        self.toggle(mv.from, mv.mover);
        if mv.captured != 0 {
            self.toggle(mv.to, mv.captured);
        }
        self.toggle(mv.to, mv.mover);
    }
}

/// A move of whatever stands somewhere to anywhere: for making and unmaking, legality does not matter.
struct Move {
    from: Square,
    to: Square,
    mover: u8,
    captured: u8,
}

fn moves(board: QuadBitboard) -> Vec<Move> {
    let mut moves = Vec::new();
    for (n, (from, mover)) in (0..).zip(board.iter_codes()) {
        for i in 0..6 {
            let to = Square::from_low_bits(zobrist::split_mix(64 * n + i) as u32);
            if to != from {
                moves.push(Move { from, to, mover, captured: board.code(to) });
            }
        }
    }
    moves
}

/// "Is it faster?": quad-bitboards against eight sets, in make and unmake and in copy and make.
fn make(c: &mut Criterion) {
    let aspects: Vec<[QuadBitboard; 64]> =
        (0..16).map(|code| Square::ALL.map(|square| QuadBitboard::aspect(square, code, 0))).collect();
    let board = boards(1)[0];
    let eight = EightBoards::of(board);
    let moves = moves(board);
    let computed = |mv: &Move| QuadBitboard::delta(mv.from, mv.to, mv.mover, mv.captured, mv.mover);
    let looked_up = |mv: &Move| {
        aspects[usize::from(mv.mover & 15)][mv.from.index()]
            ^ aspects[usize::from((mv.captured ^ mv.mover) & 15)][mv.to.index()]
    };
    for mv in &moves {
        assert_eq!(computed(mv), looked_up(mv));
        let mut made = eight;
        made.make(mv);
        assert_eq!(made, EightBoards::of(board ^ computed(mv)));
    }
    let mut group = c.benchmark_group("make");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("quad, delta computed, make and unmake", |b| {
        let mut board = board;
        b.iter(|| {
            for mv in black_box(&moves) {
                board ^= computed(mv);
                black_box(&mut board);
                board ^= computed(mv);
            }
        });
    });
    group.bench_function("quad, delta by table, make and unmake", |b| {
        let mut board = board;
        b.iter(|| {
            for mv in black_box(&moves) {
                let delta = looked_up(mv);
                board ^= delta;
                black_box(&mut board);
                board ^= delta;
            }
        });
    });
    group.bench_function("eight sets, make and unmake", |b| {
        let mut board = eight;
        b.iter(|| {
            for mv in black_box(&moves) {
                board.make(mv);
                black_box(&mut board);
                board.make(mv);
            }
        });
    });
    group.bench_function("quad, copy and make", |b| {
        b.iter(|| {
            for mv in black_box(&moves) {
                black_box(*black_box(&board) ^ computed(mv));
            }
        });
    });
    group.bench_function("eight sets, copy and make", |b| {
        b.iter(|| {
            for mv in black_box(&moves) {
                let mut copy = *black_box(&eight);
                copy.make(mv);
                black_box(copy);
            }
        });
    });
    group.finish();
}

/// "Once per node": the mailbox, the nibble array and the sixteen sets of a board.
fn conversions(c: &mut Criterion) {
    let boards = boards(256);
    let mut mailboxes = vec![[0; 64]; boards.len()];
    let mut nibbles = vec![[0; 32]; boards.len()];
    let mut back = vec![QuadBitboard::EMPTY; boards.len()];
    let mut group = c.benchmark_group("convert");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("hexadecimal split", |b| {
        b.iter(|| boards.iter().for_each(|board| _ = black_box(board.to_bitboards())));
    });
    group.bench_function("mailbox, square by square", |b| {
        b.iter(|| {
            for board in black_box(&boards) {
                black_box(Square::ALL.map(|square| board.code(square)));
            }
        });
    });
    group.bench_function("mailbox", |b| {
        b.iter(|| boards.iter().for_each(|board| _ = black_box(board.to_mailbox())));
    });
    for level in Level::available() {
        batch::to_mailboxes(level, &boards, &mut mailboxes);
        batch::from_mailboxes(level, &mailboxes, &mut back);
        assert_eq!(back, boards);
        group.bench_function(format!("{level}/to mailboxes"), |b| {
            b.iter(|| batch::to_mailboxes(level, black_box(&boards), &mut mailboxes));
        });
        group.bench_function(format!("{level}/from mailboxes"), |b| {
            b.iter(|| batch::from_mailboxes(level, black_box(&mailboxes), &mut back));
        });
        group.bench_function(format!("{level}/to nibbles"), |b| {
            b.iter(|| batch::to_nibbles(level, black_box(&boards), &mut nibbles));
        });
        group.bench_function(format!("{level}/from nibbles"), |b| {
            b.iter(|| batch::from_nibbles(level, black_box(&nibbles), &mut back));
        });
    }
    group.finish();
}

/// Batches far larger than the caches, against a plain copy of the same bytes.
fn large_batches(c: &mut Criterion) {
    let boards = boards(1 << 20);
    let mut nibbles = vec![[0; 32]; boards.len()];
    let mut group = c.benchmark_group("convert 64 MiB");
    group.throughput(Throughput::Bytes(64 * boards.len() as u64));
    for level in Level::available() {
        group.bench_function(format!("{level}/to nibbles"), |b| {
            b.iter(|| batch::to_nibbles(level, black_box(&boards), &mut nibbles));
        });
        group.bench_function(format!("{level}/load and store"), |b| {
            b.iter(|| dispatch!(level, s => load_and_store(s, black_box(&boards), &mut nibbles)));
        });
    }
    group.bench_function("memcpy", |b| {
        b.iter(|| nibbles.copy_from_slice(bytemuck::cast_slice(black_box(&boards))));
    });
    group.finish();
}

#[inline(always)]
fn load_and_store<S: BoardSimd>(s: S, from: &[QuadBitboard], to: &mut [[u8; 32]]) {
    let from: &[u64] = bytemuck::cast_slice(from);
    let to: &mut [u64] = bytemuck::cast_slice_mut(to);
    for (from, to) in from.chunks_exact(S::u64s::LEN).zip(to.chunks_exact_mut(S::u64s::LEN)) {
        S::u64s::from_slice(s, from).store_slice(to);
    }
}

/// "Four fills for one", and fifteen codes at once.
fn fills(c: &mut Criterion) {
    let boards = boards(64);
    let sliders = |board: &QuadBitboard| board.masked(board.diagonal_sliders() | board.orthogonal_sliders());
    let mut group = c.benchmark_group("fill");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("one set, one direction", |b| {
        b.iter(|| {
            for board in black_box(&boards) {
                let ray = Ray::new(Direction::NorthEast, !board.occupied().0);
                black_box(ray.attacks(board.white().0));
            }
        });
    });
    group.bench_function("six codes one by one, one direction", |b| {
        b.iter(|| {
            for board in black_box(&boards) {
                let ray = Ray::new(Direction::NorthEast, !board.occupied().0);
                for code in 6..12 {
                    black_box(ray.attacks(board.of(code).0));
                }
            }
        });
    });
    group.bench_function("six codes multiplexed and taken apart, one direction", |b| {
        b.iter(|| {
            for board in black_box(&boards) {
                let slid = sliders(board).slide(Direction::NorthEast, !board.occupied());
                for code in 6..12 {
                    black_box(slid.of(code));
                }
            }
        });
    });
    group.bench_function("six codes multiplexed, one direction", |b| {
        b.iter(|| {
            for board in black_box(&boards) {
                black_box(sliders(board).slide(Direction::NorthEast, !board.occupied()));
            }
        });
    });
    group.bench_function("checks, pins and discoverers of both kings", |b| {
        b.iter(|| black_box(&boards).iter().for_each(|board| _ = black_box(kings::lines(*board))));
    });
    for level in Level::available() {
        group.bench_function(format!("{level}/four sets, one direction"), |b| {
            b.iter(|| dispatch!(level, s => four_fills(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/four lines of one queen"), |b| {
            b.iter(|| dispatch!(level, s => queen_lines(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/nibble on a square"), |b| {
            b.iter(|| dispatch!(level, s => codes(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/nibble on a square, by bytes"), |b| {
            b.iter(|| dispatch!(level, s => codes_by_bytes(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/all directions of one board"), |b| {
            b.iter(|| dispatch!(level, s => all_directions(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/all directions of one board, Dumb7"), |b| {
            b.iter(|| dispatch!(level, s => dumb7(s, black_box(&boards))));
        });
    }
    group.finish();
}

#[inline(always)]
fn four_fills<S: BoardSimd>(_: S, boards: &[QuadBitboard]) {
    for board in boards {
        let ray = Ray::new(Direction::NorthEast, Four::splat(!board.occupied().0));
        let [a, b, c, d] = board.planes();
        black_box(ray.attacks(Four([a.0, b.0, c.0, d.0])));
    }
}

#[inline(always)]
fn queen_lines<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for (square, board) in Square::ALL.into_iter().zip(boards) {
        black_box(s.queen_lines(square, board.occupied()));
    }
}

#[inline(always)]
fn codes<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for (square, board) in Square::ALL.into_iter().zip(boards) {
        black_box(s.code(*board, square));
    }
}

#[inline(always)]
fn codes_by_bytes<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for (square, board) in Square::ALL.into_iter().zip(boards) {
        black_box(s.code_by_bytes(*board, square));
    }
}

#[inline(always)]
fn all_directions<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for board in boards {
        black_box(s.all_directions(board.orthogonal_sliders(), board.diagonal_sliders(), !board.occupied()));
    }
}

#[inline(always)]
fn dumb7<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for board in boards {
        let fills = Dumb7::new(s, !board.occupied());
        black_box(fills.attacks(s, board.orthogonal_sliders(), board.diagonal_sliders()));
    }
}

/// The kernels of boards in lanes: time for each board.
fn lanes(c: &mut Criterion) {
    let boards = boards(64);
    let keys = WideKeys::new(1);
    let mut out = vec![0_u128; boards.len()];
    let mut group = c.benchmark_group("lanes");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for level in Level::available() {
        group.bench_function(format!("{level}/load, sets, slides of both sides"), |b| {
            b.iter(|| dispatch!(level, s => slides(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/sight"), |b| {
            b.iter(|| dispatch!(level, s => sight(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/children"), |b| {
            b.iter(|| dispatch!(level, s => children(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/sizes of fifteen sets"), |b| {
            b.iter(|| dispatch!(level, s => sizes(s, black_box(&boards))));
        });
        group.bench_function(format!("{level}/128-bit keys"), |b| {
            b.iter(|| batch::wide_keys(level, &keys, black_box(&boards), &mut out));
        });
    }
    group.bench_function("128-bit keys of single boards", |b| {
        b.iter(|| black_box(&boards).iter().for_each(|board| _ = black_box(keys.of(*board))));
    });
    group.bench_function("Zobrist keys from scratch", |b| {
        b.iter(|| black_box(&boards).iter().for_each(|board| _ = black_box(zobrist::board_key(*board))));
    });
    group.finish();
}

#[inline(always)]
fn slides<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for boards in boards.chunks_exact(Lanes::<S>::LEN) {
        let lanes = Lanes::load(s, boards);
        let slides = Slides::new(s, lanes.occupied());
        let (o, d, black) = (lanes.orthogonal_sliders(), lanes.diagonal_sliders(), lanes.planes[0]);
        let (oo, od) = (o & black, d & black);
        black_box(slides.attacks(s, [oo, oo, od, od]));
        black_box(slides.attacks(s, [o ^ oo, o ^ oo, d ^ od, d ^ od]));
    }
}

#[inline(always)]
fn sight<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    let sight = Sight::new(s, Square::E1);
    for boards in boards.chunks_exact(Lanes::<S>::LEN) {
        black_box(sight.lines(s, Lanes::load(s, boards).occupied()));
    }
}

#[inline(always)]
fn children<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    let board = Lanes::splat(s, boards[0]);
    for n in 0..(boards.len() / Lanes::<S>::LEN) as u64 {
        let [from, to, code] = [s.squares(n), s.squares(n << 1), s.widen_bytes(n & 15)];
        black_box(board.after(s, from, to, code));
    }
}

#[inline(always)]
fn sizes<S: BoardSimd>(s: S, boards: &[QuadBitboard]) {
    for boards in boards.chunks_exact(Lanes::<S>::LEN) {
        let [a, b, c, d] = Lanes::load(s, boards).planes;
        let (e, f, g, h, i, j) = (a ^ b, a ^ c, a ^ d, b ^ c, b ^ d, c ^ d);
        black_box(s.sum_counts_15([a, b, c, d, e, f, g, h, i, j, a & b, a & c, a & d, b & c, b & d]));
    }
}

criterion_group! {
    name = benches;
    config = short();
    targets = single_sliders, make, conversions, large_batches, fills, lanes
}
criterion_main!(benches);
