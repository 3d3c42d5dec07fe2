//! Which moves come first.

use quadbit_movegen::{Move, MoveList, Piece, Position, Role};

use crate::evaluate::{VALUES, worth};

/// The plies below which a search stops going deeper, and for which killers are kept.
pub(crate) const MAX_PLY: usize = 100;

/// The rank of the move that the table knows. Captures that lose nothing rank from `GOOD`, those that lose below 0.
const TABLE_MOVE: i32 = i32::MAX;
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;

/// The quiet moves that were too good for the enemy before.
#[derive(Debug)]
pub(crate) struct Order {
    killers: [[Move; 2]; MAX_PLY + 1],
    /// How often, by side, origin and target.
    history: Vec<[[i32; 64]; 64]>,
}

impl Order {
    pub(crate) fn new() -> Self {
        Self { killers: [[Move::NULL; 2]; MAX_PLY + 1], history: vec![[[0; 64]; 64]; 2] }
    }

    /// The moves with their ranks, best first: the table's move, captures that lose nothing, killers, quiet moves by history,
    /// captures that lose.
    pub(crate) fn sort(
        &self,
        position: &Position,
        moves: &MoveList,
        table_move: Option<Move>,
        ply: usize,
    ) -> Vec<(i32, Move)> {
        let rank = |mv: Move| match mv {
            _ if Some(mv) == table_move => TABLE_MOVE,
            _ if position.is_capture(mv) || mv.is_promotion() => capture_rank(position, mv),
            _ if self.killers[ply].contains(&mv) => KILLER,
            _ => self.history[position.side_to_move().index()][mv.from().index()][mv.to().index()],
        };
        let mut ranked: Vec<(i32, Move)> = moves.iter().map(|&mv| (rank(mv), mv)).collect();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        ranked
    }

    /// Killer and history heuristics: a quiet move that refuted one line may refute the next.
    pub(crate) fn remember(&mut self, position: &Position, mv: Move, ply: usize, depth: i32) {
        let [first, second] = &mut self.killers[ply];
        if *first != mv {
            *second = std::mem::replace(first, mv);
        }
        let count = &mut self.history[position.side_to_move().index()][mv.from().index()][mv.to().index()];
        *count = (*count + depth * depth).min(KILLER - 1);
    }
}

/// The most valuable victim first, by the least valuable attacker; below 0 if the exchange loses.
fn capture_rank(position: &Position, mv: Move) -> i32 {
    let value = |role: Option<Role>| role.map_or(0, worth);
    let gain = value(position.captured(mv).map(Piece::role)) + value(mv.promotion());
    let mover = value(position.get(mv.from()).map(Piece::role));
    let loses = !position.wins_exchange(mv, 0, &VALUES);
    GOOD + 16 * gain + 1000 - mover - if loses { 2 * GOOD } else { 0 }
}
