//! Fills: four sets at once, fifteen codes at once, eight directions at once, and the steps of knights.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::{self, Four, Ray};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::Direction;

use crate::boards;
use crate::directions::{by_doublings, by_steps};

/// What a set attacks towards the north-east, step by step.
fn step_by_step(set: Bitboard, occupied: Bitboard) -> u64 {
    let mut attacked = Bitboard::EMPTY;
    for mut square in set {
        while let Some(to) = square.offset(1, 1) {
            attacked = attacked.with(to);
            if occupied.has(to) {
                break;
            }
            square = to;
        }
    }
    attacked.0
}

/// "Four fills in one run": the four planes of a board, as four sets, in one direction; and one set beside them.
pub(crate) fn four_sets(bench: &mut Bench) {
    let boards = &boards(64)[..];
    let slow = |board: &QuadBitboard| board.planes().map(|plane| step_by_step(plane, board.occupied()));
    let mut contest = Contest::new("fill");
    contest.elements(boards.len()).expecting(boards.iter().map(slow).collect());
    for level in Level::available() {
        contest.writer(format!("{level}/four sets, one direction"), vec![[0; 4]; boards.len()], move |out| {
            dispatch!(level, s => four_fills(s, black_box(boards), out));
        });
    }
    let one_fill = |out: &mut Vec<u64>| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = Ray::new(Direction::NorthEast, !board.occupied().0).attacks(board.white().0);
        }
    };
    let answer = boards.iter().map(|board| step_by_step(board.white(), board.occupied())).collect();
    contest.yardstick("one set, one direction", vec![0; boards.len()], one_fill, answer);
    contest.time(bench);
}

#[inline(always)]
fn four_fills<S: BoardSimd>(_: S, boards: &[QuadBitboard], out: &mut [[u64; 4]]) {
    for (out, board) in out.iter_mut().zip(boards) {
        let ray = Ray::new(Direction::NorthEast, Four::splat(!board.occupied().0));
        *out = ray.attacks(Four(board.planes().map(|plane| plane.0))).0;
    }
}

/// "Up to fifteen": what bishops, rooks and queens of both colours attack, each code by itself and all in one fill.
pub(crate) fn six_codes(bench: &mut Bench) {
    type Six = [Bitboard; 6];
    fn taken_apart(slid: QuadBitboard) -> Six {
        [6, 7, 8, 9, 10, 11].map(|code| slid.of(code))
    }
    let boards = &boards(64)[..];
    let slide = |board: &QuadBitboard| {
        let sliders = board.masked(board.diagonal_sliders() | board.orthogonal_sliders());
        sliders.slide(Direction::NorthEast, !board.occupied())
    };
    let none: Vec<Six> = vec![[Bitboard::EMPTY; 6]; boards.len()];
    let slow =
        |board: &QuadBitboard| taken_apart(*board).map(|set| Bitboard(step_by_step(set, board.occupied())));
    let mut contest = Contest::new("fill");
    contest.elements(boards.len()).expecting(boards.iter().map(slow).collect());
    contest.writer("six codes one by one, one direction", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            let ray = Ray::new(Direction::NorthEast, !board.occupied().0);
            *out = taken_apart(*board).map(|set| Bitboard(ray.attacks(set.0)));
        }
    });
    contest.writer("six codes multiplexed and taken apart, one direction", none, move |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = taken_apart(slide(board));
        }
    });
    contest.writer_seen(
        "six codes multiplexed, one direction",
        vec![QuadBitboard::EMPTY; boards.len()],
        move |out| {
            for (out, board) in out.iter_mut().zip(black_box(boards)) {
                *out = slide(board);
            }
        },
        |out| out.iter().map(|&slid| taken_apart(slid)).collect(),
    );
    contest.time(bench);
}

/// What all sliders of a board attack, by direction: by doublings and by Dumb7.
pub(crate) fn directions(bench: &mut Bench) {
    let boards = &boards(64)[..];
    let none = vec![[Bitboard::EMPTY; 8]; boards.len()];
    let mut contest = Contest::new("fill");
    contest.elements(boards.len());
    contest.writer("direction by direction", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = Direction::ALL.map(|direction| {
                let sliders = if direction.is_diagonal() {
                    board.diagonal_sliders()
                } else {
                    board.orthogonal_sliders()
                };
                Bitboard(Ray::new(direction, !board.occupied().0).attacks(sliders.0))
            });
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/all directions of one board"), none.clone(), move |out| {
            dispatch!(level, s => all_directions(s, black_box(boards), out));
        });
        contest.writer(format!("{level}/all directions of one board, Dumb7"), none.clone(), move |out| {
            dispatch!(level, s => dumb7(s, black_box(boards), out));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn all_directions<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[Bitboard; 8]]) {
    for (out, board) in out.iter_mut().zip(boards) {
        *out = by_doublings(s, board.orthogonal_sliders(), board.diagonal_sliders(), !board.occupied());
    }
}

#[inline(always)]
fn dumb7<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[Bitboard; 8]]) {
    for (out, board) in out.iter_mut().zip(boards) {
        *out = by_steps(s, board.orthogonal_sliders(), board.diagonal_sliders(), !board.occupied());
    }
}

/// What the knights of each board attack: one by one by table, all of a board by shifts, and all of several boards.
pub(crate) fn knights(bench: &mut Bench) {
    let boards = &boards(64)[..];
    let none = vec![0; boards.len()];
    let mut contest = Contest::new("fill");
    contest.elements(boards.len());
    contest.writer("knights by look-ups", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = board.knights().into_iter().fold(0, |set, from| set | attacks::knight(from).0);
        }
    });
    contest.writer("knights by shifts", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = sets::knight_attacks(board.knights().0);
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/knights by shifts"), none.clone(), move |out| {
            dispatch!(level, s => knights_in_lanes(s, black_box(boards), out));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn knights_in_lanes<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [u64]) {
    let len = Boards::<S>::LEN;
    for (boards, out) in boards.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        sets::knight_attacks(Boards::load(s, boards).knights()).store_slice(out);
    }
}
