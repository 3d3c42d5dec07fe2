//! The costs of the forms of perft, side by side: the start position, 5 plies.

use std::hint::black_box;

use benches::START;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadbit_movegen::{Level, Position};
use quadbit_perft::{divide, perft, perft_in_lanes, perft_without_bulk};

/// A way to count.
type Form = fn(&Position, u8) -> u128;

fn sum_of_divide(position: &Position, depth: u8) -> u128 {
    divide(position, depth).iter().map(|&(_, nodes)| nodes).sum()
}

fn forms(criterion: &mut Criterion) {
    let position: Position = START.fen.parse().expect("the benches use valid positions");
    let forms: [(&str, Form); 4] = [
        ("bulk", perft),
        ("every leaf", perft_without_bulk),
        ("divide", sum_of_divide),
        ("in lanes", |position, depth| perft_in_lanes(position, depth, Level::auto())),
    ];
    let mut group = criterion.benchmark_group("perft/start position, 5 plies");
    group.throughput(Throughput::Elements(START.nodes)).sample_size(10);
    for (name, form) in forms {
        assert_eq!(form(&position, START.depth), u128::from(START.nodes), "{name}");
        group.bench_function(name, |bencher| bencher.iter(|| form(black_box(&position), START.depth)));
    }
    group.finish();
}

criterion_group!(groups, forms);
criterion_main!(groups);
