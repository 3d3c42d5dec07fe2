//! Statistics of leaves: in lanes, one position at a time, and in a loop over cozy-chess; plain counting beside them.

use std::hint::black_box;

use benches::cozy_statistics::cozy_statistics;
use benches::{KIWIPETE, Known, SIX, START};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadbit_movegen::{Level, Position};
use quadbit_perft::{Counter, StatisticsCounter, statistics};

/// The six positions, each at a depth of some million leaves.
const KNOWN: [Known; 6] = [
    START,
    Known { depth: 4, nodes: 4_085_603, ..KIWIPETE },
    Known { depth: 6, nodes: 11_030_083, ..SIX[2] },
    Known { depth: 5, nodes: 15_833_292, ..SIX[3] },
    Known { depth: 4, nodes: 2_103_487, ..SIX[4] },
    Known { depth: 4, nodes: 3_894_594, ..SIX[5] },
];

fn forms(criterion: &mut Criterion) {
    for known in KNOWN {
        let position: Position = known.fen.parse().expect("the benches use valid positions");
        let (counter, plain) = (StatisticsCounter::new(Level::auto()), Counter::new(Level::auto()));
        let found = counter.statistics(&position, known.depth);
        assert_eq!(found.nodes, u128::from(known.nodes), "{}", known.fen);
        assert_eq!(found, cozy_statistics(known), "{}", known.fen);
        assert_eq!(found, statistics(&position, known.depth), "{}", known.fen);
        assert_eq!(found.nodes, plain.perft(&position, known.depth), "{}", known.fen);

        let mut group = criterion.benchmark_group(format!("statistics/{}", known.fen));
        group.throughput(Throughput::Elements(known.nodes)).sample_size(10);
        group.bench_function("in lanes", |bencher| {
            bencher.iter(|| counter.statistics(black_box(&position), known.depth));
        });
        group.bench_function("plain counting", |bencher| {
            bencher.iter(|| plain.perft(black_box(&position), known.depth));
        });
        group.bench_function("cozy-chess", |bencher| bencher.iter(|| cozy_statistics(black_box(known))));
        group.finish();
    }
}

criterion_group!(groups, forms);
criterion_main!(groups);
