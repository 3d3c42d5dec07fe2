//! How positions are counted: the options that perft and suite share.

use quadbit_movegen::Level;
use quadbit_perft::Counter;

use crate::failure::Failure;
use crate::memory;

/// How to count.
#[derive(clap::Args)]
pub(crate) struct Counting {
    /// Make the moves of the last ply too, and do not only count them; one position at a time, so at no level
    #[arg(long, conflicts_with = "level")]
    no_bulk: bool,

    /// Count on N threads; 0 takes as many as the machine runs at once
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(0..=i64::from(Counter::MOST_THREADS)),
        allow_negative_numbers = true
    )]
    threads: u16,

    /// Keep counts in a table of MB megabytes; 0 keeps none
    #[arg(long, value_name = "MB", default_value_t = 0, allow_negative_numbers = true)]
    hash: usize,

    /// Count twice, with different keys in the table, and compare
    #[arg(long)]
    verify: bool,

    /// The vector instructions to use: auto, fallback, sse2, sse4.2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    level: Level,
}

impl Counting {
    /// A counter with all that was asked for, or what of it cannot be had.
    pub(crate) fn counter(&self) -> Result<Counter, Failure> {
        if self.no_bulk && self.hash > 0 {
            let why = "--no-bulk makes every leaf, and a table (--hash) leaves most of them out";
            return Err(Failure::Input(why.to_owned()));
        }
        let counter =
            counter(self.level, self.threads, self.hash).map_err(|why| Failure::Input(format!("--{why}")))?;
        Ok(if self.no_bulk { counter.with_leaves_made() } else { counter })
    }

    /// The level of the instructions that count: what is not counted in lanes has that of the build.
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

/// A counter on so many threads, with a table of so many megabytes, if it is not 0.
///
/// # Errors
/// Which of the two cannot be had, and why.
pub(crate) fn counter(level: Level, threads: u16, hash: usize) -> Result<Counter, String> {
    let counter = Counter::new(level).with_threads(threads).map_err(|error| format!("threads: {error}"))?;
    if hash == 0 {
        return Ok(counter);
    }
    let table = memory::table(hash).map_err(|error| format!("hash: a table of {hash} MB: {error}"))?;
    Ok(counter.with_table(table))
}
