//! The batches of the crates without Python, for `bench.py`: reads FENs and prints the
//! seconds for each position.
//!
//! ```text
//! cargo run --release --example batch < FENS
//! ```

use std::hint::black_box;
use std::io::{Read, stdin};
use std::time::Instant;

use quadbit_inputs::features;
use quadbit_inputs::policy::{self, Policy};
use quadbit_lanes::batch;
use quadbit_movegen::{Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens;

/// The number of positions of a timed call.
const POSITIONS: usize = 16_384;

fn main() {
    let mut text = Vec::new();
    stdin().read_to_end(&mut text).expect("FENs on standard input");
    let level = Level::auto();
    let mut positions = vec![Position::start(); fens::count_lines(level, &text)];
    let reading = fens::read(level, Validity::Strict, &text, &mut positions);
    assert_eq!(reading.error, None);
    positions.truncate(POSITIONS);
    let n = positions.len();

    let mut again = positions.clone();
    report("from_fens", n, || {
        black_box(fens::read(level, Validity::Strict, &text, &mut again));
    });
    let mut counts = vec![0; n];
    report("legal_counts", n, || batch::legal_counts_at(level, &positions, black_box(&mut counts)));
    let mut bytes = vec![[0; 768]; n];
    report("planes", n, || features::dense_u8(level, &positions, black_box(&mut bytes)));
    let mut floats = vec![[0.0; 768]; n];
    report("planes float32", n, || features::dense_f32(level, &positions, black_box(&mut floats)));
    for (name, policy) in [("4096", Policy::FromTo), ("4672", Policy::AlphaZero), ("1858", Policy::Lc0)] {
        let mut mask = vec![false; n * policy.size()];
        report(&format!("legal_mask {name}"), n, || {
            policy::legal_mask(level, policy, &positions, black_box(&mut mask));
        });
        let mut words = vec![0; n * policy.words()];
        report(&format!("legal_mask {name} packed"), n, || {
            policy::legal_bits(level, policy, &positions, black_box(&mut words));
        });
    }
}

/// Prints the shortest of many times.
fn report(name: &str, n: usize, mut run: impl FnMut()) {
    let times = (0..30).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    println!(
        "{name}\t{:e}",
        times.fold(f64::INFINITY, f64::min) / f64::from(u32::try_from(n).expect("few positions"))
    );
}
