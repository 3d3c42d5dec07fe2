//! Iterative deepening, alpha-beta and quiescence.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::chess::uci::Go;
use super::chess::{Move, Position};
use super::evaluate::{Evaluated, Score};
use super::order::{MAX_PLY, Moves, Order};
use super::table::Table;

/// The score of a mate at once; `n` plies away it is `n` less. Scores beyond `MATE_BOUND` are mates.
pub(crate) const MATE: Score = 30_000;
const MATE_BOUND: Score = MATE - 1000;

/// What is known of a position. A mate is counted from the position itself, not from the root.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) mv: Move,
    pub(crate) depth: i32,
    pub(crate) score: Score,
    /// The true score is not below it, not above it; both if it is exact.
    at_least: bool,
    at_most: bool,
}

/// What a search remembers for the next one.
pub(crate) struct Memory {
    table: Table<Entry>,
    order: Order,
}

impl Memory {
    pub(crate) fn new(table: Table<Entry>) -> Self {
        Self { table, order: Order::new() }
    }
}

pub(crate) struct Search<'a> {
    pub(crate) started: Instant,
    pub(crate) nodes: u64,
    time: Option<Duration>,
    max_nodes: Option<u64>,
    stop: &'a AtomicBool,
    table: &'a mut Table<Entry>,
    order: &'a mut Order,
    /// The keys of the game so far and of the line that is searched, since the last null move.
    path: Vec<u64>,
}

/// Iterative deepening: what the last depth has found; `None` if there is no legal move. Each depth is reported. `path` has the keys
/// of the positions before this one.
pub(crate) fn think(
    position: Position,
    path: Vec<u64>,
    go: &Go,
    stop: &AtomicBool,
    Memory { table, order }: &mut Memory,
    report: impl Fn(&Search<'_>, Entry),
) -> Option<Entry> {
    let mv = *position.legal_moves().first()?;
    let mut found = Entry { mv, depth: 0, score: 0, at_least: false, at_most: false };
    let started = Instant::now();
    let time = go.move_time.or(share(go, &position));
    let mut search = Search { started, nodes: 0, time, max_nodes: go.nodes, stop, table, order, path };
    let root = Evaluated::new(position);
    for depth in 1..=go.depth.unwrap_or(100).min(100) {
        search.search(&root, depth.cast_signed(), 0, -MATE, MATE);
        match search.table.get(root.position.key()) {
            Some(entry) if !search.is_stopped() => found = entry,
            _ => break,
        }
        report(&search, found);
        // The next depth takes longer than all before it.
        if time.is_some_and(|time| started.elapsed() > time / 2) {
            break;
        }
    }
    Some(found)
}

/// A part of the clock.
fn share(go: &Go, position: &Position) -> Option<Duration> {
    let side = position.side_to_move();
    let (left, increment) = (go.clock(side)?, go.increment[side.index()].unwrap_or_default());
    Some((left / go.moves_to_go.unwrap_or(30).max(1) + increment / 2).min(left / 2))
}

impl Search<'_> {
    /// Alpha-beta in negamax form: the score of a position, if it lies between `alpha` and `beta`; otherwise a bound.
    fn search(&mut self, at: &Evaluated, depth: i32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        let position = &at.position;
        let in_check = position.is_check();
        // Check extension: a check is answered before anything is judged.
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(at, ply, alpha, beta);
        }
        self.nodes += 1;
        if ply > 0 && (self.is_stopped() || self.is_draw(position)) {
            return 0;
        }
        if ply > 0 && alpha < 0 && position.has_upcoming_repetition(&self.path) {
            alpha = 0;
            if alpha >= beta {
                return alpha;
            }
        }
        let key = position.key();
        let known = self.table.get(key);
        if let Some(Entry { score, at_least, at_most, .. }) =
            known.filter(|entry| ply > 0 && entry.depth >= depth)
        {
            let score = mate_counted(score, -plies(ply));
            if at_least && (at_most || score >= beta) || at_most && score <= alpha {
                return score;
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
            // Null move pruning: if passing is already too good, so is the best move. Not with pawns alone, where having to move may be
            // what loses. Nothing before the null move can be repeated after it.
            if depth >= 3
                && has_officers(position)
                && let Some(position) = position.null_move()
            {
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
        let node = position.node();
        // Another position may have the same key.
        let table_move = known.map(|entry| entry.mv).filter(|&mv| node.is_legal(mv));
        let mut moves = Moves::new(table_move, self.order);
        let (old_alpha, mut best, mut best_move, mut n) = (alpha, -MATE, None, 0);
        while let Some(mv) = moves.next(&node, self.order, ply, true) {
            let is_quiet = position.is_quiet(mv);
            if is_quiet && is_futile && best > -MATE_BOUND {
                continue;
            }
            let after = at.after(mv);
            let mut score = alpha + 1;
            if n > 0 {
                // Principal variation search: the first move is the best one until proved otherwise. Late move reductions: the later
                // a quiet move comes, the less deep is the proof, until it fails.
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
                self.order.learn(&node, &moves, ply, depth);
            }
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        moves.end(self.order);
        self.path.pop();
        let Some(mv) = best_move else { return if in_check { plies(ply) - MATE } else { 0 } };
        if !self.is_stopped() {
            let (score, at_least, at_most) = (mate_counted(best, plies(ply)), best > old_alpha, best < beta);
            self.table.put(key, Entry { mv, depth, score, at_least, at_most });
        }
        best
    }

    /// Quiescence search: only captures and promotions that lose nothing, and all evasions of a check.
    fn quiesce(&mut self, at: &Evaluated, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let in_check = at.position.is_check() && ply < MAX_PLY;
        let mut best = if in_check { plies(ply) - MATE } else { at.score() };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= MAX_PLY || self.is_stopped() {
            return best;
        }
        let node = at.position.node();
        let mut moves = Moves::new(None, self.order);
        while let Some(mv) = moves.next(&node, self.order, ply, in_check) {
            best = best.max(-self.quiesce(&at.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        moves.end(self.order);
        best
    }

    /// Repetition of any position of the game or the line, and the rule of fifty moves, which mate comes before.
    fn is_draw(&self, position: &Position) -> bool {
        position.repetitions(&self.path) > 0
            || position.has_insufficient_material()
            || position.allows_fifty_move_claim() && !(position.is_check() && position.legal_count() == 0)
    }

    /// Whether to leave the search at once. The clock is read every 1,024 nodes.
    fn is_stopped(&self) -> bool {
        let is_late = || self.time.is_some_and(|time| self.started.elapsed() > time);
        if self.nodes.is_multiple_of(1024)
            && (self.max_nodes.is_some_and(|max| self.nodes >= max) || is_late())
        {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// Whether the side to move has more than pawns and its king.
fn has_officers(position: &Position) -> bool {
    let board = position.board();
    (board.color(position.side_to_move()) - board.pawns() - board.kings()).any()
}

/// A score that counts the plies to a mate from a place so many plies further on.
fn mate_counted(score: Score, later: Score) -> Score {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * later }
}

fn plies(ply: usize) -> Score {
    Score::try_from(ply).expect("at most MAX_PLY")
}
