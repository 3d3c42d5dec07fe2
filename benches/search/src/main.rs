//! One chess engine on three libraries, in turn: `search-speed [ROUNDS]` prints nodes a second. It is the example
//! `engine` of `quadbit-classics`, whose search is generic over what it asks of a position.
//!
//! ```text
//!   engine      the files of the example, and a search that can be repeated
//!   table       in place of the example's: nothing is replaced, so all libraries have the same entries
//!   cozy        a position of cozy-chess as the search sees it
//!   shakmaty    a position of shakmaty
//!   exchange    the exchange of captures, for libraries that do not offer it
//!   repetition  upcoming repetitions, for libraries that do not offer them
//!   calls       single calls: `search-speed calls [ROUNDS]`
//! ```
//!
//! All libraries search the same tree, node for node: moves of equal rank are tried in the order of their
//! squares, and keys are equal exactly if positions are (en passant counts if a capture is legal). Every
//! round checks that the best move, the score and the number of nodes are the same.
//!
//! The package is built by itself, with `-p search-speed`: then our library has its default features and no
//! others, as in an engine that depends on it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "moves and squares are packed into words, always after a shift and a mask; a time needs few digits"
)]

mod calls;
mod cozy;
mod cpu_time;
mod engine;
mod exchange;
mod list;
mod repetition;
mod shakmaty;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use engine::Case;

/// The result of a search, equal on all libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    /// The best move, as the bits of our `Move`.
    mv: u16,
    /// The score of the best move, in hundredths of a pawn.
    score: i32,
    /// The number of positions searched.
    nodes: u64,
}

/// Names and FENs, first those of the six positions.
const NAMED: &[(&str, &str)] = &include!("../../../crates/cli/suites/named.in");

/// The six positions of the [Chess Programming Wiki's "Perft
/// Results"](https://www.chessprogramming.org/Perft_Results), and the depth to search each:
/// 20,000 to 120,000 nodes.
const SIX: [(&str, u32); 6] =
    [(NAMED[0].1, 9), (NAMED[1].1, 7), (NAMED[2].1, 11), (NAMED[3].1, 8), (NAMED[4].1, 9), (NAMED[5].1, 8)];

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
        let (found, times) = race(fen, depth, rounds);
        let times = times.map(|time| time.as_secs_f64());
        let ratios = [times[1] / times[0], times[2] / times[0]];
        for (sum, ratio) in logarithms.iter_mut().zip(ratios) {
            *sum += ratio.ln();
        }
        let [a, b, c] = times.map(|time| found.nodes as f64 / time / 1e3);
        println!(
            "{:<8}{depth:>6}{:>9}{a:>10.0}{b:>12.0}{c:>10.0}{:>14.3}{:>10.3}",
            format!("CPW {number}"),
            found.nodes,
            ratios[0],
            ratios[1]
        );
    }
    let [cozy, shakmaty] = logarithms.map(|sum: f64| (sum / 6.0).exp());
    println!("{:<55}{cozy:>14.3}{shakmaty:>10.3}", "mean");
    ExitCode::SUCCESS
}

/// Searches a position `rounds` times on all libraries in turn. Returns the result, which must be equal for all, and
/// the lowest time of each.
fn race(fen: &str, depth: u32, rounds: u32) -> (Found, [Duration; 3]) {
    let mut ours = Case::<quadbit_movegen::Position>::new(fen, depth);
    let mut cozy = Case::<cozy::Position>::new(fen, depth);
    let mut shakmaty = Case::<shakmaty::Position>::new(fen, depth);
    let found = ours.search();
    for _ in 0..rounds {
        for other in [cozy.search(), shakmaty.search(), ours.search()] {
            assert_eq!(found, other, "{fen}: the trees differ, {other:?}");
        }
    }
    (found, [ours.best, cozy.best, shakmaty.best])
}
