//! The generator without faults against `Position`, each fault on ten positions, and wrong numbers of real programs.

mod counts;
mod lists;
mod page;
mod reports;

use quadbit_faults::{Board, Counter, Fault, Faults};

/// Returns the fault with the name `name`.
fn fault(name: &str) -> Fault {
    name.parse().unwrap()
}

/// Returns the number of leaves `depth` plies below `board`, counted with `faults`.
fn perft(board: &Board, depth: u8, faults: Faults) -> u64 {
    Counter::new(&[faults]).perft(board, depth)[0]
}
