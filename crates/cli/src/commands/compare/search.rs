//! The search for the first difference below a position.
//!
//! 1. The engine gets the FEN as it was given, and its divide is compared with ours. An engine that prints totals only
//!    is asked for the positions after the first moves; one that writes castling in the other form is understood.
//! 2. If counts differ below a move, that move is made on both sides, one ply less remains, and the divides are
//!    compared again.
//! 3. If the moves themselves differ, the search ends: [`Difference`] has the position, the moves that led
//!    there, and what differs, with the rule.
//! 4. If the engine ends or hangs, it is started again and asked for each position below, down to the smallest count
//!    that breaks it.
//!
//! The engine always sees the first FEN and moves from it, never a FEN of ours in between.

use std::collections::BTreeMap;

use quadbit_movegen::{CastlingLetters, CastlingStyle, EpMode, FenStyle, Move, Position};

use super::shrink;
use super::tags::tags;
use crate::board::BoardCounter;
use crate::divided::{self, MoveCount};
use crate::engine::{Answer, Engine, EngineError};
use crate::json::json_object;
use crate::why::why;

/// The search for the first difference between the engine's counts and ours, down from a position.
pub(super) struct Search {
    counter: BoardCounter,
    pub(super) engine: Engine,
    /// Whether castling must be written as the engine was told, and a position in Chess960 may be asked only if it
    /// offers that.
    rigor: Rigor,
    /// The FEN where the search begins, as it was given: a FEN of our own may omit an en passant square, which the
    /// engine must see.
    fen: String,
    style: CastlingStyle,
    /// Whether the engine writes castling in the form that was not asked for.
    pub(super) writes_other_form: bool,
    /// The moves made from the position of `fen`, as the engine writes them.
    path: Vec<String>,
    /// The number that the engine counts for the position of `fen`, if it counts.
    pub(super) counted: Option<u128>,
    /// Whether the engine has not answered in time.
    pub(super) has_hung: bool,
}

/// What an engine is allowed.
#[derive(Clone, Copy)]
pub(super) struct Rigor {
    /// Whether castling in the other form is a difference.
    pub(super) strict: bool,
    /// Whether the engine plays Chess960 although it does not offer the option.
    pub(super) assume_chess960: bool,
}

/// The result of comparing the engine's divide with ours.
pub(super) enum Outcome {
    /// The engine's counts equal ours; its answer.
    Same(Answer),
    /// The engine's counts or moves differ from ours: where and how.
    Different(Difference),
}

/// Where and how an engine differs.
#[derive(Debug)]
pub(super) struct Difference {
    /// The FEN of the position that differs.
    at: String,
    path: Vec<String>,
    depth: u8,
    /// A line for each thing that differs.
    pub(super) differs: Vec<String>,
    /// The features of the position that generators often get wrong, by name.
    pub(super) tags: Vec<&'static str>,
    /// The smallest position that differs, with its right counts: a line for a suite.
    smallest: Option<String>,
}

json_object!(Difference { at, path, depth, differs, tags, smallest });

/// The style of FENs of positions after moves.
const AFTER_MOVES: FenStyle = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };

impl Difference {
    /// The report of the difference, line by line.
    pub(super) fn lines(&self) -> Vec<String> {
        let path =
            if self.path.is_empty() { String::new() } else { format!(" after {}", self.path.join(" ")) };
        let mut lines = vec![format!("differ{path}, at depth {}: {}", self.depth, self.at)];
        lines.extend(self.differs.iter().cloned());
        lines.extend(self.smallest.iter().map(|line| format!("smallest: {line}")));
        lines
    }
}

impl Search {
    pub(super) fn new(counter: BoardCounter, engine: Engine, rigor: Rigor) -> Self {
        let style = CastlingStyle::Standard;
        Self {
            counter,
            engine,
            rigor,
            fen: String::new(),
            style,
            writes_other_form: false,
            path: Vec::new(),
            counted: None,
            has_hung: false,
        }
    }

    /// Compares the counts of a position, whose FEN and form of castling are given.
    pub(super) fn compare(
        &mut self,
        fen: &str,
        style: CastlingStyle,
        position: &Position,
        depth: u8,
    ) -> Result<Outcome, EngineError> {
        self.set_out(fen, style)?;
        self.difference(position, depth)
    }

    /// Adds to a difference the smallest position in which the engine differs: from the position where it differs, or
    /// if it does not differ when it is given that position, from `start`, where the search began.
    pub(super) fn shrink(
        &mut self,
        found: &mut Difference,
        start: &Position,
        style: CastlingStyle,
    ) -> Result<(), EngineError> {
        let deep = u8::try_from(found.path.len()).unwrap_or(u8::MAX).saturating_add(1);
        let mut here = *start;
        for text in &found.path {
            if let Ok(mv) = Move::from_uci(text, &here) {
                here.play_unchecked(mv);
            }
        }
        for (position, depth) in [(here, 1), (*start, deep)] {
            let mut differs = |position: &Position| {
                Ok(matches!(
                    self.compare(&shrink::fen(position), style, position, depth)?,
                    Outcome::Different(_)
                ))
            };
            if differs(&position)? {
                let smallest = shrink::smallest(position, differs)?;
                let counts =
                    (1..=depth).map(|depth| format!(";D{depth} {}", self.counter.perft(&smallest, depth)));
                found.smallest =
                    Some(format!("{} {}", shrink::fen(&smallest), counts.collect::<Vec<_>>().join(" ")));
                break;
            }
        }
        Ok(())
    }

    /// Whether the engine can read and write castling as `style` says.
    pub(super) fn takes(&self, style: CastlingStyle) -> bool {
        style == CastlingStyle::Standard || self.engine.offers_chess960() || self.rigor.assume_chess960
    }

    /// Starts a search at the position of `fen`, with castling written as `style` says.
    pub(super) fn set_out(&mut self, fen: &str, style: CastlingStyle) -> Result<(), EngineError> {
        if !self.takes(style) {
            let why = "the engine does not offer UCI_Chess960, in which castling must be written here (if it plays \
                       Chess960 all the same: --assume-chess960)";
            return Err(EngineError::Unusable(why.to_owned()));
        }
        if style != self.style {
            self.engine.set_chess960(style == CastlingStyle::Chess960)?;
        }
        self.style = style;
        self.fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
        self.path.clear();
        self.counted = None;
        Ok(())
    }

    /// What has been noticed about the engine and accepted.
    pub(super) fn note(&self) -> Option<&'static str> {
        let note = "note: the engine writes castling in the other form (e1g1, e1h1); --strict refuses it";
        self.writes_other_form.then_some(note)
    }

    /// The form in which the engine writes castling.
    fn form(&self) -> CastlingStyle {
        match self.style {
            CastlingStyle::Standard if self.writes_other_form => CastlingStyle::Chess960,
            CastlingStyle::Chess960 if self.writes_other_form => CastlingStyle::Standard,
            style => style,
        }
    }

    /// Compares the divides of a position and continues below the first move whose counts differ, until the
    /// moves themselves differ.
    pub(super) fn difference(&mut self, position: &Position, depth: u8) -> Result<Outcome, EngineError> {
        let counts = self.counter.divide(position, depth);
        let total = divided::total(&counts, depth);
        let (ours, answer) = match self.answer(position, depth, &counts) {
            Ok(both) => both,
            Err(EngineError::Broken { how, last, hangs }) => {
                self.has_hung |= hangs;
                return self.breaking(position, depth, how, last);
            }
            Err(error) => return Err(error),
        };
        self.counted = self.counted.or(Some(answer.nodes()));
        let is_total_alone = answer.moves.is_empty() && !ours.is_empty();
        if (ours == answer.moves || is_total_alone) && total == answer.nodes() {
            return Ok(Outcome::Same(Answer { moves: ours, total: Some(total) }));
        }
        if is_total_alone {
            let moves: Vec<_> = ours.into_iter().map(|count| count.uci).collect();
            let line = format!(
                "the engine counts {} moves; quadbit has {total}: {}",
                answer.nodes(),
                moves.join(" ")
            );
            return Ok(self.found(position, depth, vec![line]));
        }
        let mut differs = differing_moves(position, &ours, &answer.moves);
        if !differs.is_empty() {
            return Ok(self.found(position, depth, differs));
        }
        let Some((ours, theirs)) = ours.iter().zip(&answer.moves).find(|(ours, theirs)| ours != theirs)
        else {
            let theirs = answer.nodes();
            differs.push(format!(
                "nodes: quadbit {total}, the engine {theirs}, although the counts of all moves agree"
            ));
            return Ok(self.found(position, depth, differs));
        };
        differs.push(format!("{}: quadbit {}, the engine {}", ours.uci, ours.nodes, theirs.nodes));
        let Ok(mv) = Move::from_uci(&ours.uci, position) else {
            return Err(EngineError::Unusable(format!("our own move {} cannot be read", ours.uci)));
        };
        if depth == 1 {
            return Ok(self.found(position, depth, differs));
        }
        let mut child = *position;
        child.play_unchecked(mv);
        self.path.push(ours.uci.clone());
        Ok(match self.difference(&child, depth - 1)? {
            Outcome::Same(answer) => {
                differs.push(format!(
                    "asked for the position after {}, both count {}",
                    ours.uci,
                    answer.nodes()
                ));
                self.path.pop();
                self.found(position, depth, differs)
            }
            different @ Outcome::Different(_) => different,
        })
    }

    /// Our counts as the engine writes them, and its own, sorted. If it prints a total only, and another one than ours,
    /// the counts are those of the positions after the moves.
    fn answer(
        &mut self,
        position: &Position,
        depth: u8,
        counts: &[(Move, u128)],
    ) -> Result<(Vec<MoveCount>, Answer), EngineError> {
        let mut answer = self.engine.divide(&self.fen, &self.path, depth)?;
        let mut ours = divided::sorted(counts, position, self.form());
        if ours != answer.moves && !self.rigor.strict {
            self.writes_other_form = !self.writes_other_form;
            let other = divided::sorted(counts, position, self.form());
            let alike = |list: &[MoveCount]| {
                list.iter().filter(|count| answer.moves.iter().any(|theirs| theirs.uci == count.uci)).count()
            };
            if alike(&other) > alike(&ours) {
                ours = other;
            } else {
                self.writes_other_form = !self.writes_other_form;
            }
        }
        if answer.moves.is_empty() && depth > 1 && answer.nodes() != divided::total(counts, depth) {
            for MoveCount { uci, .. } in &ours {
                self.path.push(uci.clone());
                let below = self.engine.divide(&self.fen, &self.path, depth - 1);
                self.path.pop();
                answer.moves.push(MoveCount { uci: uci.clone(), nodes: below?.nodes() });
            }
        }
        Ok((ours, answer))
    }

    /// The smallest count below a position at which the engine breaks, as it did here.
    fn breaking(
        &mut self,
        position: &Position,
        depth: u8,
        how: String,
        last: Vec<String>,
    ) -> Result<Outcome, EngineError> {
        let moves = if depth > 1 { self.counter.divide(position, 1) } else { Vec::new() };
        for (mv, _) in moves {
            self.path.push(mv.to_uci(position, self.form()).to_string());
            match self.engine.divide(&self.fen, &self.path, depth - 1) {
                Err(EngineError::Broken { how, last, .. }) => {
                    let mut child = *position;
                    child.play_unchecked(mv);
                    return self.breaking(&child, depth - 1, how, last);
                }
                Err(error) => return Err(error),
                Ok(_) => self.path.pop(),
            };
        }
        let lines = last.into_iter().map(|line| format!("it printed: {line}"));
        Ok(self.found(position, depth, [how].into_iter().chain(lines).collect()))
    }

    /// A difference at the present position. Its FEN names the en passant square after every double push, so that an
    /// engine with wrong captures en passant repeats its error when it is given this FEN.
    fn found(&self, position: &Position, depth: u8, differs: Vec<String>) -> Outcome {
        let at =
            if self.path.is_empty() { self.fen.clone() } else { position.to_fen(AFTER_MOVES).to_string() };
        Outcome::Different(Difference {
            at,
            path: self.path.clone(),
            depth,
            differs,
            tags: tags(position),
            smallest: None,
        })
    }
}

/// A line for each move that only one side lists, with the rule, and for each one that the engine lists more than once.
fn differing_moves(position: &Position, ours: &[MoveCount], theirs: &[MoveCount]) -> Vec<String> {
    let mut listed: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
    for MoveCount { uci, nodes } in theirs {
        listed.entry(uci).or_default().push(*nodes);
    }
    let mut lines = Vec::new();
    for MoveCount { uci, .. } in ours.iter().filter(|ours| !listed.contains_key(ours.uci.as_str())) {
        lines.push(format!("only quadbit: {uci}{}", reason(position, uci)));
    }
    for (uci, counts) in listed {
        if ours.binary_search_by(|ours| ours.uci.as_str().cmp(uci)).is_err() {
            lines.push(format!("only the engine: {uci}{}", reason(position, uci)));
        }
        if let [first, second, ..] = counts[..] {
            lines.push(format!("the engine lists {uci} more than once: {first}, {second}"));
        }
    }
    lines
}

/// Why a move is legal or not, in brackets.
fn reason(position: &Position, uci: &str) -> String {
    why(position, uci).map_or_else(String::new, |why| format!(" ({})", why.text))
}
