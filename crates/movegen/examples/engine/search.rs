//! Iterative deepening, alpha-beta and quiescence.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadbit_movegen::{CastlingStyle, Move, Node, Position, uci};

use crate::evaluate::{Evaluated, Score};
use crate::order::{MAX_PLY, Moves, Order};

/// The score of a mate at once; `n` plies away it is `n` less. Scores beyond `MATE_BOUND` are mates.
pub(crate) const MATE: Score = 30_000;
const MATE_BOUND: Score = MATE - 1000;

/// When to stop, and how castling is written.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    /// No new depth begins after half of it.
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) castling: CastlingStyle,
}

/// What is known of a position. A mate is counted from the position itself, not from the root.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: Move,
    depth: i32,
    score: Score,
    /// The true score is not below it, not above it; both if it is exact.
    at_least: bool,
    at_most: bool,
}

/// What a search remembers from move to move.
#[derive(Debug)]
pub(crate) struct Engine {
    table: Vec<Option<Entry>>,
    order: Order,
    /// The keys of the game so far and of the line that is searched, since the last null move.
    path: Vec<u64>,
    nodes: u64,
    started: Instant,
    limits: Limits,
    stopped: bool,
}

impl Engine {
    pub(crate) fn new(megabytes: usize) -> Self {
        Self {
            table: vec![None; (megabytes << 20) / size_of::<Option<Entry>>()],
            order: Order::new(),
            path: Vec::new(),
            nodes: 0,
            started: Instant::now(),
            limits: Limits::default(),
            stopped: false,
        }
    }

    /// Iterative deepening: the best move and its score, printed after each depth; `None` if there is no legal move. `game` holds the
    /// keys of the positions before this one.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        game: &[u64],
        limits: Limits,
    ) -> Option<(Move, Score)> {
        let mut best = (*position.legal_moves().first()?, 0);
        (self.limits, self.nodes, self.stopped, self.started) = (limits, 0, false, Instant::now());
        (self.path, self.order) = (game.to_vec(), Order::new());
        for depth in 1..=self.limits.depth {
            let score = self.search(&Evaluated::new(*position), depth, 0, -MATE, MATE);
            let Some(entry) = self.known(&position.node()).filter(|_| !self.stopped) else { break };
            best = (entry.mv, score);
            let shown = match MATE - score.abs() {
                plies @ ..1000 => uci::Score::Mate(score.signum() * (plies + 1) / 2),
                _ => uci::Score::Centipawns(score),
            };
            let time = self.started.elapsed();
            let info = uci::Info {
                depth: Some(depth.unsigned_abs()),
                score: Some(shown),
                nodes: Some(self.nodes),
                time: Some(time),
                pv: &[entry.mv],
                ..uci::Info::new(position, self.limits.castling)
            };
            println!("{info}");
            if self.limits.time.is_some_and(|limit| time > limit / 2) {
                break;
            }
        }
        Some(best)
    }

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
        if self.is_out_of_time() || ply > 0 && self.is_draw(position) {
            return 0;
        }
        if ply > 0 && alpha < 0 && position.has_upcoming_repetition(&self.path) {
            alpha = 0;
            if alpha >= beta {
                return alpha;
            }
        }
        let node = position.node();
        let known = self.known(&node);
        if let Some(entry) = known.filter(|entry| ply > 0 && entry.depth >= depth) {
            let score = mate_counted(entry.score, -plies(ply));
            let Entry { at_least, at_most, .. } = entry;
            if at_least && (at_most || score >= beta) || at_most && score <= alpha {
                return score;
            }
        }
        let expected = at.score();
        if !in_check && ply > 0 && beta - alpha == 1 && beta.abs() <= MATE_BOUND && expected >= beta {
            // Reverse futility pruning: so near the leaves, a lead so large is not lost.
            if depth <= 6 && expected >= beta + 90 * depth {
                return expected;
            }
            if depth >= 3 && self.passing_wins(at, depth, ply, beta) {
                return beta;
            }
        }

        self.path.push(position.key());
        let (old_alpha, mut best, mut best_move) = (alpha, -MATE, None);
        let mut moves = Moves::new(known.map(|entry| entry.mv), &self.order);
        let (mut n, mut quiets) = (0_u32, Vec::new());
        while let Some(mv) = moves.next(&node, &mut self.order, ply, true) {
            let after = at.after(mv);
            let is_quiet = !position.is_capture(mv) && !mv.is_promotion();
            if is_quiet {
                quiets.push(mv);
            }
            let mut score = alpha + 1;
            if n > 0 {
                // Principal variation search: the first move is the best one until proved otherwise. Late move reductions: the later
                // a quiet move comes, the less deep is the proof, until it fails.
                let is_late = is_quiet && !in_check && depth >= 3 && n >= 3;
                let less = if is_late { 1 + i32::from(n >= 10) } else { 0 };
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
            if self.stopped || alpha >= beta {
                if is_quiet && !self.stopped {
                    self.order.learn(&node, &quiets, ply, depth);
                }
                break;
            }
        }
        moves.end(&mut self.order);
        self.path.pop();
        if n == 0 {
            best = if in_check { plies(ply) - MATE } else { 0 };
        }
        if let Some(mv) = best_move.filter(|_| !self.stopped) {
            let (slot, score) = (self.slot(position), mate_counted(best, plies(ply)));
            let [at_least, at_most] = [best > old_alpha, best < beta];
            self.table[slot] = Some(Entry { key: position.key(), mv, depth, score, at_least, at_most });
        }
        best
    }

    /// Null move pruning: if passing is already too good, the best move need not be found. Not with pawns alone, where
    /// having to move may be what loses. Nothing before the null move can be repeated after it.
    fn passing_wins(&mut self, at: &Evaluated, depth: i32, ply: usize, beta: Score) -> bool {
        let board = at.position.board();
        let officers = board.color(at.position.side_to_move()) - board.pawns() - board.kings();
        let Some(position) = at.position.null_move().filter(|_| officers.any()) else { return false };
        let path = std::mem::take(&mut self.path);
        let passed = Evaluated { position, ..*at };
        let score = -self.search(&passed, depth - 3 - depth / 4, ply + 1, -beta, 1 - beta);
        self.path = path;
        score >= beta
    }

    /// Quiescence search: only captures and promotions that lose nothing, and all evasions of a check.
    fn quiesce(&mut self, at: &Evaluated, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let in_check = at.position.is_check() && ply < MAX_PLY;
        let mut best = if in_check { plies(ply) - MATE } else { at.score() };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= MAX_PLY || self.is_out_of_time() {
            return best;
        }
        let node = at.position.node();
        let mut moves = Moves::new(None, &self.order);
        while let Some(mv) = moves.next(&node, &mut self.order, ply, in_check) {
            best = best.max(-self.quiesce(&at.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        moves.end(&mut self.order);
        best
    }

    /// Repetition of any position of the game or the line, and the rule of fifty moves, which mate comes before.
    fn is_draw(&self, position: &Position) -> bool {
        position.repetitions(&self.path) > 0
            || position.has_insufficient_material()
            || position.allows_fifty_move_claim() && !(position.is_check() && position.legal_count() == 0)
    }

    /// Whether to leave the search at once. The clock is read every 1,024 nodes.
    fn is_out_of_time(&mut self) -> bool {
        if self.nodes.is_multiple_of(1024) {
            let is_late = self.limits.time.is_some_and(|time| self.started.elapsed() > time)
                || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
            self.stopped |= is_late || self.limits.stop.load(Ordering::Relaxed);
        }
        self.stopped
    }

    /// What the table knows of a position, if its move is legal: another position may have the same key.
    fn known(&self, node: &Node<'_>) -> Option<Entry> {
        let entry = self.table[self.slot(node.position())]?;
        (entry.key == node.position().key() && node.is_legal(entry.mv)).then_some(entry)
    }

    /// The upper bits of the key, as a fraction of the table.
    fn slot(&self, position: &Position) -> usize {
        let product = u128::from(position.key()) * self.table.len() as u128;
        usize::try_from(product >> 64).expect("below the length")
    }
}

/// A score that counts the plies to a mate from a place so many plies further on.
fn mate_counted(score: Score, later: Score) -> Score {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * later }
}

fn plies(ply: usize) -> Score {
    Score::try_from(ply).expect("at most MAX_PLY")
}
