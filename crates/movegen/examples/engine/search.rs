//! Iterative deepening, alpha-beta and quiescence.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadbit_movegen::{Move, Position};

use crate::evaluate::{Score, evaluate};
use crate::order::Order;

/// The score of a mate at once; `n` plies away it is `n` less.
pub(crate) const MATE: Score = 30_000;
/// Scores beyond this are mates.
pub(crate) const MATE_BOUND: Score = MATE - 1000;
pub(crate) const MAX_PLY: usize = 100;

/// When to stop.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    /// No new depth begins after this time, and none goes on after twice as much.
    pub(crate) time: Option<Duration>,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Limits {
    pub(crate) fn to_depth(depth: i32) -> Self {
        Self { depth, time: None, stop: Arc::default() }
    }
}

/// What a score in the table says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: Move,
    score: Score,
    depth: i32,
    bound: Bound,
}

/// What a search remembers from move to move.
#[derive(Debug)]
pub(crate) struct Engine {
    table: Vec<Option<Entry>>,
    order: Order,
    /// The keys of the game so far and of the line that is searched.
    path: Vec<u64>,
    pub(crate) nodes: u64,
    pub(crate) started: Instant,
    limits: Limits,
    stopped: bool,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) mv: Move,
    pub(crate) score: Score,
    pub(crate) depth: i32,
}

impl Engine {
    pub(crate) fn new(megabytes: usize) -> Self {
        let entries = (megabytes << 20) / size_of::<Option<Entry>>();
        Self {
            table: vec![None; entries.max(1)],
            order: Order::new(),
            path: Vec::new(),
            nodes: 0,
            started: Instant::now(),
            limits: Limits::to_depth(1),
            stopped: false,
        }
    }

    /// Iterative deepening. `game` holds the keys of the positions before this one. `None` if there is no legal move.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        game: &[u64],
        limits: Limits,
        mut report: impl FnMut(&Self, Found),
    ) -> Option<Found> {
        let mut best = Found { mv: *position.legal_moves().first()?, score: 0, depth: 0 };
        (self.limits, self.started, self.nodes, self.stopped) = (limits, Instant::now(), 0, false);
        self.path = game.to_vec();
        self.order.age();
        for depth in 1..=self.limits.depth {
            let score = self.search(position, depth, 0, -MATE, MATE);
            if self.stopped {
                break;
            }
            let mv = self.entry(position).map_or(best.mv, |entry| entry.mv);
            best = Found { mv, score, depth };
            report(self, best);
            if self.limits.time.is_some_and(|time| self.started.elapsed() > time) {
                break;
            }
        }
        Some(best)
    }

    /// Alpha-beta in negamax form: the score of a position, if it lies between `alpha` and `beta`; otherwise a bound.
    fn search(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let in_check = position.is_check();
        // Check extension: a check is answered before anything is judged.
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, ply, alpha, beta);
        }
        self.nodes += 1;
        if self.is_out_of_time() || ply > 0 && self.is_draw(position) {
            return 0;
        }
        let known = self.entry(position);
        if let Some(entry) = known.filter(|entry| ply > 0 && entry.depth >= depth) {
            let score = from_table(entry.score, ply);
            match entry.bound {
                Bound::Exact => return score,
                Bound::AtLeast if score >= beta => return score,
                Bound::AtMost if score <= alpha => return score,
                _ => {}
            }
        }

        self.path.push(position.key());
        let refuted = ply > 0 && depth >= 3 && !in_check && self.wins_by_passing(position, depth, ply, beta);
        if refuted {
            self.path.pop();
            return beta;
        }
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-MATE, None);
        let mut picker = self.order.picker(ply, known.map(|entry| entry.mv), false);
        let mut tried = 0;
        while let Some(mv) = self.order.next(&mut picker, position) {
            let after = position.after(mv);
            let is_quiet = !position.is_capture(mv) && !mv.is_promotion();
            let mut score = alpha + 1;
            if tried > 0 {
                // Principal variation search: the first move is the best one until proved otherwise. Late move reductions:
                // the later a quiet move comes, the less deep is the proof.
                let late = is_quiet && !in_check && depth >= 3 && tried >= 3;
                let reduction = if late { 1 + i32::from(tried >= 10) } else { 0 };
                score = -self.search(&after, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha);
                if score > alpha && reduction > 0 {
                    score = -self.search(&after, depth - 1, ply + 1, -alpha - 1, -alpha);
                }
            }
            if tried == 0 || score > alpha && score < beta {
                score = -self.search(&after, depth - 1, ply + 1, -beta, -alpha);
            }
            if self.stopped {
                break;
            }
            tried += 1;
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.order.remember(position, mv, ply, depth);
                }
                break;
            }
        }
        self.order.done(&picker);
        self.path.pop();
        let Some(mv) = best_move.filter(|_| !self.stopped) else {
            return if in_check { mated(ply) } else { 0 };
        };
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= old_alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let slot = self.slot(position);
        self.table[slot] = Some(Entry { key: position.key(), mv, score: to_table(best, ply), depth, bound });
        best
    }

    /// Null move pruning: whoever is too good even after passing need not look for the best move. Not with pawns alone, where
    /// having to move may be what loses.
    fn wins_by_passing(&mut self, position: &Position, depth: i32, ply: usize, beta: Score) -> bool {
        let board = position.board();
        let officers = board.color(position.side_to_move()) - board.pawns() - board.kings();
        let mut passed = *position;
        officers.any()
            && beta <= MATE_BOUND
            && evaluate(position) >= beta
            && passed.play_null().is_ok()
            && -self.search(&passed, depth - 3, ply + 1, -beta, 1 - beta) >= beta
            && !self.stopped
    }

    /// Quiescence search: only captures and promotions that lose nothing, and all evasions of a check.
    fn quiesce(&mut self, position: &Position, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let in_check = position.is_check() && ply < MAX_PLY;
        let mut best = if in_check { mated(ply) } else { evaluate(position) };
        alpha = alpha.max(best);
        if best >= beta || ply >= MAX_PLY || self.is_out_of_time() {
            return best;
        }
        let mut picker = self.order.picker(ply, None, !in_check);
        while let Some(mv) = self.order.next(&mut picker, position) {
            best = best.max(-self.quiesce(&position.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.order.done(&picker);
        best
    }

    /// Repetition of any position of the game or the line, and the rule of fifty moves, which mate comes before.
    fn is_draw(&self, position: &Position) -> bool {
        let reversible = usize::from(position.halfmoves());
        let mut earlier = self.path.iter().rev().take(reversible).skip(1).step_by(2);
        earlier.any(|&key| key == position.key())
            || position.has_insufficient_material()
            || position.allows_fifty_move_claim() && !(position.is_check() && position.legal_count() == 0)
    }

    /// Whether to leave the search at once. The clock is read every 1,024 nodes.
    fn is_out_of_time(&mut self) -> bool {
        if !self.stopped && self.nodes.is_multiple_of(1024) {
            let late = self.limits.time.is_some_and(|time| self.started.elapsed() > 2 * time);
            self.stopped = late || self.limits.stop.load(Ordering::Relaxed);
        }
        self.stopped
    }

    /// The upper bits of the key, as a fraction of the table.
    fn slot(&self, position: &Position) -> usize {
        let product = u128::from(position.key()) * self.table.len() as u128;
        usize::try_from(product >> 64).expect("below the length")
    }

    /// What the table knows of a position, if its move is legal: another position may have the same key.
    fn entry(&self, position: &Position) -> Option<Entry> {
        let entry = self.table[self.slot(position)]?;
        (entry.key == position.key() && position.is_legal(entry.mv)).then_some(entry)
    }

    /// The line that the table holds from here on, at most so many moves.
    pub(crate) fn line(&self, position: &Position, plies: i32) -> Vec<(Position, Move)> {
        let mut line = Vec::new();
        let mut position = *position;
        for _ in 0..plies {
            let Some(entry) = self.entry(&position) else { break };
            line.push((position, entry.mv));
            position.play_unchecked(entry.mv);
        }
        line
    }

    /// Forgets all positions, before another game.
    pub(crate) fn forget(&mut self) {
        self.table.fill(None);
    }
}

/// The score of the side that is mated so many plies from the root.
fn mated(ply: usize) -> Score {
    Score::try_from(ply).expect("at most MAX_PLY") - MATE
}

/// Mates are counted from the root in the search, and from the position itself in the table.
fn to_table(score: Score, ply: usize) -> Score {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * (mated(ply) + MATE) }
}

fn from_table(score: Score, ply: usize) -> Score {
    if score.abs() < MATE_BOUND { score } else { score - score.signum() * (mated(ply) + MATE) }
}
