//! Runs the `chess_bench` adapter in `quadbit.rs` as a program of its own. The arguments are pairs `FEN DEPTH`.
//!
//! ```sh
//! cargo run --release -p quadbit-movegen --example chess_bench -- '8/8/8/8/8/8/P7/K6k w - - 0 1' 4
//! ```

mod quadbit;

use std::process::ExitCode;

/// The trait that the implementations in `chess_bench` have.
trait Perft {
    fn name(&self) -> &'static str;
    fn perft(&self, fen: &str, depth: usize) -> u64;
    fn hperft(&self, fen: &str, depth: usize) -> u64;
}

/// The hash of a leaf is `HPERFT_WHITE` times the set of white pieces plus `HPERFT_BLACK` times the set of black
/// pieces, both sets as 64-bit words, modulo 2^64.
const HPERFT_WHITE: u64 = 142_867;
const HPERFT_BLACK: u64 = 285_709;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (cases, []) = arguments.as_chunks::<2>() else {
        eprintln!("usage: chess_bench FEN DEPTH ..");
        return ExitCode::from(2);
    };
    for [fen, depth] in cases {
        let (Ok(_), Ok(depth)) = (fen.parse::<quadbit_movegen::Position>(), depth.parse()) else {
            eprintln!("not a valid FEN and depth: `{fen}`, `{depth}`");
            return ExitCode::from(2);
        };
        let [perft, hperft] = [quadbit::Perft.perft(fen, depth), quadbit::Perft.hperft(fen, depth)];
        println!("{}: perft {perft}, hperft {hperft}", quadbit::Perft.name());
    }
    ExitCode::SUCCESS
}
