//! Which moves come first: the table's, captures that lose nothing, killers, quiet moves by history, captures that lose.

use super::chess::{Candidate, Move, Node, Role, Stage};
use super::evaluate::VALUES;

/// The plies below which a search stops going deeper, and for which killers are kept.
pub(crate) const MAX_PLY: usize = 100;

/// Captures that lose nothing rank from `GOOD`, those that lose below all quiet moves.
const GOOD: i64 = 2_000_000 << 16;
const KILLER: i64 = 1_000_000 << 16;

/// What has been learnt about moves, and the moves of the line that is searched.
pub(crate) struct Order {
    killers: [[Move; 2]; MAX_PLY + 1],
    /// How often a quiet move was good, by side, origin and target.
    history: Vec<[[i32; 64]; 64]>,
    /// With their ranks, in whose lower bits they are again: so equal ranks do not depend on the order of generation.
    ranked: Vec<(i64, Move)>,
}

/// The legal moves of one node, the best first. None is generated, and no exchange judged, before its turn comes.
pub(crate) struct Moves {
    table_move: Option<Move>,
    turn: Turn,
    /// The node's moves among the ranked ones: tried, from `start`; not yet tried, from `next`.
    start: usize,
    next: usize,
}

#[derive(Clone, Copy)]
enum Turn {
    TableMove,
    Captures,
    GoodCaptures,
    Others,
}

impl Order {
    pub(crate) fn new() -> Self {
        let history = vec![[[0; 64]; 64]; 2];
        Self { killers: [[Move::NULL; 2]; MAX_PLY + 1], history, ranked: Vec::new() }
    }

    /// Killer and history heuristics: the last move refuted the line, and may refute the next. The quiet moves before it did not.
    pub(crate) fn learn(&mut self, node: &Node<'_>, moves: &Moves, ply: usize, depth: i32) {
        let good = self.ranked[moves.next - 1].1;
        if self.killers[ply][0] != good {
            self.killers[ply] = [good, self.killers[ply][0]];
        }
        let history = &mut self.history[node.position().side_to_move().index()];
        for &(_, mv) in &self.ranked[moves.start..moves.next] {
            if node.position().is_quiet(mv) {
                let bonus = if mv == good { depth * depth } else { -depth * depth };
                let count = &mut history[mv.from().index()][mv.to().index()];
                *count += bonus - *count * bonus.abs() / 20_000;
            }
        }
    }
}

impl Moves {
    pub(crate) fn new(table_move: Option<Move>, order: &Order) -> Self {
        let start = order.ranked.len();
        Self { table_move, turn: Turn::TableMove, start, next: start }
    }

    /// The next move; without `all` only captures and promotions that lose nothing.
    pub(crate) fn next(&mut self, node: &Node<'_>, order: &mut Order, ply: usize, all: bool) -> Option<Move> {
        loop {
            let best = (self.next..order.ranked.len()).max_by_key(|&place| order.ranked[place].0);
            match (self.turn, best) {
                (Turn::TableMove, _) => {
                    self.turn = Turn::Captures;
                    order.ranked.extend(self.table_move.map(|mv| (GOOD, mv)));
                    if self.table_move.is_some() {
                        return Some(self.take(self.next, order));
                    }
                }
                (Turn::Captures, _) => {
                    self.turn = Turn::GoodCaptures;
                    self.rank(Stage::Tactical, node, order, ply);
                }
                (Turn::GoodCaptures, Some(best)) if order.ranked[best].0 >= GOOD => {
                    if node.position().wins_exchange(order.ranked[best].1, 0, &VALUES) {
                        return Some(self.take(best, order));
                    }
                    order.ranked[best].0 -= 2 * GOOD;
                }
                (Turn::GoodCaptures, _) if all => {
                    self.turn = Turn::Others;
                    self.rank(Stage::Quiet, node, order, ply);
                }
                (Turn::GoodCaptures, _) | (Turn::Others, None) => return None,
                (Turn::Others, Some(best)) => return Some(self.take(best, order)),
            }
        }
    }

    /// Captures by the most valuable victim, then by the least valuable attacker; quiet moves by what has been learnt.
    fn rank(&self, stage: Stage, node: &Node<'_>, order: &mut Order, ply: usize) {
        let (killers, history) = (order.killers[ply], &order.history[node.position().side_to_move().index()]);
        let value = |role: Option<Role>| role.map_or(0, |role| VALUES.of(role));
        node.visit(stage, |Candidate { mv, mover, victim }| {
            let gain = || 16 * (value(victim) + value(mv.promotion())) + 1000 - VALUES.of(mover);
            let rank = match stage {
                _ if Some(mv) == self.table_move => return,
                Stage::Tactical => GOOD + (i64::from(gain()) << 16),
                _ if killers.contains(&mv) => KILLER,
                _ => i64::from(history[mv.from().index()][mv.to().index()]) << 16,
            };
            order.ranked.push((rank | i64::from(mv.to_bits()), mv));
        });
    }

    /// Puts a move behind those that have been tried.
    fn take(&mut self, place: usize, order: &mut Order) -> Move {
        order.ranked.swap(place, self.next);
        self.next += 1;
        order.ranked[self.next - 1].1
    }

    pub(crate) fn end(self, order: &mut Order) {
        order.ranked.truncate(self.start);
    }
}
