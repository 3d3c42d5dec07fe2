//! A position with the sums of the network, as a node of the example engine's search.

use std::sync::OnceLock;

use quadbit_movegen::{Color, Effect, Move, Piece, Position, Square, Stage};

use super::network::{Network, Updater, Views};
use super::node::{Candidate, Node};

/// The network of the program, read before the first node is made.
pub(crate) static NETWORK: OnceLock<Network> = OnceLock::new();

/// A position in the tree of a search, with the sums of the network's first layer, which follow the moves. If not
/// `UPDATES`, they are added up from nothing at each node.
pub(crate) struct Networked<const UPDATES: bool> {
    position: Position,
    views: Views,
    updater: Updater<'static>,
}

impl<const UPDATES: bool> Networked<UPDATES> {
    /// Calls `then` with `position` and its sums in place, and afterwards restores the position and sums before.
    fn on<T>(&mut self, position: Position, views: Views, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.position, self.views);
        (self.position, self.views) = (position, views);
        let result = then(self);
        (self.position, self.views) = before;
        result
    }
}

impl<const UPDATES: bool> Node for Networked<UPDATES> {
    type Move = Move;

    fn from_position(position: &Position) -> Self {
        let updater = Updater::new(NETWORK.get().expect("the program has read a network"));
        Self { position: *position, views: updater.whole(position), updater }
    }

    fn evaluate(&self, _: i32) -> i32 {
        self.updater.network.evaluate(&self.views, self.position.side_to_move())
    }

    fn play<T>(&mut self, mv: Move, then: impl FnOnce(&mut Self, Effect) -> T) -> T {
        let (after, effect) = self.position.after_with_effect(mv);
        let views = if UPDATES {
            self.updater.after(&self.views, [&self.position, &after], mv)
        } else {
            self.updater.whole(&after)
        };
        self.on(after, views, |node| then(node, effect))
    }

    /// Passes the turn and calls `then`. The sums stay, because passing changes no inputs.
    fn pass<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (mut position, views) = (self.position, self.views);
        position.pass(|passed| self.on(*passed, views, then))
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position.piece_at(square)
    }

    fn visit(&self, stage: Stage, each: impl FnMut(Candidate<Move>)) {
        Node::visit(&self.position, stage, each);
    }

    fn find(&self, mv: Move) -> Option<Move> {
        self.position.find(mv)
    }

    fn is_quiet(&self, mv: Move) -> bool {
        self.position.is_quiet(mv)
    }

    fn is_drawn(&self, earlier: &[u64]) -> bool {
        self.position.is_drawn(earlier)
    }

    fn can_repeat(&self, earlier: &[u64]) -> bool {
        self.position.can_repeat(earlier)
    }

    fn wins_exchange(&self, mv: Move) -> bool {
        Node::wins_exchange(&self.position, mv)
    }
}
