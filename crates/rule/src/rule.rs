//! Rules: conditions joined by words.
//!
//! 1. [`parser`](crate::parser) turns the text into parts in reverse Polish notation: each pushes the value of a
//!    condition, or replaces the last one or two values by what joins them.
//! 2. [`Rule::fold`] evaluates the parts with values of the caller's type: what is known about a game, the answers of
//!    many positions, or the plies of a game.
//!
//! There is no tree, so no number of parentheses overflows the stack.

use alloc::vec::Vec;
use core::ops::Range;

use crate::condition::{Condition, Need};
use crate::truth::{Step, Truth};

/// A rule that chooses positions, games or samples: conditions joined by `and`, `or`, `not`, `then` and `for`. The
/// default is a rule without conditions, which chooses everything. The texts are described in the [crate](crate).
///
/// ```
/// use quadbit_rule::{Rule, Truth};
/// let rule: Rule = "Date>=2013 and (WhiteElo>=2700 or BlackElo>=2700)".parse()?;
/// let matches = |date, white| {
///     let tag = |name: &str| match name {
///         "Date" => Some(date),
///         "WhiteElo" => Some(white),
///         _ => None,
///     };
///     rule.of_tags(tag) == Truth::known(Some(true))
/// };
/// assert!(matches("2013.05.01", "2851"));
/// assert!(!matches("2012.12.31", "2851") && !matches("????.??.??", "2851") && !matches("2013.05.01", "999"));
/// # Ok::<(), quadbit_rule::RuleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    pub(crate) parts: Vec<Part>,
}

/// A part of a rule: a condition, or what joins the values before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Condition(Condition),
    Joint(Step<()>),
}

impl Rule {
    /// The rule that holds where all of `rules` hold; it chooses everything if there are none.
    pub fn all(rules: impl IntoIterator<Item = Self>) -> Self {
        rules.into_iter().reduce(Self::and).unwrap_or_default()
    }

    /// The rule that holds where both this rule and `other` hold.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        let joint = (!self.is_empty() && !other.is_empty()).then_some(Part::Joint(Step::And((), ())));
        self.parts.extend(other.parts.into_iter().chain(joint));
        self
    }

    /// Whether there are no conditions, so that everything is chosen.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The conditions, in the order of the text.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.parts.iter().filter_map(|part| match part {
            Part::Condition(condition) => Some(condition),
            Part::Joint(_) => None,
        })
    }

    /// What must be known about a position to decide the rule. A need of several conditions comes several times.
    pub fn needs(&self) -> impl Iterator<Item = Need> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Condition(condition) => condition.needs(),
                Part::Joint(Step::Then(..) | Step::For(..)) => &[Need::Game],
                Part::Joint(_) => &[],
            })
            .copied()
    }

    /// The condition that the rule consists of, and whether it must hold or fail; `None` for other rules.
    pub fn as_condition(&self) -> Option<(&Condition, bool)> {
        match &*self.parts {
            [Part::Condition(condition)] => Some((condition, true)),
            [Part::Condition(condition), Part::Joint(Step::Not(()))] => Some((condition, false)),
            _ => None,
        }
    }

    /// The rules that this rule joins by `and`, in the order of the text: it holds if all of them hold.
    pub fn conjuncts(&self) -> Vec<Self> {
        let rule = |range: Range<usize>| Self { parts: self.parts[range].to_vec() };
        conjuncts(&self.parts).into_iter().map(rule).collect()
    }

    /// Evaluates the rule: `value` gives the value of a condition, `join` that of values joined by a word. `None` if
    /// there are no conditions.
    pub fn fold<V>(
        &self,
        mut value: impl FnMut(&Condition) -> V,
        mut join: impl FnMut(Step<V>) -> V,
    ) -> Option<V> {
        // Most rules are one condition, for which no list of values is allocated.
        if let [Part::Condition(condition)] = &*self.parts {
            return Some(value(condition));
        }
        let mut values = Vec::new();
        for part in &self.parts {
            let value = match part {
                Part::Condition(condition) => value(condition),
                Part::Joint(step) => {
                    let last = values.pop()?;
                    join(match *step {
                        Step::Not(()) => Step::Not(last),
                        Step::And(..) => Step::And(values.pop()?, last),
                        Step::Or(..) => Step::Or(values.pop()?, last),
                        Step::Then(.., within) => Step::Then(values.pop()?, last, within),
                        Step::For((), plies) => Step::For(last, plies),
                    })
                }
            };
            values.push(value);
        }
        values.pop()
    }

    /// What the tags of a game say about the rule before any move is read: whether the game may have a position that
    /// the rule chooses. `tag` returns the value of a tag as written in the file, `None` if the game does not have it.
    pub fn of_tags<'t>(&self, tag: impl Fn(&str) -> Option<&'t str>) -> Truth<bool> {
        self.truth(|condition| match condition {
            Condition::Tag(of) => Truth::known(tag(of.name()).and_then(|value| of.holds(value))),
            _ => Truth::OPEN,
        })
    }

    /// A lower bound of the number of pieces on the board, pawns and kings included, with which the rule may hold; 0 if
    /// the conditions give none. With fewer pieces left, no later position of a game is chosen either.
    ///
    /// ```
    /// use quadbit_rule::Rule;
    /// let least = |rule: &str| rule.parse::<Rule>().map(|rule| rule.least_pieces());
    /// assert_eq!((least("KRPvKR")?, least("r1bq?rk1/pp3ppp")?, least("Q>=2 or near-pawns 8/pppppppp <= 4")?), (5, 10, 2));
    /// assert_eq!((least("N@d5 then *>=30")?, least("not *>=30")?), (30, 0));
    /// # Ok::<(), quadbit_rule::RuleError>(())
    /// ```
    pub fn least_pieces(&self) -> u32 {
        let of = |condition: &Condition| match condition {
            Condition::Pieces(pieces) => *pieces.range.start(),
            Condition::Pattern(pattern) => {
                let pieces =
                    if pattern.is_structure { pattern.board.pawns() } else { pattern.board.occupied() };
                (pieces & pattern.given).len().cast_signed() - pattern.differing.end()
            }
            Condition::Material(material) => material.pieces().into(),
            _ => 0,
        };
        let join = |step| match step {
            Step::Not(_) => 0,
            Step::And(a, b) => i32::max(a, b),
            Step::Or(a, b) => i32::min(a, b),
            Step::Then(_, last, _) | Step::For(last, _) => last,
        };
        self.fold(of, join).unwrap_or(0).max(0).cast_unsigned()
    }

    /// What the conditions say together, if `truth` says what is known about each of them.
    pub fn truth(&self, truth: impl FnMut(&Condition) -> Truth<bool>) -> Truth<bool> {
        self.fold(truth, Truth::join).unwrap_or(Truth::known(Some(true)))
    }
}

/// The ranges of `parts` that are joined by `and`, in their order.
pub(crate) fn conjuncts(parts: &[Part]) -> Vec<Range<usize>> {
    // For each part, the index at which the parts that make its value begin.
    let mut begins: Vec<usize> = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let begin = |end: usize| end.checked_sub(1).map_or(0, |last| begins[last]);
        let begin = match part {
            Part::Condition(_) => at,
            Part::Joint(Step::Not(()) | Step::For(..)) => begin(at),
            Part::Joint(_) => begin(begin(at)),
        };
        begins.push(begin);
    }
    let mut found = Vec::new();
    let mut waiting = Vec::from([Range { start: 0, end: parts.len() }]);
    while let Some(range) = waiting.pop() {
        let Some(last) = range.end.checked_sub(1) else { break };
        if parts[last] == Part::Joint(Step::And((), ())) {
            let middle = begins[last - 1];
            waiting.extend([range.start..middle, middle..last]);
        } else {
            found.push(range);
        }
    }
    found.reverse();
    found
}
