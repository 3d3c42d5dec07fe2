//! Counts the legal moves of every position in a file with a FEN on each line, and sums them up.
//!
//! `cargo run --release --example count_fens -- positions.fen`

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use quadbit_movegen::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: count_fens FILE")?;
    let totals = count(BufReader::new(File::open(path)?))?;
    println!("{totals:?}");
    Ok(())
}

/// What a file of positions amounts to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    positions: u64,
    moves: u64,
    checks: u64,
    most_moves: usize,
}

/// Blank lines are passed over; a bad one is an error with its number.
fn count(lines: impl BufRead) -> Result<Totals, Box<dyn Error>> {
    let mut totals = Totals::default();
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let position = Position::from_fen(line.trim()).map_err(|error| format!("line {number}: {error}"))?;
        let moves = position.legal_count();
        totals.positions += 1;
        totals.moves += moves as u64;
        totals.checks += u64::from(position.is_check());
        totals.most_moves = totals.most_moves.max(moves);
    }
    Ok(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_a_file() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n\
                    rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n\
                    r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n";
        let expected = Totals { positions: 3, moves: 20 + 48, checks: 1, most_moves: 48 };
        assert_eq!(count(text.as_bytes()).unwrap(), expected);
        let error = count("\nno fen".as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
