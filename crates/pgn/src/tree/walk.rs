//! The order in which a tree is written.
//!
//! 1. [`Order`] lists moves and the brackets around variations: after a move of a line come the variations that replace
//!    it, then the next move of the line.
//! 2. [`Walk`] adds the positions, which it keeps for each open bracket.

use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};

use super::{NodeId, Tree, after};

/// A move of a tree or a bracket around a variation; returned by [`Order`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// The bracket that opens before the variation that begins with this node.
    Open(NodeId),
    Move(NodeId),
    /// The bracket that closes after the variation that begins with this node.
    Close(NodeId),
}

/// The moves of a tree and the brackets around its variations, in the order in which they are written.
#[derive(Clone, Debug)]
pub(super) struct Order<'t> {
    tree: &'t Tree,
    next: Option<Event>,
    /// The first nodes of the variations that are open.
    open: Vec<NodeId>,
}

impl<'t> Order<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let next = tree.node(NodeId::ROOT).first_child.map(Event::Move);
        Self { tree, next, open: Vec::new() }
    }

    /// Opens the variation `first`. If there is none, goes on after the move `line`, or closes the innermost variation
    /// if no move follows.
    fn open_or_go_on(&mut self, first: Option<NodeId>, line: Option<NodeId>) -> Option<Event> {
        if let Some(first) = first {
            self.open.push(first);
            return Some(Event::Open(first));
        }
        let next = line.and_then(|line| self.tree.node(line).first_child);
        next.map(Event::Move).or_else(|| self.open.pop().map(Event::Close))
    }
}

impl Iterator for Order<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let event = self.next?;
        let node = |node: NodeId| self.tree.node(node);
        let first_of = |child| node(child).parent.and_then(|parent| node(parent).first_child);
        self.next = match event {
            Event::Open(first) => Some(Event::Move(first)),
            Event::Move(mv) => {
                let is_first = first_of(mv) == Some(mv);
                self.open_or_go_on(node(mv).next_sibling.filter(|_| is_first), Some(mv))
            }
            Event::Close(first) => self.open_or_go_on(node(first).next_sibling, first_of(first)),
        };
        Some(event)
    }
}

/// A move of a [`Tree`] and the positions around it; returned by [`Tree::walk`].
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The node of the move.
    pub node: NodeId,
    /// The move; [`NULL_MOVE`](crate::NULL_MOVE) for one that passes the turn.
    pub mv: Move,
    /// The position in which the move is made.
    pub before: Position,
    /// The position after the move.
    pub after: Position,
    /// The number of variations around the move: 0 in the main line.
    pub depth: usize,
}

/// The moves of a [`Tree`] with their positions, in the order in which they are written. Keeps two positions for each
/// variation around a move.
#[derive(Clone, Debug)]
pub(super) struct Walk<'t> {
    order: Order<'t>,
    before: Position,
    after: Position,
    /// The positions before and after the move that each open variation replaces.
    lines: Vec<[Position; 2]>,
}

impl<'t> Walk<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self { order: Order::new(tree), before: tree.start, after: tree.start, lines: Vec::new() }
    }

    /// Returns the next move or bracket. After a move, the positions are the ones before and after it. After an opening
    /// bracket, both are the position before the move that is replaced; after a closing one, they are again the ones
    /// before and after that move.
    pub(super) fn next_event(&mut self) -> Option<Event> {
        let event = self.order.next()?;
        match event {
            Event::Open(_) => {
                self.lines.push([self.before, self.after]);
                self.after = self.before;
            }
            Event::Move(node) => {
                self.before = self.after;
                self.after = after(&self.before, self.order.tree.node(node).mv);
            }
            Event::Close(_) => {
                if let Some(line) = self.lines.pop() {
                    [self.before, self.after] = line;
                }
            }
        }
        Some(event)
    }

    /// The position in which the last move was made.
    pub(super) fn before(&self) -> &Position {
        &self.before
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if let Event::Move(node) = self.next_event()? {
                let mv = self.order.tree.node(node).mv;
                let (before, after) = (self.before, self.after);
                return Some(Step { node, mv, before, after, depth: self.lines.len() });
            }
        }
    }
}
