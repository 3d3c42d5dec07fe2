//! The same search on Quadbit, cozy-chess and shakmaty, in turn: `search-speed [ROUNDS]` prints nodes a second.
//!
//! All of them search the same tree, which is checked in every round: the same best move, score and number of nodes.

use std::env;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use benches::SIX;
use benches::search::{Board, Cozy, Engine, Found, Ours, Shakmaty};

/// How deep to search each of the six positions: 60,000 to 400,000 nodes.
const DEPTHS: [i32; 6] = [9, 7, 11, 8, 9, 8];

/// The table has room for `1 << TABLE` positions, which is enough for each of the searches: 4 MB.
const TABLE: u32 = 18;

fn main() -> ExitCode {
    let rounds = env::args().nth(1).map_or(Ok(20), |rounds| rounds.parse::<u32>());
    let Ok(rounds @ 1..) = rounds else {
        eprintln!("usage: search-speed [ROUNDS]");
        return ExitCode::from(2);
    };
    println!(
        "Thousand nodes a second, and quadbit's speed as a multiple of the others'. The best of {rounds} searches in turn.\n"
    );
    println!(
        "{:<8}{:>6}{:>9}{:>10}{:>12}{:>10}{:>14}{:>10}",
        "", "depth", "nodes", "quadbit", "cozy-chess", "shakmaty", "to cozy-chess", "shakmaty"
    );
    let mut logarithms = [0.0; 2];
    for (number, (known, depth)) in (1..).zip(SIX.into_iter().zip(DEPTHS)) {
        let mut ours = Case::<Ours>::new(known.fen, depth);
        let mut cozy = Case::<Cozy>::new(known.fen, depth);
        let mut shakmaty = Case::<Shakmaty>::new(known.fen, depth);
        let mut nodes = 0;
        for _ in 0..rounds {
            let found = [ours.search(), cozy.search(), shakmaty.search()];
            assert!(
                found.iter().all(|&other| other == found[0]),
                "{}: the trees differ: {found:?}",
                known.fen
            );
            nodes = found[0].nodes;
        }
        let times = [ours.best, cozy.best, shakmaty.best].map(|time| time.as_secs_f64());
        let ratios = [times[1] / times[0], times[2] / times[0]];
        for (sum, ratio) in logarithms.iter_mut().zip(ratios) {
            *sum += ratio.ln();
        }
        let [a, b, c] = times.map(|time| f64::from(u32::try_from(nodes).unwrap_or(u32::MAX)) / time / 1e3);
        println!(
            "{:<8}{depth:>6}{nodes:>9}{a:>10.0}{b:>12.0}{c:>10.0}{:>14.3}{:>10.3}",
            format!("CPW {number}"),
            ratios[0],
            ratios[1]
        );
    }
    let [cozy, shakmaty] = logarithms.map(|sum: f64| (sum / 6.0).exp());
    println!("{:<55}{cozy:>14.3}{shakmaty:>10.3}", "mean");
    ExitCode::SUCCESS
}

/// A position on one library.
struct Case<B: Board> {
    board: B,
    engine: Engine<B>,
    depth: i32,
    best: Duration,
}

impl<B: Board> Case<B> {
    fn new(fen: &str, depth: i32) -> Self {
        Self { board: B::from_fen(fen), engine: Engine::new(TABLE), depth, best: Duration::MAX }
    }

    fn search(&mut self) -> Found {
        self.engine.forget();
        let started = cpu_time();
        let found = self.engine.think(&self.board, self.depth);
        self.best = self.best.min(cpu_time().saturating_sub(started));
        found
    }
}

/// The time that this thread has been running on a processor, where Linux tells; elsewhere the time that has passed.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Linux brings its account up to date when a thread yields.
    thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = times.and_then(|times| times.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
