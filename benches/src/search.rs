//! One search on every board, so that boards are compared at the work of an engine and not only at perft.
//!
//! 1. [`search`] deepens ply by ply: alpha-beta with a transposition table, killer moves and history, and a quiescence
//!    search over captures and promotions with the most valuable victim first.
//! 2. The board is asked for moves, captures, checks and pieces by [`SearchBoard`]. Everything else, the evaluation by
//!    material and squares too, is the same code on all boards.
//! 3. Moves of equal rank are tried in the order of their bits, not as a board happens to list them. So every board
//!    searches the **same tree**, which [`Tree::fingerprint`] proves: it depends on the key of each node and their
//!    order.
//!
//! [`Plan::again`] does one kind of work twice: the time that this adds is what that work takes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "scores and depths are small, and keys become indices by a remainder"
)]

use std::hint::black_box;

use quadbit_classics::SearchBoard;
use quadbit_movegen::{CastlingSide, Move, MoveList, Position};
use quadbit_quad::zobrist;
use quadbit_x88::{Color, Piece, Role, Square};

/// How a search is made: its depth, and what is varied for a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The depth in plies, before the quiescence search begins.
    pub depth: u8,
    /// Whether each move is made on a copy of the board, instead of being made and taken back.
    pub copies: bool,
    /// Whether the quiescence search tries captures in the board's own order. Trees differ between boards then.
    pub own_order: bool,
    /// The work that is done twice, so that the time that this adds shows what the work takes.
    pub again: Again,
}

impl Plan {
    /// A search to `depth` that makes moves and takes them back, with captures in order of value. No work is repeated
    /// for measurement, as [`again`](Self::again) can ask for.
    pub const fn to(depth: u8) -> Self {
        Self { depth, copies: false, own_order: false, again: Again::Nothing }
    }
}

/// The kind of work that a search does twice, so that its share of the time can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Nothing is done twice.
    Nothing,
    /// Each move is made and taken back once before it is made for the search; or with copied boards, made on one
    /// more copy.
    Make,
    /// The moves, or the captures, of each position are listed twice.
    Generate,
    /// The pieces on the squares where a move begins and ends are looked up twice.
    LookUp,
}

/// Counts of what a search has done, and its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The number of positions entered, those of the quiescence search too.
    pub nodes: u64,
    /// How many times the board was asked which piece moves or stands on a square.
    pub look_ups: u64,
    /// The number of moves made.
    pub makes: u64,
    /// The number of lists of moves or captures made.
    pub lists: u64,
    /// A number made of the keys of all nodes in order: equal for equal trees.
    pub fingerprint: u64,
    /// The score for the side to move, in hundredths of a pawn.
    pub score: i32,
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
}

/// Searches `position` on a board of type `B`, deepening ply by ply to the depth of `plan`.
pub fn search<B: SearchBoard>(position: &Position, plan: Plan) -> Tree {
    let sums = Sums::of(position);
    let mut search = Search::<B>::new(plan);
    let mut board = B::from_position(position);
    for depth in 1..=plan.depth {
        search.tree.score = search.full(&mut board, sums, i32::from(depth), -MATE, MATE, 0);
    }
    Tree { best: search.best, ..search.tree }
}

/// The scores of `positions` for the side to move, in hundredths of a pawn, each by a quiescence search alone. Captures
/// are tried in the board's own order if `own_order`, otherwise sorted.
pub fn quiesce<B: SearchBoard>(positions: &[Position], own_order: bool) -> Vec<i32> {
    let mut search = Search::<B>::new(Plan { own_order, ..Plan::to(0) });
    let scores = positions.iter().map(|position| {
        let mut board = B::from_position(position);
        search.quiescence(&mut board, Sums::of(position), -MATE, MATE, 0)
    });
    scores.collect()
}

/// The score of a mate at the root, above all others.
const MATE: i32 = 30_000;
/// The most plies of a path from the root.
const PLIES: usize = 64;
/// The number of entries of the transposition table, a power of two.
const TABLE: usize = 1 << 16;

/// What is kept up to date from move to move beside the board.
#[derive(Clone, Copy)]
struct Sums {
    /// The xor of the Zobrist numbers of all pieces.
    pieces: u64,
    /// The evaluation by material and squares, from White's view.
    score: i32,
}

/// What the transposition table knows of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    mv: u16,
    score: i16,
    depth: i8,
    bound: Bound,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

struct Search<B: SearchBoard> {
    plan: Plan,
    tree: Tree,
    table: Vec<Entry>,
    killers: [[Option<Move>; 2]; PLIES],
    history: [[u32; 64]; 16],
    /// A list of moves for each ply.
    lists: Vec<MoveList<B::Move>>,
    /// The keys of the positions from the root to the present one, for repetitions.
    path: [u64; PLIES],
    best: Option<Move>,
}

impl<B: SearchBoard> Search<B> {
    fn new(plan: Plan) -> Self {
        Self {
            plan,
            tree: Tree::default(),
            table: vec![Entry::default(); if plan.depth == 0 { 0 } else { TABLE }],
            killers: [[None; 2]; PLIES],
            history: [[0; 64]; 16],
            lists: (0..PLIES).map(|_| MoveList::default()).collect(),
            path: [0; PLIES],
            best: None,
        }
    }

    /// Searches all moves to a depth of at least one ply, and returns the score for the side to move.
    fn full(&mut self, board: &mut B, sums: Sums, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let is_check = board.is_check();
        let depth = depth + i32::from(is_check);
        if depth <= 0 || ply + 1 >= PLIES {
            return self.quiescence(board, sums, alpha, beta, ply);
        }
        let key = self.enter(board, sums);
        if self.path[..ply].contains(&key) {
            return 0;
        }
        self.path[ply] = key;
        let entry = self.table[key as usize % TABLE];
        let known = if entry.key == key { entry.mv } else { 0 };
        let score = i32::from(entry.score);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if ply > 0 && entry.key == key && i32::from(entry.depth) >= depth && cuts {
            return score;
        }
        self.list(board, ply, false);
        let mut ranks = [0; MOST];
        let count = self.rank(board, ply, &mut ranks, |search, mv, mover, victim| match victim {
            _ if mv.to_bits() == known => u32::MAX >> 16,
            Some(_) => 50_000 + capture_rank(mover, victim),
            None if mv.promotion().is_some() => 50_000,
            None if search.killers[ply].contains(&Some(mv)) => 49_000,
            None => search.history[usize::from(mover.code())][mv.to().index()].min(48_000),
        });
        if count == 0 {
            return if is_check { ply as i32 - MATE } else { 0 };
        }
        let (mut best, mut best_move, before) = (-MATE, 0, alpha);
        for number in 0..count {
            let mv = self.pick(ply, &mut ranks[..count], number);
            let score = -self.after(board, sums, mv, |search, board, sums| {
                search.full(board, sums, depth - 1, -beta, -alpha, ply + 1)
            });
            if score > best {
                let plain: Move = mv.into();
                (best, best_move) = (score, plain.to_bits());
                if ply == 0 {
                    self.best = Some(plain);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.reward(board, mv, depth, ply);
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= before => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table[key as usize % TABLE] =
            Entry { key, mv: best_move, score: best as i16, depth: depth as i8, bound };
        best
    }

    /// Searches captures and promotions, if they are better than stopping here, and returns the score for the side to
    /// move.
    fn quiescence(&mut self, board: &mut B, sums: Sums, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.enter(board, sums);
        let mut best = if board.side_to_move() == Color::White { sums.score } else { -sums.score };
        if best >= beta || ply + 1 >= PLIES {
            return best;
        }
        alpha = alpha.max(best);
        self.list(board, ply, true);
        let mut ranks = [0; MOST];
        let count = if self.plan.own_order {
            self.lists[ply].len()
        } else {
            self.rank(board, ply, &mut ranks, |_, _, mover, victim| capture_rank(mover, victim))
        };
        for number in 0..count {
            let mv = if self.plan.own_order {
                self.lists[ply][number]
            } else {
                self.pick(ply, &mut ranks[..count], number)
            };
            let score = -self.after(board, sums, mv, |search, board, sums| {
                search.quiescence(board, sums, -beta, -alpha, ply + 1)
            });
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Counts a node, and returns the key of its position.
    #[inline(always)]
    fn enter(&mut self, board: &B, sums: Sums) -> u64 {
        let key = board.kept_key().unwrap_or_else(|| sums.pieces ^ board.state_key());
        self.tree.nodes += 1;
        self.tree.fingerprint = (self.tree.fingerprint ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key
    }

    /// Writes the moves of a position, or its captures, into the list of a ply.
    ///
    /// One call for each board, as `make` and `unmake` are: inlined at every place, thirty boards would take minutes to
    /// compile.
    #[inline(never)]
    fn list(&mut self, board: &B, ply: usize, captures: bool) {
        let times = if self.plan.again == Again::Generate { 2 } else { 1 };
        for _ in 0..times {
            let list = &mut self.lists[ply];
            if captures { black_box(board).captures(list) } else { black_box(board).legal_moves(list) }
        }
        self.tree.lists += 1;
    }

    /// The piece that moves, and the one on the square to which it goes: for castling, the own rook.
    #[inline(always)]
    fn look_up(&mut self, board: &B, mv: B::Move) -> (Piece, Option<Piece>) {
        let plain: Move = mv.into();
        if self.plan.again == Again::LookUp {
            black_box((black_box(board).mover(mv), black_box(board).piece(plain.to())));
        }
        self.tree.look_ups += 2;
        let mover = board.mover(mv).unwrap_or(Piece::ALL[0]);
        (mover, board.piece(plain.to()))
    }

    /// Ranks the moves of a ply's list, the higher the earlier, and returns their number. An entry has, from the
    /// highest bits to the lowest, the rank, the bits of the move, and the number of the move in the list.
    #[inline(always)]
    fn rank(
        &mut self,
        board: &B,
        ply: usize,
        ranks: &mut [u64; MOST],
        rank: impl Fn(&Self, Move, Piece, Option<Piece>) -> u32,
    ) -> usize {
        let count = self.lists[ply].len();
        for (number, slot) in ranks[..count].iter_mut().enumerate() {
            let mv = self.lists[ply][number];
            let (mover, target) = self.look_up(board, mv);
            let victim = target.filter(|target| target.color() != mover.color());
            let plain: Move = mv.into();
            let rank = rank(self, plain, mover, victim);
            *slot = u64::from(rank) << 32 | u64::from(plain.to_bits()) << 16 | number as u64;
        }
        count
    }

    /// The move with the highest of the ranks from `number` on, which is put in front.
    #[inline(always)]
    fn pick(&self, ply: usize, ranks: &mut [u64], number: usize) -> B::Move {
        let mut highest = number;
        for other in number + 1..ranks.len() {
            if ranks[other] > ranks[highest] {
                highest = other;
            }
        }
        ranks.swap(number, highest);
        self.lists[ply][(ranks[number] & 0xFFFF) as usize]
    }

    /// Makes a move, runs `then` on the position after it, and takes the move back.
    #[inline(always)]
    fn after(
        &mut self,
        board: &mut B,
        sums: Sums,
        mv: B::Move,
        then: impl FnOnce(&mut Self, &mut B, Sums) -> i32,
    ) -> i32 {
        let (mover, target) = self.look_up(board, mv);
        let sums = sums.after(mv.into(), mover, target);
        self.tree.makes += 1;
        if self.plan.copies {
            if self.plan.again == Again::Make {
                make(black_box(&mut board.clone()), mv);
            }
            let mut copy = board.clone();
            make(&mut copy, mv);
            return then(self, &mut copy, sums);
        }
        if self.plan.again == Again::Make {
            let undo = make(black_box(&mut *board), mv);
            unmake(board, mv, undo);
        }
        let undo = make(board, mv);
        let score = then(self, board, sums);
        unmake(board, mv, undo);
        score
    }

    /// Remembers a quiet move that was good enough to end the search of its position, as killer move and in the
    /// history.
    fn reward(&mut self, board: &B, mv: B::Move, depth: i32, ply: usize) {
        let (mover, target) = self.look_up(board, mv);
        let plain: Move = mv.into();
        if target.is_some_and(|target| target.color() != mover.color()) || plain.promotion().is_some() {
            return;
        }
        if self.killers[ply][0] != Some(plain) {
            self.killers[ply] = [Some(plain), self.killers[ply][0]];
        }
        self.history[usize::from(mover.code())][plain.to().index()] += (depth * depth).unsigned_abs();
    }
}

#[inline(never)]
fn make<B: SearchBoard>(board: &mut B, mv: B::Move) -> B::Undo {
    board.make(mv)
}

#[inline(never)]
fn unmake<B: SearchBoard>(board: &mut B, mv: B::Move, undo: B::Undo) {
    board.unmake(mv, undo);
}

/// Room for the moves of any position.
const MOST: usize = 256;

/// The most valuable victim first, and of its captures that by the least valuable piece.
#[inline(always)]
fn capture_rank(mover: Piece, victim: Option<Piece>) -> u32 {
    let victim = victim.map_or(0, |victim| u32::from(victim.role().code()));
    8 * victim + 7 - u32::from(mover.role().code())
}

impl Sums {
    fn of(position: &Position) -> Self {
        let pieces = zobrist::board_key(position.board());
        let squares = position.board().occupied().into_iter();
        let score = squares
            .fold(0, |sum, square| sum + position.piece_at(square).map_or(0, |piece| worth(piece, square)));
        Self { pieces, score }
    }

    /// The sums after `mv` of the piece `mover`; `target` is the piece on the move's target.
    #[inline(always)]
    fn after(mut self, mv: Move, mover: Piece, target: Option<Piece>) -> Self {
        let (us, from, to) = (mover.color(), mv.from(), mv.to());
        self.remove(mover, from);
        match target {
            Some(rook) if rook.color() == us => {
                let side = CastlingSide::of(from, to);
                self.remove(rook, to);
                self.add(mover, side.king_target(us));
                self.add(rook, side.rook_target(us));
                return self;
            }
            Some(victim) => self.remove(victim, to),
            None if mover.role() == Role::Pawn && from.file() != to.file() => {
                self.remove(Role::Pawn.of(!us), Square::new(to.file(), from.rank()));
            }
            None => {}
        }
        self.add(mv.promotion().map_or(mover, |role| role.of(us)), to);
        self
    }

    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.pieces ^= zobrist::key(piece.code(), square);
        self.score += worth(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.pieces ^= zobrist::key(piece.code(), square);
        self.score -= worth(piece, square);
    }
}

/// The value of a piece on a square, below zero for black: material, and a little for the centre.
#[inline(always)]
fn worth(piece: Piece, square: Square) -> i32 {
    WORTH[usize::from(piece.code() & 15)][square.index()]
}

static WORTH: [[i32; 64]; 16] = {
    const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
    const CENTRE: [i32; 6] = [4, 6, 4, 1, 2, -4];
    let mut worth = [[0; 64]; 16];
    let mut code = 2;
    while code < 14 {
        let (role, sign) = (code / 2 - 1, if code % 2 == 0 { 1 } else { -1 });
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let edge = (if file < 4 { file } else { 7 - file }) + (if rank < 4 { rank } else { 7 - rank });
            worth[code][square as usize] = sign * (VALUES[role] + CENTRE[role] * edge);
            square += 1;
        }
        code += 1;
    }
    worth
};
