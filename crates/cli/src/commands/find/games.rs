//! One block of games or records: read, searched, and what is found as text.
//!
//! 1. A game of PGN is read with its positions; a bad move ends it there. Records of a chain are a game as long as each
//!    position follows from the one before. Single positions are read only if their boards may match.
//! 2. [`Search`] finds the plies at which the rule holds.
//! 3. What is found becomes text without numbers of games, which only the thread that joins the blocks knows.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadbit_data::find::{KnownGame, Search};
use quadbit_data::matching::may_match;
use quadbit_data::sieve::Sieve;
use quadbit_movegen::{Move, Position, Validity};
use quadbit_pack::{Block as Records, Sample};
use quadbit_pgn::{NodeId, Reader, Step, StreamedGame, Tree, unescape};
use quadbit_quad::QuadBitboard;
use quadbit_quad::zobrist::split_mix;
use quadbit_rule::{Rule, decimal};

use super::groups::{By, Member};
use super::rows;
use super::{Args, To, Unique};
use crate::commands::input::Block;

/// The work to do on every block.
pub(super) struct Job<'a> {
    pub(super) args: &'a Args,
    pub(super) rule: &'a Rule,
    pub(super) to: To,
    /// Whether the rules ask about clocks or evaluations, so that the comments of games are read.
    pub(super) has_notes: bool,
    /// Whether Ctrl-C has been pressed.
    pub(super) is_interrupted: Arc<AtomicBool>,
}

/// What was found in a block.
#[derive(Default)]
pub(super) struct Done {
    /// The number of games or records of the block.
    pub(super) games: u64,
    /// The games and records that cannot be read to their end: the number of each, from 0, and the error.
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
    /// With `--unique`, a hash that is the same for games that count as one.
    pub(super) key: Option<u128>,
    /// The value of the tag by which games are split into files; empty without `--split` or without the tag.
    pub(super) part: String,
    pub(super) members: Vec<Member>,
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
        let level = self.args.work.level;
        let by = match &self.args.by {
            Some(By::Rule(rule)) => Some(Search::new(level, rule)),
            _ => None,
        };
        let search = Search::new(level, self.rule);
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
        let mut positions = Vec::new();
        loop {
            positions.clear();
            let game = match games.next_game_with_positions(&mut positions) {
                Ok(Some(game)) => game,
                Ok(None) => break,
                Err(error) => {
                    self.done.faults.push((self.done.games, error.to_string()));
                    break;
                }
            };
            positions.extend(game.position());
            if let Some(error) = game.error {
                self.done.faults.push((game.number, format!("byte {}: {error}", error.offset)));
            }
            KnownGame::with_pgn(&game, &positions, |facts| self.ask(facts, game.number, Some(&game)));
        }
        self.done.games = games.number();
    }

    fn records(&mut self, records: &mut Records) {
        let (mut chain, mut last) = (Vec::<Sample>::new(), u64::MAX);
        let (mut numbers, mut samples, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        let level = self.job.args.work.level;
        let rules = self.job.rule.conjuncts();
        let may_match = |boards: &[QuadBitboard]| may_match(level, &rules, boards);
        records.read_where(level, Validity::Strict, may_match, |number, sample| match sample {
            Ok(sample) => {
                numbers.push(number - 1);
                samples.push(sample);
            }
            Err(error) => faults.push((number - 1, error.to_string())),
        });
        // If no sample has a move, each position stands alone, and the sieve tests the whole rule on many at once.
        let are_single = samples.iter().all(|sample| sample.labels.mv.is_none());
        let mut matches = vec![true; samples.len()];
        if are_single && !self.job.rule.is_empty() {
            Sieve::new(level, self.job.rule, 0).matches(&samples, &mut matches);
        }
        let samples = numbers.into_iter().zip(samples).zip(matches);
        let chosen = samples.filter_map(|(sample, matches)| matches.then_some(sample));
        self.done.faults = faults;
        self.done.games = records.records();
        let Args { by, unique, .. } = self.job.args;
        if are_single && self.job.to == To::Count && by.is_none() && unique.is_none() {
            let found = |(game, _)| Found { game, positions: 1, ..Found::default() };
            self.done.found.extend(chosen.map(found));
            return;
        }
        for (number, sample) in chosen {
            let follows = number == last && chain.last().and_then(after) == Some(sample.position);
            if !follows {
                self.chain(&chain, last);
                chain.clear();
            }
            last = number;
            chain.push(sample);
        }
        self.chain(&chain, last);
    }

    /// Searches `chain` as a game: samples of the record `number`, each of which follows from the one before. The
    /// position after the last move belongs to the game too, if there is such a move.
    fn chain(&mut self, chain: &[Sample], number: u64) {
        let Some(last) = chain.last() else { return };
        let positions: Vec<Position> =
            chain.iter().map(|sample| sample.position).chain(after(last)).collect();
        let moves: Vec<Move> = chain.iter().filter_map(|sample| sample.labels.mv).collect();
        let score = |ply: usize| chain.get(ply)?.labels.score;
        let (positions, moves, result) = (&positions[..], &moves[..], last.labels.result);
        self.ask(&KnownGame { positions, moves, result, score: &score, ..KnownGame::EMPTY }, number, None);
    }

    /// Searches the game with the given number in its block, and adds what is found to `self.done`. `text` is the game
    /// as it is in the file; `None` for records.
    fn ask(&mut self, game: &KnownGame<'_>, number: u64, text: Option<&StreamedGame<'_>>) {
        let lines = match text {
            Some(text) if self.job.args.variations => lines(text.record().text()),
            _ => Vec::new(),
        };
        let &KnownGame { positions, moves, result, score, clock, .. } = game;
        let main = KnownGame { positions, moves, result, score, clock, tag: &|name| (game.tag)(name) };
        let mut chosen = vec![(main, self.search.plies(&main).collect::<Vec<_>>())];
        let mut seen = HashSet::new();
        for (n, line) in lines.iter().enumerate() {
            let variation = KnownGame {
                positions: &line.positions,
                moves: &line.moves,
                score: &|_| None,
                clock: &|_| None,
                ..main
            };
            // The first line is the main line, which has been searched above, with its scores and clocks. A position
            // that lines share counts once.
            if n == 0 {
                seen.extend(chosen[0].1.iter().map(|&ply| line.nodes[ply]));
            } else {
                let plies = self.search.plies(&variation);
                chosen.push((variation, plies.filter(|&ply| seen.insert(line.nodes[ply])).collect()));
            }
        }
        let positions = chosen.iter().map(|(_, plies)| plies.len() as u64).sum();
        if positions == 0 {
            return;
        }
        let args = self.job.args;
        let mut found = Found { game: number, positions, ..Found::default() };
        let value = |name: &str| (game.tag)(name).map(unescape).unwrap_or_default().into_owned();
        if let Some(name) = &args.split {
            found.part = value(name);
        }
        found.key = args.unique.map(|unique| {
            let names =
                if unique == Unique::Players { [value("White"), value("Black")] } else { Default::default() };
            key(game, &names)
        });
        if let Some(by) = &args.by {
            let mut values: Vec<String> = match by {
                By::Tag(name) => vec![value(name)],
                By::Move => {
                    let moves = |(game, plies): &(KnownGame<'_>, Vec<usize>)| {
                        plies.iter().filter_map(|&ply| played(game, ply)).collect::<Vec<_>>()
                    };
                    chosen.iter().flat_map(moves).collect()
                }
                By::Rule(_) => {
                    let mut holds = |(game, plies): &(KnownGame<'_>, Vec<usize>)| {
                        self.by.iter_mut().any(|by| by.plies(game).any(|ply| plies.contains(&ply)))
                    };
                    vec![chosen.iter().any(&mut holds).to_string()]
                }
            };
            values.sort();
            values.dedup();
            let rating = |name| (game.tag)(name).and_then(decimal);
            let ratings = [rating("WhiteElo"), rating("BlackElo")];
            let member = |value| Member { value, result: game.result, ratings };
            found.members = values.into_iter().map(member).collect();
        }
        match (self.job.to, text) {
            (To::Count, _) => {}
            (To::Pgn, Some(text)) => {
                let marks: &[usize] = if args.mark { &chosen[0].1 } else { &[] };
                found.rows.push(rows::game(text, marks));
            }
            (to, _) => {
                let bytes = text.map(|text| text.bytes.clone()).unwrap_or_default();
                let tags: Vec<_> =
                    args.tags.iter().map(|name| (&**name, (game.tag)(name).map(unescape))).collect();
                for (game, plies) in &chosen {
                    found.rows.extend(plies.iter().map(|&ply| rows::row(to, game, ply, &bytes, &tags)));
                }
            }
        }
        self.done.found.push(found);
    }
}

/// A line of a game with variations, from the first position of the game to the last of the line.
struct Line {
    /// The node of each position, the root first: the move of `nodes[i]` leads to `positions[i]`.
    nodes: Vec<NodeId>,
    positions: Vec<Position>,
    moves: Vec<Move>,
}

/// The lines of the game `text`, the main line first: one line for each last position of the main line or of a
/// variation. Empty if there are no variations, or if they cannot be played.
fn lines(text: &str) -> Vec<Line> {
    let Some(tree) = text.contains('(').then(|| text.parse::<Tree>().ok()).flatten() else {
        return Vec::new();
    };
    let steps: HashMap<usize, Step> = tree.walk().map(|step| (step.node.index(), step)).collect();
    let is_last = |step: &Step| tree.children(step.node).next().is_none();
    let line = |last: Step| {
        let nodes = tree.line_to(last.node);
        let steps: Vec<Step> = nodes.iter().filter_map(|node| steps.get(&node.index()).copied()).collect();
        Line {
            nodes: iter::once(NodeId::ROOT).chain(nodes).collect(),
            positions: iter::once(*tree.start()).chain(steps.iter().map(|step| step.after)).collect(),
            moves: steps.iter().map(|step| step.mv).collect(),
        }
    };
    let mut lines: Vec<Line> = tree.walk().filter(is_last).map(line).collect();
    let end = tree.main_line().last();
    lines.sort_by_key(|line| line.nodes.last().copied() != end);
    lines
}

/// The position after the move of a sample; `None` if the sample has no move or an illegal one.
fn after(Sample { position, labels }: &Sample) -> Option<Position> {
    labels.mv.filter(|&mv| position.is_legal(mv)).map(|mv| position.after(mv))
}

/// The move played at the ply `ply`, as SAN; `None` for a null move and at the end of the game.
fn played(game: &KnownGame<'_>, ply: usize) -> Option<String> {
    let mv = game.moves.get(ply).filter(|mv| mv.from() != mv.to())?;
    Some(mv.to_san(&game.positions[ply]).to_string())
}

/// A hash that two games share if they have the same start position, moves and `names`; other games share it only by a
/// chance of 2^-128.
fn key(game: &KnownGame<'_>, names: &[String; 2]) -> u128 {
    let start = game.positions.first().map_or(0, Position::key);
    let names = names.iter().flat_map(|name| name.bytes().map(u64::from).chain([256]));
    let words = game.moves.iter().map(|mv| u64::from(mv.to_bits()) << 16).chain(names);
    let hash = |seed: u64| words.clone().fold(split_mix(start ^ seed), |hash, word| split_mix(hash ^ word));
    u128::from(hash(0)) << 64 | u128::from(hash(u64::MAX))
}
