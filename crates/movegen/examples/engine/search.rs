//! The search of the example engine: iterative deepening, alpha-beta and quiescence.
//!
//! 1. [`Search::think`] searches the root one ply deeper each time, as long as `go` allows, and reports each depth.
//! 2. `search` tries the moves of a node in the order of `order`, after asking the table for what is known.
//! 3. At the horizon `quiesce` goes on with captures and promotions that lose nothing, and with all evasions of a
//!    check.
//!
//! A search that is stopped leaves nodes half searched: their scores must never reach the table or the result.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::chess::uci::Go;
use super::chess::{Move, Position};
use super::evaluate::{Evaluated, Score};
use super::order::{Moves, Order};
use super::table::Table;

/// The distance from the root, in plies, at which a position is only evaluated, without searching its moves.
const MAX_PLY: i32 = 100;

/// The score of a mate on the board; a mate `n` plies away is worth `n` less. Scores beyond `MATE_BOUND` are mates.
pub(crate) const MATE: Score = 30_000;
const MATE_BOUND: Score = MATE - 1000;

/// What is known of a position, in 8 bytes. A mate is counted from the position itself, not from the root.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) mv: Move,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    /// Whether the true score is at least `score`, and whether it is at most `score`; both if `score` is exact.
    at_least: bool,
    at_most: bool,
}

/// The searches of a game, one after the other, with the table and the history that each leaves to the next.
pub(crate) struct Search {
    pub(crate) started: Instant,
    pub(crate) nodes: u64,
    pub(crate) stop: Arc<AtomicBool>,
    /// Whether the move must not be printed yet: after `go infinite`, or after `go ponder` before `ponderhit`. Until
    /// then the time is not limited.
    pub(crate) waits: Arc<AtomicBool>,
    max_nodes: u64,
    time: Option<Duration>,
    table: Table<Entry>,
    order: Order,
    /// The keys of the game so far and of the line that is searched, since the last null move.
    pub(crate) path: Vec<u64>,
    /// The moves to choose from at the root; empty for all.
    pub(crate) root_moves: Vec<Move>,
}

impl Search {
    pub(crate) fn new(table: Table<Entry>) -> Self {
        let (started, order, path, root_moves) = (Instant::now(), Order::new(), Vec::new(), Vec::new());
        let (stop, waits) = Default::default();
        Self { started, nodes: 0, stop, waits, max_nodes: 0, time: None, table, order, path, root_moves }
    }

    /// Searches by iterative deepening, and calls `report` after each depth. Returns what the last finished depth has
    /// found; `None` if there is no legal move.
    pub(crate) fn think(&mut self, root: Position, go: &Go, report: impl Fn(&Self, Entry)) -> Option<Entry> {
        let mv = root.legal_moves().iter().copied().find(|mv| self.may_choose(*mv))?;
        let mut found = Entry { mv, score: 0, depth: 0, at_least: false, at_most: false };
        (self.started, self.nodes) = (Instant::now(), 0);
        (self.max_nodes, self.time) = (go.nodes.unwrap_or(u64::MAX), go.move_time.or(share(go, &root)));
        let root = Evaluated::new(root);
        let plies_to_mate = go.mate.map(|moves| moves.saturating_mul(2));
        for depth in 1..=go.depth.or(plies_to_mate).unwrap_or(100).min(100) {
            self.search(&root, depth.cast_signed(), 0, -MATE, MATE);
            match self.table.get(root.position.key()) {
                Some(entry) if !self.is_stopped() => found = entry,
                _ => break,
            }
            report(self, found);
            // The next depth takes longer than all before it.
            if self.has_spent(2) {
                break;
            }
        }
        Some(found)
    }

    /// Alpha-beta in negamax form: the score of the position `at`, seen by its side to move, if it lies between `alpha`
    /// and `beta`; otherwise a bound. `ply` is the distance from the root.
    fn search(&mut self, at: &Evaluated, depth: i32, ply: Score, mut alpha: Score, beta: Score) -> Score {
        let position = &at.position;
        let in_check = position.is_check();
        // Check extension: a check is answered before anything is judged.
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(at, ply, alpha, beta);
        }
        self.nodes += 1;
        // Asked at once, because the answer may come late, from memory outside the caches.
        let key = position.key();
        let known = self.table.get(key);
        if ply > 0 {
            if self.is_stopped() || self.is_draw(position) {
                return 0;
            }
            if alpha < 0 && position.has_upcoming_repetition(&self.path) {
                if beta <= 0 {
                    return 0;
                }
                alpha = 0;
            }
            if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth) {
                let score = mate_counted(entry.score.into(), -ply);
                if entry.at_least && (entry.at_most || score >= beta) || entry.at_most && score <= alpha {
                    return score;
                }
            }
        }
        let expected = at.score();
        // Nothing is left out where an exact score is wanted.
        let may_prune = !in_check && beta - alpha == 1 && beta.abs() < MATE_BOUND;
        if may_prune && expected >= beta {
            // Reverse futility pruning: so near the leaves, a lead so large is not lost.
            if depth <= 6 && expected >= beta + 90 * depth {
                return expected;
            }
            // Null move pruning: if passing is already too good, so is the best move. Not with pawns alone, where
            // having to move may be what loses. Nothing before the null move can be repeated after it.
            let board = position.board();
            let officers = board.color(position.side_to_move()) - board.pawns() - board.kings();
            if let Some(position) = position.null_move().filter(|_| depth >= 3 && officers.any()) {
                let path = std::mem::take(&mut self.path);
                let passed = Evaluated { position, ..*at };
                let score = -self.search(&passed, depth - 3 - depth / 4, ply + 1, -beta, -alpha);
                self.path = path;
                if score >= beta {
                    return beta;
                }
            }
        }
        // Futility pruning: so near the leaves, no quiet move makes good what is missing.
        let is_futile = may_prune && depth <= 5 && expected + 80 * (depth + 1) <= alpha;

        self.path.push(key);
        // Another position may have the same key.
        let table_move = known.map(|entry| entry.mv).filter(|&mv| position.is_legal(mv));
        let mut moves = Moves::new(table_move, &mut self.order);
        let (old_alpha, mut best, mut best_move, mut n) = (alpha, -MATE, None, 0);
        while let Some(mv) = moves.next(position, &mut self.order, true) {
            if ply == 0 && !self.may_choose(mv) {
                continue;
            }
            let is_quiet = position.is_quiet(mv);
            if is_quiet && is_futile && best > -MATE_BOUND {
                continue;
            }
            let after = at.after(mv);
            let mut score = alpha + 1;
            if n > 0 {
                // Principal variation search: the first move is the best one until proved otherwise. Late move
                // reductions: the later a quiet move comes, the less deep is the proof, until it fails.
                let is_late = is_quiet && !in_check && depth >= 3 && n >= 3;
                let less = if is_late { 1 + (depth.ilog2() * i32::ilog2(n) / 4).cast_signed() } else { 0 };
                score = -self.search(&after, depth - 1 - less, ply + 1, -alpha - 1, -alpha);
                if score > alpha && less > 0 {
                    score = -self.search(&after, depth - 1, ply + 1, -alpha - 1, -alpha);
                }
            }
            if n == 0 || score > alpha && score < beta {
                score = -self.search(&after, depth - 1, ply + 1, -beta, -alpha);
            }
            n += 1;
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta && is_quiet {
                self.order.learn(position, &moves, depth);
            }
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        self.order.ranked.truncate(moves.start);
        self.path.pop();
        let Some(mv) = best_move else { return if in_check { ply - MATE } else { 0 } };
        if !self.is_stopped() {
            #[expect(clippy::cast_possible_truncation, reason = "scores end at MATE, depths at MAX_PLY + 1")]
            let (score, depth) = (mate_counted(best, ply) as i16, depth as i8);
            // The best of some moves is no bound for all of them.
            let is_of_all = ply > 0 || self.root_moves.is_empty();
            let (at_least, at_most) = (is_of_all && best > old_alpha, is_of_all && best < beta);
            self.table.put(key, Entry { mv, score, depth, at_least, at_most });
        }
        best
    }

    /// Quiescence search, by alpha-beta: only captures and promotions that lose no material, and all evasions of a
    /// check.
    fn quiesce(&mut self, at: &Evaluated, ply: Score, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let in_check = at.position.is_check() && ply < MAX_PLY;
        let mut best = if in_check { ply - MATE } else { at.score() };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= MAX_PLY || self.is_stopped() {
            return best;
        }
        let mut moves = Moves::new(None, &mut self.order);
        while let Some(mv) = moves.next(&at.position, &mut self.order, in_check) {
            best = best.max(-self.quiesce(&at.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.order.ranked.truncate(moves.start);
        best
    }

    /// Whether the position is drawn: it repeats any position of the game or of the current line, no side can mate, or
    /// the fifty-move rule applies and it is not mate.
    fn is_draw(&self, position: &Position) -> bool {
        position.repetitions(&self.path) > 0
            || position.has_insufficient_material()
            || position.allows_fifty_move_claim() && !(position.is_check() && position.legal_count() == 0)
    }

    /// Whether a move may be chosen at the root.
    fn may_choose(&self, mv: Move) -> bool {
        self.root_moves.is_empty() || self.root_moves.contains(&mv)
    }

    /// Whether more than the time of this move, divided by `part`, has passed. Time spent pondering counts; but while
    /// the answer must wait, the result is false.
    fn has_spent(&self, part: u32) -> bool {
        let is_over = self.time.is_some_and(|time| self.started.elapsed() > time / part);
        is_over && !self.waits.load(Ordering::Relaxed)
    }

    /// Whether to leave the search at once. The clock is read every 1,024 nodes.
    fn is_stopped(&self) -> bool {
        if self.nodes.is_multiple_of(1024) && (self.nodes >= self.max_nodes || self.has_spent(1)) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// Returns the time to spend on this move: the time left divided by the moves to go, or by 30, plus half of the
/// increment, but at most half of the time left. `None` if `go` has no clock for the side to move.
fn share(go: &Go, position: &Position) -> Option<Duration> {
    let side = position.side_to_move();
    let (left, increment) = (go.clock(side)?, go.increment[side.index()].unwrap_or_default());
    Some((left / go.moves_to_go.map_or(30, NonZero::get) + increment / 2).min(left / 2))
}

/// Converts `score`, which counts the plies to a mate from one node, to count them from a node `later` plies further
/// on.
fn mate_counted(score: Score, later: Score) -> Score {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * later }
}
