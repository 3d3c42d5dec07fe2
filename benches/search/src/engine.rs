//! The example engine of `quadbit-movegen` on the library that the module around this one calls `chess`.

use std::hint::black_box;
use std::sync::mpsc;
use std::time::Duration;

#[path = "../../../crates/movegen/examples/engine/evaluate.rs"]
mod evaluate;
#[path = "../../../crates/movegen/examples/engine/order.rs"]
mod order;
#[path = "../../../crates/movegen/examples/engine/search.rs"]
mod search;
#[path = "table.rs"]
mod table;

use super::chess::uci::Go;
use super::chess::{self, Position};
use crate::Found;
use crate::cpu_time::cpu_time;
#[allow(unused_imports, reason = "used of one library")]
pub(crate) use evaluate::VALUES;

/// A position and a depth, whose search can be repeated.
pub(crate) struct Case {
    position: Position,
    go: Go,
    /// The lowest time of all searches so far.
    pub(crate) best: Duration,
}

impl Case {
    pub(crate) fn new(fen: &str, depth: u32) -> Self {
        let position = fen.parse().expect("the benches use valid positions");
        Self { position, go: Go { depth: Some(depth), ..Go::default() }, best: Duration::MAX }
    }

    /// Searches the position with an empty table.
    pub(crate) fn search(&mut self) -> Found {
        let mut search = search::Search::new(table::Table::new(), mpsc::channel().1);
        #[allow(clippy::clone_on_copy, reason = "only our positions are `Copy`")]
        let position = self.position.clone();
        let go = self.go.clone();
        let started = cpu_time();
        let found = search.think(black_box(position), go, |_, _| ());
        self.best = self.best.min(cpu_time().saturating_sub(started));
        assert_eq!(search.next_line(), None, "no GUI talks to this search");
        let search::Entry { mv, score, .. } = found.expect("there is a legal move");
        Found { mv: mv.to_bits(), score: score.into(), nodes: search.nodes }
    }
}
