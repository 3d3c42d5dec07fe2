//! Counts the legal moves of every position in a file with a FEN on each line, and sums them up. Positions are counted
//! in batches, with the best vector instructions of the machine.
//!
//! `cargo run --release --package quadbit-lanes --example count_fens -- positions.fen`

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use quadbit_lanes::batch;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;

/// The number of positions that are read before they are counted together.
const BATCH: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: count_fens FILE")?;
    let totals = count(BufReader::new(File::open(path)?))?;
    println!("{totals:?}");
    Ok(())
}

/// The numbers of positions, of their legal moves, and of positions in check; and the most legal moves of one position.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    positions: u64,
    moves: u64,
    checks: u64,
    most_moves: u8,
}

/// Counts the positions in `lines`, each a FEN, and their legal moves. Skips blank lines. Fails if `lines` cannot be
/// read, or with the number of the first line that is not a FEN.
fn count(lines: impl BufRead) -> Result<Totals, Box<dyn Error>> {
    let level = Level::auto();
    let mut totals = Totals::default();
    let mut positions = Vec::with_capacity(BATCH);
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        positions.push(Position::from_fen(line.trim()).map_err(|error| format!("line {number}: {error}"))?);
        if positions.len() == BATCH {
            totals.add(level, &positions);
            positions.clear();
        }
    }
    totals.add(level, &positions);
    Ok(totals)
}

impl Totals {
    /// Counts the legal moves of `positions`, at most [`BATCH`], and adds the numbers to the totals.
    fn add(&mut self, level: Level, positions: &[Position]) {
        let (mut counts, mut checks) = ([0; BATCH], [false; BATCH]);
        let (counts, checks) = (&mut counts[..positions.len()], &mut checks[..positions.len()]);
        batch::legal_counts_at(level, positions, counts);
        batch::in_check_at(level, positions, checks);
        self.positions += positions.len() as u64;
        self.moves += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        self.checks += checks.iter().map(|&check| u64::from(check)).sum::<u64>();
        self.most_moves = counts.iter().copied().fold(self.most_moves, u8::max);
    }
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
        let many = Totals { positions: 1500, moves: 30_000, checks: 0, most_moves: 20 };
        let start = format!("{}\n", Position::start());
        assert_eq!(count(start.repeat(1500).as_bytes()).unwrap(), many);
        let error = count("\nno fen".as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
