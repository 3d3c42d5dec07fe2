//! Comparing another generator with the right counts, down to the first position and move that differ.
//!
//! 1. The generator is asked for the counts below the first moves. A generator that gives only a total is asked about
//!    the positions after these moves if the total is wrong. Castling may be written in either form, unless the
//!    comparison is strict.
//! 2. Where the counts below a move differ, the generator is asked about the position after this move, and the counts
//!    below the next moves are compared.
//! 3. The search ends with moves that only the generator or only the rules of chess have or that the generator lists
//!    twice, or with a count that differs although all counts below it agree.
//! 4. A generator that fails is asked for the positions below, down to the smallest count that makes it fail.
//!
//! The generator always sees the first FEN and moves from it, never a FEN from in between.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use quadbit_movegen::{CastlingLetters, CastlingStyle, EpMode, FenStyle, Move, Position};

use crate::divide::divide;
use crate::suite::Suite;

/// A generator that is compared. A closure from a [`Question`] to an [`Answer`] is one.
pub trait Generator {
    /// Why the generator cannot be asked at all.
    type Error;

    /// Counts the leaves of a position.
    ///
    /// # Errors
    /// If the generator cannot be asked: this ends the comparison. A generator that fails returns an [`Answer`] that
    /// says so.
    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Self::Error>;

    /// Counts the leaves below each first move by the rules of chess.
    fn right(&mut self, position: &Position, depth: u8) -> Vec<(Move, u128)> {
        divide(position, depth)
    }
}

impl<F: FnMut(&Question<'_>) -> Answer> Generator for F {
    type Error = Infallible;

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Infallible> {
        Ok(self(question))
    }
}

/// A position, and how many plies below it the leaves are to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The FEN where the comparison began.
    pub fen: &'a str,
    /// The moves from `fen` to the position, as UCI text.
    pub moves: &'a [String],
    /// The depth in plies, at least 1.
    pub depth: u8,
    /// How castling is written.
    pub style: CastlingStyle,
}

/// The counts of a generator for a [`Question`], or its failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The leaves below each first move as UCI text, in any order; empty if only the total is known.
    pub moves: Vec<(String, u128)>,
    /// The total count; `None` if it is the sum of the counts in `moves`.
    pub total: Option<u128>,
    /// How the generator failed, in lines for a report; empty if it counted.
    pub failure: Vec<String>,
}

impl Answer {
    /// The answer of a generator that counts the leaves below each first move.
    pub fn of(moves: impl IntoIterator<Item = (String, u128)>) -> Self {
        Self { moves: moves.into_iter().collect(), ..Self::default() }
    }

    /// The total count: `total` if it is given, else the sum of the counts in `moves`.
    pub fn nodes(&self) -> u128 {
        self.total.unwrap_or_else(|| self.moves.iter().map(|(_, nodes)| nodes).sum())
    }
}

/// Where and how a generator differs. It is printed as a line for the position, one for each thing that differs, and
/// one for the smallest position if it was searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The FEN where the comparison began.
    pub fen: String,
    /// The moves from `fen` to the position that differs, as UCI text.
    pub path: Vec<String>,
    /// The position that differs.
    pub position: Position,
    /// The depth in plies at which the position differs.
    pub depth: u8,
    /// A line for each thing that differs.
    pub differs: Vec<String>,
    /// The smallest position that differs, with its right counts, if it was searched for: a line for a suite.
    pub smallest: Option<String>,
}

impl Difference {
    /// The FEN of the position that differs: `fen` itself if no moves lead to it. Otherwise the FEN names the en
    /// passant square after every double push, so that a generator with wrong captures en passant repeats its error
    /// when it is given this FEN.
    pub fn at(&self) -> String {
        let style = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };
        if self.path.is_empty() { self.fen.clone() } else { self.position.to_fen(style).to_string() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = if self.path.is_empty() { "" } else { " after " };
        write!(f, "differ{after}{}, at depth {}: {}", self.path.join(" "), self.depth, self.at())?;
        self.differs.iter().try_for_each(|line| write!(f, "\n{line}"))?;
        self.smallest.iter().try_for_each(|line| write!(f, "\nsmallest: {line}"))
    }
}

/// Compares a generator with the right counts of a suite from depth 1 on, as far as these are at most `most_nodes`.
/// Returns a difference for each position that has one, at the first depth in the suite where the counts differ.
/// Positions with invalid FENs are left out.
///
/// # Errors
/// Returns the first error of the generator; a closure has none.
///
/// ```
/// use quadbit_movegen::{Move, Position};
/// use quadbit_perft::compare::{Answer, Question, compare};
/// use quadbit_perft::divide;
/// use quadbit_perft::suite::Suite;
/// let by_quadbit = |question: &Question<'_>| {
///     let mut position: Position = question.fen.parse().unwrap();
///     for mv in question.moves {
///         position.play_unchecked(Move::from_uci(mv, &position).unwrap());
///     }
///     let text = |mv: Move| mv.to_uci(&position, question.style).to_string();
///     Answer::of(divide(&position, question.depth).into_iter().map(|(mv, nodes)| (text(mv), nodes)))
/// };
/// let Ok(differences) = compare(&Suite::builtin(), 1_000, by_quadbit);
/// assert_eq!(differences, []);
/// ```
pub fn compare<G: Generator>(
    suite: &Suite<'_>,
    most_nodes: u128,
    generator: G,
) -> Result<Vec<Difference>, G::Error> {
    let mut comparison = Comparison::new(generator);
    let mut differences = Vec::new();
    for entry in &suite.entries {
        let Ok(position) = entry.fen.parse::<Position>() else { continue };
        let standard = position.has_standard_castling();
        let style = if standard { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        for count in entry.counts.iter().filter(|count| count.depth > 0 && count.nodes <= most_nodes) {
            let difference = comparison.difference((entry.fen, &[]), style, &position, count.depth)?;
            if difference.is_some() {
                differences.extend(difference);
                break;
            }
        }
    }
    Ok(differences)
}

/// The search for the first difference between a generator and the rules of chess.
#[derive(Debug)]
pub struct Comparison<G> {
    /// The generator that is compared.
    pub generator: G,
    /// Whether castling counts as a difference if it is written in the form that was not asked for, `e1g1` or `e1h1`.
    pub is_strict: bool,
    /// Whether the generator writes castling in the form that was not asked for.
    pub writes_other_form: bool,
    /// The total that the generator has given for the position where the last search began; `None` if it gave none.
    pub counted: Option<u128>,
    fen: String,
    style: CastlingStyle,
    /// The moves made from the position of `fen`, as the generator writes them.
    path: Vec<String>,
}

impl<G: Generator> Comparison<G> {
    /// Creates a comparison of `generator` with the rules of chess, which accepts castling in either form of UCI text.
    pub fn new(generator: G) -> Self {
        Self {
            generator,
            is_strict: false,
            writes_other_form: false,
            counted: None,
            fen: String::new(),
            style: CastlingStyle::Standard,
            path: Vec::new(),
        }
    }

    /// The first difference between the generator and the right counts of `position` to `depth`; `None` if there is
    /// none. The generator is not asked about `position`, but about `fen` after `moves`, which must lead to `position`.
    /// `style` says how castling is written.
    ///
    /// # Errors
    /// Returns the first error of the generator.
    pub fn difference(
        &mut self,
        (fen, moves): (&str, &[String]),
        style: CastlingStyle,
        position: &Position,
        depth: u8,
    ) -> Result<Option<Difference>, G::Error> {
        self.fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
        (self.style, self.counted, self.path) = (style, None, moves.to_vec());
        self.below(position, depth)
    }

    /// The first difference below `position`, to which `path` leads; `None` if the counts to `depth` agree.
    fn below(&mut self, position: &Position, depth: u8) -> Result<Option<Difference>, G::Error> {
        let right = self.generator.right(position, depth);
        let total: u128 = right.iter().map(|&(_, nodes)| nodes).sum();
        let mut answer = self.ask(depth)?;
        if !answer.failure.is_empty() {
            return self.failure(position, depth, right, answer.failure).map(Some);
        }
        self.counted = self.counted.or(Some(answer.nodes()));
        self.recognize(position, &right, &answer);
        let ours: Vec<String> = right.iter().map(|&(mv, _)| self.text(position, mv)).collect();
        if answer.moves.is_empty() {
            if answer.nodes() == total {
                return Ok(None);
            }
            if depth == 1 {
                let (nodes, moves) = (answer.nodes(), ours.join(" "));
                let line = format!("the engine counts {nodes} moves; quadbit has {total}: {moves}");
                return Ok(Some(self.found(position, depth, [line].into())));
            }
            for mv in &ours {
                self.path.push(mv.clone());
                let below = self.ask(depth - 1);
                self.path.pop();
                answer.moves.push((mv.clone(), below?.nodes()));
            }
        }
        let mut counts: BTreeMap<&str, (Option<u128>, Vec<u128>)> = BTreeMap::new();
        for (text, &(_, nodes)) in ours.iter().zip(&right) {
            counts.entry(text).or_default().0 = Some(nodes);
        }
        for (text, nodes) in &answer.moves {
            counts.entry(text).or_default().1.push(*nodes);
        }
        let differs: Vec<String> = counts
            .iter()
            .flat_map(|(text, (ours, theirs))| {
                let reason = || {
                    let why = text.parse().map(|uci| format!(" ({})", position.why(uci).text));
                    why.unwrap_or_default()
                };
                let one = match (ours, &theirs[..]) {
                    (Some(_), []) => Some(format!("only quadbit: {text}{}", reason())),
                    (None, _) => Some(format!("only the engine: {text}{}", reason())),
                    _ => None,
                };
                let twice = match theirs[..] {
                    [first, second, ..] => {
                        Some(format!("the engine lists {text} more than once: {first}, {second}"))
                    }
                    _ => None,
                };
                one.into_iter().chain(twice)
            })
            .collect();
        if !differs.is_empty() {
            return Ok(Some(self.found(position, depth, differs)));
        }
        let differing = counts.iter().find(|(_, (ours, theirs))| *ours != theirs.first().copied());
        let Some((&text, &(ours, ref theirs))) = differing else {
            let line = format!(
                "nodes: quadbit {total}, the engine {}, although the counts of all moves agree",
                answer.nodes()
            );
            return Ok((total != answer.nodes()).then(|| self.found(position, depth, [line].into())));
        };
        let [ours, theirs] = [ours, theirs.first().copied()].map(Option::unwrap_or_default);
        let mut differs: Vec<String> = [format!("{text}: quadbit {ours}, the engine {theirs}")].into();
        let mv = right.iter().find(|&&(mv, _)| self.text(position, mv) == text).map(|&(mv, _)| mv);
        if depth > 1
            && let Some(mv) = mv
        {
            self.path.push(text.to_owned());
            if let Some(difference) = self.below(&position.after(mv), depth - 1)? {
                return Ok(Some(difference));
            }
            self.path.pop();
            differs.push(format!("asked for the position after {text}, both count {ours}"));
        }
        Ok(Some(self.found(position, depth, differs)))
    }

    /// Returns the difference for a generator that fails at the count of `position` to `depth`, with `lines` as its
    /// report. Goes on below the first move of `right` whose count fails too, and so on, down to the smallest count
    /// that fails.
    fn failure(
        &mut self,
        position: &Position,
        depth: u8,
        right: Vec<(Move, u128)>,
        lines: Vec<String>,
    ) -> Result<Difference, G::Error> {
        for (mv, _) in right.into_iter().filter(|_| depth > 1) {
            self.path.push(self.text(position, mv));
            let failure = self.ask(depth - 1)?.failure;
            if !failure.is_empty() {
                let child = position.after(mv);
                let right = self.generator.right(&child, 1);
                return self.failure(&child, depth - 1, right, failure);
            }
            self.path.pop();
        }
        Ok(self.found(position, depth, lines))
    }

    fn ask(&mut self, depth: u8) -> Result<Answer, G::Error> {
        let Self { generator, fen, path, style, .. } = self;
        generator.answer(&Question { fen, moves: path, depth, style: *style })
    }

    /// Changes `writes_other_form` if the other form of castling makes more moves of `answer` known ones, unless
    /// `is_strict`.
    fn recognize(&mut self, position: &Position, right: &[(Move, u128)], answer: &Answer) {
        let known = |this: &Self| {
            let ours: Vec<String> = right.iter().map(|&(mv, _)| this.text(position, mv)).collect();
            answer.moves.iter().filter(|(text, _)| ours.contains(text)).count()
        };
        let before = known(self);
        if self.is_strict || before == answer.moves.len() {
            return;
        }
        self.writes_other_form = !self.writes_other_form;
        self.writes_other_form ^= known(self) <= before;
    }

    /// The text of `mv` as the generator writes it.
    fn text(&self, position: &Position, mv: Move) -> String {
        let style = match self.style {
            CastlingStyle::Standard if self.writes_other_form => CastlingStyle::Chess960,
            CastlingStyle::Chess960 if self.writes_other_form => CastlingStyle::Standard,
            style => style,
        };
        mv.to_uci(position, style).to_string()
    }

    /// Creates the report of a difference at `position`, to which `self.path` leads; `differs` has a line for each
    /// thing that differs.
    fn found(&self, position: &Position, depth: u8, differs: Vec<String>) -> Difference {
        let (fen, path) = (self.fen.clone(), self.path.clone());
        Difference { fen, path, position: *position, depth, differs, smallest: None }
    }
}
