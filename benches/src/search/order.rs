//! Which moves come first.

use super::{Board, worth};

/// Two quiet moves that were too good at this ply, as codes.
pub(super) type Killers = [u16; 2];

/// How often a quiet move was too good, by side and code.
pub(super) struct Quiets(Vec<i32>);

impl Quiets {
    pub(super) fn new() -> Self {
        Self(vec![0; 2 << 12])
    }

    #[inline]
    fn index(side: usize, code: u16) -> usize {
        side << 12 | usize::from(code) & 0xfff
    }

    pub(super) fn reward(&mut self, side: usize, code: u16, depth: i32) {
        let count = &mut self.0[Self::index(side, code)];
        *count = (*count + depth * depth).min(900_000);
    }
}

/// Captures and promotions that lose nothing come before this, those that lose behind minus this.
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;

/// The legal moves: the table's before any others are generated, then the one that ranks highest first.
pub(super) struct Ordered<B: Board> {
    table_move: Option<B::Move>,
    moves: Option<B::Moves>,
    /// `rank << 24 | code << 8 | index`: the highest is next.
    ranks: [i64; 256],
    len: usize,
    last: i64,
}

impl<B: Board> Ordered<B> {
    pub(super) fn new(table_move: Option<B::Move>) -> Self {
        Self { table_move, moves: None, ranks: [0; 256], len: 0, last: 0 }
    }

    /// Captures and promotions alone.
    pub(super) fn captures(board: &B, moves: B::Moves) -> Self {
        let mut ordered = Self::new(None);
        ordered.fill(moves, None, |mv| capture_rank(board, mv));
        ordered
    }

    fn fill(&mut self, moves: B::Moves, except: Option<B::Move>, rank: impl Fn(B::Move) -> i32) {
        let mut len = 0;
        for (index, &mv) in (0_i64..).zip(moves.iter()) {
            if Some(mv) != except {
                self.ranks[len] = i64::from(rank(mv)) << 24 | i64::from(B::code(mv)) << 8 | index;
                len += 1;
            }
        }
        self.len = len;
        self.moves = Some(moves);
    }

    /// The next move. A capture is judged by its exchange when its turn comes, and put behind the rest if it loses.
    #[inline]
    pub(super) fn next(&mut self, board: &B, quiets: &Quiets, killers: Killers) -> Option<B::Move> {
        if self.moves.is_none() {
            if self.last == 0 && self.table_move.is_some() {
                self.last = 1;
                return self.table_move;
            }
            let side = board.side_to_move();
            self.fill(board.legal_moves(), self.table_move, |mv| {
                let code = B::code(mv);
                if board.is_capture(mv) || B::promotion(mv).is_some() {
                    capture_rank(board, mv)
                } else if killers.contains(&code) {
                    KILLER
                } else {
                    quiets.0[Quiets::index(side, code)]
                }
            });
        }
        loop {
            let ranks = &mut self.ranks[..self.len];
            let (at, best) = ranks.iter().copied().enumerate().max_by_key(|&(_, rank)| rank)?;
            let mv = self.moves.as_ref()?[(best & 255) as usize];
            if best >= i64::from(GOOD) << 24 && !board.wins_exchange(mv) {
                ranks[at] -= i64::from(2 * GOOD) << 24;
                continue;
            }
            self.last = best;
            ranks[at] = ranks[self.len - 1];
            self.len -= 1;
            return Some(mv);
        }
    }

    /// Whether the last move was a capture that loses.
    pub(super) fn is_losing(&self) -> bool {
        self.last < 0
    }
}

/// The most valuable victim first, by the least valuable attacker.
#[inline]
fn capture_rank<B: Board>(board: &B, mv: B::Move) -> i32 {
    let gain = board.captured(mv).map_or(0, worth) + B::promotion(mv).map_or(0, worth);
    GOOD + 16 * gain + 1000 - worth(board.mover(mv))
}
