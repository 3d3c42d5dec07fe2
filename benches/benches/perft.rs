//! Times the forms of perft: the start position, 5 plies.

use std::hint::black_box;

use benches::{Bench, Contest, START};
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::{divide, perft, perft_in_lanes, perft_without_bulk};

/// A function that counts the leaves of a position at a depth.
type Form = fn(&Position, u8) -> u128;

fn sum_of_divide(position: &Position, depth: u8) -> u128 {
    divide(position, depth).iter().map(|&(_, nodes)| nodes).sum()
}

fn forms(bench: &mut Bench) {
    let position: Position = START.fen.parse().expect("the benches use valid positions");
    let forms: [(&str, Form); 4] = [
        ("bulk", perft),
        ("every leaf", perft_without_bulk),
        ("divide", sum_of_divide),
        ("in lanes", |position, depth| perft_in_lanes(position, depth, Level::auto())),
    ];
    let mut contest = Contest::new("perft/start position, 5 plies");
    let leaves = usize::try_from(START.nodes).expect("a small number");
    contest.slow().elements(leaves).expecting(START.nodes.into());
    for (name, form) in forms {
        contest.form(name, move || form(black_box(&position), START.depth));
    }
    contest.time(bench);
}

fn main() {
    benches::run(&[forms]);
}
