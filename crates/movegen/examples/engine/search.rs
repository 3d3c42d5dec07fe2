//! Iterative deepening, alpha-beta and quiescence.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadbit_movegen::{CastlingStyle, Move, Position, Stage, uci};

use crate::evaluate::{Node, Score};
use crate::order::{MAX_PLY, Order};

/// The score of a mate at once; `n` plies away it is `n` less. Scores beyond `MATE_BOUND` are mates.
pub(crate) const MATE: Score = 30_000;
const MATE_BOUND: Score = MATE - 1000;

/// When to stop.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    /// No new depth begins after half of it.
    pub(crate) time: Option<Duration>,
    pub(crate) stop: Arc<AtomicBool>,
    /// How castling is written.
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
    /// The keys of the game so far and of the line that is searched.
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
            limits: Limits { depth: 1, time: None, stop: Arc::default(), castling: CastlingStyle::Standard },
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
        (self.limits, self.started, self.nodes, self.stopped) = (limits, Instant::now(), 0, false);
        (self.path, self.order) = (game.to_vec(), Order::new());
        for depth in 1..=self.limits.depth {
            let score = self.search(&Node::new(*position), depth, 0, -MATE, MATE);
            let Some(entry) = self.known(position).filter(|_| !self.stopped) else { break };
            best = (entry.mv, score);
            let (nodes, time) = (self.nodes, self.started.elapsed());
            let shown = match MATE - score.abs() {
                plies @ ..1000 => uci::Score::Mate(score.signum() * (plies + 1) / 2),
                _ => uci::Score::Centipawns(score),
            };
            let info = uci::Info {
                depth: Some(depth.unsigned_abs()),
                score: Some(shown),
                nodes: Some(nodes),
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
    fn search(&mut self, node: &Node, depth: i32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        let position = &node.position;
        let in_check = position.is_check();
        // Check extension: a check is answered before anything is judged.
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(node, ply, alpha, beta);
        }
        self.nodes += 1;
        if self.is_out_of_time() || ply > 0 && self.is_draw(position) {
            return 0;
        }
        let known = self.known(position);
        if let Some(entry) = known.filter(|entry| ply > 0 && entry.depth >= depth) {
            let score = mate_counted(entry.score, -plies(ply));
            let Entry { at_least, at_most, .. } = entry;
            if at_least && (at_most || score >= beta) || at_most && score <= alpha {
                return score;
            }
        }

        self.path.push(position.key());
        let (old_alpha, mut best, mut best_move) = (alpha, -MATE, None);
        if ply > 0 && depth >= 3 && self.passing_wins(node, depth, ply, beta) {
            best = beta;
        } else {
            let moves = position.legal_moves();
            let moves = self.order.sort(position, &moves, known.map(|entry| entry.mv), ply);
            for (n, &(_, mv)) in moves.iter().enumerate() {
                let after = node.after(mv);
                let is_quiet = !position.is_capture(mv) && !mv.is_promotion();
                let mut score = alpha + 1;
                if n > 0 {
                    // Principal variation search: the first move is the best one until proved otherwise. Late move reductions:
                    // the later a quiet move comes, the less deep is the proof.
                    let late = is_quiet && !in_check && depth >= 3 && n >= 3;
                    let less = if late { 1 + i32::from(n >= 10) } else { 0 };
                    score = -self.search(&after, depth - 1 - less, ply + 1, -alpha - 1, -alpha);
                }
                if score > alpha {
                    score = -self.search(&after, depth - 1, ply + 1, -beta, -alpha);
                }
                if score > best {
                    (best, best_move) = (score, Some(mv));
                }
                alpha = alpha.max(score);
                if self.stopped || alpha >= beta {
                    if is_quiet {
                        self.order.remember(position, mv, ply, depth);
                    }
                    break;
                }
            }
            if moves.is_empty() {
                best = if in_check { plies(ply) - MATE } else { 0 };
            }
        }
        self.path.pop();
        if let Some(mv) = best_move.filter(|_| !self.stopped) {
            let (slot, score) = (self.slot(position), mate_counted(best, plies(ply)));
            let [at_least, at_most] = [best > old_alpha, best < beta];
            self.table[slot] = Some(Entry { key: position.key(), mv, depth, score, at_least, at_most });
        }
        best
    }

    /// Null move pruning: if passing is already too good, the best move need not be found. Not with pawns alone, where
    /// having to move may be what loses.
    fn passing_wins(&mut self, node: &Node, depth: i32, ply: usize, beta: Score) -> bool {
        let board = node.position.board();
        let officers = board.color(node.position.side_to_move()) - board.pawns() - board.kings();
        officers.any()
            && beta <= MATE_BOUND
            && node.evaluate() >= beta
            && node.position.null_move().is_some_and(|position| {
                -self.search(&Node { position, ..*node }, depth - 3, ply + 1, -beta, 1 - beta) >= beta
            })
    }

    /// Quiescence search: only captures and promotions that lose nothing, and all evasions of a check.
    fn quiesce(&mut self, node: &Node, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let position = &node.position;
        let in_check = position.is_check() && ply < MAX_PLY;
        let mut best = if in_check { plies(ply) - MATE } else { node.evaluate() };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= MAX_PLY || self.is_out_of_time() {
            return best;
        }
        let moves = if in_check { position.legal_moves() } else { position.moves(Stage::Tactical) };
        for (rank, mv) in self.order.sort(position, &moves, None, ply) {
            if rank < 0 && !in_check {
                break;
            }
            best = best.max(-self.quiesce(&node.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
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
        if self.nodes.is_multiple_of(1024) {
            let late = self.limits.time.is_some_and(|time| self.started.elapsed() > time);
            self.stopped |= late || self.limits.stop.load(Ordering::Relaxed);
        }
        self.stopped
    }

    /// What the table knows of a position, if its move is legal: another position may have the same key.
    fn known(&self, position: &Position) -> Option<Entry> {
        let entry = self.table[self.slot(position)]?;
        (entry.key == position.key() && position.is_legal(entry.mv)).then_some(entry)
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
