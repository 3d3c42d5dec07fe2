//! One block of records: read, filtered, and written in another format.

use std::fmt::Display;
use std::io;

use quadbit_inputs::pattern::{self, Rule};
use quadbit_movegen::{GameResult, Level, Move, Position, Validity, pgn};
use quadbit_pack::{Field, Fields, Format, RecordError, Sample, binpack};

use super::input::{Block, Records};
use super::kind::Kind;
use super::stats::Stats;

/// The work to do on every block.
pub(super) struct Job<'a> {
    pub(super) from: Kind,
    /// `None` if the positions are only counted.
    pub(super) to: Option<Format>,
    pub(super) rules: &'a [Rule],
    pub(super) may_drop: Fields,
    pub(super) score: Option<i16>,
    pub(super) result: Option<GameResult>,
    pub(super) duplicates: bool,
    pub(super) validity: Validity,
    pub(super) level: Level,
}

/// The result of a block.
#[derive(Default)]
pub(super) struct Done {
    /// The output.
    pub(super) bytes: Vec<u8>,
    /// The number of records of the input.
    pub(super) records: u64,
    /// The bad records by their numbers in the block, from 1, with their errors.
    pub(super) bad: Vec<(u64, String)>,
    pub(super) stats: Stats,
    /// The keys of the positions, if duplicates are counted.
    pub(super) keys: Vec<u64>,
    /// Samples for a format whose records depend on those before them.
    chained: Vec<Numbered>,
}

/// A sample, with the number of its record.
type Numbered = (u64, Sample);

impl Job<'_> {
    pub(super) fn run(&self, block: &mut Block) -> Done {
        let mut done = Done::default();
        match block {
            Block::Games(games) => {
                let samples = self.read_pgn(games, &mut done);
                self.pass_on(samples, &mut done);
            }
            Block::Records(records) => {
                done.records = records.lengths.len() as u64;
                if self.from == Kind::Records(Format::Viriformat)
                    && self.to == Some(Format::Viriformat)
                    && self.rules.is_empty()
                {
                    self.copy_games(records, &mut done);
                } else {
                    let samples = self.read(records, &mut done);
                    self.pass_on(samples, &mut done);
                }
                if records.is_cut {
                    done.records += 1;
                    done.bad.push((done.records, RecordError::Truncated.to_string()));
                }
            }
        }
        done.bad.sort_by_key(|&(number, _)| number);
        done
    }

    /// Writes or counts the samples that match all rules.
    fn pass_on(&self, samples: Vec<Numbered>, done: &mut Done) {
        let samples = self.chosen(samples);
        match self.to {
            Some(Format::Binpack) => done.chained = samples,
            Some(format) => self.write(format, &samples, done),
            None => self.count(&samples, done),
        }
    }

    /// The samples of a block.
    fn read(&self, block: &Records, done: &mut Done) -> Vec<Numbered> {
        let Kind::Records(format) = self.from else { return Vec::new() };
        let mut samples = Vec::with_capacity(block.lengths.len());
        format.read_block(self.level, self.validity, &block.bytes, &block.lengths, |place, sample| {
            samples.extend(done.sort_out(place as u64 + 1, sample));
        });
        samples
    }

    /// The positions before the moves of games. A game with an error is left out.
    fn read_pgn(&self, games: &mut pgn::Reader<io::Empty>, done: &mut Done) -> Vec<Numbered> {
        let mut samples = Vec::new();
        loop {
            // The block is in memory, so reading it does not fail.
            let Ok(Some(game)) = games.next_game() else { return samples };
            done.records += 1;
            let number = done.records;
            let result = game.record().result().unwrap_or(GameResult::Unknown);
            let fault = if let Some(error) = game.error() {
                Some((error.offset, error.to_string()))
            } else if game.moves().contains(&Move::NULL) {
                Some((game.offset(), "it has a null move".to_owned()))
            } else if result == GameResult::Unknown && self.needs_result() {
                Some((game.offset(), "it has no result (--result gives it one)".to_owned()))
            } else {
                None
            };
            match (fault, game.start()) {
                (Some((offset, fault)), _) => done.refuse(number, &format!("byte {offset}: {fault}")),
                (None, Some(start)) => {
                    let mut position = *start;
                    for &mv in game.moves() {
                        samples.push((number, Sample { result, mv: Some(mv), ..Sample::from(position) }));
                        position.play_unchecked(mv);
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Whether samples without a result cannot be written.
    fn needs_result(&self) -> bool {
        self.result.is_none() && self.to.is_some_and(|format| format.holds(Field::Result))
    }

    /// Copies the games whose moves are legal.
    fn copy_games(&self, block: &Records, done: &mut Done) {
        for (number, bytes) in records(block) {
            match Format::Viriformat.read(bytes, self.validity, |_| {}) {
                Ok(()) => done.bytes.extend(bytes),
                Err(error) => done.refuse(number, &error),
            }
        }
    }

    /// The samples that match all rules. Those without scores or results get those of the options.
    fn chosen(&self, mut samples: Vec<Numbered>) -> Vec<Numbered> {
        if !self.rules.is_empty() {
            let positions: Vec<Position> = samples.iter().map(|(_, sample)| sample.position).collect();
            let mut matches = vec![false; positions.len()];
            pattern::matches(self.level, self.rules, &positions, &mut matches);
            let mut matches = matches.into_iter();
            samples.retain(|_| matches.next().unwrap_or(false));
        }
        // The moves of games are for the formats that can hold them; other formats drop them without --drop.
        let is_game = matches!(self.from, Kind::Pgn | Kind::Records(Format::Viriformat));
        let keeps_move = !is_game || self.to.is_some_and(|format| format.holds(Field::Move));
        for (_, sample) in &mut samples {
            sample.mv = sample.mv.filter(|_| keeps_move);
            sample.score = sample.score.or(self.score);
            if let (GameResult::Unknown, Some(result)) = (sample.result, self.result) {
                sample.result = result;
            }
        }
        samples
    }

    fn write(&self, format: Format, samples: &[Numbered], done: &mut Done) {
        let (numbers, samples): (Vec<u64>, Vec<Sample>) = samples.iter().copied().unzip();
        let Done { bytes, bad, .. } = done;
        format.write_block(self.level, self.may_drop, &samples, bytes, |place, error| {
            bad.push((numbers[place], error.to_string()));
        });
    }

    fn count(&self, samples: &[Numbered], done: &mut Done) {
        let positions: Vec<Position> = samples.iter().map(|(_, sample)| sample.position).collect();
        let mut checks = vec![false; positions.len()];
        quadbit_lanes::batch::in_check(self.level, &positions, &mut checks);
        for ((_, sample), check) in samples.iter().zip(checks) {
            done.stats.add(sample, check);
        }
        if self.duplicates {
            done.keys.extend(positions.iter().map(Position::key));
        }
    }
}

impl Done {
    /// Writes the samples that may continue those of earlier blocks.
    pub(super) fn write_chains(&mut self, writer: &mut binpack::Writer, may_drop: Fields) {
        for (number, sample) in std::mem::take(&mut self.chained) {
            if let Err(error) = writer.push(&sample, may_drop, &mut self.bytes) {
                self.refuse(number, &error);
            }
        }
        self.bad.sort_by_key(|&(number, _)| number);
    }

    fn refuse(&mut self, number: u64, error: &impl Display) {
        self.bad.push((number, error.to_string()));
    }

    /// Passes a good result on and records a bad one.
    fn sort_out<T, E: Display>(&mut self, number: u64, result: Result<T, E>) -> Option<(u64, T)> {
        match result {
            Ok(good) => Some((number, good)),
            Err(error) => {
                self.refuse(number, &error);
                None
            }
        }
    }
}

/// The records of a block with their numbers, from 1.
fn records(block: &Records) -> impl Iterator<Item = (u64, &[u8])> {
    let mut rest = &block.bytes[..];
    let record = move |&len: &usize| {
        let (record, behind) = rest.split_at(len);
        rest = behind;
        record
    };
    (1..).zip(block.lengths.iter().map(record))
}
