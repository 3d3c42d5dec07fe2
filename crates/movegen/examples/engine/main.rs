//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so.
//!
//! ```text
//!   uci        reads commands; thinks in a thread of its own, so that it can be told to stop
//!   search     depth 1, 2, 3, .. until the time is up; alpha-beta with a table, null moves, late moves less deep;
//!              at the end captures only, until the position is quiet
//!   order      which moves come first
//!   evaluate   material, and how near the centre the pieces stand
//! ```
//!
//! Everything that knows the rules comes from the library: legal moves, `is_legal` for the table's move, `wins_exchange` to
//! put losing captures last, `key` for the table and for repetitions. The methods are those of the
//! [Chess Programming Wiki](https://www.chessprogramming.org/Search), under the names in the comments.

mod evaluate;
mod order;
mod search;
#[cfg(test)]
mod tests;
mod uci;

use std::io::{self, BufRead};

fn main() {
    let mut session = uci::Session::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !session.obey(&line) {
            return;
        }
    }
    session.wait();
}
