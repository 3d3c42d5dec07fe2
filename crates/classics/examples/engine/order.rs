//! Which moves come first: the table's, captures that lose nothing, quiet moves by history, captures that lose.

use quadbit_movegen::{Move, Piece, Role, Stage};

use super::node::{Candidate, Node, VALUES};

/// What is subtracted from the rank of a capture that loses material, after a division by 4. Ranks of captures go from
/// 0 to 32,000 and those of quiet moves from -20,000 to 20,000, so losing captures come last. Ranks are in the upper
/// half of a number; its lower half has the bits of the move, so that equal ranks do not depend on the order of
/// generation.
const LOSING: i32 = 31_000 << 16;

/// What has been learnt about quiet moves, and the ranked moves of all nodes of the line that is searched.
pub(crate) struct Order<M> {
    /// How good quiet moves have been, from -20,000 to 20,000, by the code of the piece and its target square.
    history: [[i32; 64]; 16],
    /// The moves of all nodes of the current line, one node after the other, each with its rank: the higher, the
    /// earlier.
    pub(crate) ranked: Vec<(i32, M)>,
}

/// The legal moves of one node, the best first. No stage is generated, and no exchange judged, before its turn comes.
pub(crate) struct Moves<M> {
    table_move: Option<M>,
    /// The last stage that was generated and ranked; `None` if only the move of the table was added.
    stage: Option<Stage>,
    /// The moves of the node in [`Order::ranked`]: those from `start` up to `next` have been tried, those from `next`
    /// on have not.
    pub(crate) start: usize,
    next: usize,
}

impl<M: Copy + PartialEq + Into<Move>> Order<M> {
    pub(crate) fn new() -> Self {
        Self { history: [[0; 64]; 16], ranked: Vec::new() }
    }

    /// History heuristic: rewards the quiet move `good`, the last one tried, because it refuted the line and may refute
    /// others; punishes the quiet moves tried before it, which did not.
    pub(crate) fn learn<N: Node<Move = M>>(&mut self, node: &N, good: M, moves: &Moves<M>, depth: i32) {
        let tried = self.ranked[moves.start..moves.next].iter().map(|&(_, mv)| mv);
        for mv in tried.filter(|mv| node.is_quiet(*mv)) {
            let bonus = if mv == good { depth * depth } else { -depth * depth };
            let plain: Move = mv.into();
            let mover = node.piece_at(plain.from()).map_or(0, Piece::code);
            let count = &mut self.history[usize::from(mover)][plain.to().index()];
            *count += bonus - *count * bonus.abs() / 20_000;
        }
    }
}

impl<M: Copy + PartialEq + Into<Move>> Moves<M> {
    pub(crate) fn new(table_move: Option<M>, order: &mut Order<M>) -> Self {
        let start = order.ranked.len();
        order.ranked.extend(table_move.map(|mv| (0, mv)));
        Self { table_move, stage: None, start, next: start }
    }

    /// The next move; without `all` only captures and promotions that lose nothing.
    pub(crate) fn next<N: Node<Move = M>>(&mut self, node: &N, order: &mut Order<M>, all: bool) -> Option<M> {
        loop {
            let is_tactical = self.stage == Some(Stage::Tactical);
            let untried = &mut order.ranked[self.next..];
            let best = untried.iter().enumerate().max_by_key(|(_, (rank, _))| *rank);
            match best.map(|(place, _)| place).filter(|&place| !is_tactical || untried[place].0 >= 0) {
                Some(best) if is_tactical && !node.wins_exchange(untried[best].1) => {
                    untried[best].0 = untried[best].0 / 4 - LOSING;
                }
                Some(best) => {
                    untried.swap(0, best);
                    self.next += 1;
                    return Some(untried[0].1);
                }
                None if self.stage.is_none() => self.rank(Stage::Tactical, node, order),
                None if is_tactical && all => self.rank(Stage::Quiet, node, order),
                None => return None,
            }
        }
    }

    /// Adds the moves of `stage` with their ranks: captures and promotions by the value that they win, then by the
    /// least valuable piece that moves; quiet moves by the history.
    fn rank<N: Node<Move = M>>(&mut self, stage: Stage, node: &N, order: &mut Order<M>) {
        self.stage = Some(stage);
        let (history, us) = (&order.history, node.side_to_move());
        let value = |role: Option<Role>| role.map_or(0, |role| VALUES.of(role));
        node.visit(stage, |Candidate { mv, mover, victim }| {
            let plain: Move = mv.into();
            let rank = match stage {
                _ if Some(mv) == self.table_move => return,
                Stage::Tactical => 16 * (value(victim) + value(plain.promotion())) + 1000 - VALUES.of(mover),
                _ => history[usize::from(mover.of(us).code())][plain.to().index()],
            };
            order.ranked.push((rank << 16 | i32::from(plain.to_bits()), mv));
        });
    }
}
