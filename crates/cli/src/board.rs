//! The option `--board`: which data structure generates the moves.
//!
//! 1. A name becomes a [`Board`]: the project's own, or a classic one.
//! 2. [`BoardCounter`] counts with a board. It refuses nothing: options that the board does not support have been
//!    refused before.
//! 3. [`Divide`] is compiled for each board, and all counts with classic boards are built on it, so that they go the
//!    same way on all of them. The project's own board has a [`Counter`] with levels, threads and a table.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use quadbit_classics::{Classic, Task};
use quadbit_movegen::{Move, Position};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, Progress};

use crate::divided;

/// A board that the option `--board` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Board {
    /// The project's own board, `Position`, which also counts several positions at once in vectors.
    Quad,
    /// A board from the literature.
    Classic(Classic),
}

/// All boards: `quad` first, then the classic ones in their own order.
const ALL: [Board; Classic::ALL.len() + 1] = const_array!(Classic::ALL.len() + 1, |n| match n {
    0 => Board::Quad,
    _ => Board::Classic(Classic::ALL[n - 1]),
});

impl ValueEnum for Board {
    fn value_variants<'a>() -> &'a [Self] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl Board {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quad => "quad",
            Self::Classic(classic) => classic.name(),
        }
    }

    /// Whether counts with this board use vector instructions, whose set (level) can be chosen.
    pub(crate) fn has_levels(self) -> bool {
        match self {
            Self::Quad => true,
            Self::Classic(classic) => classic.has_levels(),
        }
    }

    /// The sizes of a board and of one of its moves, in bytes.
    pub(crate) fn sizes(self) -> (usize, usize) {
        self.run(Level::baseline(), Sizes)
    }

    /// The number of nodes below each move, counted without a table or threads. Boards without levels ignore the level,
    /// and so does `quad`, whose positions are counted one at a time here.
    pub(crate) fn divide(self, level: Level, count: Divide<'_>) -> Vec<(Move, u128)> {
        self.run(level, count)
    }

    fn run<T: Task>(self, level: Level, task: T) -> T::Output {
        match self {
            Self::Quad => task.run(|&position: &Position| position),
            Self::Classic(classic) => classic.run_at(level, task),
        }
    }

    /// The legal moves of a position as this board finds them.
    pub(crate) fn legal_moves(self, position: &Position) -> Vec<Move> {
        let one_ply = Divide { position, depth: 1, bulk: true, progress: &Progress::new() };
        self.divide(Level::auto(), one_ply).into_iter().map(|(mv, _)| mv).collect()
    }
}

/// A counter that uses a chosen board.
pub(crate) enum BoardCounter {
    /// The project's own board, with levels, threads and a table.
    Quad(Box<Counter>),
    /// A classic board: bulk counting or not, and a level where the board has levels.
    Classic { classic: Classic, level: Level, bulk: bool },
}

impl BoardCounter {
    /// A counter that uses `board`, with bulk counting and without threads or a table.
    pub(crate) fn new(board: Board) -> Self {
        match board {
            Board::Quad => Self::Quad(Box::new(Counter::new(Level::auto()))),
            Board::Classic(classic) => Self::Classic { classic, level: Level::auto(), bulk: true },
        }
    }

    /// The number of nodes `depth` plies below `position`.
    pub(crate) fn perft(&self, position: &Position, depth: u8) -> u128 {
        divided::total(&self.divide(position, depth), depth)
    }

    /// The number of nodes below each move, `depth` plies below `position`.
    pub(crate) fn divide(&self, position: &Position, depth: u8) -> Vec<(Move, u128)> {
        self.divide_watched(position, depth, &Progress::new())
    }

    /// The number of nodes below each move, `depth` plies below `position`, while another thread shows `progress`.
    pub(crate) fn divide_watched(
        &self,
        position: &Position,
        depth: u8,
        progress: &Progress,
    ) -> Vec<(Move, u128)> {
        match *self {
            Self::Quad(ref counter) => counter.divide(position, depth, progress),
            Self::Classic { classic, level, bulk } => {
                Board::Classic(classic).divide(level, Divide { position, depth, bulk, progress })
            }
        }
    }

    /// Empties the hash table, if the board has one, and changes its keys, so that a second count very probably does
    /// not repeat an error that came from equal keys.
    pub(crate) fn rekey(&mut self) {
        if let Self::Quad(counter) = self {
            counter.rekey();
        }
    }

    pub(crate) fn threads(&self) -> usize {
        match self {
            Self::Quad(counter) => counter.threads(),
            Self::Classic { .. } => 1,
        }
    }
}

struct Sizes;

impl Task for Sizes {
    type Output = (usize, usize);

    fn run<B: quadbit_classics::Board + Send + Sync>(self, _: impl Fn(&Position) -> B) -> Self::Output {
        (size_of::<B>(), size_of::<B::Move>())
    }
}

/// Counts below each move on a board of any type. [`Task::run`] is compiled once for each board, so all other counts
/// with classic boards are built on this one.
#[derive(Clone, Copy)]
pub(crate) struct Divide<'a> {
    pub(crate) position: &'a Position,
    pub(crate) depth: u8,
    /// Whether moves of the last ply are counted, not made.
    pub(crate) bulk: bool,
    pub(crate) progress: &'a Progress,
}

impl Task for Divide<'_> {
    type Output = Vec<(Move, u128)>;

    fn run<B: quadbit_classics::Board + Send + Sync>(self, set_up: impl Fn(&Position) -> B) -> Self::Output {
        let Self { position, depth, bulk, progress } = self;
        quadbit_classics::divide(&set_up(position), depth, bulk, |mv, nodes, moves| {
            progress.add_one_of(moves, mv, nodes);
        })
    }
}
