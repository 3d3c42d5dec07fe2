//! The search for the first difference below a position.
//!
//! 1. The engine gets the FEN as it was given, and its divide is compared with ours.
//! 2. If counts differ below a move, that move is made on both sides, one ply less remains, and the divides are
//!    compared again.
//! 3. If the moves themselves differ, the search ends: [`Difference`] has the position, the moves that led
//!    there, and what differs.
//!
//! The engine always sees the first FEN and moves from it, never a FEN of ours in between.

use std::collections::BTreeMap;

use quadbit_movegen::{CastlingLetters, CastlingStyle, EpMode, FenStyle, Move, Position};

use super::tags::tags;
use crate::board::BoardCounter;
use crate::divided::{self, MoveCount};
use crate::engine::{Answer, Engine};
use crate::json::json_object;

/// The search for the first difference between the engine's counts and ours, down from a position.
pub(super) struct Search {
    counter: BoardCounter,
    engine: Engine,
    /// The FEN where the search begins, as it was given: a FEN of our own may omit an en passant square, which the
    /// engine must see.
    fen: String,
    style: CastlingStyle,
    /// The moves made from the position of `fen`, as UCI text.
    path: Vec<String>,
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
    differs: Vec<String>,
    /// The features of the position that generators often get wrong, by name.
    pub(super) tags: Vec<&'static str>,
}

json_object!(Difference { at, path, depth, differs, tags });

/// The style of FENs of positions after moves.
const AFTER_MOVES: FenStyle = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };

impl Difference {
    /// The report of the difference, line by line.
    pub(super) fn lines(&self) -> Vec<String> {
        let path =
            if self.path.is_empty() { String::new() } else { format!(" after {}", self.path.join(" ")) };
        let mut lines = vec![format!("differ{path}, at depth {}: {}", self.depth, self.at)];
        lines.extend(self.differs.iter().cloned());
        lines
    }
}

impl Search {
    pub(super) fn new(counter: BoardCounter, engine: Engine) -> Self {
        let style = CastlingStyle::Standard;
        Self { counter, engine, fen: String::new(), style, path: Vec::new() }
    }

    /// Whether the engine can read and write castling as `style` says.
    pub(super) fn takes(&self, style: CastlingStyle) -> bool {
        style == CastlingStyle::Standard || self.engine.offers_chess960()
    }

    /// Starts a search at the position of `fen`, with castling written as `style` says.
    pub(super) fn set_out(&mut self, fen: &str, style: CastlingStyle) -> Result<(), String> {
        if !self.takes(style) {
            return Err(
                "the engine does not offer UCI_Chess960, in which castling must be written here".to_owned()
            );
        }
        if style != self.style {
            self.engine.set_chess960(style == CastlingStyle::Chess960)?;
        }
        self.style = style;
        self.fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
        self.path.clear();
        Ok(())
    }

    /// Compares the divides of a position and continues below the first move whose counts differ, until the
    /// moves themselves differ.
    pub(super) fn difference(&mut self, position: &Position, depth: u8) -> Result<Outcome, String> {
        let answer = self.engine.divide(&self.fen, &self.path, depth)?;
        let counts = self.counter.divide(position, depth);
        let ours = divided::sorted(&counts, position, self.style);
        let total = divided::total(&counts, depth);
        if ours == answer.moves && total == answer.total {
            return Ok(Outcome::Same(answer));
        }
        let first = self.fen.clone();
        let here = |path: &[String], differs| {
            // The FEN names the en passant square after every double push, so that an engine with wrong captures en
            // passant repeats its error when it is given this FEN.
            let at = if path.is_empty() { first } else { position.to_fen(AFTER_MOVES).to_string() };
            let path = path.to_vec();
            Ok(Outcome::Different(Difference { at, path, depth, differs, tags: tags(position) }))
        };
        let mut differs = differing_moves(&ours, &answer.moves);
        if !differs.is_empty() {
            return here(&self.path, differs);
        }
        let Some((ours, theirs)) = ours.iter().zip(&answer.moves).find(|(ours, theirs)| ours != theirs)
        else {
            differs.push(format!(
                "nodes: quadbit {total}, the engine {}, although the counts of all moves agree",
                answer.total
            ));
            return here(&self.path, differs);
        };
        differs.push(format!("{}: quadbit {}, the engine {}", ours.uci, ours.nodes, theirs.nodes));
        let Ok(mv) = Move::from_uci(&ours.uci, position) else {
            return Err(format!("our own move {} cannot be read", ours.uci));
        };
        if depth == 1 {
            return here(&self.path, differs);
        }
        let mut child = *position;
        child.play_unchecked(mv);
        self.path.push(ours.uci.clone());
        Ok(match self.difference(&child, depth - 1)? {
            Outcome::Same(Answer { total, .. }) => {
                differs.push(format!("asked for the position after {}, both count {total}", ours.uci));
                self.path.pop();
                return here(&self.path, differs);
            }
            different @ Outcome::Different(_) => different,
        })
    }
}

/// A line for each move that only one side lists, and for each one that the engine lists more than once.
fn differing_moves(ours: &[MoveCount], theirs: &[MoveCount]) -> Vec<String> {
    let mut listed: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
    for MoveCount { uci, nodes } in theirs {
        listed.entry(uci).or_default().push(*nodes);
    }
    let mut lines = Vec::new();
    for MoveCount { uci, .. } in ours.iter().filter(|ours| !listed.contains_key(ours.uci.as_str())) {
        lines.push(format!("only quadbit: {uci}"));
    }
    for (uci, counts) in listed {
        if ours.binary_search_by(|ours| ours.uci.as_str().cmp(uci)).is_err() {
            lines.push(format!("only the engine: {uci}"));
        }
        if let [first, second, ..] = counts[..] {
            lines.push(format!("the engine lists {uci} more than once: {first}, {second}"));
        }
    }
    lines
}
