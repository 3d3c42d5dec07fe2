//! Times making, unmaking and copying boards, for the question "is it faster?".

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x8};
use quadbit_classics::delta::{CacheLine, CacheLineDelta};
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::{Bitboard, QuadBitboard, zobrist};
use quadbit_x88::Square;

use crate::eight_sets::EightSets;
use crate::{boards, positions};

/// A move as the boards see it: a piece goes from one square to another.
#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    mover: u8,
    captured: u8,
}

impl Step {
    #[inline]
    fn delta(self) -> QuadBitboard {
        QuadBitboard::delta(self.from, self.to, self.mover, self.captured, self.mover)
    }
}

/// Returns moves of all pieces to random squares; legality does not matter here.
fn random_steps(board: QuadBitboard) -> Vec<Step> {
    let mut steps = Vec::new();
    for (n, (from, mover)) in (0..).zip(board.iter_codes()) {
        for i in 0..6 {
            let to = Square::from_low_bits(zobrist::split_mix(64 * n + i).to_le_bytes()[0].into());
            if to != from {
                steps.push(Step { from, to, mover, captured: board.code(to) });
            }
        }
    }
    steps
}

/// Times quad-bitboards against eight sets, for random moves of one board. Every form writes the board after each move.
pub(crate) fn random_moves(bench: &mut Bench) {
    let aspects: Vec<[QuadBitboard; 64]> = (0..16)
        .map(|code| Square::ALL.map(|square| QuadBitboard::splat(Bitboard::of(square), code)))
        .collect();
    let looked_up = |step: &Step| {
        aspects[usize::from(step.mover & 15)][step.from.index()]
            ^ aspects[usize::from((step.captured ^ step.mover) & 15)][step.to.index()]
    };
    let board = boards(1)[0];
    let eight = EightSets::of(board);
    let steps = &random_steps(board)[..];
    let (none, no_sets) = (vec![QuadBitboard::EMPTY; steps.len()], vec![EightSets::EMPTY; steps.len()]);
    let to_quads = |sets: &Vec<EightSets>| sets.iter().map(|sets| sets.to_quad()).collect();

    let mut contest = Contest::new("make");
    contest.elements(steps.len());
    let mut current = board;
    contest.writer("quad, delta computed, make and unmake", none.clone(), move |after| {
        for (after, step) in after.iter_mut().zip(black_box(steps)) {
            current ^= step.delta();
            *after = *black_box(&mut current);
            current ^= step.delta();
        }
    });
    let mut current = board;
    contest.writer("quad, delta by table, make and unmake", none.clone(), move |after| {
        for (after, step) in after.iter_mut().zip(black_box(steps)) {
            let delta = looked_up(step);
            current ^= delta;
            *after = *black_box(&mut current);
            current ^= delta;
        }
    });
    let mut current = eight;
    contest.writer_seen(
        "eight sets, make and unmake",
        no_sets.clone(),
        move |after| {
            for (after, step) in after.iter_mut().zip(black_box(steps)) {
                current.make(step.from, step.to, step.mover, step.captured);
                *after = *black_box(&mut current);
                current.make(step.from, step.to, step.mover, step.captured);
            }
        },
        to_quads,
    );
    contest.writer("quad, copy and make", none, |after| {
        for (after, step) in after.iter_mut().zip(black_box(steps)) {
            *after = *black_box(&board) ^ step.delta();
        }
    });
    contest.writer_seen(
        "eight sets, copy and make",
        no_sets,
        |after| {
            for (after, step) in after.iter_mut().zip(black_box(steps)) {
                *after = *black_box(&eight);
                after.make(step.from, step.to, step.mover, step.captured);
            }
        },
        to_quads,
    );
    contest.time(bench);
}

/// A position and its legal moves of one piece each: no castling, en passant or promotion.
struct Parent {
    position: Position,
    eight: EightSets,
    line: CacheLine,
    moves: Vec<(Move, Step, CacheLineDelta)>,
}

impl Parent {
    fn of(position: Position) -> Self {
        let board = position.board();
        let moves = position.legal_moves().into_iter().filter_map(|mv| {
            let (mover, captured) = (board.code(mv.from()), board.code(mv.to()));
            let step = Step { from: mv.from(), to: mv.to(), mover, captured };
            let mut child = position;
            child.play_unchecked(mv);
            let delta = CacheLineDelta {
                board: step.delta(),
                xor: [position.key() ^ child.key(), position.pawn_key() ^ child.pawn_key(), 0, 0],
                add: [0, 0, 0, 1],
            };
            (child.board() == board ^ delta.board).then_some((mv, step, delta))
        });
        Self {
            position,
            eight: EightSets::of(board),
            line: CacheLine::new(board, [position.key(), position.pawn_key(), 0, 0]),
            moves: moves.collect(),
        }
    }
}

/// Isenberg's 64 bytes in one register of 512 bits: a move is one xor and one addition of all eight words, where
/// [`CacheLine`] leaves the planes out of the addition.
///
/// A carry must not leave its word, and the planes add zero, so the addition changes only the counters. His third
/// operation, the `and`, would clear what a move ends whatever it was: castling rights, the file of a double push, the
/// reversible moves. A delta that the generator writes for one position knows what there is to clear, and its xor does
/// that, so that the same delta can take the move back; an `and` could not be undone.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
struct OneRegister([u64; 8]);

/// A move on [`OneRegister`]: a vector to xor and a vector to add, 128 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct RegisterDelta {
    xor: [u64; 8],
    add: [u64; 8],
}

impl RegisterDelta {
    fn of(delta: &CacheLineDelta) -> Self {
        let mut all = Self { xor: [0; 8], add: [0; 8] };
        all.xor[..4].copy_from_slice(&delta.board.planes().map(|plane| plane.0));
        all.xor[4..].copy_from_slice(&delta.xor);
        all.add[4..].copy_from_slice(&delta.add);
        all
    }
}

impl OneRegister {
    fn of(line: &CacheLine) -> Self {
        let mut words = Self::default();
        words.0[..4].copy_from_slice(&line.board().planes().map(|plane| plane.0));
        words.0[4..].copy_from_slice(&line.others());
        words
    }

    fn to_line(self) -> CacheLine {
        let [a, b, c, d, others @ ..] = self.0;
        CacheLine::new(QuadBitboard::from_planes([a, b, c, d].map(Bitboard)), others)
    }

    #[inline(always)]
    fn make<S: Simd>(&mut self, s: S, delta: &RegisterDelta) {
        let words = u64x8::simd_from(s, self.0) ^ u64x8::simd_from(s, delta.xor);
        self.0 = (words + u64x8::simd_from(s, delta.add)).into();
    }

    #[inline(always)]
    fn unmake<S: Simd>(&mut self, s: S, delta: &RegisterDelta) {
        let words = u64x8::simd_from(s, self.0) - u64x8::simd_from(s, delta.add);
        self.0 = (words ^ u64x8::simd_from(s, delta.xor)).into();
    }
}

/// Times making legal moves on Isenberg's cache line and on his one register at each level. The results are whole cache
/// lines, including their keys.
pub(crate) fn in_registers(bench: &mut Bench) {
    let parents: Vec<Parent> = positions().into_iter().step_by(8).map(Parent::of).collect();
    let moves = parents.iter().map(|parent| parent.moves.len()).sum();
    let registers: Vec<(OneRegister, Vec<RegisterDelta>)> = parents
        .iter()
        .map(|parent| {
            let deltas = parent.moves.iter().map(|(_, _, delta)| RegisterDelta::of(delta));
            (OneRegister::of(&parent.line), deltas.collect())
        })
        .collect();
    let (parents, registers) = (&parents[..], &registers[..]);
    let answer = parents.iter().flat_map(|parent| {
        parent.moves.iter().map(|(_, _, delta)| {
            let others = parent.line.others();
            let changed = |i: usize| (others[i] ^ delta.xor[i]).wrapping_add(delta.add[i]);
            CacheLine::new(parent.line.board() ^ delta.board, [0, 1, 2, 3].map(changed))
        })
    });

    let mut contest = Contest::new("make in registers");
    contest.elements(moves).expecting(answer.collect());
    for level in Level::available() {
        let none = vec![CacheLine::default(); moves];
        contest.writer(format!("{level}/cache line, make and unmake"), none, move |after| {
            dispatch!(level, s => make_lines(s, black_box(parents), after));
        });
        contest.writer_seen(
            format!("{level}/one register, make and unmake"),
            vec![OneRegister::default(); moves],
            move |after| dispatch!(level, s => make_registers(s, black_box(registers), after)),
            |after| after.iter().map(|words| words.to_line()).collect(),
        );
    }
    contest.time(bench);
}

#[inline(always)]
fn make_lines<S: Simd>(s: S, parents: &[Parent], after: &mut [CacheLine]) {
    s.vectorize(
        #[inline(always)]
        || {
            let mut after = after.iter_mut();
            for parent in parents {
                let mut line = parent.line;
                for ((_, _, delta), after) in parent.moves.iter().zip(&mut after) {
                    line.make(delta);
                    *after = *black_box(&mut line);
                    line.unmake(delta);
                }
            }
        },
    );
}

#[inline(always)]
fn make_registers<S: Simd>(s: S, parents: &[(OneRegister, Vec<RegisterDelta>)], after: &mut [OneRegister]) {
    s.vectorize(
        #[inline(always)]
        || {
            let mut after = after.iter_mut();
            for (start, moves) in parents {
                let mut words = *start;
                for (delta, after) in moves.iter().zip(&mut after) {
                    words.make(s, delta);
                    *after = *black_box(&mut words);
                    words.unmake(s, delta);
                }
            }
        },
    );
}

/// Times making a line of moves ply by ply and taking it back, with Isenberg's `delta[moveNr]`: an array of deltas,
/// from which each move is made and taken back by its number. The moves come from one position after another; their
/// deltas are applied whatever the board holds. The result is the cache line at every ply, on the way down and up
/// again.
pub(crate) fn by_ply(bench: &mut Bench) {
    const PLIES: usize = 32;
    let parents: Vec<Parent> = positions().into_iter().step_by(8).map(Parent::of).collect();
    let deltas: Vec<CacheLineDelta> =
        parents.iter().flat_map(|parent| parent.moves.iter().map(|mv| mv.2)).collect();
    let wide: Vec<RegisterDelta> = deltas.iter().map(RegisterDelta::of).collect();
    let (start, deltas, wide) = (parents[0].line, &deltas[..], &wide[..]);
    let count = deltas.len() / PLIES * PLIES;

    let mut contest = Contest::new("make by ply");
    contest.elements(count);
    for level in Level::available() {
        let none = vec![CacheLine::default(); 2 * count];
        contest.writer(format!("{level}/cache line"), none, move |after| {
            dispatch!(level, s => s.vectorize(
                #[inline(always)]
                || {
                    let mut line = start;
                    for (delta, after) in black_box(deltas).chunks_exact(PLIES).zip(after.chunks_exact_mut(2 * PLIES)) {
                        for ply in 0..PLIES {
                            line.make(&delta[ply]);
                            after[ply] = *black_box(&mut line);
                        }
                        for ply in (0..PLIES).rev() {
                            line.unmake(&delta[ply]);
                            after[2 * PLIES - 1 - ply] = *black_box(&mut line);
                        }
                    }
                },
            ));
        });
        contest.writer_seen(
            format!("{level}/one register"),
            vec![OneRegister::default(); 2 * count],
            move |after| {
                dispatch!(level, s => s.vectorize(
                    #[inline(always)]
                    || {
                        let mut words = OneRegister::of(&start);
                        for (delta, after) in black_box(wide).chunks_exact(PLIES).zip(after.chunks_exact_mut(2 * PLIES)) {
                            for ply in 0..PLIES {
                                words.make(s, &delta[ply]);
                                after[ply] = *black_box(&mut words);
                            }
                            for ply in (0..PLIES).rev() {
                                words.unmake(s, &delta[ply]);
                                after[2 * PLIES - 1 - ply] = *black_box(&mut words);
                            }
                        }
                    },
                ));
            },
            |after| after.iter().map(|words| words.to_line()).collect(),
        );
    }
    contest.time(bench);
}

/// Times making legal moves on a cache line of eight words, a copy of a position of 64 bytes, four planes, and eight
/// sets. The line and the position have keys, and the position also has rights and clocks; the others have only their
/// pieces.
pub(crate) fn legal_moves(bench: &mut Bench) {
    let parents: Vec<Parent> = positions().into_iter().step_by(8).map(Parent::of).collect();
    let parents = &parents[..];
    let moves = parents.iter().map(|parent| parent.moves.len()).sum();
    let none = vec![QuadBitboard::EMPTY; moves];

    let mut contest = Contest::new("make legal moves");
    contest.elements(moves);
    contest.writer("quad, make and unmake", none, |after| {
        let mut after = after.iter_mut();
        for parent in black_box(parents) {
            let mut board = parent.position.board();
            for ((_, step, _), after) in parent.moves.iter().zip(&mut after) {
                board ^= step.delta();
                *after = *black_box(&mut board);
                board ^= step.delta();
            }
        }
    });
    contest.writer_seen(
        "cache line, make and unmake",
        vec![CacheLine::default(); moves],
        |after| {
            let mut after = after.iter_mut();
            for parent in black_box(parents) {
                let mut line = parent.line;
                for ((_, _, delta), after) in parent.moves.iter().zip(&mut after) {
                    line.make(delta);
                    *after = *black_box(&mut line);
                    line.unmake(delta);
                }
            }
        },
        |after| after.iter().map(CacheLine::board).collect(),
    );
    contest.writer_seen(
        "position, copy and make",
        vec![Position::start(); moves],
        |after| {
            let mut after = after.iter_mut();
            for parent in black_box(parents) {
                for (&(mv, _, _), after) in parent.moves.iter().zip(&mut after) {
                    *after = *black_box(&parent.position);
                    after.play_unchecked(mv);
                }
            }
        },
        |after| after.iter().map(Position::board).collect(),
    );
    contest.writer_seen(
        "eight sets, make and unmake",
        vec![EightSets::EMPTY; moves],
        |after| {
            let mut after = after.iter_mut();
            for parent in black_box(parents) {
                let mut eight = parent.eight;
                for ((_, step, _), after) in parent.moves.iter().zip(&mut after) {
                    eight.make(step.from, step.to, step.mover, step.captured);
                    *after = *black_box(&mut eight);
                    eight.make(step.from, step.to, step.mover, step.captured);
                }
            }
        },
        |after| after.iter().map(|sets| sets.to_quad()).collect(),
    );
    contest.time(bench);
}
