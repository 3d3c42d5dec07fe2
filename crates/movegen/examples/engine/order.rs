//! Which moves come first.

use quadbit_movegen::{Move, MoveList, Position};

use crate::evaluate::{VALUES, worth};
use crate::search::MAX_PLY;

/// Captures and promotions that lose nothing rank from here, those that lose below 0.
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;

/// What is known about the order of moves, and the moves that wait to be tried in all positions of a line, with their ranks.
#[derive(Debug)]
pub(crate) struct Order {
    waiting: Vec<(i32, Move)>,
    list: MoveList,
    killers: [[Move; 2]; MAX_PLY + 1],
    /// How often a quiet move from one square to another was too good, by side.
    history: Vec<[[i32; 64]; 64]>,
}

/// The moves of one position: the table's before any others are generated, captures that lose nothing, killers, quiet moves by
/// history, captures that lose.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    only_captures: bool,
    ply: usize,
    /// Where its moves begin among those that wait.
    start: usize,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    Captures,
    Quiets,
    End,
}

impl Order {
    pub(crate) fn new() -> Self {
        Self {
            waiting: Vec::new(),
            list: MoveList::new(),
            killers: [[Move::NULL; 2]; MAX_PLY + 1],
            history: vec![[[0; 64]; 64]; 2],
        }
    }

    /// Forgets the killers, and most of the history.
    pub(crate) fn age(&mut self) {
        self.waiting.clear();
        self.killers = [[Move::NULL; 2]; MAX_PLY + 1];
        self.history.iter_mut().flatten().flatten().for_each(|count| *count /= 8);
    }

    pub(crate) fn picker(&self, ply: usize, table_move: Option<Move>, only_captures: bool) -> Picker {
        Picker { stage: Stage::TableMove, table_move, only_captures, ply, start: self.waiting.len() }
    }

    /// The next move. A capture is judged by its exchange when its turn comes.
    pub(crate) fn next(&mut self, picker: &mut Picker, position: &Position) -> Option<Move> {
        loop {
            if picker.stage == Stage::TableMove {
                picker.stage = Stage::Captures;
                if picker.table_move.is_some() {
                    return picker.table_move;
                }
            }
            if picker.stage == Stage::Captures {
                picker.stage = if picker.only_captures { Stage::End } else { Stage::Quiets };
                position.captures_and_promotions_into(&mut self.list);
                self.wait(picker, |_, mv| capture_rank(position, mv));
            }
            let best = (picker.start..self.waiting.len()).max_by_key(|&n| self.waiting[n]);
            let rank = best.map_or(0, |best| self.waiting[best].0);
            if rank < GOOD && picker.stage == Stage::Quiets {
                picker.stage = Stage::End;
                position.quiets_into(&mut self.list);
                self.wait(picker, |order, mv| order.quiet_rank(position, mv, picker.ply));
                continue;
            }
            let (_, mv) = self.waiting[best?];
            if rank >= GOOD && !position.wins_exchange(mv, 0, VALUES) {
                self.waiting[best?].0 -= 2 * GOOD;
            } else if rank < 0 && picker.only_captures {
                return None;
            } else {
                self.waiting.swap_remove(best?);
                return Some(mv);
            }
        }
    }

    /// Puts the moves of the list among those that wait.
    fn wait(&mut self, picker: &Picker, rank: impl Fn(&Self, Move) -> i32) {
        for n in 0..self.list.len() {
            let mv = self.list[n];
            if Some(mv) != picker.table_move {
                self.waiting.push((rank(self, mv), mv));
            }
        }
    }

    fn quiet_rank(&self, position: &Position, mv: Move, ply: usize) -> i32 {
        if self.killers[ply].contains(&mv) {
            return KILLER;
        }
        self.history[position.side_to_move().index()][mv.from().index()][mv.to().index()]
    }

    /// Killer and history heuristics: a quiet move that refuted one line may refute the next.
    pub(crate) fn remember(&mut self, position: &Position, mv: Move, ply: usize, depth: i32) {
        let [first, second] = &mut self.killers[ply];
        if *first != mv {
            *second = std::mem::replace(first, mv);
        }
        let count = &mut self.history[position.side_to_move().index()][mv.from().index()][mv.to().index()];
        *count = (*count + depth * depth).min(900_000);
    }

    /// Drops the moves of a position that were not tried.
    pub(crate) fn done(&mut self, picker: &Picker) {
        self.waiting.truncate(picker.start);
    }
}

/// The most valuable victim first, by the least valuable attacker.
fn capture_rank(position: &Position, mv: Move) -> i32 {
    let gain = position.captured(mv).map_or(0, |piece| worth(piece.role()));
    let mover = position.get(mv.from()).map_or(0, |piece| worth(piece.role()));
    GOOD + 16 * (gain + mv.promotion().map_or(0, worth)) + 1000 - mover
}
