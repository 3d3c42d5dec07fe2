//! `quadbit find`: the positions and games that a rule chooses.
//!
//! 1. The options become a [`Job`], which is the same for every block of every file.
//! 2. Threads take blocks of games or records; each searches its games and writes what it finds as text ([`games`],
//!    [`rows`]).
//! 3. One thread numbers what was found, in order, and passes it on ([`sink`]).
//!
//! The output does not depend on the number of threads.

mod games;
mod groups;
mod rows;
mod sink;

use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use quadbit_data::sieve::unknown;
use quadbit_data::work::in_order;
use quadbit_rule::{Need, Rule, RuleError};

use super::input::{Games, Input};
use super::kind::Kind;
use crate::bar::Bar;
use crate::counting::Work;
use crate::failure::Failure;
use crate::file::is_stream;
use crate::signals::interrupted;
use crate::whole::whole;
use games::{Done, Job};
use groups::By;
use sink::{Sink, Stop};

/// Find positions and games by the pieces on the board, by moves and their order, and by tags
///
/// A rule is a text such as `Q-q>=1`, `r1bq?rk1/pp3ppp`, `KRPvKR`, `near "FEN" <= 4`, `sacrifice>=2`, `WhiteElo>=2500`,
/// or `moved=N then check within 4`; the book has a page about them. All rules must hold. The first argument that is a
/// file, or `-`, ends the rules.
///
/// Files are games of PGN, or records if their names end in a format, such as `.binpack` or `.viriformat`; they may be
/// compressed (.zst, .gz). All positions of a game are asked, from the first to the last. The exit code is 0 if
/// something was found, 1 if nothing was, 2 if a file cannot be read. Games that end at a bad move are searched up to
/// it, and counted.
///
/// Nothing is read that cannot match, nor checked: games that the tags leave out, the rest of a game with too few
/// pieces left for the rule, and all but the pieces of a record that its pieces leave out.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rules, then files; `-` is standard input
    #[arg(value_name = "RULE.. FILE", required = true)]
    words: Vec<OsString>,

    /// What to write
    #[arg(long, value_enum, default_value_t = To::Pgn)]
    to: To,

    /// Format of the files, if their names do not tell it
    #[arg(long, value_enum, value_name = "KIND")]
    from: Option<Kind>,

    /// Stop after N games or positions
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    first: Option<u64>,

    /// Put the comment {found} into the game at each position that was found (--to pgn)
    #[arg(long)]
    mark: bool,

    /// Ask the positions of variations too; `then` and `for` follow the line that leads to them (pgn only)
    #[arg(long)]
    variations: bool,

    /// Count by `move` (what was played in the positions), by a tag such as ECO, or by whether a rule holds, with
    /// results and ratings
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["to", "first", "mark"])]
    by: Option<By>,

    /// Leave out games that have been found before, with the same moves, or with the same moves and players
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "moves")]
    unique: Option<Unique>,

    /// Write games to files in the folder of --out: N in each, or one for each value of a tag (--to pgn)
    #[arg(long, value_name = "N|TAG", requires = "out")]
    split: Option<String>,

    /// Folder for --split, which is made if it is missing
    #[arg(long, value_name = "FOLDER", requires = "split")]
    out: Option<PathBuf>,

    /// Write the value of a tag in each row; may be repeated (--to csv or jsonl)
    #[arg(long = "tag", value_name = "NAME")]
    tags: Vec<String>,

    #[command(flatten)]
    work: Work,
}

/// The form of what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum To {
    /// Whole games, as they stand in the file
    Pgn,
    /// A FEN for each position
    Fen,
    /// A line for each position: file, game, first byte, end, ply, FEN, move as UCI and SAN, tags
    Csv,
    /// What CSV has, as a JSON object a line
    Jsonl,
    /// The numbers of positions and games
    Count,
}

/// What two games must share to count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Unique {
    /// The start position and the moves
    Moves,
    /// Start position, moves and the names of the players
    Players,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let is_file = |word: &&OsString| is_stream(Path::new(word)) || Path::new(word).exists();
    let begin = args.words.iter().position(|word| is_file(&word));
    let (rules, files) = args.words.split_at(begin.unwrap_or(args.words.len()));
    let rule = Rule::all(rules.iter().map(rule_of).collect::<Result<Vec<_>, _>>()?);
    if files.is_empty() {
        return Err(Failure::Input("no file is named: `-` is standard input".to_owned()));
    }
    let to = if args.by.is_some() { To::Count } else { args.to };
    for (option, is_given, forms, names) in [
        ("--mark", args.mark, &[To::Pgn][..], "--to pgn"),
        ("--split", args.split.is_some(), &[To::Pgn], "--to pgn"),
        ("--tag", !args.tags.is_empty(), &[To::Csv, To::Jsonl], "--to csv or jsonl"),
    ] {
        if is_given && !forms.contains(&to) {
            return Err(Failure::Input(format!("{option}: only with {names}")));
        }
    }
    let needs = || rule.needs().chain(args.by.iter().flat_map(By::needs));
    if needs().any(|need| matches!(need, Need::Stream | Need::WholeStream)) {
        return Err(Failure::Input("games are not kept by chance: `pack --where` does that".to_owned()));
    }
    let kind = |file: &Path| args.from.unwrap_or_else(|| Kind::of_name(file));
    let files: Vec<(&Path, Kind)> = files.iter().map(Path::new).map(|file| (file, kind(file))).collect();
    for (file, kind) in &files {
        let knows = |need| match need {
            _ if *kind == Kind::Pgn => true,
            Need::Game => kind.has_entries(),
            need => unknown([need], |field| kind.gives(field), false).is_none(),
        };
        if let Some(need) = needs().find(|&need| !knows(need)) {
            return Err(Failure::Input(format!(
                "{}: {} holds no {need} to ask about",
                file.display(),
                kind.name()
            )));
        }
        let needs_games = (to == To::Pgn).then_some("--to pgn").or(args.split.as_ref().map(|_| "--split"));
        if let (Some(option), Kind::Records(format)) = (needs_games, kind) {
            return Err(Failure::Input(format!(
                "{option}: {format} has no games as text (--to fen, csv, jsonl or count)"
            )));
        }
    }
    let has_notes = needs().any(|need| matches!(need, Need::Time | Need::Score));
    let job = Job { args, rule: &rule, to, has_notes, is_interrupted: interrupted()? };
    let threads = args.work.threads();
    let (mut sink, mut bar) = (Sink::new(args, to), Bar::new());
    for (path, kind) in files {
        match search(&job, path, kind, threads, &mut sink, &mut bar) {
            Ok(()) => {}
            Err(Stop::Enough) => break,
            Err(Stop::Failed(failure)) => {
                sink.finish()?;
                return Err(failure);
            }
        }
    }
    drop(bar);
    if sink.finish()? { Ok(()) } else { Err(Failure::Check) }
}

/// The number of results of blocks that each thread may have waiting.
const AHEAD: usize = 16;

/// Searches the file `path`, and gives what is found to `sink`, block by block.
fn search(
    job: &Job<'_>,
    path: &Path,
    kind: Kind,
    threads: usize,
    sink: &mut Sink<'_>,
    bar: &mut Bar,
) -> Result<(), Stop> {
    // `--unique` compares games by all of their moves, so no game may be cut short.
    let least_pieces = if job.args.unique.is_some() { 0 } else { job.rule.least_pieces() };
    let with = |games: Games| if job.has_notes { games.with_match_notes() } else { games };
    let with_rule = |games| with(games).with_rule(job.rule.clone()).with_least_pieces(least_pieces);
    let mut input = Input::open(path, kind, with_rule)?;
    sink.begin(input.name());
    let blocks = iter::from_fn(|| {
        input.draw(bar);
        input.next().map(|block| block.map_err(Stop::Failed))
    });
    let work = |block, give: &mut dyn FnMut(Done) -> bool| _ = give(job.search(block));
    in_order(threads, blocks, AHEAD, work, |done| {
        sink.take(done)?;
        if job.is_interrupted.load(Relaxed) {
            return Err(Stop::Failed(Failure::Interrupted(sink.counts())));
        }
        Ok(())
    })
}

/// Reads a rule of the command line.
fn rule_of(text: &OsString) -> Result<Rule, Failure> {
    let text = text.to_string_lossy();
    let bad = |error: RuleError| Failure::Input(format!("`{text}` is no file, and as a rule, {error}"));
    text.parse().map_err(bad)
}
