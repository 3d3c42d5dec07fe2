//! A small engine with a fault, to try `quadbit compare` and `quadbit diagnose` on.
//!
//! `faulty_engine FAULT..` plays by the rules of chess but for the faults that it is given by name; without arguments
//! it makes none. It answers `uci`, `setoption name UCI_Chess960`, `position` and `go perft`. With `no-chess960` it
//! does not offer the option.

use std::io::{self, BufRead};

use quadbit_faults::{Board, Counter, Fault, Faults};
use quadbit_movegen::{CastlingStyle, Position};

fn main() {
    let (mut faults, mut offers_chess960) = (Faults::NONE, true);
    for argument in std::env::args().skip(1) {
        match argument.parse::<Fault>() {
            Ok(fault) => faults = faults | fault.into(),
            Err(_) if argument == "no-chess960" => offers_chess960 = false,
            Err(error) => {
                eprintln!("`{argument}`: {error}; the faults are:");
                Fault::all().for_each(|fault| eprintln!("  {fault:32} {}", fault.rule()));
                std::process::exit(2);
            }
        }
    }
    let mut board = Some(Board::new(&Position::start()));
    let (mut style, mut counter) = (CastlingStyle::Standard, Counter::new(&[faults]));
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => {
                if offers_chess960 {
                    println!("option name UCI_Chess960 type check default false");
                }
                println!("uciok");
            }
            ["isready"] => println!("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                style = if value == "true" { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            ["position", "fen", ref rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                board = rest[..end].join(" ").parse().ok().map(|position| Board::new(&position));
                for text in rest.iter().skip(end + 1) {
                    board = board.and_then(|board| play(&board, text, style, [faults, Faults::NONE]));
                }
            }
            ["go", "perft", depth] => {
                let (Some(board), Ok(depth @ 1..)) = (&board, depth.parse::<u8>()) else { continue };
                let counts = counter.divide(board, depth).swap_remove(0);
                for &(mv, nodes) in &counts {
                    println!("{}: {nodes}", mv.to_uci(style));
                }
                println!("\nNodes searched: {}\n", counts.iter().map(|&(_, nodes)| nodes).sum::<u64>());
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

/// The board after a move. It need not be one that the engine lists: the other side may have found it.
fn play(board: &Board, text: &str, style: CastlingStyle, sets: [Faults; 2]) -> Option<Board> {
    let mut listed = sets.into_iter().flat_map(|faults| Counter::new(&[faults]).children(board));
    listed.find(|(mv, _)| mv.to_uci(style) == text).map(|(_, next)| next)
}
