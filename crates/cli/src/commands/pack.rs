//! `quadbit pack`: converts packed positions from one format to another.
//!
//! 1. The options become a [`Job`] that is the same for every block.
//! 2. The input gives blocks of complete records, or of games ([`Input`]).
//! 3. Threads take blocks, and pass on their results in pieces; the pieces are put into order again.
//! 4. Bad records are reported, faults counted ([`Tally`]), and the bytes written ([`Output`]), at once or in the
//!    order that is asked for ([`Arrangement`]).
//! 5. A file gets its name at the end, if every record was good or `--keep-going` was given.
//!
//! The output does not depend on the number of threads.

mod columns;
mod job;
mod order;
mod output;
mod stats;
mod tags;

use std::io::{self, Write};
use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use quadbit_data::chain_index;
use quadbit_data::work::in_order;
use quadbit_movegen::GameResult;
use quadbit_pack::{Fields, Format};
use quadbit_rule::{Condition, Need, Rule, RuleError};

use super::input::Input;
use super::kind::Kind;
use crate::bar::Bar;
use crate::counting::Work;
use crate::failure::Failure;
use crate::file::is_stream;
use crate::position::Rigour;
use crate::room::has_room_for;
use crate::whole::whole;
use columns::{Column, result};
use job::{DefaultMove, Done, Job, Number};
use order::{Arrangement, Order};
use output::{Files, Output};
use stats::Stats;

/// Convert packed positions from one format to another
///
/// A position that does not fit the output format is refused, unless --drop allows its fields to be lost. Bad records
/// are reported by number, counted from 1, and the output file is then not written, unless --keep-going asks for the
/// good records; standard output gets them as they come. Compressed input (.zst, .gz) is decompressed.
///
/// Games of PGN and viriformat become one position for each move. The score of a PGN's position is the `[%eval]` after
/// the move that led to it, from white's view: a mate in N moves counts 30000 - N, other evaluations at most 29999, and
/// a position without one has no score (--score gives it one). Clocks and evaluations that cannot be read are counted.
///
/// White is always to move in bulletformat: a position with black to move is flipped, with colours exchanged.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub(crate) struct Args {
    /// Format of the input
    #[arg(long, value_enum, value_name = "KIND")]
    from: Kind,

    /// Format of the output
    #[arg(long, value_enum, value_name = "KIND", required_unless_present_any = ["stats", "index"])]
    to: Option<Kind>,

    /// File to read; `-` is standard input
    #[arg(value_name = "IN", default_value = "-")]
    input: PathBuf,

    /// File to write; `-` is standard output. An existing file is replaced only when every record has been written
    #[arg(value_name = "OUT", default_value = "-", conflicts_with = "stats")]
    output: PathBuf,

    /// Fields to drop if the format cannot hold them: castling, ep, clocks, score, result,
    /// extra, move, ply or all
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    drop: Vec<Fields>,

    /// Write the good records even if others are refused; without it the output file stays as it was then
    #[arg(long, conflicts_with = "stats")]
    keep_going: bool,

    /// Score for positions without one, in centipawns from white's view
    #[arg(long, value_name = "CP", value_parser = whole(i16::MIN..=i16::MAX), allow_negative_numbers = true)]
    score: Option<i16>,

    /// Result for positions without one: white, draw or black, or from white's view 1.0, 0.5 or 0.0
    #[arg(long, value_parser = result)]
    result: Option<GameResult>,

    /// Move for positions without one, if the format needs a move
    #[arg(long = "move", value_enum, value_name = "WHICH")]
    default_move: Option<DefaultMove>,

    /// Keep only positions that match a rule, such as `Qq=0`, `N@d5e5`, `*<=7`, `check`, `white`, `best-capture`,
    /// `best-promotion`, `best-check`, `ply>=16`, `score<=1000` (white's), `result=draw` or `random<1/4`; `no-`
    /// reverses those without a number; may be repeated
    #[arg(long = "where", value_name = "RULE", value_parser = rule)]
    rules: Vec<Rule>,

    /// Keep only games whose tags match a rule, such as `WhiteElo>=2000`, `Result=1-0`, `Date<2020.05`, `Event!=..` or
    /// `Opening contains Najdorf`, joined by `and`, `or` and parentheses; numbers are compared as numbers, other values
    /// and those in quotation marks as text; a missing tag never matches; may be repeated (pgn only)
    #[arg(long = "where-tag", value_name = "RULE", value_parser = tag_rule)]
    tag_rules: Vec<Rule>,

    /// Write the value of a tag after each position, after a tab; may be repeated (from pgn to fen or text only)
    #[arg(long = "tag", value_name = "NAME", conflicts_with = "stats")]
    tags: Vec<String>,

    /// Read evaluations as programs for matches of engines write them too: `{+0.22/8 1.2s}` (pgn only)
    #[arg(long)]
    match_evals: bool,

    /// Columns of the lines of text, such as `fen,score` or `other,fen,mover-score,result`, in place of `FEN | cp |
    /// result`; an empty value stands for none (from text only)
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<Column>,

    /// Character between columns; `\t` is a tab
    #[arg(long, value_name = "C", default_value = "|", value_parser = separator, requires = "columns")]
    separator: char,

    /// Write the records in random order: those of a game or chain stay together. The same number gives the same order
    #[arg(long, value_name = "SEED", conflicts_with = "stats")]
    shuffle: Option<u64>,

    /// Read another file too, and mix the records of all files so that they end together; may be repeated
    #[arg(long, value_name = "FILE")]
    interleave: Vec<PathBuf>,

    /// Write each of records that are equal in all bytes once, where the first of them stands
    #[arg(long, conflicts_with = "stats")]
    unique: bool,

    /// Write files of N records each: OUT with numbers from 000001 before the ending
    #[arg(long, value_name = "N", conflicts_with = "stats")]
    split: Option<NonZero<u64>>,

    /// Print statistics of the input instead of converting it
    #[arg(long, conflicts_with = "to")]
    stats: bool,

    /// Write an index of the chains of IN to IN.index, with which loaders pass over games without playing them (from
    /// binpack only)
    #[arg(long, conflicts_with_all = ["to", "output", "stats"])]
    index: bool,

    /// Count repeated positions (takes 8 to 16 bytes of memory per position)
    #[arg(long)]
    duplicates: bool,

    #[command(flatten)]
    work: Work,

    #[command(flatten)]
    rigour: Rigour,
}

/// Reads the value of `--separator`.
fn separator(text: &str) -> Result<char, &'static str> {
    let mut chars = if text == "\\t" { "\t" } else { text }.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => Err("a separator is one character"),
    }
}

/// Reads the value of `--where`.
fn rule(text: &str) -> Result<Rule, String> {
    let rule: Rule = text.parse().map_err(|error: RuleError| error.to_string())?;
    let needs_all = rule.needs().any(|need| need == Need::WholeStream);
    if needs_all { Err("only a loader sees all samples and games together".to_owned()) } else { Ok(rule) }
}

/// Reads the value of `--where-tag`.
fn tag_rule(text: &str) -> Result<Rule, String> {
    let rule: Rule = text.parse().map_err(|error: RuleError| error.to_string())?;
    if is_about_tags(&rule) { Ok(rule) } else { Err("--where asks about more than tags".to_owned()) }
}

/// Whether tags are all that decides the rule.
fn is_about_tags(rule: &Rule) -> bool {
    rule.conditions().all(|condition| matches!(condition, Condition::Tag(_)))
        && rule.needs().all(|need| need == Need::Tags)
}

/// The number of finished pieces that each thread may have waiting.
const AHEAD: usize = 256;

/// The number of bad records that are reported; the others are only counted.
const NAMED: usize = 20;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.index {
        return write_index(args);
    }
    let job = Job::new(args, format_to_write(args)?)?;
    let threads = threads(args)?;
    let output = job.to.map(|format| args.output(format)).transpose()?;
    let mut conversion = Conversion { job, output, tally: Tally::default(), bar: Bar::new() };
    for path in args.inputs() {
        conversion.read(path, threads)?;
    }
    conversion.finish()
}

/// Writes the index of the chains of IN, a file of binpack.
fn write_index(args: &Args) -> Result<(), Failure> {
    if args.from != Kind::Records(Format::Binpack) || is_stream(&args.input) {
        return Err(Failure::Input("--index: only files of binpack have one".to_owned()));
    }
    let chains = chain_index::write(&args.input).map_err(|error| Failure::Input(error.to_string()))?;
    let _ = writeln!(io::stderr(), "{}.index: {chains} chains", args.input.display());
    Ok(())
}

impl Args {
    /// The files to read, in their order.
    fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        iter::once(&self.input).chain(&self.interleave)
    }

    /// Opens the output. Its records are arranged if an option needs to know all of them first.
    fn output(&self, format: Format) -> Result<Output, Failure> {
        let files = Files::open(&self.output, self.inputs().cloned().collect(), self.split)?;
        let order = match self.shuffle {
            Some(seed) => Order::Shuffled(seed),
            None if self.interleave.is_empty() => Order::Sequence,
            None => Order::Interleaved,
        };
        let is_arranged = self.unique || self.split.is_some() || !matches!(order, Order::Sequence);
        // Temporary files go into the folder of the output, which must have room for it anyway.
        let folder = self.output.parent().filter(|_| !is_stream(&self.output));
        let folder = folder.map_or_else(std::env::temp_dir, |folder| Path::new(".").join(folder));
        Ok(Output::new(format, files, is_arranged.then(|| Arrangement::new(order, self.unique, &folder))))
    }
}

/// The conversion of all files: the work to do, the output, and what has been counted so far.
struct Conversion<'a> {
    job: Job<'a>,
    /// Where records go; `None` for statistics.
    output: Option<Output>,
    tally: Tally,
    bar: Bar,
}

impl Conversion<'_> {
    /// Reads a file, and writes or counts what is in it.
    fn read(&mut self, path: &Path, threads: usize) -> Result<(), Failure> {
        let Self { job, output, tally, bar } = self;
        let mut input = Input::open(path, job.args.from, |reader| job.games(reader))?;
        tally.begin((!job.args.interleave.is_empty()).then(|| input.name()));
        output.as_mut().map_or(Ok(()), Output::begin)?;
        let blocks = iter::from_fn(|| {
            input.draw(bar);
            input.next()
        });
        let work = |mut block, give: &mut dyn FnMut(Done) -> bool| job.run(&mut block, give);
        let written = in_order(threads, blocks, AHEAD, work, |mut done| {
            if let Some(output) = output {
                output.join(&mut done, job.may_drop);
            }
            tally.add(&done)?;
            output.as_mut().map_or(Ok(()), |output| output.write(&done.bytes))
        });
        written.map_err(|failure| {
            let faults = tally.faults(job.args.from).filter(|_| failure.is_reader_gone());
            faults.map_or(failure, Failure::Input)
        })
    }

    /// Gives the finished output file its name, unless a record was bad and `--keep-going` was not given. Prints
    /// statistics and errors.
    fn finish(self) -> Result<(), Failure> {
        let Self { job: Job { args, .. }, output, tally, bar } = self;
        drop(bar);
        let faults = tally.faults(args.from);
        if let (Some(faults), Some(file), false) =
            (&faults, output.as_ref().and_then(Output::file), args.keep_going)
        {
            let hint = format!("{file} was not written (--keep-going writes the good records)");
            return Err(Failure::Input(format!("{faults}; {hint}")));
        }
        output.map_or(Ok(()), Output::finish)?;
        if args.stats {
            tally.stats.print(args.duplicates)?;
        }
        if tally.unread > 0 {
            let _ = writeln!(io::stderr(), "clocks and evaluations that cannot be read: {}", tally.unread);
        }
        faults.map_or(Ok(()), |faults| Err(Failure::Input(faults)))
    }
}

/// The format to write, `None` for statistics, once the options are known to go together.
fn format_to_write(args: &Args) -> Result<Option<Format>, Failure> {
    let bad = |message: String| Err(Failure::Input(message));
    let from = args.from.name();
    let to = match args.to {
        Some(Kind::Pgn) => return bad("--to: pgn can be read but not written".to_owned()),
        Some(Kind::Records(format)) => Some(format),
        None => None,
    };
    let needs_tags = args.rules.iter().any(|rule| rule.needs().any(|need| need == Need::Tags));
    let options = [
        ("--tag", !args.tags.is_empty()),
        ("--where-tag", !args.tag_rules.is_empty()),
        ("--where", needs_tags),
    ];
    if let (Some((option, _)), false) = (options.iter().find(|option| option.1), args.from == Kind::Pgn) {
        return bad(format!("{option}: {from} has no tags"));
    }
    if args.from != Kind::Pgn && args.match_evals {
        return bad(format!("--match-evals: {from} has no comments"));
    }
    if let (Some(format), false) = (to, args.tags.is_empty())
        && !matches!(format, Format::Fen | Format::Text)
    {
        return bad(format!("--tag: {format} has no room for tags; fen and text do"));
    }
    if !args.columns.is_empty() && args.from != Kind::Records(Format::Text) {
        return bad(format!("--columns: {from} has none; text does"));
    }
    if !args.columns.is_empty() && !args.columns.contains(&Column::Fen) {
        return bad("--columns: one has to be fen".to_owned());
    }
    if args.duplicates && !args.stats {
        // Clap does not check here that `--duplicates` requires `--stats`, because `--to` conflicts with `--stats`.
        return bad("--duplicates: only statistics have them (--stats instead of --to)".to_owned());
    }
    Ok(to)
}

/// The number of threads. An error if there is no memory for them.
fn threads(args: &Args) -> Result<usize, Failure> {
    let threads = args.work.threads();
    // A chunk of binpack gives many pieces; other blocks are small.
    let ahead = if args.from == Kind::Records(Format::Binpack) { AHEAD } else { AHEAD / 8 };
    if threads > 1 && !has_room_for(threads, ahead * job::PIECE_BYTES) {
        return Err(Failure::Input(format!("--threads: not enough memory for {threads} threads")));
    }
    Ok(threads)
}

/// Counts what has been read so far, and what has been refused.
#[derive(Default)]
struct Tally {
    /// The name of the file that is read, with a colon, if there is more than one.
    file: String,
    /// The number of records that have been read from all files so far.
    records: u64,
    /// The number of records in the files before this one.
    before: u64,
    bad: u64,
    /// The number of bytes of games and chunks that could not be decoded.
    undecoded: u64,
    /// The number of entries (positions) that have been read. A record that is a game or a chunk may have several.
    entries: u64,
    refused: u64,
    unread: u64,
    named: usize,
    stats: Stats,
}

impl Tally {
    /// Begins the next file. It has a `name`, which is printed before each bad record, if there are several files.
    fn begin(&mut self, name: Option<&str>) {
        self.file = name.map_or_else(String::new, |name| format!("{name}: "));
        self.before = self.records;
    }

    /// Adds the result of a job and reports its bad records.
    fn add(&mut self, done: &Done) -> Result<(), Failure> {
        for (number, error) in &done.faults {
            if self.named < NAMED {
                self.named += 1;
                let record = self.records - self.before + number.record;
                let entry = match number.entry {
                    Number::WHOLE => String::new(),
                    entry => format!(", entry {entry}"),
                };
                // If standard error is closed, the exit code has to be enough.
                let _ = writeln!(io::stderr(), "{}record {record}{entry}: {error}", self.file);
            }
        }
        self.bad += done.bad;
        self.undecoded += done.undecoded;
        self.records += done.records;
        self.entries += done.entries;
        self.refused += done.refused;
        self.unread += done.unread;
        self.stats.merge(&done.stats, &done.keys)
    }

    /// The counts of the records and entries with faults, if there are any.
    fn faults(&self, from: Kind) -> Option<String> {
        let &Self { records, bad, undecoded, entries, refused, .. } = self;
        let lost = if undecoded > 0 { format!(" ({undecoded} bytes not decoded)") } else { String::new() };
        let bad_records = |bad| format!("bad records: {bad} of {records}{lost}");
        let refused_entries = || format!("refused entries: {refused} of {entries}");
        match (bad, refused) {
            (0, 0) => None,
            _ if !from.has_entries() => Some(bad_records(bad + refused)),
            (_, 0) => Some(bad_records(bad)),
            (0, _) => Some(refused_entries()),
            _ => Some(format!("{}; {}", bad_records(bad), refused_entries())),
        }
    }
}
