//! `quadbit pack`: converts packed positions from one format to another.

mod input;
mod job;
mod kind;
mod output;
mod stats;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use quadbit_inputs::pattern::Rule;
use quadbit_movegen::{Color, GameResult, Level, Validity};
use quadbit_pack::{Field, Fields, Format, binpack};

use crate::bar::{Bar, estimate};
use crate::failure::Failure;
use crate::level::level;
use crate::room::has_room;
use input::Input;
use job::{Done, Job};
use kind::Kind;
use output::Output;
use stats::Stats;

/// Convert packed positions from one format to another
///
/// A position that does not fit the output format is refused, unless --drop allows its fields to be lost. Bad
/// records are reported by number, counted from 1, and skipped. Games of PGN and viriformat become one
/// position for each move. Compressed input (.zst) is decompressed. White is always to move in bulletformat:
/// a position with black to move is flipped, with colours exchanged.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Format of the input
    #[arg(long, value_enum, value_name = "KIND")]
    from: Kind,

    /// Format of the output
    #[arg(long, value_enum, value_name = "KIND", required_unless_present = "stats")]
    to: Option<Kind>,

    /// File to read; `-` is standard input
    #[arg(value_name = "IN", default_value = "-")]
    input: PathBuf,

    /// File to write (all or nothing); `-` is standard output
    #[arg(value_name = "OUT", default_value = "-", conflicts_with = "stats")]
    output: PathBuf,

    /// Fields to drop if the format cannot hold them: castling, ep, clocks, score, result,
    /// extra, move, ply or all
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    drop: Vec<Droppable>,

    /// Score for positions without one, in centipawns from white's view
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    score: Option<i16>,

    /// Result for positions without one, from white's view: 1.0, 0.5 or 0.0
    #[arg(long, value_parser = result)]
    result: Option<GameResult>,

    /// Keep only positions that match a rule, such as `Qq=0`, `N@d5e5`, `*<=7`, `check` or
    /// `white`; may be repeated
    #[arg(long = "where", value_name = "RULE")]
    rules: Vec<Rule>,

    /// Print statistics of the input instead of converting it
    #[arg(long, conflicts_with = "to")]
    stats: bool,

    /// Count repeated positions (takes 8 to 16 bytes of memory per position)
    #[arg(long, requires = "stats")]
    duplicates: bool,

    /// Work on N threads; 0 uses every core
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: u16,

    /// Vector instructions to use: auto, fallback, sse2, sse4.2, avx2, avx512, neon or wasm
    #[arg(long, default_value = "auto", value_parser = level)]
    level: Level,

    /// Accept positions that no game can reach
    #[arg(long)]
    relaxed: bool,
}

/// A value of `--drop`.
#[derive(Clone, Copy)]
struct Droppable(Fields);

impl std::str::FromStr for Droppable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(Fields::ALL)),
            _ => match text.parse::<Field>() {
                Ok(field) => Ok(Self(Fields::NONE.with(field))),
                Err(error) => Err(format!("{error}, or all")),
            },
        }
    }
}

/// The value of `--result`.
fn result(text: &str) -> Result<GameResult, &'static str> {
    match text {
        "1.0" => Ok(GameResult::Win(Color::White)),
        "0.5" => Ok(GameResult::Draw),
        "0.0" => Ok(GameResult::Win(Color::Black)),
        _ => Err("a result is 1.0, 0.5 or 0.0"),
    }
}

/// The number of bad records that are reported; the others are only counted.
const NAMED: u64 = 20;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let to = match args.to {
        Some(Kind::Pgn) => {
            return Err(Failure::Input("--to: pgn can be read but not written".to_owned()));
        }
        Some(Kind::Records(format)) => Some(format),
        None => None,
    };
    let threads = threads(args.threads)?;
    let job = Job {
        from: args.from,
        to,
        rules: &args.rules,
        may_drop: args.drop.iter().fold(Fields::NONE, |all, Droppable(fields)| all.union(*fields)),
        score: args.score,
        result: args.result,
        duplicates: args.duplicates,
        validity: if args.relaxed { Validity::Relaxed } else { Validity::Strict },
        level: args.level,
    };
    let mut input = Input::open(&args.input, args.from)?;
    let mut output = match to {
        Some(format) => Some(Output::create(&args.output, format)?),
        None => None,
    };
    let mut chains = (to == Some(Format::Binpack)).then(binpack::Writer::new);
    let mut bar = Bar::new();
    let mut tally = Tally::default();
    while let Some(mut blocks) = input.blocks(threads)? {
        for mut done in in_parallel(&job, &mut blocks)? {
            if let Some(chains) = &mut chains {
                done.write_chains(chains, job.may_drop);
            }
            tally.add(&done)?;
            if let Some(output) = &mut output {
                output.write(&done.bytes)?;
            }
        }
        draw(&mut bar, &input);
    }
    drop(bar);
    if let Some(mut output) = output {
        if let Some(chains) = chains {
            let mut last = Vec::new();
            chains.finish(&mut last);
            output.write(&last)?;
        }
        output.finish()?;
    }
    if args.stats {
        tally.stats.print(args.duplicates)?;
    }
    match tally.bad {
        0 => Ok(()),
        bad => Err(Failure::Input(format!("bad records: {bad} of {}", tally.records))),
    }
}

/// The number of threads. It is an error if there is no memory for them.
fn threads(asked: u16) -> Result<usize, Failure> {
    let threads = match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        asked => asked.into(),
    };
    if threads > 1024 {
        return Err(Failure::Input("--threads: at most 1024 threads".to_owned()));
    }
    if threads > 1 && !has_room(threads) {
        return Err(Failure::Input(format!("--threads: not enough memory for {threads} threads")));
    }
    Ok(threads)
}

/// Draws the progress: a bar and an estimate if the length is known, otherwise the megabytes so far.
#[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
fn draw(bar: &mut Bar, input: &Input) {
    let (done, elapsed) = (input.position() as f64, bar.elapsed());
    let speed = done / 1e6 / elapsed.as_secs_f64();
    match input.len() {
        Some(len) => {
            let fraction = done / len.max(1) as f64;
            bar.draw(Some(fraction), || format!("{speed:.0} MB/s, {}", estimate(elapsed, fraction)));
        }
        None => bar.draw(None, || format!("{:.0} MB  {speed:.0} MB/s", done / 1e6)),
    }
}

/// One job for each block, each on its own thread if there are several.
fn in_parallel(job: &Job<'_>, blocks: &mut [input::Block]) -> Result<Vec<Done>, Failure> {
    if let [block] = blocks {
        return Ok(vec![job.run(block)]);
    }
    thread::scope(|scope| {
        let start = |block| thread::Builder::new().spawn_scoped(scope, move || job.run(block));
        let started: io::Result<Vec<_>> = blocks.iter_mut().map(start).collect();
        let started = started.map_err(|error| Failure::Input(format!("--threads: {error}")))?;
        let join = |handle: thread::ScopedJoinHandle<'_, Done>| {
            handle.join().map_err(|_| Failure::Input("a thread failed".to_owned()))
        };
        started.into_iter().map(join).collect()
    })
}

/// The totals so far.
#[derive(Default)]
struct Tally {
    records: u64,
    bad: u64,
    stats: Stats,
}

impl Tally {
    /// Adds the result of a job and reports its bad records.
    fn add(&mut self, done: &Done) -> Result<(), Failure> {
        for (number, error) in &done.bad {
            self.bad += 1;
            if self.bad <= NAMED {
                // If standard error is closed, only the exit code tells.
                let _ = writeln!(io::stderr(), "record {}: {error}", self.records + number);
            }
        }
        self.records += done.records;
        self.stats.merge(&done.stats, &done.keys)
    }
}
