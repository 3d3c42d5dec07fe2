//! One block of records: read, chosen, and written in another format.

use std::fmt::Display;
use std::io;

use quadbit_movegen::{GameResult, Level, Move, Position, Validity, pgn};
use quadbit_pack::pattern::{self, Rule};
use quadbit_pack::{
    Fields, Record, RecordError, Sample, WriteError, batch, binaryfen, bulletformat, marlinformat, text,
    tgct, viriformat,
};

use super::input::{Block, Records};
use super::kind::Kind;
use super::stats::Stats;

/// What to do with every block.
pub(super) struct Job<'a> {
    pub(super) from: Kind,
    /// `None` if the positions are only counted.
    pub(super) to: Option<Kind>,
    pub(super) rules: &'a [Rule],
    pub(super) may_drop: Fields,
    pub(super) score: Option<i16>,
    pub(super) result: Option<GameResult>,
    pub(super) duplicates: bool,
    pub(super) validity: Validity,
    pub(super) level: Level,
}

/// What became of a block.
#[derive(Default)]
pub(super) struct Done {
    /// The output.
    pub(super) bytes: Vec<u8>,
    /// The number of records of the input.
    pub(super) records: u64,
    /// The bad ones by their numbers in the block, from 1.
    pub(super) bad: Vec<(u64, String)>,
    pub(super) stats: Stats,
    /// The keys of the positions, if duplicates are counted.
    pub(super) keys: Vec<u64>,
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
                if self.from == Kind::Viriformat && self.to == Some(Kind::Viriformat) && self.rules.is_empty()
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

    /// Writes or counts the samples that are chosen.
    fn pass_on(&self, samples: Vec<Numbered>, done: &mut Done) {
        let samples = self.chosen(samples);
        match self.to {
            Some(kind) => self.write(kind, &samples, done),
            None => self.count(&samples, done),
        }
    }

    /// The samples of a block.
    fn read(&self, block: &Records, done: &mut Done) -> Vec<Numbered> {
        let whole = &block.bytes[..block.lengths.iter().sum()];
        match self.from {
            Kind::Bulletformat => self.read_records::<bulletformat::Board>(whole, done),
            Kind::Marlinformat => self.read_records::<marlinformat::Board>(whole, done),
            Kind::Tgct => self.read_records::<tgct::Board>(whole, done),
            Kind::Fen => read_each(block, done, |line| {
                text::read_fen(line_text(line)?, self.validity).map_err(|error| error.to_string())
            }),
            Kind::Text => read_each(block, done, |line| {
                text::read(line_text(line)?, self.validity).map_err(|error| error.to_string())
            }),
            Kind::Binaryfen => read_each(block, done, |framed| binaryfen::read(&framed[1..], self.validity)),
            Kind::Viriformat => self.read_games(block, done),
            Kind::Pgn => Vec::new(),
        }
    }

    /// The positions before the moves of games. A game with a fault is left out.
    fn read_pgn(&self, games: &mut pgn::Reader<io::Empty>, done: &mut Done) -> Vec<Numbered> {
        let mut samples = Vec::new();
        loop {
            // The block is in memory: reading it does not fail.
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
                        samples.push((number, Sample { result, ..Sample::from(position) }));
                        position.play_unchecked(mv);
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Whether samples without a result cannot be written.
    fn needs_result(&self) -> bool {
        self.result.is_none() && self.to.is_some_and(Kind::has_result)
    }

    fn read_records<R: Record>(&self, bytes: &[u8], done: &mut Done) -> Vec<Numbered> {
        let (records, _) = R::view(bytes);
        let mut samples = vec![Err(RecordError::Truncated); records.len()];
        batch::read(self.level, self.validity, records, &mut samples);
        let numbered = (1..).zip(samples);
        numbered.filter_map(|(number, sample)| done.sort_out(number, sample)).collect()
    }

    fn read_games(&self, block: &Records, done: &mut Done) -> Vec<Numbered> {
        let mut samples = Vec::new();
        for (number, bytes) in records(block) {
            let game = viriformat::Game::first(bytes).ok_or(RecordError::Truncated);
            match game.and_then(|game| game.samples(self.validity)) {
                Ok(game) => samples.extend(game.map_while(|sample| done.sort_out(number, sample))),
                Err(error) => done.refuse(number, &error),
            }
        }
        samples
    }

    /// Copies the games whose moves are legal.
    fn copy_games(&self, block: &Records, done: &mut Done) {
        for (number, bytes) in records(block) {
            let game = viriformat::Game::first(bytes).ok_or(RecordError::Truncated);
            match game.and_then(|game| game.samples(self.validity)) {
                Ok(mut samples) => match samples.find_map(Result::err) {
                    None => done.bytes.extend(bytes),
                    Some(error) => done.refuse(number, &error),
                },
                Err(error) => done.refuse(number, &error),
            }
        }
    }

    /// The samples that answer all rules with yes, with scores and results for those that have none.
    fn chosen(&self, mut samples: Vec<Numbered>) -> Vec<Numbered> {
        if !self.rules.is_empty() {
            let positions: Vec<Position> = samples.iter().map(|(_, sample)| sample.position).collect();
            let mut matches = vec![false; positions.len()];
            pattern::matches(self.level, self.rules, &positions, &mut matches);
            let mut matches = matches.into_iter();
            samples.retain(|_| matches.next().unwrap_or(false));
        }
        for (_, sample) in &mut samples {
            sample.score = sample.score.or(self.score);
            if let (GameResult::Unknown, Some(result)) = (sample.result, self.result) {
                sample.result = result;
            }
        }
        samples
    }

    fn write(&self, kind: Kind, samples: &[Numbered], done: &mut Done) {
        match kind {
            Kind::Bulletformat => self.write_records::<bulletformat::Board>(samples, &[], done),
            Kind::Marlinformat => self.write_records::<marlinformat::Board>(samples, &[], done),
            Kind::Tgct => self.write_records::<tgct::Board>(samples, &[], done),
            Kind::Pgn => {}
            // Each position becomes a game without moves.
            Kind::Viriformat => self.write_records::<marlinformat::Board>(samples, &viriformat::END, done),
            Kind::Fen => write_each(samples, done, |sample, bytes| {
                text::write_fen(sample, self.may_drop).map(|fen| bytes.extend(format!("{fen}\n").bytes()))
            }),
            Kind::Text => write_each(samples, done, |sample, bytes| {
                text::write(sample, self.may_drop).map(|line| bytes.extend(format!("{line}\n").bytes()))
            }),
            Kind::Binaryfen => write_each(samples, done, |sample, bytes| {
                binaryfen::Record::write(sample, self.may_drop).map(|record| bytes.extend(record.framed()))
            }),
        }
    }

    /// Writes records of a fixed size, each with the same bytes behind it.
    fn write_records<R: Record>(&self, samples: &[Numbered], behind: &[u8], done: &mut Done) {
        let (numbers, samples): (Vec<u64>, Vec<Sample>) = samples.iter().copied().unzip();
        let mut records = vec![Err(WriteError::Chess960); samples.len()];
        batch::write::<R>(self.level, self.may_drop, &samples, &mut records);
        done.bytes.reserve(records.len() * (size_of::<R>() + behind.len()));
        for (number, record) in numbers.into_iter().zip(records) {
            if let Some((_, record)) = done.sort_out(number, record) {
                done.bytes.extend(bytemuck::bytes_of(&record));
                done.bytes.extend(behind);
            }
        }
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
    fn refuse(&mut self, number: u64, error: &impl Display) {
        self.bad.push((number, error.to_string()));
    }

    /// What is good goes on; what is bad is noted.
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

fn read_each<E: Display>(
    block: &Records,
    done: &mut Done,
    read: impl Fn(&[u8]) -> Result<Sample, E>,
) -> Vec<Numbered> {
    records(block).filter_map(|(number, record)| done.sort_out(number, read(record))).collect()
}

fn write_each(
    samples: &[Numbered],
    done: &mut Done,
    write: impl Fn(&Sample, &mut Vec<u8>) -> Result<(), WriteError>,
) {
    for (number, sample) in samples {
        if let Err(error) = write(sample, &mut done.bytes) {
            done.refuse(*number, &error);
        }
    }
}

/// A line without its line break.
fn line_text(line: &[u8]) -> Result<&str, String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match str::from_utf8(line) {
        Ok(text) if text.trim().is_empty() => Err("the line is empty".to_owned()),
        Ok(text) => Ok(text),
        Err(_) => Err("the line is not UTF-8".to_owned()),
    }
}
