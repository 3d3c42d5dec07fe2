//! Iterative deepening, alpha-beta and quiescence.

use crate::board::Board;
use crate::evaluate::Node;
use crate::order::{Killers, Picker, Quiets, Stack};
use crate::table::{Bound, Entry, Table};

const MATE: i32 = 30_000;
const MATE_BOUND: i32 = MATE - 1000;
const MAX_PLY: usize = 100;

/// The state that a search keeps from move to move.
pub(crate) struct Engine<B: Board> {
    table: Table<B::Move>,
    stack: Stack<B>,
    quiets: Quiets,
    killers: [Killers; MAX_PLY + 1],
    path: Vec<u64>,
    nodes: u64,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The best move, as [`Board::code`] writes it.
    pub(crate) mv: u16,
    /// Its score in hundredths of a pawn.
    pub(crate) score: i32,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

impl<B: Board> Engine<B> {
    /// An engine with a table for `1 << bits` positions.
    pub(crate) fn new(bits: u32) -> Self {
        Self {
            table: Table::new(bits, B::NO_MOVE),
            stack: Stack::new(),
            quiets: Quiets::new(),
            killers: [[0; 2]; MAX_PLY + 1],
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// Forgets all positions.
    pub(crate) fn forget(&mut self) {
        self.table.forget(B::NO_MOVE);
        self.quiets = Quiets::new();
        self.killers = [[0; 2]; MAX_PLY + 1];
        self.nodes = 0;
    }

    /// Searches depth 1, 2, 3, .. up to `depth`.
    ///
    /// # Panics
    /// If there is no legal move, or the table is full.
    pub(crate) fn think(&mut self, board: &B, depth: i32) -> Found {
        let root = Node::new(board.clone());
        let score = (1..=depth).map(|depth| self.search(&root, depth, 0, -MATE, MATE)).last().unwrap_or(0);
        let mv = self.table.get(board.key()).expect("there is a legal move").mv;
        Found { mv: B::code(mv), score, nodes: self.nodes }
    }

    fn search(&mut self, node: &Node<B>, depth: i32, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let board = &node.board;
        let in_check = board.is_check();
        // Check extension: positions in check are searched one ply deeper.
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(node, ply, alpha, beta);
        }
        self.nodes += 1;
        let key = board.key();
        if ply > 0 && self.is_draw(board, key, in_check) {
            return 0;
        }
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| ply > 0 && i32::from(entry.depth) >= depth) {
            let score = from_table(entry.score, ply);
            match entry.bound {
                Bound::Exact => return score,
                Bound::AtLeast if score >= beta => return score,
                Bound::AtMost if score <= alpha => return score,
                _ => {}
            }
        }

        self.path.push(key);
        if !in_check
            && ply > 0
            && depth >= 3
            && let Some(score) = self.null_move(node, depth, ply, beta)
        {
            self.path.pop();
            return score;
        }

        let old_alpha = alpha;
        let (mut best, mut best_move) = (-MATE, B::NO_MOVE);
        let at = board.node();
        let table_move = known.map(|entry| entry.mv).filter(|&mv| B::is_legal(&at, mv));
        let mut moves = Picker::new(table_move, &self.stack);
        let mut n = 0;
        while let Some(mv) = moves.next(board, &at, &mut self.stack, &self.quiets, self.killers[ply], false) {
            let after = node.after(mv);
            let is_quiet = !board.is_capture(mv) && B::promotion(mv).is_none();
            let mut score = alpha + 1;
            if n > 0 {
                // Principal variation search, and late move reductions.
                let late = is_quiet && !in_check && depth >= 3 && n >= 3;
                let less = if late { 1 + i32::from(n >= 10) } else { 0 };
                score = -self.search(&after, depth - 1 - less, ply + 1, -alpha - 1, -alpha);
            }
            if score > alpha {
                score = -self.search(&after, depth - 1, ply + 1, -beta, -alpha);
            }
            n += 1;
            if score > best {
                (best, best_move) = (score, mv);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.quiets.reward(board.side_to_move(), B::code(mv), depth);
                    let [first, second] = &mut self.killers[ply];
                    if *first != B::code(mv) {
                        *second = std::mem::replace(first, B::code(mv));
                    }
                }
                break;
            }
        }
        moves.done(&mut self.stack);
        self.path.pop();
        if n == 0 {
            return if in_check { score_of(ply) - MATE } else { 0 };
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= old_alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let [score, depth] = [to_table(best, ply), depth].map(|n| i16::try_from(n).expect("a small number"));
        self.table.put(key, Entry { mv: best_move, score, depth: depth as i8, bound });
        best
    }

    /// Null move pruning, not with pawns alone.
    fn null_move(&mut self, node: &Node<B>, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        let us = node.board.side_to_move();
        let officers = (1..5).fold(0, |set, role| set | node.board.pieces(us, role));
        if officers == 0 || beta > MATE_BOUND || node.evaluate() < beta {
            return None;
        }
        let score = -self.search(&node.after_null(), depth - 3, ply + 1, -beta, 1 - beta);
        (score >= beta).then_some(beta)
    }

    /// Quiescence search: only captures and promotions that lose nothing, and all evasions of a check.
    fn quiesce(&mut self, node: &Node<B>, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if ply >= MAX_PLY {
            return node.evaluate();
        }
        let board = &node.board;
        let in_check = board.is_check();
        let mut best = if in_check { score_of(ply) - MATE } else { node.evaluate() };
        alpha = alpha.max(best);
        if best >= beta {
            return best;
        }
        let at = board.node();
        let mut moves = Picker::new(None, &self.stack);
        while let Some(mv) = moves.next(board, &at, &mut self.stack, &self.quiets, [0; 2], !in_check) {
            best = best.max(-self.quiesce(&node.after(mv), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        moves.done(&mut self.stack);
        best
    }

    fn is_draw(&self, board: &B, key: u64, in_check: bool) -> bool {
        let reversible = board.halfmoves() as usize;
        self.path.iter().rev().take(reversible).skip(1).step_by(2).any(|&earlier| earlier == key)
            || board.has_insufficient_material()
            || reversible >= 100 && !(in_check && board.is_stuck())
    }
}

fn score_of(ply: usize) -> i32 {
    i32::try_from(ply).expect("at most MAX_PLY")
}

/// Mates are counted from the root in the search, and from the position itself in the table.
fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() < MATE_BOUND { score } else { score + score.signum() * score_of(ply) }
}

fn from_table(score: i16, ply: usize) -> i32 {
    let score = i32::from(score);
    if score.abs() < MATE_BOUND { score } else { score - score.signum() * score_of(ply) }
}
