//! Which moves come first: the table's, captures that lose nothing, quiet moves by history, captures that lose.

use super::chess::{Candidate, Move, Piece, Position, Role, Stage};
use super::evaluate::VALUES;

/// What is subtracted from the rank of a capture that loses material, after a division by 4. Ranks of captures go from
/// 0 to 32,000 and those of quiet moves from -20,000 to 20,000, so losing captures come last. Ranks stand in the upper
/// half of a number; its lower half has the bits of the move, so that equal ranks do not depend on the order of
/// generation.
const LOSING: i32 = 31_000 << 16;

/// What has been learnt about quiet moves, and the ranked moves of all nodes of the line that is searched.
pub(crate) struct Order {
    /// How good quiet moves have been, from -20,000 to 20,000, by the code of the piece and its target square.
    history: [[i32; 64]; 16],
    /// The moves of all nodes of the current line, one node after the other, each with its rank: the higher, the
    /// earlier.
    pub(crate) ranked: Vec<(i32, Move)>,
}

/// The legal moves of one node, the best first. No stage is generated, and no exchange judged, before its turn comes.
pub(crate) struct Moves {
    table_move: Option<Move>,
    /// The last stage that was generated and ranked; `None` if only the move of the table was added.
    stage: Option<Stage>,
    /// The indices of the node's moves in [`Order::ranked`]: those from `start` on have been tried, those from `next`
    /// on have not.
    pub(crate) start: usize,
    next: usize,
}

impl Order {
    pub(crate) fn new() -> Self {
        Self { history: [[0; 64]; 16], ranked: Vec::new() }
    }

    /// History heuristic: rewards the quiet move `good`, the last one tried, because it refuted the line and may refute
    /// others; punishes the quiet moves tried before it, which did not.
    pub(crate) fn learn(&mut self, position: &Position, good: Move, moves: &Moves, depth: i32) {
        let tried = self.ranked[moves.start..moves.next].iter().map(|&(_, mv)| mv);
        for mv in tried.filter(|mv| position.is_quiet(*mv)) {
            let bonus = if mv == good { depth * depth } else { -depth * depth };
            let mover = position.piece_at(mv.from()).map_or(0, Piece::code);
            let count = &mut self.history[usize::from(mover)][mv.to().index()];
            *count += bonus - *count * bonus.abs() / 20_000;
        }
    }
}

impl Moves {
    pub(crate) fn new(table_move: Option<Move>, order: &mut Order) -> Self {
        let start = order.ranked.len();
        order.ranked.extend(table_move.map(|mv| (0, mv)));
        Self { table_move, stage: None, start, next: start }
    }

    /// The next move; without `all` only captures and promotions that lose nothing.
    pub(crate) fn next(&mut self, position: &Position, order: &mut Order, all: bool) -> Option<Move> {
        loop {
            let is_tactical = self.stage == Some(Stage::Tactical);
            let untried = &mut order.ranked[self.next..];
            let best = untried.iter().enumerate().max_by_key(|(_, (rank, _))| *rank);
            match best.map(|(place, _)| place).filter(|&place| !is_tactical || untried[place].0 >= 0) {
                Some(best) if is_tactical && !position.wins_exchange(untried[best].1, 0, &VALUES) => {
                    untried[best].0 = untried[best].0 / 4 - LOSING;
                }
                Some(best) => {
                    untried.swap(0, best);
                    self.next += 1;
                    return Some(untried[0].1);
                }
                None if self.stage.is_none() => self.rank(Stage::Tactical, position, order),
                None if is_tactical && all => self.rank(Stage::Quiet, position, order),
                None => return None,
            }
        }
    }

    /// Adds the moves of `stage` with their ranks: captures by the most valuable victim, then by the least valuable
    /// attacker; quiet moves by the history.
    fn rank(&mut self, stage: Stage, position: &Position, order: &mut Order) {
        self.stage = Some(stage);
        let (history, us) = (&order.history, position.side_to_move());
        let value = |role: Option<Role>| role.map_or(0, |role| VALUES.of(role));
        position.visit(stage, |Candidate { mv, mover, victim }| {
            let rank = match stage {
                _ if Some(mv) == self.table_move => return,
                Stage::Tactical => 16 * (value(victim) + value(mv.promotion())) + 1000 - VALUES.of(mover),
                _ => history[usize::from(mover.of(us).code())][mv.to().index()],
            };
            order.ranked.push((rank << 16 | i32::from(mv.to_bits()), mv));
        });
    }
}
