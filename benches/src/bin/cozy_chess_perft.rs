//! Counts kiwipete and the other known positions with cozy-chess, in a process of its own, so that it can be built for
//! this machine while we are not: `cozy-chess-perft DEPTH NODES FEN` prints the nanoseconds that it took.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use benches::Known;
use benches::cozy_chess::cozy_chess;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [depth, nodes, fen] = arguments.as_slice() else {
        eprintln!("usage: cozy-chess-perft DEPTH NODES FEN");
        return ExitCode::from(2);
    };
    let (Ok(depth), Ok(nodes)) = (depth.parse(), nodes.parse()) else {
        eprintln!("DEPTH and NODES are numbers");
        return ExitCode::from(2);
    };
    let known = Known { fen: fen.clone().leak(), depth, nodes };
    let start = Instant::now();
    let got = cozy_chess(black_box(known));
    let time = start.elapsed();
    if got != nodes {
        eprintln!("{fen}: depth {depth}: expected {nodes}, got {got}");
        return ExitCode::FAILURE;
    }
    println!("{}", time.as_nanos());
    ExitCode::SUCCESS
}
