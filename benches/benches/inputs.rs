//! Sets of network inputs for both sides, at every level, compared with the loop over single pieces; and their changes
//! by a move, compared with those of threats only.
//!
//! `TURNS=60 cargo bench -p benches --features bars --bench inputs`. The positions are those of real games, or of
//! random ones if the corpora are missing, in random order: a loader that shuffles sees them so, and branches that
//! repeat in neighboring positions are not learned. The answers are compared index by index before they are timed.

#[path = "inputs/loops.rs"]
mod loops;

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_inputs::sets::{Csr, Order, Set, Sets, ViewChanges};
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_threats::{Changes, Finder};
use testing::Random;

use loops::{Board, List, Tables};

const COUNT: usize = 4_000;

fn positions() -> Vec<Position> {
    let mut random = 88_172_645_463_325_252_u64;
    let mut random = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize
    };
    let mut positions = Vec::new();
    if let Some(text) = testing::corpora::read("public/pgn/twic1599.pgn") {
        for record in quadbit_pgn::records(&text) {
            let mut position = Position::start();
            for mv in record.moves().into_iter().flatten().flatten() {
                position = position.after(mv);
                positions.push(position);
            }
        }
    }
    while positions.len() < COUNT {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random() % moves.len()]);
            positions.push(position);
        }
    }
    for n in 0..COUNT {
        let other = n + random() % (positions.len() - n);
        positions.swap(n, other);
    }
    positions.truncate(COUNT);
    positions
}

/// Finds the indices of the inputs of `sets` by the loops, for both sides, one position after the other.
fn by_loops(sets: &Sets, tables: &Tables, boards: &[Board], sides: &mut [Vec<i32>; 2]) {
    let mut list = List::EMPTY;
    for (side, out) in sides.iter_mut().enumerate() {
        out.clear();
        for board in boards {
            for (base, set) in sets.iter() {
                let base = i32::try_from(base).expect("the numbers of inputs fit");
                match set {
                    Set::Pp3Wide => board.pawn_pairs(side, base, &mut list),
                    Set::Pieces(_) => board.king_pieces(side, base, &mut list),
                    _ => board.full_threats(tables, side, &mut list),
                }
            }
            out.extend_from_slice(list.take());
        }
    }
}

fn sets(bench: &mut Bench) {
    let positions = positions();
    let boards: Vec<Board> = positions.iter().map(Board::new).collect();
    let (tables, levels) = (Tables::new(), levels());
    for text in ["full_threats", "pp_3wide", "halfkav2_hm", "full_threats+pp_3wide+halfkav2_hm"] {
        let sets: Sets = text.parse().expect("names of sets");
        for board in 0..boards.len() {
            let mut loops: [Vec<i32>; 2] = Default::default();
            by_loops(&sets, &tables, &boards[board..=board], &mut loops);
            for &level in &levels {
                let mut sides: [Csr<i32>; 2] = Default::default();
                sets.append(level, Order::Ascending, &positions[board..=board], &mut sides);
                for (side, found) in sides.iter().zip(&mut loops) {
                    found.sort_unstable();
                    assert_eq!(side.indices, *found, "{text} of {} at {level}", positions[board]);
                }
            }
        }
        let mut contest = Contest::<usize>::new(format!("inputs/{text}"));
        contest.elements(positions.len());
        let (tables, boards, mut out) = (&tables, &boards, <[Vec<i32>; 2]>::default());
        contest.form("one piece at a time", move || {
            by_loops(&sets, tables, boards, &mut out);
            black_box(&mut out).iter().map(Vec::len).sum()
        });
        for level in Level::available() {
            let (positions, mut sides) = (&positions, <[Csr<i32>; 2]>::default());
            contest.form(format!("quadbit {level}"), move || {
                for side in &mut sides {
                    side.offsets.truncate(1);
                    side.indices.clear();
                }
                sets.append(level, Order::Found, positions, &mut sides);
                black_box(&mut sides).iter().map(|side| side.indices.len()).sum()
            });
        }
        contest.time(bench);
    }
}

/// Times how the inputs that a move ends and begins are found, after the threats that it ends and begins. The yardstick
/// is the time of the threats alone. The result is a number of indices.
fn changes(bench: &mut Bench) {
    let mut random = Random(1);
    let moves: Vec<(Position, Move)> = positions()
        .into_iter()
        .filter_map(|position| Some((position, random.of(&position.legal_moves())?)))
        .collect();
    for text in ["full_threats", "pp_3wide", "halfkav2_hm", "full_threats+pp_3wide+halfkav2_hm"] {
        let sets: Sets = text.parse().expect("names of sets");
        let mut contest = Contest::<usize>::new(format!("inputs/changes of {text}"));
        contest.elements(moves.len());
        for level in Level::available() {
            let (finder, moves) = (Finder::at(level), &moves);
            let mut threats = Changes::new();
            let mut find = move |count: &mut usize| {
                *count = moves.iter().fold(0, |sum, (position, mv)| {
                    finder.changes_into(position, *mv, &mut threats);
                    sum + black_box(&mut threats).added().len()
                });
            };
            let mut count = 0;
            find(&mut count);
            contest.yardstick(format!("{level}, threats alone"), 0, find, count);
            let (mut threats, mut views) = (Changes::new(), <[ViewChanges; 2]>::default());
            contest.form(format!("{level}"), move || {
                moves.iter().fold(0, |sum, (position, mv)| {
                    finder.changes_into(position, *mv, &mut threats);
                    sets.changes_into(position, *mv, &threats, &mut views);
                    let view = &black_box(&mut views)[0];
                    sum + view.removed().len() + view.added().len()
                })
            });
        }
        contest.time(bench);
    }
}

fn main() {
    benches::run(&[sets, changes]);
}
