//! The UCI options of `quadbit uci`.

use std::io::{self, Write};

use quadbit_movegen::CastlingStyle;
use quadbit_nibble::simd::Level;
use quadbit_perft::Counter;

use crate::counting;
use crate::whole::whole;

/// The values of the options, and the perft counter that is made with these values.
pub(super) struct Options {
    hash: usize,
    threads: u16,
    chess960: bool,
    counter: Counter,
}

/// The largest value of `Hash` in megabytes: a terabyte.
const MOST_HASH: usize = 1 << 20;

impl Options {
    /// The options at the start, with castling written in `style`.
    pub(super) fn new(style: CastlingStyle) -> Self {
        let chess960 = style == CastlingStyle::Chess960;
        Self { hash: 0, threads: 1, chess960, counter: Counter::new(Level::auto()) }
    }

    pub(super) fn list(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "option name Hash type spin default 0 min 0 max {MOST_HASH}")?;
        writeln!(out, "option name Threads type spin default 1 min 1 max {}", Counter::MOST_THREADS)?;
        writeln!(out, "option name UCI_Chess960 type check default {}", self.chess960)
    }

    /// Obeys `setoption name N value V`. Case matters in neither names nor values; unknown names are ignored, as the
    /// protocol asks.
    ///
    /// # Errors
    /// The name of the option, and why its value is refused; the option keeps its old value.
    pub(super) fn set(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace().skip(1);
        if words.next() != Some("name") {
            return Ok(());
        }
        let name = words.by_ref().take_while(|word| *word != "value").collect::<Vec<_>>().join(" ");
        let value = words.collect::<Vec<_>>().join(" ");
        let refused = |why: String| format!("{name}: `{value}` is {why}");
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.count_with(whole(0..=MOST_HASH)(&value).map_err(refused)?, self.threads),
            "threads" => {
                self.count_with(self.hash, whole(1..=Counter::MOST_THREADS)(&value).map_err(refused)?)
            }
            "uci_chess960" => {
                self.chess960 = value
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| refused("not true or false".to_owned()))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Makes a new counter with `threads` threads and an empty table of `hash` megabytes.
    ///
    /// # Errors
    /// The system does not provide the memory or the threads. The counter then has the old values and an empty table;
    /// if the system does not provide these any more either, it has one thread and no table.
    fn count_with(&mut self, hash: usize, threads: u16) -> Result<(), String> {
        // The old table is freed first, because there may not be enough memory for both.
        self.counter = Counter::new(Level::auto());
        let counter = counting::counter(Level::auto(), threads, hash);
        if counter.is_ok() {
            (self.hash, self.threads) = (hash, threads);
        } else {
            self.counter = counting::counter(Level::auto(), self.threads, self.hash)?;
        }
        self.counter = counter?;
        Ok(())
    }

    /// Obeys `ucinewgame`: empties the table.
    pub(super) fn forget(&mut self) {
        self.counter.rekey();
    }

    pub(super) fn counter(&self) -> &Counter {
        &self.counter
    }

    pub(super) fn castling_style(&self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }
}
