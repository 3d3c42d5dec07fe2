//! The example engine of `quadbit-classics`, whose search runs on any [`Node`].

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::mpsc;
use std::time::Duration;

#[path = "../../../crates/classics/examples/engine/evaluate.rs"]
mod evaluate;
#[path = "../../../crates/classics/examples/engine/node.rs"]
mod node;
#[path = "../../../crates/classics/examples/engine/order.rs"]
mod order;
#[path = "../../../crates/classics/examples/engine/search.rs"]
mod search;
#[path = "table.rs"]
mod table;

use quadbit_movegen::uci::Go;
use quadbit_movegen::{Move, Position};

use crate::Found;
use crate::cpu_time::cpu_time;
pub(crate) use node::{Candidate, Node, VALUES};

/// A position and a depth, whose search can be repeated.
pub(crate) struct Case<N> {
    position: Position,
    go: Go,
    /// The lowest time of all searches so far.
    pub(crate) best: Duration,
    library: PhantomData<N>,
}

impl<N: Node> Case<N> {
    pub(crate) fn new(fen: &str, depth: u32) -> Self {
        let position = fen.parse().expect("the benches use valid positions");
        let go = Go { depth: Some(depth), ..Go::default() };
        Self { position, go, best: Duration::MAX, library: PhantomData }
    }

    /// Searches the position with an empty table.
    pub(crate) fn search(&mut self) -> Found {
        let mut search = search::Search::new(table::Table::new(), mpsc::channel().1);
        let mut root = N::from_position(&self.position);
        let go = self.go.clone();
        let started = cpu_time();
        let found = search.think(black_box(&mut root), go, |_, _| ());
        self.best = self.best.min(cpu_time().saturating_sub(started));
        assert_eq!(search.next_line(), None, "no GUI talks to this search");
        let search::Entry { mv, score, .. } = found.expect("there is a legal move");
        let mv: Move = mv.into();
        Found { mv: mv.to_bits(), score: score.into(), nodes: search.nodes }
    }
}
