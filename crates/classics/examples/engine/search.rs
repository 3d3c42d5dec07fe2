//! The search of the example engine: iterative deepening, alpha-beta and quiescence.
//!
//! 1. [`Search::think`] searches the root one ply deeper each time, as long as `go` allows, and reports each depth.
//! 2. `search` tries the moves of a node in the order of `order`, after asking the table for what is known.
//! 3. At the horizon `quiesce` goes on with captures and promotions that lose nothing, and with all evasions of a
//!    check.
//! 4. Every 1,024 nodes `is_stopped` looks at the clock and `hear`s what the GUI says.
//!
//! A search that is stopped leaves nodes half searched: their scores must never reach the table or the result.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use quadbit_movegen::{Color, Move, Stage, uci::Go};

use super::evaluate::{Score, Sums};
use super::node::Node;
use super::order::{Moves, Order};
use super::table::Table;

/// The distance from the root, in plies, at which a position is only evaluated, without searching its moves.
const MAX_PLY: i32 = 100;

/// The score of a mate on the board; a mate `n` plies away is worth `n` less. Scores beyond `MATE_BOUND` are mates.
pub(crate) const MATE: Score = 30_000;
const MATE_BOUND: Score = MATE - 1000;

/// What the table knows of a position: 8 bytes if moves take two. The distance of a mate is counted from this position,
/// not from the root.
#[derive(Clone, Copy)]
pub(crate) struct Entry<M> {
    pub(crate) mv: M,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    /// Whether the true score is at least `score`, and whether it is at most `score`; both if `score` is exact.
    at_least: bool,
    at_most: bool,
}

/// The time that each move leaves on the clock, because a move takes time on its way to the GUI, and because other
/// programs may hold the processor.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The searches of a game, one after the other, with the table and the history that each leaves to the next.
pub(crate) struct Search<N: Node> {
    pub(crate) started: Instant,
    pub(crate) nodes: u64,
    go: Go,
    time: Option<Duration>,
    is_over: bool,
    /// Whether the move must not be printed yet: after `go infinite`, or after `go ponder` before `ponderhit`. Until
    /// then the time is not limited.
    waits: bool,
    /// The lines that the GUI sends. `unread` is the line that has ended the search and has not been obeyed yet.
    lines: Receiver<String>,
    unread: Option<String>,
    table: Table<Entry<N::Move>>,
    order: Order<N::Move>,
    /// The keys of the game so far and of the line that is searched, since the last null move.
    pub(crate) path: Vec<u64>,
}

impl<N: Node> Search<N> {
    pub(crate) fn new(table: Table<Entry<N::Move>>, lines: Receiver<String>) -> Self {
        let (started, go, order, path) = (Instant::now(), Go::default(), Order::new(), Vec::new());
        let (is_over, waits, time, unread) = Default::default();
        Self { started, nodes: 0, go, time, is_over, waits, lines, unread, table, order, path }
    }

    /// Searches by iterative deepening, and calls `report` after each depth. Waits until the move may be printed, and
    /// returns what the last finished depth has found; if none was finished, any move. `None` if there is no legal move
    /// that `go` allows.
    pub(crate) fn think(
        &mut self,
        root: &mut N,
        go: Go,
        report: impl Fn(&Self, Entry<N::Move>),
    ) -> Option<Entry<N::Move>> {
        (self.nodes, self.is_over, self.waits) = (0, false, go.waits_for_stop());
        self.started = Instant::now();
        (self.time, self.go) = (go.move_time.or(share(&go, root.side_to_move())), go);
        let sums = Sums::new(root);
        root.list(true);
        let mut found = self.any_move(root);
        let plies_to_mate = self.go.mate.map(|moves| moves.saturating_mul(2));
        for depth in 1..=self.go.depth.or(plies_to_mate).unwrap_or(100).min(100) {
            self.search(root, sums, depth.cast_signed(), 0, -MATE, MATE);
            let Some(entry) = self.table.get(root.key()).filter(|_| !self.is_over) else { break };
            found = Some(entry);
            report(self, entry);
            // The next depth takes longer than all before it, so it is not begun once half of the time is spent.
            if self.has_spent(2) {
                break;
            }
        }
        while self.waits {
            let line = self.lines.recv().unwrap_or("stop".into());
            self.hear(line);
        }
        found
    }

    /// Any legal move that `go` allows, for a search that is stopped before its first depth is finished; `None` if
    /// there is no such move.
    fn any_move(&self, root: &N) -> Option<Entry<N::Move>> {
        let mut found = None;
        for stage in [Stage::Quiet, Stage::Tactical] {
            root.visit(stage, |candidate| {
                found = found.or(Some(candidate.mv).filter(|&mv| self.may_choose(mv)));
            });
        }
        found.map(|mv| Entry { mv, score: 0, depth: 0, at_least: false, at_most: false })
    }

    /// Alpha-beta in negamax form: the score of the node `at`, seen by its side to move, if it lies between `alpha`
    /// and `beta`; otherwise a bound. `ply` is the distance from the root.
    fn search(
        &mut self,
        at: &mut N,
        sums: Sums,
        depth: i32,
        ply: Score,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let in_check = at.is_check();
        // Check extension: a check is answered before anything is judged.
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(at, sums, ply, alpha, beta);
        }
        self.nodes += 1;
        // The table is asked as early as possible, because the answer may come late, from memory outside the caches.
        let key = at.key();
        let known = self.table.get(key);
        if ply > 0 {
            if self.is_stopped() || at.is_drawn(&self.path) {
                return 0;
            }
            if alpha < 0 && at.can_repeat(&self.path) {
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
        let expected = at.evaluate(sums.score(at.side_to_move()));
        // Nothing is pruned in check, in a window for exact scores, or if `beta` is a mate.
        let may_prune = !in_check && beta - alpha == 1 && beta.abs() < MATE_BOUND;
        if may_prune && expected >= beta {
            // Reverse futility pruning: a lead this large is hardly lost in so few plies.
            if depth <= 6 && expected >= beta + 90 * depth {
                return expected;
            }
            // Null move pruning: if passing is already too good, so is the best move. No position before the null move
            // can be repeated after it, so the path begins anew.
            if depth >= 3 {
                let path = std::mem::take(&mut self.path);
                let less = depth - 3 - depth / 4;
                let score = at.pass(|passed| -self.search(passed, sums, less, ply + 1, -beta, -alpha));
                self.path = path;
                if score.is_some_and(|score| score >= beta) {
                    return beta;
                }
            }
        }
        // Futility pruning: in so few plies no quiet move is expected to make up for a deficit this large.
        let is_futile = may_prune && depth <= 5 && expected + 80 * (depth + 1) <= alpha;

        self.path.push(key);
        at.list(true);
        // The entry may be of another position with the same key, so its move may not be legal here.
        let table_move = known.and_then(|entry| at.find(entry.mv));
        let mut moves = Moves::new(table_move, &mut self.order);
        let (old_alpha, mut best, mut best_move, mut n) = (alpha, -MATE, None, 0);
        while let Some(mv) = moves.next(at, &mut self.order, true) {
            if ply == 0 && !self.may_choose(mv) {
                continue;
            }
            let is_quiet = at.is_quiet(mv);
            if is_quiet && is_futile && best > -MATE_BOUND {
                continue;
            }
            let pawn_key = at.pawn_key();
            let score = at.play(mv, |after, effect| {
                let sums = sums.after(after, effect, pawn_key);
                let mut score = alpha + 1;
                if n > 0 {
                    // Principal variation search: the first move is the best one until proved otherwise. Late move
                    // reductions: the later a quiet move comes, the less deep it is searched first. If its score is
                    // above `alpha` all the same, it is searched at full depth.
                    let is_late = is_quiet && !in_check && depth >= 3 && n >= 3;
                    let less =
                        if is_late { 1 + (depth.ilog2() * i32::ilog2(n) / 4).cast_signed() } else { 0 };
                    score = -self.search(after, sums, depth - 1 - less, ply + 1, -alpha - 1, -alpha);
                    if score > alpha && less > 0 {
                        score = -self.search(after, sums, depth - 1, ply + 1, -alpha - 1, -alpha);
                    }
                }
                if n == 0 || score > alpha && score < beta {
                    score = -self.search(after, sums, depth - 1, ply + 1, -beta, -alpha);
                }
                score
            });
            n += 1;
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta && is_quiet {
                self.order.learn(at, mv, &moves, depth);
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
            // With `searchmoves`, the best of these moves is no bound on the score of all moves.
            let is_of_all = ply > 0 || self.go.search_moves.is_empty();
            let (at_least, at_most) = (is_of_all && best > old_alpha, is_of_all && best < beta);
            self.table.put(key, Entry { mv, score, depth, at_least, at_most });
        }
        best
    }

    /// Quiescence search, by alpha-beta: only captures and promotions that lose no material, and all evasions of a
    /// check.
    fn quiesce(&mut self, at: &mut N, sums: Sums, ply: Score, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let in_check = at.is_check() && ply < MAX_PLY;
        let mut best = if in_check { ply - MATE } else { at.evaluate(sums.score(at.side_to_move())) };
        alpha = alpha.max(best);
        if self.is_stopped() || alpha >= beta || ply >= MAX_PLY {
            return best;
        }
        at.list(in_check);
        let mut moves = Moves::new(None, &mut self.order);
        while let Some(mv) = moves.next(at, &mut self.order, in_check) {
            let pawn_key = at.pawn_key();
            let score = at.play(mv, |after, effect| {
                let sums = sums.after(after, effect, pawn_key);
                -self.quiesce(after, sums, ply + 1, -beta, -alpha)
            });
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.order.ranked.truncate(moves.start);
        best
    }

    /// Whether `go` allows the legal move `mv` at the root: all moves, or those of `searchmoves`.
    fn may_choose(&self, mv: N::Move) -> bool {
        let choice = &self.go.search_moves;
        let mv: Move = mv.into();
        choice.is_empty() || choice.contains(&mv)
    }

    /// Whether the search has used up its time divided by `part`. While the answer must wait, the result is false.
    fn has_spent(&self, part: u32) -> bool {
        !self.waits && self.time.is_some_and(|time| self.started.elapsed() > time / part)
    }

    /// Whether the search must end at once: its time or nodes are used up, or the GUI ends it. Clock and GUI are asked
    /// at node numbers divisible by 1,024.
    fn is_stopped(&mut self) -> bool {
        if !self.is_over && self.nodes.is_multiple_of(1024) {
            match self.lines.try_recv() {
                Ok(line) => self.hear(line),
                Err(TryRecvError::Disconnected) if self.waits => self.hear("stop".into()),
                Err(_) => {}
            }
            self.is_over |= self.has_spent(1) || self.go.nodes.is_some_and(|nodes| self.nodes >= nodes);
        }
        self.is_over
    }

    /// Obeys a line that comes during a search. A command that can be obeyed only after the search ends the search, and
    /// is kept in `unread`.
    fn hear(&mut self, line: String) {
        match line.split_whitespace().next() {
            Some("isready") => println!("readyok"),
            Some("ponderhit") => self.waits = false,
            Some("stop" | "quit" | "position" | "go" | "ucinewgame" | "setoption") => {
                (self.is_over, self.waits, self.unread) = (true, false, Some(line));
            }
            _ => {}
        }
    }

    /// The next line between two searches; `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        self.unread.take().or_else(|| self.lines.recv().ok())
    }
}

/// Returns the time to spend on this move: the time left divided by the moves to go, or by 30, plus half of the
/// increment, but at most half of the time left. [`OVERHEAD`] is taken off the time left first. `None` if `go` has no
/// clock for the side to move.
fn share(go: &Go, side: Color) -> Option<Duration> {
    let left = go.clock(side)?.saturating_sub(OVERHEAD);
    let increment = go.increment[side.index()].unwrap_or_default();
    Some((left / go.moves_to_go.map_or(30, u32::from) + increment / 2).min(left / 2))
}

/// Converts `score`, which counts the plies to a mate from one node, to count them from a node `later` plies further
/// on.
fn mate_counted(score: Score, later: Score) -> Score {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * later }
}
