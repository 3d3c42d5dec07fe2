//! Sets of network inputs for both sides, at every level, beside the loop over single pieces.
//!
//! `TURNS=60 cargo bench -p benches --features bars --bench inputs`. The positions are those of random games of up to 150 plies; the answers are
//! compared index by index before they are timed.

#[path = "inputs/loops.rs"]
mod loops;

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_inputs::sets::{Csr, Order, Sets};
use quadbit_movegen::{Level, Position};
use quadbit_nibble::simd::testing::levels;

use loops::{Board, Tables};

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    let mut random = 88_172_645_463_325_252_u64;
    while positions.len() < 20_000 {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            position = position.after(moves[(random >> 33) as usize % moves.len()]);
            positions.push(position);
        }
    }
    positions.into_iter().step_by(10).collect()
}

/// The loops for some sets, both sides: all indices, one position behind the other.
fn by_loops(text: &str, tables: &Tables, boards: &[Board], sides: &mut [Vec<i32>; 2]) {
    for (side, out) in sides.iter_mut().enumerate() {
        out.clear();
        for board in boards {
            let mut base = 0;
            for set in text.split('+') {
                match set {
                    "full_threats" => {
                        board.full_threats(tables, side, out);
                        base += 59_808;
                    }
                    "pp_3wide" => {
                        board.pawn_pairs(side, base, out);
                        base += 4_560;
                    }
                    _ => board.king_pieces(side, base, out),
                }
            }
        }
    }
}

fn sets(bench: &mut Bench) {
    let positions = positions();
    let boards: Vec<Board> = positions.iter().map(Board::new).collect();
    let tables = Tables::new();
    for text in ["full_threats", "pp_3wide", "halfkav2_hm", "full_threats+pp_3wide+halfkav2_hm"] {
        let sets: Sets = text.parse().expect("names of sets");
        for board in 0..boards.len() {
            let mut loops: [Vec<i32>; 2] = Default::default();
            by_loops(text, &tables, &boards[board..=board], &mut loops);
            for level in levels() {
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
            by_loops(text, tables, boards, &mut out);
            black_box(&mut out).iter().map(Vec::len).sum()
        });
        for level in Level::available() {
            let (positions, mut sides) = (&positions, <[Csr<i32>; 2]>::default());
            contest.form(format!("quadbit {level}"), move || {
                sides.iter_mut().for_each(Csr::clear);
                sets.append(level, Order::Found, positions, &mut sides);
                black_box(&mut sides).iter().map(|side| side.indices.len()).sum()
            });
        }
        contest.time(bench);
    }
}

fn main() {
    benches::run(&[sets]);
}
