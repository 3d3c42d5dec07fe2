//! Which moves come first: the table's, captures that lose nothing, killers, quiet moves by history, captures that lose.

use quadbit_movegen::{Candidate, Move, Node, Role, Stage};

use crate::evaluate::VALUES;

/// The plies below which a search stops going deeper, and for which killers are kept.
pub(crate) const MAX_PLY: usize = 100;

/// Captures that lose nothing rank from `GOOD`, those that lose below all quiet moves.
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;

/// What has been learnt about moves, and the moves of the line that are still to be tried, with their ranks.
#[derive(Debug)]
pub(crate) struct Order {
    killers: [[Move; 2]; MAX_PLY + 1],
    /// How often a quiet move was good, by side, origin and target.
    history: Vec<[[i32; 64]; 64]>,
    waiting: Vec<(i32, Move)>,
}

impl Order {
    pub(crate) fn new() -> Self {
        let history = vec![[[0; 64]; 64]; 2];
        Self { killers: [[Move::NULL; 2]; MAX_PLY + 1], history, waiting: Vec::new() }
    }

    /// Killer and history heuristics: the last of these quiet moves refuted the line, and may refute the next. The others did not.
    pub(crate) fn learn(&mut self, node: &Node<'_>, quiets: &[Move], ply: usize, depth: i32) {
        let Some(&good) = quiets.last() else { return };
        let [first, second] = &mut self.killers[ply];
        if *first != good {
            *second = std::mem::replace(first, good);
        }
        for &mv in quiets {
            let bonus = if mv == good { depth * depth } else { -depth * depth };
            let side = node.position().side_to_move().index();
            let count = &mut self.history[side][mv.from().index()][mv.to().index()];
            *count += bonus - *count * bonus.abs() / 20_000;
        }
    }
}

/// The legal moves of one node, the best first. None is generated, and no exchange judged, before its turn comes.
pub(crate) struct Moves {
    table_move: Option<Move>,
    turn: Turn,
    /// Where those of this node begin among the waiting moves.
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    TableMove,
    Captures,
    GoodCaptures,
    Others,
}

impl Moves {
    pub(crate) fn new(table_move: Option<Move>, order: &Order) -> Self {
        Self { table_move, turn: Turn::TableMove, start: order.waiting.len() }
    }

    pub(crate) fn next(&mut self, node: &Node<'_>, order: &mut Order, ply: usize, all: bool) -> Option<Move> {
        loop {
            let best = (self.start..order.waiting.len()).max_by_key(|&at| order.waiting[at].0);
            match (self.turn, best) {
                (Turn::TableMove, _) => {
                    self.turn = Turn::Captures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                (Turn::Captures, _) => {
                    self.turn = Turn::GoodCaptures;
                    self.rank(Stage::Tactical, node, order, ply);
                }
                (Turn::GoodCaptures, Some(best)) if order.waiting[best].0 >= GOOD => {
                    if node.position().wins_exchange(order.waiting[best].1, 0, &VALUES) {
                        return Some(order.waiting.swap_remove(best).1);
                    }
                    order.waiting[best].0 -= 2 * GOOD;
                }
                (Turn::GoodCaptures, _) if all => {
                    self.turn = Turn::Others;
                    self.rank(Stage::Quiet, node, order, ply);
                }
                (Turn::GoodCaptures, _) => return None,
                (Turn::Others, best) => return best.map(|best| order.waiting.swap_remove(best).1),
            }
        }
    }

    /// Captures by the most valuable victim, then by the least valuable attacker; quiet moves by what has been learnt.
    fn rank(&self, stage: Stage, node: &Node<'_>, order: &mut Order, ply: usize) {
        let (killers, history) = (order.killers[ply], &order.history[node.position().side_to_move().index()]);
        let value = |role: Option<Role>| role.map_or(0, |role| VALUES.of(role));
        node.visit(stage, |Candidate { mv, mover, victim }| {
            let rank = match stage {
                _ if Some(mv) == self.table_move => return,
                Stage::Tactical => {
                    GOOD + 16 * (value(victim) + value(mv.promotion())) + 1000 - VALUES.of(mover)
                }
                _ if killers.contains(&mv) => KILLER,
                _ => history[mv.from().index()][mv.to().index()],
            };
            order.waiting.push((rank, mv));
        });
    }

    /// Forgets the moves that were not tried.
    pub(crate) fn end(self, order: &mut Order) {
        order.waiting.truncate(self.start);
    }
}
