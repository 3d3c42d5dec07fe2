//! The options of counting that `perft`, `suite` and `units run` share.
//!
//! 1. The options are read; those that the board does not support are refused, with their names.
//! 2. Memory is tried before work begins: for the table, for the threads.
//! 3. The counter that the options ask for is made.
//!
//! An option that the board or the machine does not support is an error, and not ignored.

use std::num::NonZero;
use std::thread;

use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, StatisticsCounter, StatisticsTable, TableError, ThreadsError};

use crate::board::{Board, BoardCounter};
use crate::failure::Failure;
use crate::level::level;
use crate::memory;
use crate::room::has_room;
use crate::whole::whole;

/// The options of counting.
#[derive(clap::Args)]
pub(crate) struct Counting {
    /// Make every leaf move instead of bulk counting (slow; cannot be combined with --level)
    #[arg(long, conflicts_with = "level")]
    no_bulk: bool,

    /// Count on N threads; 0 uses every core
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole(0..=Counter::MOST_THREADS),
        allow_negative_numbers = true
    )]
    threads: u16,

    /// Keep counts in a hash table of MB megabytes; 0 means no table
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 0,
        value_parser = whole(0..=MOST_MEGABYTES),
        allow_negative_numbers = true
    )]
    pub(crate) hash: usize,

    /// Count twice, with different keys for the hash table, and compare
    #[arg(long)]
    pub(crate) verify: bool,

    /// Vector instructions: auto (the default), fallback, sse2, sse4.2, avx2, avx512, neon or wasm
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,

    /// Count with this board; most support neither --level nor --threads nor --hash
    #[arg(long, value_enum, value_name = "BOARD", default_value_t = Board::Quad)]
    pub(crate) board: Board,
}

/// The options of commands that share blocks of a file among threads.
#[derive(clap::Args)]
pub(crate) struct Work {
    /// Work on N threads; 0 uses every core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=MOST_THREADS))]
    threads: u16,

    /// Vector instructions to use: auto, fallback, sse2, sse4.2, avx2, avx512, neon or wasm
    #[arg(long, default_value = "auto", value_parser = level)]
    pub(crate) level: Level,
}

/// The largest number of threads that [`Work`] may ask for.
const MOST_THREADS: u16 = 1024;

impl Work {
    /// The number of threads: as many as were asked for, or one for each core if that was 0; at most [`MOST_THREADS`].
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads, MOST_THREADS)
    }
}

impl Counting {
    /// The counter that the options ask for. An error if the board does not support one of them, if `--no-bulk` comes
    /// with `--hash`, or if the system does not provide the threads or the memory.
    pub(crate) fn counter(&self) -> Result<BoardCounter, Failure> {
        let is_quad = self.board == Board::Quad;
        let asked = [
            (self.level.is_some(), self.board.has_levels(), "--level"),
            (self.threads != 1, is_quad, "--threads"),
            (self.hash > 0, is_quad, "--hash"),
        ];
        for (is_asked, is_supported, option) in asked {
            if is_asked && !is_supported {
                let board = self.board.name();
                return Err(Failure::Input(format!("{option}: the board {board} does not support it")));
            }
        }
        if let Board::Classic(classic) = self.board {
            return Ok(BoardCounter::Classic { classic, level: self.level(), bulk: !self.no_bulk });
        }
        if self.no_bulk && self.hash > 0 {
            let why = "--no-bulk makes every leaf move, but a table (--hash) would skip most of them";
            return Err(Failure::Input(why.to_owned()));
        }
        let counter = counter(self.level.unwrap_or_else(Level::auto), self.threads, self.hash)
            .map_err(|why| Failure::Input(format!("--{why}")))?;
        Ok(BoardCounter::Quad(Box::new(if self.no_bulk { counter.with_leaves_made() } else { counter })))
    }

    /// The counter of statistics that the options ask for. An error with another board than `quad`, or if the system
    /// does not provide the threads or the memory.
    pub(crate) fn statistics_counter(&self) -> Result<StatisticsCounter, Failure> {
        if self.board != Board::Quad {
            let board = self.board.name();
            return Err(Failure::Input(format!("--stats: the board {board} does not support it")));
        }
        let counter = StatisticsCounter::new(self.level.unwrap_or_else(Level::auto));
        let (with_threads, with_table) = (StatisticsCounter::with_threads, StatisticsCounter::with_table);
        equipped(counter, (self.threads, self.hash), with_threads, StatisticsTable::new, with_table)
            .map_err(|why| Failure::Input(format!("--{why}")))
    }

    /// The level that is used for counting. For boards without levels, and for `quad` without bulk counting, it is the
    /// lowest one that this build has, [`Level::baseline`].
    pub(crate) fn level(&self) -> Level {
        let is_chosen = self.board.has_levels() && !(self.no_bulk && self.board == Board::Quad);
        if is_chosen { self.level.unwrap_or_else(Level::auto) } else { Level::baseline() }
    }

    /// The number of threads that count: as many as were asked for, or one for each core if that was 0; at most
    /// [`Counter::MOST_THREADS`].
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads, Counter::MOST_THREADS)
    }
}

/// Returns `asked`; for 0, the number of processors, but at most `most`.
pub(crate) fn threads(asked: u16, most: u16) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get).min(most.into()),
        asked => asked.into(),
    }
}

/// Makes a counter with `threads` threads and a table of `hash` megabytes; 0 threads mean one for each core, and 0
/// megabytes no table.
///
/// # Errors
/// The system does not provide the threads or the memory.
pub(crate) fn counter(level: Level, threads: u16, hash: usize) -> Result<Counter, String> {
    let counter = Counter::new(level);
    equipped(counter, (threads, hash), Counter::with_threads, memory::table, Counter::with_table)
}

/// Gives `counter` its threads and a table of `hash` megabytes by the functions of its type, if there is enough memory;
/// 0 threads mean one for each processor, and 0 megabytes no table.
fn equipped<C, T>(
    counter: C,
    (threads, hash): (u16, usize),
    with_threads: impl FnOnce(C, u16) -> Result<C, ThreadsError>,
    table: impl FnOnce(usize) -> Result<T, TableError>,
    with_table: impl FnOnce(C, T) -> C,
) -> Result<C, String> {
    let count = self::threads(threads, Counter::MOST_THREADS);
    if count > 1 && !has_room(count) {
        return Err(format!("threads: {}", ThreadsError::System));
    }
    let counter = with_threads(counter, threads).map_err(|error| format!("threads: {error}"))?;
    if hash == 0 {
        return Ok(counter);
    }
    let table = table(hash).map_err(|error| format!("hash: {error}"))?;
    if has_room(0) {
        Ok(with_table(counter, table))
    } else {
        Err(format!("hash: {}", TableError { megabytes: hash }))
    }
}

/// The largest hash table in megabytes: its bytes can be counted by a `usize`.
const MOST_MEGABYTES: usize = usize::MAX >> 20;

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::{Board, Counting, Level};

    #[test]
    fn the_level_is_that_of_the_build_where_there_is_no_choice() {
        let (lowest, build) = (Level::available().next().unwrap(), Level::baseline());
        for (board, no_bulk, expected) in [
            ("quad", false, lowest),
            ("quad", true, build),
            ("fill", false, lowest),
            ("fill", true, lowest),
            ("mailbox", false, build),
            ("mailbox", true, build),
        ] {
            let board = Board::from_str(board, false).unwrap();
            let level = Some(lowest);
            let counting = Counting { no_bulk, threads: 1, hash: 0, verify: false, level, board };
            assert_eq!(counting.level(), expected, "{board:?}, {no_bulk}");
        }
    }
}
