//! Stockfish's binpack, read and written by Quadbit and by the crate sfbinpack, in turn: `binpack-speed [ROUNDS]`.
//!
//! ```sh
//! cargo run --release -p binpack-speed --features peers
//! ```
//!
//! The file has the games of a collection, with random scores. Every reader gives position, move, score, ply and result
//! of each entry, and all give the same. sfbinpack tests nothing; our readers test every move. The times are CPU times
//! of the thread, so other programs disturb little.

#![expect(clippy::cast_precision_loss, reason = "a time needs few digits")]

#[path = "../../search/src/cpu_time.rs"]
mod cpu_time;
mod games;
mod ours;
mod peer;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::cpu_time;

fn main() -> ExitCode {
    let rounds = env::args().nth(1).map_or(Ok(20), |rounds| rounds.parse::<u32>());
    let Ok(rounds @ 1..) = rounds else {
        eprintln!("usage: binpack-speed [ROUNDS]");
        return ExitCode::from(2);
    };
    let samples = games::samples();
    let file = ours::write(&samples);
    let entries = peer::entries(&file);
    let lines = ours::lines(&samples);
    assert!(peer::lines(&entries) == lines, "sfbinpack reads something else");
    assert!(ours::lines(&ours::collect(&file)) == lines, "our samples are something else");
    assert!(peer::write(&entries) == file, "sfbinpack writes something else");

    println!("{} entries in {} bytes, the best of {rounds} rounds\n", samples.len(), file.len());
    let mut forms: [(&str, &mut dyn FnMut()); 5] = [
        ("sfbinpack reads", &mut || peer::read(&file, |entry| _ = black_box(entry))),
        ("positions", &mut || ours::read(&file, |sample| _ = black_box(sample))),
        ("positions, one by one", &mut || ours::read_singly(&file, |sample| _ = black_box(sample))),
        ("sfbinpack writes", &mut || _ = black_box(peer::write(&entries))),
        ("written", &mut || _ = black_box(ours::write(&samples))),
    ];
    let mut best = [Duration::MAX; 5];
    for _ in 0..rounds {
        for (best, (_, form)) in best.iter_mut().zip(&mut forms) {
            let start = cpu_time();
            form();
            *best = cpu_time().saturating_sub(start).min(*best);
        }
    }
    for (n, ((name, _), time)) in forms.iter().zip(best).enumerate() {
        let first = best[if n < 3 { 0 } else { 3 }];
        let each = time.as_secs_f64() * 1e9 / samples.len() as f64;
        println!(
            "{name:<24}{each:8.1} ns each{:8.2} times as fast",
            first.as_secs_f64() / time.as_secs_f64()
        );
    }
    println!("{:<24}{:23.2} times one", "two threads", two_threads(&file, rounds));
    ExitCode::SUCCESS
}

/// Measures how many times as much two threads read as one in the same time. Each reads the same file; two idle cores
/// are needed.
fn two_threads(file: &[u8], rounds: u32) -> f64 {
    let work = || (0..8).for_each(|_| ours::read(file, |sample| _ = black_box(sample)));
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        let start = Instant::now();
        work();
        best[0] = best[0].min(start.elapsed());
        let start = Instant::now();
        thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
        best[1] = best[1].min(start.elapsed());
    }
    2.0 * best[0].as_secs_f64() / best[1].as_secs_f64()
}
