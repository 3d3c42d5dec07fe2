//! Which moves come first.

use quadbit_movegen::{Move, MoveList, Position};

use crate::evaluate::worth;

/// Moves, the one that ranks highest first; sorted only as far as they are asked for.
pub(crate) struct Ordered {
    moves: MoveList,
    ranks: [i32; MoveList::CAPACITY],
    next: usize,
}

impl Ordered {
    pub(crate) fn new(moves: MoveList, rank: impl Fn(Move) -> i32) -> Self {
        let mut ranks = [0; MoveList::CAPACITY];
        for (place, &mv) in ranks.iter_mut().zip(&moves) {
            *place = rank(mv);
        }
        Self { moves, ranks, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Iterator for Ordered {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let now = self.next;
        let best = (now..self.moves.len()).max_by_key(|&n| self.ranks[n])?;
        self.moves.swap(now, best);
        self.ranks.swap(now, best);
        self.next += 1;
        Some(self.moves[now])
    }
}

/// The most valuable victim first, by the least valuable attacker.
pub(crate) fn exchange_rank(position: &Position, mv: Move) -> i32 {
    let gain = position.captured(mv).map_or(0, |piece| worth(piece.role()));
    let mover = position.get(mv.from()).map_or(0, |piece| worth(piece.role()));
    16 * (gain + mv.promotion().map_or(0, worth)) - mover
}
