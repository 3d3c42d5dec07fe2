//! One block of records: read, filtered, and written in another format.
//!
//! 1. [`Job::run`] takes a block and reads samples from it, or positions from its games, each with a
//!    [`Number`].
//! 2. Samples collect in [`Parts`], [`PIECE`] at a time.
//! 3. The rules choose among the samples, missing labels are filled in, and the chosen samples are written.
//! 4. Each piece leaves as [`Done`]: bytes, counts, and the first faults.
//!
//! A block may be worked on by any thread, so nothing here depends on another block. Formats whose records
//! depend on those before them get their samples in `chained`, which one thread writes in order.

use std::fmt::Display;
use std::io;
use std::sync::Arc;

use clap::ValueEnum;
use quadbit_data::find::{KnownGame, Search};
use quadbit_data::sieve::{Sieve, unknown};
use quadbit_movegen::{GameResult, Move, Position, Validity};
use quadbit_pack::{Block as Records, Field, Fields, Format, Labels, ReadError, Sample, WriteError, binpack};
use quadbit_pgn as pgn;
use quadbit_rule::{Need, Rule};

use super::columns::Columns;
use super::stats::Stats;
use super::tags;
use super::{Args, NAMED, is_about_tags};
use crate::commands::input::{Block, Games};
use crate::commands::kind::Kind;
use crate::failure::Failure;

/// The work to do on every block: what to read, choose, fill in and write.
pub(super) struct Job<'a> {
    pub(super) args: &'a Args,
    /// The format to write; `None` if the positions are only counted.
    pub(super) to: Option<Format>,
    /// The rule that chooses games by their tags, before their moves are read.
    games: Rule,
    /// The rule that chooses among the positions of a game of PGN by what only a whole game has: the order of the
    /// positions, tags and the players' clocks.
    plies: Rule,
    /// The rule that chooses among the samples.
    rule: Rule,
    /// The fields of samples that may be lost where the output format cannot hold them.
    pub(super) may_drop: Fields,
    validity: Validity,
}

/// A legal move for a position that has none, for formats that need one.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum DefaultMove {
    /// The first legal move
    First,
    /// The first move that is neither a capture nor a promotion; the first legal move if there is none
    Quiet,
}

impl DefaultMove {
    /// The move for `position`; `None` if there is no legal move.
    fn of(self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let quiet = moves.iter().find(|mv| !position.is_capture(**mv) && !mv.is_promotion());
        let chosen = match self {
            Self::First => moves.first(),
            Self::Quiet => quiet.or(moves.first()),
        };
        chosen.copied()
    }
}

/// How many samples are passed on at a time: a chunk of binpack may have millions.
const PIECE: usize = 2048;

/// The most bytes that a piece is expected to take: text, or samples for chains.
pub(super) const PIECE_BYTES: usize = PIECE * (size_of::<Number>() + size_of::<Sample>());

/// The result of working on one piece of a block: some samples, converted or counted.
#[derive(Default)]
pub(super) struct Done {
    /// The bytes of the written records.
    pub(super) bytes: Vec<u8>,
    /// The number of records of the block if this is the last piece of the block; otherwise 0.
    pub(super) records: u64,
    /// The first faults, in the order of records and entries: the number of each, and its message.
    pub(super) faults: Vec<(Number, String)>,
    /// The number of records that cannot be read.
    pub(super) bad: u64,
    /// The number of bytes of games and chunks that cannot be decoded.
    pub(super) undecoded: u64,
    /// The number of entries (positions) that have been read.
    pub(super) entries: u64,
    pub(super) refused: u64,
    /// The number of clocks and evaluations in comments of games that could not be read.
    pub(super) unread: u64,
    pub(super) stats: Stats,
    /// The keys of the positions, if duplicates are counted; otherwise none.
    pub(super) keys: Vec<u64>,
    /// Samples for a format whose records depend on those before them.
    chained: Numbered,
}

/// The number of a record in its block, and the number of an entry within the record, or [`WHOLE`](Self::WHOLE); both
/// from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number {
    pub(super) record: u64,
    pub(super) entry: u64,
}

impl Number {
    /// The entry number for a fault that concerns a whole record: one that has a single entry, or that cannot be read
    /// to its end.
    pub(super) const WHOLE: u64 = u64::MAX;
}

/// Samples with their [`Number`]s: `numbers[i]` says from which record and entry `samples[i]` was read, for messages
/// about faults.
#[derive(Default)]
struct Numbered {
    numbers: Vec<Number>,
    samples: Vec<Sample>,
    /// The text that is written after each sample, if tags are; otherwise none.
    tags: Vec<Arc<str>>,
}

/// The samples of a block that have been read and not yet passed on.
struct Parts<'a> {
    job: &'a Job<'a>,
    sieve: Sieve,
    waiting: Numbered,
    done: Done,
    /// Receives each part, the result of working on some samples, and returns whether more parts are wanted.
    pass: &'a mut dyn FnMut(Done) -> bool,
    is_over: bool,
    /// The number of the entry that was counted last, whether its sample was collected or not.
    last: Number,
}

impl Parts<'_> {
    /// Counts the next entry of the record `number` and keeps its number in `self.last`, under which
    /// [`push`](Self::push) collects the entry's sample.
    #[inline]
    fn next(&mut self, number: u64) {
        let entry = match self.job.args.from {
            kind if !kind.has_entries() => Number::WHOLE,
            _ if number == self.last.record => self.last.entry + 1,
            _ => 1,
        };
        self.last = Number { record: number, entry };
        self.done.entries += 1;
    }

    /// Collects the sample of the entry that was counted last.
    #[inline]
    fn push(&mut self, sample: Sample) {
        if self.waiting.samples.len() == PIECE {
            self.flush();
        }
        self.waiting.numbers.push(self.last);
        self.waiting.samples.push(sample);
    }

    /// Collects the next sample of record `number`, or notes the error if it cannot be read.
    #[inline]
    fn take(&mut self, number: u64, sample: Result<Sample, impl Display>) {
        match sample {
            Ok(sample) => {
                self.next(number);
                self.push(sample);
            }
            Err(error) => self.refuse(number, &error),
        }
    }

    fn refuse(&mut self, number: u64, error: &impl Display) {
        self.done.refuse(number, error);
    }

    /// Passes on the samples that have been collected.
    fn flush(&mut self) {
        let mut done = std::mem::take(&mut self.done);
        if !self.is_over {
            self.job.finish(&mut self.sieve, &mut self.waiting, &mut done);
            self.is_over = !(self.pass)(done);
        }
        let Numbered { numbers, samples, tags } = &mut self.waiting;
        numbers.clear();
        samples.clear();
        tags.clear();
    }
}

impl<'a> Job<'a> {
    /// The work that the options ask for.
    ///
    /// # Errors
    /// A rule asks about what the input does not hold.
    pub(super) fn new(args: &'a Args, to: Option<Format>) -> Result<Self, Failure> {
        let all = Rule::all(args.rules.iter().chain(&args.tag_rules).cloned());
        let (games, others): (Vec<_>, Vec<_>) = all.conjuncts().into_iter().partition(is_about_tags);
        let needs_game =
            |rule: &Rule| rule.needs().any(|need| matches!(need, Need::Game | Need::Tags | Need::Time));
        let (plies, samples): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|rule| args.from == Kind::Pgn && needs_game(rule));
        let [games, plies, rule] = [games, plies, samples].map(Rule::all);
        if let Some(need) = unknown(rule.needs(), |field| args.from.gives(field), false) {
            let from = args.from.name();
            return Err(Failure::Input(format!("--where: {from} holds no {need} to ask about")));
        }
        let may_drop = args.drop.iter().fold(Fields::EMPTY, |all, fields| all.union(*fields));
        Ok(Self { args, to, games, plies, rule, may_drop, validity: args.rigour.validity() })
    }

    /// Gives a reader the options of the command: which games to leave out, which start positions to accept, and in
    /// which forms evaluations are read.
    pub(super) fn games(&self, reader: Games) -> Games {
        let reader = reader.with_rule(self.games.clone()).with_validity(self.validity);
        if self.args.match_evals { reader.with_match_notes() } else { reader.with_notes() }
    }
}

impl Job<'_> {
    /// Works on a block, and passes on its parts, until no more are wanted.
    pub(super) fn run(&self, block: &mut Block, pass: &mut dyn FnMut(Done) -> bool) {
        let seed = match block {
            Block::Games(number, _) => *number,
            Block::Records(records) => records.before(),
        };
        let sieve = Sieve::new(self.args.work.level, &self.rule, seed);
        let last = Number { record: 0, entry: 0 };
        let (waiting, done) = (Numbered::default(), Done::default());
        let mut parts = Parts { job: self, sieve, waiting, done, pass, is_over: false, last };
        match block {
            Block::Games(_, games) => self.read_pgn(games, &mut parts),
            Block::Records(records) => {
                if self.args.from == Kind::Records(Format::Viriformat)
                    && self.to == Some(Format::Viriformat)
                    && self.rule.is_empty()
                {
                    self.copy_games(records, &mut parts.done);
                } else {
                    self.read(records, &mut parts);
                }
                parts.done.records = records.records();
            }
        }
        parts.flush();
    }

    /// Writes or counts the samples of `waiting` that the rules choose, and adds the result to `done`. Samples for
    /// chains are only moved to `done.chained`.
    fn finish(&self, sieve: &mut Sieve, waiting: &mut Numbered, done: &mut Done) {
        self.choose(sieve, waiting);
        // So far the faults are records that cannot be read, in order. Samples that cannot be written are added below,
        // before the faults are sorted.
        done.faults.truncate(NAMED);
        match self.to {
            Some(Format::Binpack) => done.chained = std::mem::take(waiting),
            Some(format) => self.write(format, waiting, done),
            None => self.count(&waiting.samples, done),
        }
        done.faults.sort_by_key(|&(number, _)| number);
    }

    /// Reads the samples of a block.
    fn read(&self, block: &mut Records, parts: &mut Parts<'_>) {
        if !self.args.columns.is_empty() {
            let columns = Columns { names: &self.args.columns, separator: self.args.separator };
            for (number, line) in (1..).zip(block.iter()) {
                parts.take(number, columns.read(line, self.validity));
            }
            return;
        }
        block.read_at(self.args.work.level, self.validity, usize::MAX, |number, sample| {
            if let Err(ReadError { undecoded: Some(bytes), .. }) = sample {
                parts.done.undecoded += bytes as u64;
            }
            parts.take(number, sample);
        });
    }

    /// Reads the chosen positions before the moves of games. Leaves out a game with a null move, and a game without a
    /// result if the output needs one. Leaves out a game with a bad move, too; but with `--keep-going`, reads its moves
    /// before the bad one.
    fn read_pgn(&self, games: &mut pgn::Reader<io::Empty>, parts: &mut Parts<'_>) {
        let (mut number, mut positions) = (0, Vec::new());
        let mut search = Search::new(self.args.work.level, &self.plies);
        loop {
            positions.clear();
            let game = match games.next_game_with_positions(&mut positions) {
                Ok(Some(game)) => game,
                Ok(None) => break,
                // The block is already in memory, so the only error is that there is not enough memory to play a game.
                Err(error) => {
                    number += 1;
                    parts.refuse(number, &error);
                    break;
                }
            };
            number = game.number + 1;
            let result = game.result().unwrap_or(GameResult::Unknown);
            let fault = if game.moves().contains(&pgn::NULL_MOVE) {
                Some((game.bytes.start, "it has a null move".to_owned()))
            } else if result == GameResult::Unknown && self.needs_result() {
                Some((game.bytes.start, "it has no result (--result gives it one)".to_owned()))
            } else {
                None
            };
            let bad_move = game.error.map(|error| (error.offset, error.to_string()));
            let is_kept = fault.is_none() && (bad_move.is_none() || self.args.keep_going);
            if let Some((offset, fault)) = bad_move.or(fault) {
                parts.refuse(number, &format!("byte {offset}: {fault}"));
            }
            let (true, Some(last)) = (is_kept, game.position()) else { continue };
            let tags = Arc::<str>::from(tags::values(&game, &self.args.tags));
            positions.push(*last);
            KnownGame::with_pgn(&game, &positions, |facts| {
                let mut chosen = search.plies(facts).peekable();
                for (ply, (&mv, note)) in game.moves().iter().zip(game.notes()).enumerate() {
                    parts.next(number);
                    parts.done.unread += u64::from(note.unread);
                    if chosen.next_if_eq(&ply).is_some() {
                        let labels =
                            Labels { score: (facts.score)(ply), result, mv: Some(mv), ..Labels::NONE };
                        parts.push(Sample { position: positions[ply], labels });
                        parts.waiting.tags.extend((!tags.is_empty()).then(|| Arc::clone(&tags)));
                    }
                }
            });
        }
        parts.done.records = number.max(games.number());
    }

    /// Whether samples without a result cannot be written.
    fn needs_result(&self) -> bool {
        self.args.result.is_none() && self.to.is_some_and(|format| format.holds(Field::Result))
    }

    /// Copies the games without errors to `done.bytes`, and notes the errors of the others.
    fn copy_games(&self, block: &mut Records, done: &mut Done) {
        let mut bad = Vec::new();
        block.read_at(self.args.work.level, self.validity, usize::MAX, |number, sample| {
            if let Err(error) = sample {
                bad.push(number);
                done.undecoded += error.undecoded.unwrap_or(0) as u64;
                done.refuse(number, &error);
            }
        });
        let mut bad = bad.into_iter().peekable();
        for (number, bytes) in (1..).zip(block.iter()) {
            if bad.next_if_eq(&number).is_none() {
                done.bytes.extend(bytes);
            }
        }
    }

    /// Keeps only the samples that `self.rule` chooses. The moves of games, and the scores of PGN, are removed if the
    /// output format does not hold them. Samples without score, result or move get those of the command line's options.
    fn choose(&self, sieve: &mut Sieve, Numbered { numbers, samples, tags }: &mut Numbered) {
        if !self.rule.is_empty() {
            let mut matches = vec![false; samples.len()];
            sieve.matches(samples, &mut matches);
            keep(numbers, &matches);
            keep(samples, &matches);
            keep(tags, &matches);
        }
        // The moves of games and the scores of PGN are for formats that can hold them; other formats drop them without
        // --drop.
        let is_game = matches!(self.args.from, Kind::Pgn | Kind::Records(Format::Viriformat));
        let holds_move = self.to.is_some_and(|format| format.holds(Field::Move));
        let keeps_move = !is_game || holds_move;
        let keeps_score =
            self.args.from != Kind::Pgn || self.to.is_none_or(|format| format.holds(Field::Score));
        // If the output format writes "no score" as this score, the samples are left without one.
        let default = self.args.score.filter(|&score| self.to.and_then(Format::no_score) != Some(score));
        for sample in samples {
            sample.labels.mv = sample.labels.mv.filter(|_| keeps_move);
            if let (None, Some(default), true) = (sample.labels.mv, self.args.default_move, holds_move) {
                sample.labels.mv = default.of(&sample.position);
            }
            sample.labels.score = sample.labels.score.filter(|_| keeps_score).or(default);
            if let (GameResult::Unknown, Some(result)) = (sample.labels.result, self.args.result) {
                sample.labels.result = result;
            }
        }
    }

    fn write(&self, format: Format, waiting: &Numbered, done: &mut Done) {
        let mut bytes = std::mem::take(&mut done.bytes);
        let mut is_written = vec![true; waiting.samples.len()];
        format.write_at(self.args.work.level, self.may_drop, &waiting.samples, &mut bytes, |place, error| {
            is_written[place] = false;
            done.refuse_entry(waiting.numbers[place], error);
        });
        if !self.args.tags.is_empty() {
            let texts = waiting.tags.iter().zip(is_written).filter(|&(_, is_written)| is_written);
            bytes = tags::append(&bytes, texts.map(|(text, _)| &**text));
        }
        done.bytes = bytes;
    }

    fn count(&self, samples: &[Sample], done: &mut Done) {
        let positions: Vec<Position> = samples.iter().map(|sample| sample.position).collect();
        let mut checks = vec![false; positions.len()];
        quadbit_lanes::batch::in_check_at(self.args.work.level, &positions, &mut checks);
        for (sample, check) in samples.iter().zip(checks) {
            done.stats.add(sample, check);
        }
        if self.args.duplicates {
            done.keys.extend(positions.iter().map(Position::key));
        }
    }
}

/// Removes the elements of `all` for which `matches` is false; `all` may be empty.
fn keep<T>(all: &mut Vec<T>, matches: &[bool]) {
    let mut matches = matches.iter();
    all.retain(|_| matches.next() != Some(&false));
}

impl Done {
    /// Writes the samples of a format of chains with `writer`, because they may continue the chains of earlier blocks.
    pub(super) fn write_chains(&mut self, writer: &mut binpack::Writer, may_drop: Fields) {
        let Numbered { numbers, samples, .. } = std::mem::take(&mut self.chained);
        for (number, sample) in numbers.into_iter().zip(&samples) {
            if let Err(error) = writer.push(sample, may_drop, &mut self.bytes) {
                self.refuse_entry(number, error);
            }
        }
        self.faults.sort_by_key(|&(number, _)| number);
    }

    /// Notes a record that cannot be read.
    fn refuse(&mut self, record: u64, error: &impl Display) {
        self.bad += 1;
        self.note(Number { record, entry: Number::WHOLE }, error);
    }

    /// Notes an entry that cannot be written. The message names the option that would drop what is in the way.
    fn refuse_entry(&mut self, number: Number, error: WriteError) {
        self.refused += 1;
        let advice = match error {
            WriteError::Lost(field) => format!(" (--drop {field} loses it)"),
            WriteError::Chess960 => " (--drop castling loses them)".to_owned(),
            WriteError::Missing(Field::Move) => " (--move gives it one)".to_owned(),
            _ => String::new(),
        };
        self.note(number, &format_args!("{error}{advice}"));
    }

    /// Keeps an error that may be reported, unless twice [`NAMED`] errors have been kept.
    fn note(&mut self, number: Number, error: &impl Display) {
        if self.faults.len() < 2 * NAMED {
            self.faults.push((number, error.to_string()));
        }
    }
}
