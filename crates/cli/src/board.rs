//! The option `--board`: which data structure generates the moves.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use quadbit_classics::{Classic, Task};
use quadbit_movegen::{Board as _, Feature, Level, Move, Position};
use quadbit_perft::{Counter, Disagreement, Progress, divide_watched, divide_watched_without_bulk};

/// A board that a name chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Board {
    /// The project's own board, with vectors of boards.
    Quad,
    /// A board from the literature.
    Classic(Classic),
}

/// `quad` first, then the others in their own order.
const ALL: [Board; Classic::ALL.len() + 1] = {
    let mut all = [Board::Quad; Classic::ALL.len() + 1];
    let mut i = 0;
    while i < Classic::ALL.len() {
        all[i + 1] = Board::Classic(Classic::ALL[i]);
        i += 1;
    }
    all
};

/// The names. With the feature `forms`, the forms of a board are accepted too, but not listed.
impl ValueEnum for Board {
    fn value_variants<'a>() -> &'a [Self] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let is_form = matches!(self, Self::Classic(classic) if classic.is_form());
        Some(PossibleValue::new(self.name()).hide(is_form))
    }
}

impl Board {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quad => Position::NAME,
            Self::Classic(classic) => classic.name(),
        }
    }

    pub(crate) fn features(self) -> &'static [Feature] {
        match self {
            Self::Quad => Position::FEATURES,
            Self::Classic(classic) => classic.features(),
        }
    }

    /// The sizes of a board and of one of its moves, in bytes.
    pub(crate) fn sizes(self) -> (usize, usize) {
        self.run(Level::baseline(), Sizes)
    }

    /// The nodes below each move, counted without a table or threads. The error says why the board cannot
    /// hold the position. Boards without levels ignore the level.
    pub(crate) fn divide(self, level: Level, count: Divide<'_>) -> Result<Vec<(Move, u128)>, String> {
        self.run(level, count)
    }

    fn run<T: Task>(self, level: Level, task: T) -> T::Output {
        match self {
            Self::Quad => task.run::<Position>(),
            Self::Classic(classic) => classic.run_at(level, task),
        }
    }

    /// The legal moves of a position as this board finds them. The error says why it
    /// cannot hold the position.
    pub(crate) fn legal_moves(self, position: &Position) -> Result<Vec<Move>, String> {
        let one_ply = Divide { position, depth: 1, bulk: true, progress: &Progress::new() };
        let moves = self.divide(Level::auto(), one_ply)?;
        Ok(moves.into_iter().map(|(mv, _)| mv).collect())
    }
}

/// A counter that uses a chosen board.
pub(crate) enum BoardCounter {
    /// With levels, threads and a table.
    Quad(Box<Counter>),
    /// With only bulk counting, and a level where the board has levels.
    Classic { classic: Classic, level: Level, bulk: bool },
}

impl BoardCounter {
    /// A counter with the board's defaults.
    pub(crate) fn new(board: Board) -> Self {
        match board {
            Board::Quad => Self::Quad(Box::new(Counter::new(Level::auto()))),
            Board::Classic(classic) => Self::Classic { classic, level: Level::auto(), bulk: true },
        }
    }

    /// The nodes at a depth. The error says why the board cannot hold the position.
    pub(crate) fn perft(&self, position: &Position, depth: u8) -> Result<u128, String> {
        match self {
            Self::Quad(counter) => Ok(counter.perft(position, depth)),
            Self::Classic { .. } if depth == 0 => Ok(1),
            Self::Classic { .. } => Ok(self.divide(position, depth)?.iter().map(|&(_, nodes)| nodes).sum()),
        }
    }

    /// The nodes below each move. The error says why the board cannot hold the position.
    pub(crate) fn divide(&self, position: &Position, depth: u8) -> Result<Vec<(Move, u128)>, String> {
        self.divide_watched(position, depth, &Progress::new())
    }

    /// The same as [`divide`](Self::divide), while another thread shows the progress.
    pub(crate) fn divide_watched(
        &self,
        position: &Position,
        depth: u8,
        progress: &Progress,
    ) -> Result<Vec<(Move, u128)>, String> {
        match *self {
            Self::Quad(ref counter) => Ok(counter.divide_watched(position, depth, progress)),
            Self::Classic { classic, level, bulk } => {
                Board::Classic(classic).divide(level, Divide { position, depth, bulk, progress })
            }
        }
    }

    /// Counts again, with other keys if there is a table, and returns the first move whose counts differ.
    pub(crate) fn disagreement(
        &mut self,
        position: &Position,
        depth: u8,
        counts: &[(Move, u128)],
    ) -> Result<Option<Disagreement>, String> {
        if let Self::Quad(counter) = self {
            return Ok(counter.verify(position, depth, counts).err());
        }
        let again = self.divide(position, depth)?;
        let mut pairs = counts.iter().zip(again);
        let differing = pairs.find(|(one, two)| *one != two);
        Ok(differing.map(|(&(mv, first), (_, second))| Disagreement { mv, first, second }))
    }

    /// Empties the table, if there is one, and changes its keys.
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

    fn run<B: quadbit_movegen::Board + Send + Sync>(self) -> Self::Output {
        (B::BYTES, size_of::<B::Move>())
    }
}

/// Counts on a board. This is the only function that is compiled for each board; everything
/// else is built on it.
#[derive(Clone, Copy)]
pub(crate) struct Divide<'a> {
    pub(crate) position: &'a Position,
    pub(crate) depth: u8,
    /// Whether moves of the last ply are counted, not made.
    pub(crate) bulk: bool,
    pub(crate) progress: &'a Progress,
}

impl Task for Divide<'_> {
    type Output = Result<Vec<(Move, u128)>, String>;

    fn run<B: quadbit_movegen::Board + Send + Sync>(self) -> Self::Output {
        let Self { position, depth, bulk, progress } = self;
        let board = B::from_position(position).map_err(|error| format!("--board: {}: {error}", B::NAME))?;
        Ok(if bulk {
            divide_watched(&board, depth, progress)
        } else {
            divide_watched_without_bulk(&board, depth, progress)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, BoardCounter, Classic, Position};

    #[test]
    fn a_wrong_count_is_found() {
        let position = Position::start();
        for board in [Board::Quad, Board::Classic(Classic::ALL[0])] {
            let mut counter = BoardCounter::new(board);
            let mut counts = counter.divide(&position, 2).unwrap();
            assert!(counter.disagreement(&position, 2, &counts).unwrap().is_none());
            counts[3].1 += 1;
            let found = counter.disagreement(&position, 2, &counts).unwrap().unwrap();
            assert_eq!((found.mv, found.first, found.second), (counts[3].0, 21, 20), "{board:?}");
        }
    }
}
