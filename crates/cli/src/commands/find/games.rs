//! One block of games or records: read, searched, and what is found as text.
//!
//! 1. A game of PGN is read with its positions; a bad move ends it there. Records of a chain are a game as long as each
//!    position follows from the one before.
//! 2. [`Search`] finds the plies at which the rule holds.
//! 3. What is found becomes text without numbers of games, which only the thread that joins the blocks knows.

use quadbit_data::find::{Game, Search};
use quadbit_movegen::{GameResult, Move, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Block as Records, Sample};
use quadbit_pgn::{Eval, Note, Reader, StreamedGame, unescape};
use quadbit_quad::zobrist::split_mix;
use quadbit_rule::{Rule, decimal};

use super::groups::{By, Member};
use super::rows::{self, Row};
use super::{To, Unique};
use crate::commands::input::Block;

/// The work to do on every block.
pub(super) struct Job<'a> {
    pub(super) rule: &'a Rule,
    pub(super) to: To,
    pub(super) mark: bool,
    pub(super) tags: &'a [String],
    pub(super) by: Option<&'a By>,
    pub(super) unique: Option<Unique>,
    pub(super) split: Option<&'a str>,
    pub(super) level: Level,
    /// Whether clocks and evaluations are asked about.
    pub(super) has_notes: bool,
}

/// What was found in a block.
#[derive(Default)]
pub(super) struct Done {
    /// The number of games or records of the block.
    pub(super) games: u64,
    /// The games and records that cannot be read to their end, with their numbers from 0.
    pub(super) faults: Vec<(u64, String)>,
    pub(super) found: Vec<Found>,
}

/// What was found in one game.
#[derive(Default)]
pub(super) struct Found {
    /// The number of the game in its block, from 0.
    pub(super) game: u64,
    /// The number of positions that the rule has chosen.
    pub(super) positions: u64,
    /// The text of each row, or of the game, without the number of the game.
    pub(super) rows: Vec<Vec<u8>>,
    /// What the game shares with others that count as the same, if this is asked for.
    pub(super) key: Option<u128>,
    /// The value of the tag by which games are split.
    pub(super) part: String,
    pub(super) members: Vec<Member>,
}

/// The game that was read last, whose memory is used again.
struct Line {
    positions: Vec<Position>,
    moves: Vec<Move>,
    scores: Vec<Option<i16>>,
    clocks: Vec<Option<i32>>,
    result: GameResult,
}

impl Line {
    const EMPTY: Self = Self {
        positions: Vec::new(),
        moves: Vec::new(),
        scores: Vec::new(),
        clocks: Vec::new(),
        result: GameResult::Unknown,
    };
}

/// A searcher of the games of one block.
struct Searcher<'a> {
    job: &'a Job<'a>,
    search: Search,
    by: Option<Search>,
    done: Done,
}

impl Job<'_> {
    pub(super) fn search(&self, block: Block) -> Done {
        let by = match self.by {
            Some(By::Rule(rule)) => Some(Search::new(self.level, rule)),
            _ => None,
        };
        let search = Search::new(self.level, self.rule);
        let mut searcher = Searcher { job: self, search, by, done: Done::default() };
        match block {
            Block::Games(_, mut games) => searcher.games(&mut games),
            Block::Records(mut records) => searcher.records(&mut records),
        }
        searcher.done
    }
}

impl Searcher<'_> {
    fn games(&mut self, games: &mut Reader<std::io::Empty>) {
        let mut line = Line::EMPTY;
        loop {
            line.positions.clear();
            let game = match games.next_game_with_positions(&mut line.positions) {
                Ok(Some(game)) => game,
                Ok(None) => break,
                Err(error) => {
                    self.done.faults.push((self.done.games, error.to_string()));
                    break;
                }
            };
            line.positions.extend(game.position());
            line.moves.clear();
            line.moves.extend_from_slice(game.moves());
            line.result = game.result().unwrap_or(GameResult::Unknown);
            if self.job.has_notes {
                let notes: Vec<Note> = game.notes().collect();
                let scores = notes.iter().map(|note| note.eval.map(in_centipawns));
                line.scores = std::iter::once(None).chain(scores).collect();
                let seconds = |note: &Note| i32::try_from(note.clock?.as_secs()).ok();
                line.clocks = notes.iter().map(seconds).collect();
            }
            if let Some(error) = game.error {
                self.done.faults.push((game.number, format!("byte {}: {error}", error.offset)));
            }
            self.ask(&line, game.number, Some(&game));
        }
        self.done.games = games.number();
    }

    fn records(&mut self, records: &mut Records) {
        let (mut line, mut last) = (Line::EMPTY, u64::MAX);
        let (mut samples, mut faults) = (Vec::new(), Vec::new());
        records.read_at(self.job.level, Validity::Strict, usize::MAX, |number, sample| match sample {
            Ok(sample) => samples.push((number - 1, sample)),
            Err(error) => faults.push((number - 1, error.to_string())),
        });
        for (number, Sample { position, labels }) in samples {
            let follows = number == last
                && line.positions.last().zip(line.moves.last()).is_some_and(|(before, &mv)| {
                    before.is_legal(mv)
                        && before.after(mv) == position
                        && line.moves.len() == line.positions.len()
                });
            if !follows {
                self.end(&mut line, last);
            }
            last = number;
            line.positions.push(position);
            line.scores.push(labels.score);
            line.moves.extend(labels.mv);
            line.result = labels.result;
        }
        self.end(&mut line, last);
        self.done.faults = faults;
        self.done.games = records.records();
    }

    /// Ends the game of a chain, whose last move leads to its last position.
    fn end(&mut self, line: &mut Line, number: u64) {
        let last = line.positions.last().zip(line.moves.last());
        if let (Some((last, &mv)), true) = (last, line.moves.len() == line.positions.len())
            && last.is_legal(mv)
        {
            line.positions.push(last.after(mv));
        }
        if !line.positions.is_empty() {
            self.ask(line, number, None);
        }
        *line = Line::EMPTY;
    }

    /// Searches a game, and keeps what is found.
    fn ask(&mut self, line: &Line, number: u64, text: Option<&StreamedGame<'_>>) {
        let tag = |name: &str| text.and_then(|game| game.tags().find(|tag| tag.0 == name)).map(|tag| tag.1);
        let game = Game {
            positions: &line.positions,
            moves: &line.moves,
            result: line.result,
            tag: &tag,
            score: &|ply| line.scores.get(ply).copied().flatten(),
            clock: &|ply| line.clocks.get(ply).copied().flatten(),
        };
        let mut plies = self.search.plies(&game).peekable();
        if plies.peek().is_none() {
            return;
        }
        let plies: Vec<usize> = plies.collect();
        let job = self.job;
        let mut found = Found { game: number, positions: plies.len() as u64, ..Found::default() };
        let value = |name: &str| tag(name).map(unescape).unwrap_or_default().into_owned();
        if let Some(name) = job.split {
            found.part = value(name);
        }
        found.key = job.unique.map(|unique| {
            let names =
                if unique == Unique::Players { [value("White"), value("Black")] } else { Default::default() };
            key(line, &names)
        });
        if let Some(by) = job.by {
            let mut values: Vec<String> = match by {
                By::Tag(name) => vec![value(name)],
                By::Move => plies.iter().filter_map(|&ply| played(line, ply)).collect(),
                By::Rule(_) => {
                    let holding: Vec<usize> = self.by.iter_mut().flat_map(|by| by.plies(&game)).collect();
                    let holds = plies.iter().any(|ply| holding.contains(ply));
                    vec![holds.to_string()]
                }
            };
            values.sort();
            values.dedup();
            let rating = |name| tag(name).and_then(decimal);
            let ratings = [rating("WhiteElo"), rating("BlackElo")];
            let member = |value| Member { value, result: line.result, ratings };
            found.members = values.into_iter().map(member).collect();
        }
        match (job.to, text) {
            (To::Count, _) => {}
            (To::Pgn, Some(game)) => {
                let marks: &[usize] = if job.mark { &plies } else { &[] };
                found.rows.push(rows::game(game, marks));
            }
            (to, _) => {
                let bytes = text.map(|game| game.bytes.clone()).unwrap_or_default();
                let row =
                    |&ply: &usize| Row { line: (&line.positions, &line.moves), ply, bytes: bytes.clone() };
                let tags = job.tags.iter().map(|name| (&**name, tag(name).map(unescape))).collect::<Vec<_>>();
                found.rows = plies.iter().map(|ply| rows::row(to, &row(ply), &tags)).collect();
            }
        }
        self.done.found.push(found);
    }
}

/// The move played at a ply, as SAN.
fn played(line: &Line, ply: usize) -> Option<String> {
    let mv = line.moves.get(ply).filter(|mv| mv.from() != mv.to())?;
    Some(mv.to_san(&line.positions[ply]).to_string())
}

/// Numbers that games share if they have the same start position, moves and names, and others only by a chance of
/// 2^-128.
fn key(line: &Line, names: &[String; 2]) -> u128 {
    let start = line.positions.first().map_or(0, Position::key);
    let names = names.iter().flat_map(|name| name.bytes().map(u64::from).chain([256]));
    let words = line.moves.iter().map(|mv| u64::from(mv.to_bits()) << 16).chain(names);
    let hash = |seed: u64| words.clone().fold(split_mix(start ^ seed), |hash, word| split_mix(hash ^ word));
    u128::from(hash(0)) << 64 | u128::from(hash(u64::MAX))
}

/// The score of an evaluation in centipawns: a mate is 30000, less the moves that it takes.
fn in_centipawns(eval: Eval) -> i16 {
    const MATE: i32 = 30_000;
    let score = match eval {
        Eval::Centipawns(score) => score.clamp(1 - MATE, MATE - 1),
        Eval::Mate(moves) if moves < 0 => -MATE - moves.max(-MATE),
        Eval::Mate(moves) => MATE - moves.min(MATE),
    };
    i16::try_from(score).unwrap_or_default()
}
