//! One chess engine on three libraries, in turn: `search-speed [ROUNDS]` prints nodes a second. The engine is
//! that of the example `engine` of `quadbit-movegen`, generic over the board, so that only the library
//! differs, and with moves in stages: the table's move before any others are generated, captures before quiet
//! moves, and exchanges evaluated only when their turn comes.
//!
//! ```text
//!   engine     the search: alpha-beta, table, null moves, late moves less deep, quiescence
//!   order      which moves come first
//!   evaluate   material and places, updated by each move
//!   table      known positions; nothing is replaced, so all libraries have the same entries
//!   board      the interface of a library: `ours`, `cozy`, `shakmaty`
//!   exchange   the exchange of captures, for libraries that do not offer it
//! ```
//!
//! All libraries search the same tree, node for node: moves of equal rank are tried in the order of their
//! squares, and keys are equal exactly if positions are (en passant counts if a capture is legal). Every
//! round checks that the best move, the score and the number of nodes are the same.
//!
//! The package is built alone, with `-p search-speed`: then our library has its default features and no
//! others, as in an engine that depends on it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "ranks, moves and squares are packed into words, always after a shift and a mask; a time needs few digits"
)]

mod board;
mod calls;
mod cozy;
mod cpu_time;
mod engine;
mod evaluate;
mod exchange;
mod list;
mod order;
mod ours;
mod shakmaty;
mod table;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use crate::board::{Board, SIX};
use crate::cozy::Cozy;
use crate::cpu_time::cpu_time;
use crate::engine::{Engine, Found};
use crate::ours::Ours;
use crate::shakmaty::Shakmaty;

/// The table has room for `1 << TABLE` positions, which is enough for each of the searches: 4 MB.
const TABLE: u32 = 18;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1).peekable();
    let are_calls = arguments.next_if_eq("calls").is_some();
    let rounds = arguments.next().map_or(Ok(20), |rounds| rounds.parse::<u32>());
    let Ok(rounds @ 1..) = rounds else {
        eprintln!("usage: search-speed [calls] [ROUNDS]");
        return ExitCode::from(2);
    };
    if are_calls {
        calls::run(rounds);
        return ExitCode::SUCCESS;
    }
    println!(
        "Thousand nodes a second, and quadbit's speed as a multiple of the others'. The best of {rounds} searches in turn.\n"
    );
    println!(
        "{:<8}{:>6}{:>9}{:>10}{:>12}{:>10}{:>14}{:>10}",
        "", "depth", "nodes", "quadbit", "cozy-chess", "shakmaty", "to cozy-chess", "shakmaty"
    );
    let mut logarithms = [0.0; 2];
    for (number, (fen, depth)) in (1..).zip(SIX) {
        let mut ours = Case::<Ours>::new(fen, depth);
        let mut cozy = Case::<Cozy>::new(fen, depth);
        let mut shakmaty = Case::<Shakmaty>::new(fen, depth);
        let mut nodes = 0;
        for _ in 0..rounds {
            let found = [ours.search(), cozy.search(), shakmaty.search()];
            assert!(found.iter().all(|&other| other == found[0]), "{fen}: the trees differ: {found:?}");
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
