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
    history: [[i16; 64]; 16],
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

    /// History heuristic: rewards the last move that was tried, if it is quiet, because it refuted the line and may
    /// refute others; punishes the quiet moves tried before it, which did not.
    #[expect(clippy::cast_possible_truncation, reason = "the count stays between -20,000 and 20,000")]
    pub(crate) fn learn(&mut self, position: &Position, moves: &Moves, depth: i32) {
        let good = self.ranked[moves.next - 1].1;
        for &(_, mv) in &self.ranked[moves.start..moves.next] {
            if position.is_quiet(mv) {
                let bonus = if mv == good { depth * depth } else { -depth * depth };
                let mover = position.get(mv.from()).map_or(0, Piece::code);
                let count = &mut self.history[usize::from(mover)][mv.to().index()];
                *count += (bonus - i32::from(*count) * bonus.abs() / 20_000) as i16;
            }
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
            let untried = order.ranked[self.next..].iter().zip(self.next..);
            let best = untried.max_by_key(|((rank, _), _)| *rank).map(|(_, place)| place);
            match (self.stage, best) {
                (None, None) => self.rank(Stage::Tactical, position, order),
                (Some(Stage::Tactical), Some(best)) if order.ranked[best].0 >= 0 => {
                    let (rank, mv) = order.ranked[best];
                    if position.wins_exchange(mv, 0, &VALUES) {
                        return Some(self.take(best, order));
                    }
                    order.ranked[best].0 = rank / 4 - LOSING;
                }
                (Some(Stage::Tactical), _) if all => self.rank(Stage::Quiet, position, order),
                (None | Some(Stage::Quiet), Some(best)) => return Some(self.take(best, order)),
                _ => return None,
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
                _ => history[usize::from(mover.of(us).code())][mv.to().index()].into(),
            };
            order.ranked.push((rank << 16 | i32::from(mv.to_bits()), mv));
        });
    }

    /// Exchanges the move at index `place` of [`Order::ranked`] with the first that has not been tried, counts it as
    /// tried, and returns it.
    fn take(&mut self, place: usize, order: &mut Order) -> Move {
        order.ranked.swap(place, self.next);
        self.next += 1;
        order.ranked[self.next - 1].1
    }
}
