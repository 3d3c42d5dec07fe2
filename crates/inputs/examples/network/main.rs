//! The example engine with a network: `cargo run --release -p quadbit-inputs --example network -- FILE`, then talk UCI
//! to it; `eval` prints the network's score of the position. With `bench` after the file it compares the nodes a second
//! of a search that updates sums move by move with one that adds them up from nothing.
//!
//! ```text
//!   network    the network, its sums and their updates: what another engine takes home
//!   searched   a position with its sums, as the search of the example engine asks for it
//!   ..         the rest is the example engine of `quadbit-classics`
//! ```

#[path = "../../../classics/examples/engine/evaluate.rs"]
mod evaluate;
mod network;
#[path = "../../../classics/examples/engine/node.rs"]
mod node;
#[path = "../../../classics/examples/engine/order.rs"]
mod order;
#[path = "../../../classics/examples/engine/search.rs"]
mod search;
mod searched;
#[path = "../../../classics/examples/engine/session.rs"]
mod session;
#[path = "../../../classics/examples/engine/table.rs"]
mod table;
#[cfg(test)]
mod tests;

use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Instant;
use std::{env, fs};

use network::Network;
use node::Node;
use quadbit_movegen::{Position, uci::Go};
use search::Search;
use searched::{NETWORK, Networked};
use table::Table;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (file, is_bench) = match &arguments[..] {
        [file] => (file, false),
        [file, bench] if bench == "bench" => (file, true),
        _ => {
            eprintln!("usage: network FILE [bench]");
            return ExitCode::from(2);
        }
    };
    let Some(network) = fs::read(file).ok().and_then(|bytes| Network::read(&bytes)) else {
        eprintln!("{file}: no network of this example");
        return ExitCode::FAILURE;
    };
    NETWORK.get_or_init(|| network);
    if is_bench {
        let [updated, whole] = [search_all::<true>(10), search_all::<false>(10)];
        assert_eq!(updated.0, whole.0, "both search the same tree");
        println!("{} nodes, {} a second with increments, {} without", updated.0, updated.1, whole.1);
    } else {
        session::talk::<Networked<true>>(session::heard());
    }
    ExitCode::SUCCESS
}

/// Searches positions to `depth`, and returns the number of nodes, and of nodes a second.
fn search_all<const UPDATES: bool>(depth: u32) -> (u64, u64) {
    let (mut nodes, started) = (0, Instant::now());
    for fen in BENCH {
        let position: Position = fen.parse().expect("a legal position");
        let mut search = Search::new(Table::new(16), mpsc::channel().1);
        let mut root = Networked::<UPDATES>::from_position(&position);
        search.think(&mut root, Go { depth: Some(depth), ..Go::default() }, |_, _| ());
        nodes += search.nodes;
    }
    (nodes, u64::try_from(u128::from(nodes) * 1_000_000 / started.elapsed().as_micros().max(1)).unwrap_or(0))
}

/// The positions of the bench: an opening, a middle game, an endgame.
const BENCH: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
