//! How positions are counted: the options that `perft` and `suite` share.

use std::num::NonZero;
use std::thread;

use quadbit_movegen::Level;
use quadbit_perft::{Counter, TableError, ThreadsError};

use crate::failure::Failure;
use crate::memory;
use crate::room::has_room;

/// How to count.
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
        value_parser = clap::value_parser!(u16).range(0..=i64::from(Counter::MOST_THREADS)),
        allow_negative_numbers = true
    )]
    threads: u16,

    /// Keep counts in a hash table of MB megabytes; 0 means no table
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 0,
        value_parser = megabytes,
        allow_negative_numbers = true
    )]
    hash: usize,

    /// Count twice, with different keys for the hash table, and compare
    #[arg(long)]
    verify: bool,

    /// Vector instructions: auto, fallback, sse2, sse4.2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    level: Level,
}

impl Counting {
    /// The counter that the options ask for.
    pub(crate) fn counter(&self) -> Result<Counter, Failure> {
        if self.no_bulk && self.hash > 0 {
            let why = "--no-bulk makes every leaf move, but a table (--hash) would skip most of them";
            return Err(Failure::Input(why.to_owned()));
        }
        let counter =
            counter(self.level, self.threads, self.hash).map_err(|why| Failure::Input(format!("--{why}")))?;
        Ok(if self.no_bulk { counter.with_leaves_made() } else { counter })
    }

    /// The level of the instructions that count. Without bulk counting it is the one that the build promises.
    pub(crate) fn level(&self) -> Level {
        if self.no_bulk { Level::baseline() } else { self.level }
    }

    pub(crate) fn hash(&self) -> usize {
        self.hash
    }

    pub(crate) fn verify(&self) -> bool {
        self.verify
    }
}

/// A counter with this many threads and a table of this many megabytes; 0 means no table.
///
/// # Errors
/// Why the system does not provide the threads or the memory.
pub(crate) fn counter(level: Level, threads: u16, hash: usize) -> Result<Counter, String> {
    let asked = match threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        asked => asked.into(),
    };
    if asked > 1 && !has_room(asked) {
        return Err(format!("threads: {}", ThreadsError::System));
    }
    let counter = Counter::new(level).with_threads(threads).map_err(|error| format!("threads: {error}"))?;
    if hash == 0 {
        return Ok(counter);
    }
    let table = memory::table(hash).map_err(|error| format!("hash: {error}"))?;
    if !has_room(0) {
        return Err(format!("hash: {}", TableError { megabytes: hash }));
    }
    Ok(counter.with_table(table))
}

/// The value of `--hash`.
fn megabytes(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("not a number of megabytes from 0 to {}", usize::MAX))
}
