//! Fills: the squares that sliders see, for four sets at once, fifteen codes at once and eight directions at once; and
//! the attacks of knights.
//!
//! 1. `four_sets`, `six_codes`, `fifteen_codes`: one direction for many sets, and each set by itself. `east`: rooks
//!    along their ranks, without a fill.
//! 2. `directions`: all directions of one board, by doublings and step by step.
//! 3. `knights`: one by one from a table, and by shifts of all knights of a board or of several boards.
//!
//! All forms of a contest must give the same squares, which are compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_nibble::swar;
use quadbit_quad::sets::{self, Four, Ray};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::zobrist::split_mix;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::Direction;

use crate::boards;
use crate::directions::{by_doublings, by_steps};

/// Returns the squares that a set attacks towards the north-east, step by step.
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

/// Times "four fills in one run": the four planes of a board, as four sets, in one direction; and one set for
/// comparison.
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

/// Times what all rooks of a board attack to the east, in one word: by a fill, and by a subtraction in each rank, which
/// is a SWAR subtraction with bytes as lanes.
pub(crate) fn east(bench: &mut Bench) {
    const BYTES: u64 = 0x8080_8080_8080_8080;
    let boards = &boards(256)[..];
    let rooks = |board: &QuadBitboard| (board.orthogonal_sliders().0, board.occupied().0);
    let mut contest = Contest::new("fill");
    contest.elements(boards.len());
    contest.writer("rooks to the east, by doubling", vec![0; boards.len()], |out| {
        for (out, (rooks, occupied)) in out.iter_mut().zip(black_box(boards).iter().map(rooks)) {
            *out = Ray::new(Direction::East, !occupied).attacks(rooks);
        }
    });
    contest.writer("rooks to the east, by sub_in", vec![0; boards.len()], |out| {
        for (out, (rooks, occupied)) in out.iter_mut().zip(black_box(boards).iter().map(rooks)) {
            *out = occupied ^ swar::sub_in(BYTES, occupied, swar::add_in(BYTES, rooks, rooks));
        }
    });
    contest.time(bench);
}

/// Times the attacks of bishops, rooks and queens of both colours in one direction: each code by itself, and all in one
/// fill.
pub(crate) fn six_codes(bench: &mut Bench) {
    let sliders = |board: &QuadBitboard| board.masked(board.diagonal_sliders() | board.orthogonal_sliders());
    let scenes: Vec<Scene> = boards(64).iter().map(|board| (sliders(board), !board.occupied())).collect();
    codes(bench, "six codes", [6, 7, 8, 9, 10, 11], &scenes);
}

/// Times fills of "up to fifteen" codes in one direction: any codes on a quarter of the squares, all of them sliders.
pub(crate) fn fifteen_codes(bench: &mut Bench) {
    let board = |n: u64| {
        let here = split_mix(6 * n) & split_mix(6 * n + 1);
        QuadBitboard::from_planes([2, 3, 4, 5].map(|i| Bitboard(split_mix(6 * n + i) & here)))
    };
    let scenes: Vec<Scene> = (0..64)
        .map(board)
        .map(|board| (board, !board.planes().into_iter().fold(Bitboard::EMPTY, |all, plane| all | plane)))
        .collect();
    codes(bench, "fifteen codes", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], &scenes);
}

/// Sliders with any codes, and the empty squares.
type Scene = (QuadBitboard, Bitboard);

/// Times how the squares are found that the sliders of `scenes` attack towards the north-east, a set for each of
/// `codes`: by a fill for each code, and by one fill of the quad-bitboard for all codes.
fn codes<const N: usize>(bench: &mut Bench, name: &str, codes: [u8; N], scenes: &[Scene]) {
    let apart = |board: QuadBitboard| codes.map(|code| board.of(code));
    let none = vec![[Bitboard::EMPTY; N]; scenes.len()];
    let slow = |&(board, empty): &Scene| apart(board).map(|set| Bitboard(step_by_step(set, !empty)));
    let mut contest = Contest::new("fill");
    contest.elements(scenes.len()).expecting(scenes.iter().map(slow).collect());
    contest.writer(format!("{name} one by one, one direction"), none.clone(), |out| {
        for (out, &(board, empty)) in out.iter_mut().zip(black_box(scenes)) {
            let ray = Ray::new(Direction::NorthEast, empty.0);
            *out = apart(board).map(|set| Bitboard(ray.attacks(set.0)));
        }
    });
    contest.writer(format!("{name} multiplexed and taken apart, one direction"), none, |out| {
        for (out, &(board, empty)) in out.iter_mut().zip(black_box(scenes)) {
            *out = apart(board.slide(Direction::NorthEast, empty));
        }
    });
    contest.writer_seen(
        format!("{name} multiplexed, one direction"),
        vec![QuadBitboard::EMPTY; scenes.len()],
        |out| {
            for (out, &(board, empty)) in out.iter_mut().zip(black_box(scenes)) {
                *out = board.slide(Direction::NorthEast, empty);
            }
        },
        |out| out.iter().map(|&slid| apart(slid)).collect(),
    );
    contest.time(bench);
}

/// Times the attacks of all sliders of a board in each direction: by doublings and by single steps (Dumb7).
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

/// Times the attacks of the knights of each board: one by one from a table, all of a board by shifts, and all of
/// several boards.
pub(crate) fn knights(bench: &mut Bench) {
    let boards = &boards(256)[..];
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
        contest.writer(format!("{level}/knights of one board in a register"), none.clone(), move |out| {
            dispatch!(level, s => knights_in_a_register(s, black_box(boards), out));
        });
    }
    contest.time(bench);
}

/// Returns the attacks of the knights of each board, as the wiki's article finds them: four copies of a board's
/// knights, shifted by four distances to the left and to the right.
///
/// Source: <https://www.chessprogramming.org/AVX2>, "Knight Attacks".
#[inline(always)]
fn knights_in_a_register<S: Simd>(s: S, boards: &[QuadBitboard], out: &mut [u64]) {
    const A: u64 = 0x0101_0101_0101_0101;
    const AB: u64 = A | A << 1;
    const GH: u64 = AB << 6;
    const H: u64 = A << 7;
    s.vectorize(
        #[inline(always)]
        || {
            let steps = u64x4::simd_from(s, [17, 15, 10, 6]);
            let above = u64x4::simd_from(s, [!A, !H, !AB, !GH]);
            let below = u64x4::simd_from(s, [!H, !A, !GH, !AB]);
            for (out, board) in out.iter_mut().zip(boards) {
                let knights = u64x4::splat(s, board.knights().0);
                let all = ((knights << steps) & above) | ((knights >> steps) & below);
                let (low, high) = all.split();
                let two = low | high;
                *out = two[0] | two[1];
            }
        },
    );
}

/// Times bringing the planes of each board into another order: as words, and with a register for each board.
pub(crate) fn permutations(bench: &mut Bench) {
    const ORDER: [usize; 4] = [2, 0, 3, 1];
    let boards = &boards(256)[..];
    let none = vec![QuadBitboard::EMPTY; boards.len()];
    let permute = |boards: &[QuadBitboard], out: &mut [QuadBitboard]| {
        for (out, board) in out.iter_mut().zip(boards) {
            *out = board.permute_planes(ORDER);
        }
    };
    let mut contest = Contest::new("permuted planes");
    contest.elements(boards.len());
    contest.writer("default build", none.clone(), move |out| permute(black_box(boards), out));
    for level in Level::available() {
        contest.writer(level.to_string(), none.clone(), move |out| {
            dispatch!(level, s => permuted(s, black_box(boards), out, ORDER));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn permuted<S: Simd>(s: S, boards: &[QuadBitboard], out: &mut [QuadBitboard], order: [usize; 4]) {
    s.vectorize(
        #[inline(always)]
        || {
            for (out, board) in out.iter_mut().zip(boards) {
                *out = board.permute_planes(order);
            }
        },
    );
}

#[inline(always)]
fn knights_in_lanes<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [u64]) {
    let len = Boards::<S>::LEN;
    for (boards, out) in boards.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        sets::knight_attacks(Boards::load(s, boards).knights()).store_slice(out);
    }
}
