//! The same search on Quadbit, cozy-chess and shakmaty, in turn: `search-speed [ROUNDS] [DEPTH]` prints nodes a second.

use std::env;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use benches::search::{Board, Cozy, Engine, Found, Ours, Shakmaty};
use benches::{KIWIPETE, SIX};

/// Six positions of games, from the opening to the endgame.
fn main() {
    let mut numbers = env::args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let rounds = numbers.next().unwrap_or(5);
    let deeper = numbers.next().unwrap_or(0);
    let _ = KIWIPETE;
    println!("{:<12}{:>10}{:>12}{:>12}{:>12}{:>9}{:>9}", "", "nodes", "quadbit", "cozy-chess", "shakmaty", "to cozy", "to shak");
    let mut logarithms = [0.0; 2];
    let depths = [9, 7, 13, 8, 8, 8];
    for (number, (known, depth)) in SIX.into_iter().zip(depths).enumerate() {
        let depth = depth + deeper as i32;
        let mut ours = Case::<Ours>::new(known.fen, depth);
        let mut cozy = Case::<Cozy>::new(known.fen, depth);
        let mut shakmaty = Case::<Shakmaty>::new(known.fen, depth);
        for round in 0..rounds {
            let found = [ours.run(), cozy.run(), if round < 3 { shakmaty.run() } else { shakmaty.found.unwrap() }];
            assert!(found.iter().all(|&other| other == found[0]), "{}: the trees differ: {found:?}", known.fen);
        }
        let nodes = ours.found.map_or(0, |found| found.nodes);
        let speed = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
        let [a, b, c] = [ours.best, cozy.best, shakmaty.best];
        let ratios = [b, c].map(|time| time.as_secs_f64() / a.as_secs_f64());
        for (sum, ratio) in logarithms.iter_mut().zip(ratios) {
            *sum += ratio.ln();
        }
        println!(
            "{:<12}{nodes:>10}{:>12.3}{:>12.3}{:>12.3}{:>9.3}{:>9.3}",
            format!("cpw{} d{depth}", number + 1), speed(a), speed(b), speed(c), ratios[0], ratios[1]
        );
    }
    let [cozy, shakmaty] = logarithms.map(|sum: f64| (sum / 6.0).exp());
    println!("{:<12}{:>46}{cozy:>9.3}{shakmaty:>9.3}", "mean", "");
}

/// The time that this program has been running on a processor, where Linux tells; elsewhere the time that has passed.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = times.and_then(|times| times.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// A position on one library.
struct Case<B: Board> {
    board: B,
    engine: Engine<B>,
    depth: i32,
    best: Duration,
    found: Option<Found>,
}

impl<B: Board> Case<B> {
    fn new(fen: &str, depth: i32) -> Self {
        Self { board: B::from_fen(fen), engine: Engine::new(20), depth, best: Duration::MAX, found: None }
    }

    fn run(&mut self) -> Found {
        self.engine.forget();
        let started = cpu_time();
        let found = self.engine.think(&self.board, self.depth);
        self.best = self.best.min(cpu_time() - started);
        self.found = Some(found);
        found
    }
}
