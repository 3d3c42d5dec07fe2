//! The search of the example engine on every board, so that boards are compared at the work of an engine and not only
//! at perft.
//!
//! 1. [`search`] deepens ply by ply. All boards are asked through the engine's `OnBoard`, also [`Position`], so that no
//!    board has a step that others leave out.
//! 2. Moves of equal rank are tried in the order of their bits, not as a board happens to list them. So every board
//!    searches the **same tree**, which [`Tree::fingerprint`] proves: it depends on the moves made and their order.
//! 3. `Measured` is a layer between search and board. It counts, makes moves on copies if [`Plan::copies`], and does
//!    one kind of work twice if [`Plan::again`]: the time that this adds is what that work takes.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::mpsc;

use quadbit_classics::{Board, SearchBoard};
use quadbit_movegen::uci::Go;
use quadbit_movegen::{Move, MoveList, Position};
use quadbit_x88::{Color, Piece, Square};

#[path = "../../crates/classics/examples/engine/search.rs"]
mod engine;
#[path = "../../crates/classics/examples/engine/evaluate.rs"]
mod evaluate;
#[path = "../../crates/classics/examples/engine/node.rs"]
mod node;
#[path = "../../crates/classics/examples/engine/on_board.rs"]
mod on_board;
#[path = "../../crates/classics/examples/engine/order.rs"]
mod order;
#[path = "../../crates/classics/examples/engine/table.rs"]
mod table;

use node::Node;
use on_board::OnBoard;

/// How a search is made: its depth, and what is varied for a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The depth in plies, before the quiescence search begins.
    pub depth: u8,
    /// Whether a copy of the board is kept and put back, instead of taking a move back.
    pub copies: bool,
    /// The work that is done twice, so that the time that this adds shows what the work takes.
    pub again: Again,
}

impl Plan {
    /// Returns the plan of a search to `depth` that makes moves and takes them back, and does nothing twice.
    pub const fn to(depth: u8) -> Self {
        Self { depth, copies: false, again: Again::Nothing }
    }
}

/// The kind of work that a search does twice, so that its share of the time can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Nothing is done twice.
    Nothing,
    /// Each move is made and taken back once before it is made for the search; with copied boards, on one more copy.
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
    /// A number made of all moves in the order in which they were made: equal for equal trees.
    pub fingerprint: u64,
    /// The score for the side to move, in hundredths of a pawn.
    pub score: i32,
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
}

/// Searches `position` on a board of type `B`, deepening ply by ply to the depth of `plan`.
pub fn search<B: SearchBoard>(position: &Position, plan: Plan) -> Tree {
    let mut root = OnBoard::<Measured<B>>::from_position(position);
    root.board.plan = plan;
    let mut search = engine::Search::new(table::Table::new(1), mpsc::channel().1);
    let go = Go { depth: Some(plan.depth.into()), ..Go::default() };
    let found = search.think(&mut root, go, |_, _| ());
    debug_assert_eq!(search.next_line(), None, "no GUI talks to this search");
    let score = found.map_or(0, |found| found.score.into());
    let best = found.map(|found| found.mv.into());
    Tree { nodes: search.nodes, score, best, ..root.board.counts.get() }
}

/// A board that works as a [`Plan`] says and counts its work.
#[derive(Clone)]
struct Measured<B> {
    board: B,
    plan: Plan,
    counts: Cell<Tree>,
}

impl<B> Measured<B> {
    #[inline]
    fn count(&self, add: impl FnOnce(&mut Tree)) {
        let mut counts = self.counts.get();
        add(&mut counts);
        self.counts.set(counts);
    }

    /// Runs `work`; twice, if `kind` is the work that the plan does again.
    #[inline(always)]
    fn run<T>(&self, kind: Again, work: impl Fn(&B) -> T) -> T {
        if self.plan.again == kind {
            black_box(work(black_box(&self.board)));
        }
        work(&self.board)
    }
}

/// What is kept before a move to take it back: what the board needs for this, or a copy of the board.
enum Before<B: SearchBoard> {
    Undo(B::Undo),
    Copy(B),
}

impl<B: SearchBoard> Board for Measured<B> {
    type Move = B::Move;
    type Undo = Before<B>;

    fn from_position(position: &Position) -> Self {
        Self { board: B::from_position(position), plan: Plan::to(0), counts: Cell::default() }
    }

    fn legal_moves(&self, list: &mut MoveList<B::Move>) {
        self.count(|tree| tree.lists += 1);
        for _ in 0..if self.plan.again == Again::Generate { 2 } else { 1 } {
            black_box(&self.board).legal_moves(list);
        }
    }

    fn make(&mut self, mv: B::Move) -> Before<B> {
        let plain: Move = mv.into();
        self.count(|tree| {
            tree.makes += 1;
            let mixed = tree.fingerprint ^ u64::from(plain.to_bits());
            tree.fingerprint = mixed.rotate_left(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        });
        let is_twice = self.plan.again == Again::Make;
        if self.plan.copies {
            if is_twice {
                black_box(&mut self.board.clone()).make(mv);
            }
            let before = self.board.clone();
            self.board.make(mv);
            return Before::Copy(before);
        }
        if is_twice {
            let undo = black_box(&mut self.board).make(mv);
            black_box(&mut self.board).unmake(mv, undo);
        }
        Before::Undo(self.board.make(mv))
    }

    fn unmake(&mut self, mv: B::Move, before: Before<B>) {
        match before {
            Before::Undo(undo) => self.board.unmake(mv, undo),
            Before::Copy(board) => self.board = board,
        }
    }
}

impl<B: SearchBoard> SearchBoard for Measured<B> {
    fn captures(&self, list: &mut MoveList<B::Move>) {
        self.count(|tree| tree.lists += 1);
        for _ in 0..if self.plan.again == Again::Generate { 2 } else { 1 } {
            black_box(&self.board).captures(list);
        }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    #[inline(always)]
    fn piece(&self, square: Square) -> Option<Piece> {
        self.count(|tree| tree.look_ups += 1);
        self.run(Again::LookUp, |board| board.piece(square))
    }

    #[inline(always)]
    fn mover(&self, mv: B::Move) -> Option<Piece> {
        self.count(|tree| tree.look_ups += 1);
        self.run(Again::LookUp, |board| board.mover(mv))
    }

    #[inline(always)]
    fn state_key(&self) -> u64 {
        self.board.state_key()
    }

    #[inline(always)]
    fn kept_key(&self) -> Option<u64> {
        self.board.kept_key()
    }
}
