//! The question "is it faster?": making, unmaking and copying.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_classics::delta::{CacheLine, CacheLineDelta};
use quadbit_movegen::{Move, Position};
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

/// Moves of all pieces to random squares; legality does not matter here.
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

/// Quad-bitboards against eight sets, over random moves of one board. Every form writes the
/// board after each move.
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

/// A cache line of eight words against a copy of a position of 64 bytes, four planes, and eight sets, over
/// legal moves. The line and the position have keys, and the position also has rights and clocks; the others
/// have only their pieces.
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
