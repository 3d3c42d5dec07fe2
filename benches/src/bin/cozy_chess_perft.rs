//! Counts kiwipete and the other known positions with cozy-chess, in a separate process, so that cozy-chess
//! can be built for this machine while Quadbit is not: `cozy-chess-perft DEPTH NODES FEN` prints the time of
//! one count in nanoseconds, as the average of counts that take at least 0.3 s together.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    let mut counts = 0;
    while counts == 0 || start.elapsed() < Duration::from_millis(300) {
        let got = cozy_chess(black_box(known));
        counts += 1;
        if got != nodes {
            eprintln!("{fen}: depth {depth}: expected {nodes}, got {got}");
            return ExitCode::FAILURE;
        }
    }
    let time = start.elapsed() / counts;
    println!("{}", time.as_nanos());
    ExitCode::SUCCESS
}
