//! The total of a count and its speed, with which every report of `perft` begins or ends.

use std::io::{self, Write};
use std::time::Duration;

use quadbit_movegen::Position;

use super::Args;
use crate::json::json_object;
use crate::speed::{in_microseconds, per_second};

/// The total of a count. The fields have the names and the order of the JSON output.
pub(super) struct Total {
    fen: String,
    depth: u8,
    nodes: u128,
    seconds: f64,
    nps: u128,
    board: &'static str,
    level: &'static str,
    threads: usize,
    hash_mb: usize,
}

json_object!(Total { fen, depth, nodes, seconds, nps, board, level, threads, hash_mb });

impl Total {
    pub(super) fn new(args: &Args, position: &Position, nodes: u128, time: Duration, threads: usize) -> Self {
        Self {
            fen: position.to_string(),
            depth: args.depth,
            nodes,
            seconds: in_microseconds(time),
            nps: per_second(nodes, time),
            board: args.counting.board.name(),
            level: args.counting.level().name(),
            threads,
            hash_mb: args.counting.hash,
        }
    }

    /// Writes the last lines of the text output.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "nodes: {}", self.nodes)?;
        writeln!(out, "time: {:.6} s", self.seconds)?;
        writeln!(out, "nodes a second: {}", self.nps)
    }
}
