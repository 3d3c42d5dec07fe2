//! Statistics of leaves: in lanes and in a loop over cozy-chess, with plain counting for comparison.
//!
//! `cargo bench -p benches --features bars --bench statistics`. The expected statistics come from the form
//! that handles one position at a time.

use std::hint::black_box;

use benches::cozy_statistics::cozy_statistics;
use benches::{Bench, Contest, KIWIPETE, Known, SIX, START};
use quadbit_lanes::Statistics;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, StatisticsCounter, statistics};

/// The six positions of the Chess Programming Wiki's "Perft Results", each at a depth of some million leaves.
const KNOWN: [Known; 6] = [
    START,
    Known { depth: 4, nodes: 4_085_603, ..KIWIPETE },
    Known { depth: 6, nodes: 11_030_083, ..SIX[2] },
    Known { depth: 5, nodes: 15_833_292, ..SIX[3] },
    Known { depth: 4, nodes: 2_103_487, ..SIX[4] },
    Known { depth: 4, nodes: 3_894_594, ..SIX[5] },
];

fn leaves(bench: &mut Bench) {
    for known in KNOWN {
        let position: Position = known.fen.parse().expect("the benches use valid positions");
        let (counter, plain) = (StatisticsCounter::new(Level::auto()), Counter::new(Level::auto()));
        let nodes = u128::from(known.nodes);
        let mut contest = Contest::new(format!("statistics/{}", known.fen));
        contest.slow().elements(usize::try_from(known.nodes).expect("some million leaves"));
        contest.expecting(Statistics { nodes, ..statistics(&position, known.depth) });
        contest.form("in lanes", || counter.statistics(black_box(&position), known.depth));
        contest.form("cozy-chess", || cozy_statistics(black_box(known)));
        let count = |leaves: &mut u128| *leaves = plain.perft(black_box(&position), known.depth);
        contest.yardstick("plain counting", 0, count, nodes);
        contest.time(bench);
    }
}

fn main() {
    benches::run(&[leaves]);
}
