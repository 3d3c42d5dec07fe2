//! Reading a rule: conditions become parts in the order in which they are evaluated.
//!
//! 1. A condition becomes a part at once. [`Reader::condition`] tells from the first word what the condition is about:
//!    pieces, material, a board, one of [`WORDS`], or else a tag.
//! 2. `not`, the words that join conditions and `(` go on a stack until the conditions after them have been read.
//!    Before a word that joins is pushed, the words on top of the stack that bind at least as strongly become parts.
//!    `for` and `within` follow what they are about.
//! 3. `)` makes parts of everything since its `(`.
//!
//! There is no recursion, so no number of parentheses overflows the stack.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::comparison::Comparison;
use crate::condition::{Condition, Need};
use crate::error::{RuleError, RuleErrorKind};
use crate::pattern::Pattern;
use crate::pieces::{Material, PieceCount, PiecesOn, PiecesOnError, pieces_of};
use crate::rule::{Part, Rule, conjuncts};
use crate::tag::Tag;
use crate::truth::Step;
use crate::words::{Meaning, WORDS};

/// An entry of the parser's stack, which waits for the conditions after it.
enum Waiting {
    /// An opening parenthesis, with the index of its byte.
    Parenthesis(usize),
    Joint(Step<()>),
}

/// How strongly a word binds: `then` least, `not` most.
const fn strength(step: Step<()>) -> u8 {
    match step {
        Step::Then(..) => 0,
        Step::Or(..) => 1,
        Step::And(..) => 2,
        Step::Not(()) | Step::For(..) => 3,
    }
}

/// Reads a rule by Dijkstra's shunting yard algorithm.
impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut reader = Reader { text, at: 0 };
        let error = |(offset, kind)| RuleError { text: text.to_owned(), offset, kind };
        let (parts, places) = parts(&mut reader).map_err(error)?;
        // Chance is decided only for samples that all other conditions choose, so such a condition is joined only by
        // `and`.
        for range in conjuncts(&parts).into_iter().filter(|range| range.len() > 1) {
            let needs_stream =
                |part: &Part| matches!(part, Part::Condition(of) if of.needs().contains(&Need::Stream));
            if let Some(at) = range.into_iter().find(|&at| needs_stream(&parts[at])) {
                return Err(error((places[at], RuleErrorKind::Stream)));
            }
        }
        Ok(Self { parts })
    }
}

/// The byte of the text at which an error is, and the error.
type Fault = (usize, RuleErrorKind);

/// Reads the parts of a rule, each with a byte of the text to which an error can point.
fn parts(reader: &mut Reader<'_>) -> Result<(Vec<Part>, Vec<usize>), Fault> {
    let (mut parts, mut places, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    let mut push = |part, place| {
        parts.push(part);
        places.push(place);
    };
    loop {
        loop {
            if let Some(at) = reader.take("(") {
                waiting.push(Waiting::Parenthesis(at));
            } else if reader.word("not") {
                waiting.push(Waiting::Joint(Step::Not(())));
            } else {
                break;
            }
        }
        reader.skip_blanks();
        let place = reader.at;
        let (condition, holds) = reader.condition()?;
        push(Part::Condition(condition), place);
        if !holds {
            push(Part::Joint(Step::Not(())), place);
        }
        let joint = loop {
            if let Some(at) = reader.take(")") {
                loop {
                    match waiting.pop() {
                        Some(Waiting::Joint(joint)) => push(Part::Joint(joint), at),
                        Some(Waiting::Parenthesis(_)) => break,
                        None => return Err((at, RuleErrorKind::Parenthesis)),
                    }
                }
            } else if let Some(plies) = reader.plies("for")? {
                push(Part::Joint(Step::For((), plies)), place);
            } else if let Some(plies) = reader.plies("within")? {
                loop {
                    match waiting.pop() {
                        Some(Waiting::Joint(Step::Then(.., None))) => {
                            push(Part::Joint(Step::Then((), (), Some(plies))), place);
                            break;
                        }
                        Some(Waiting::Joint(joint)) => push(Part::Joint(joint), place),
                        Some(Waiting::Parenthesis(_)) | None => {
                            return Err((reader.at, RuleErrorKind::Plies));
                        }
                    }
                }
            } else if reader.rest().is_empty() {
                break None;
            } else {
                break Some(reader.joint());
            }
        };
        let Some(joint) = joint else { break };
        while let Some(&Waiting::Joint(last)) = waiting.last()
            && strength(last) >= strength(joint)
        {
            push(Part::Joint(last), place);
            waiting.pop();
        }
        waiting.push(Waiting::Joint(joint));
    }
    for last in waiting.into_iter().rev() {
        match last {
            Waiting::Joint(joint) => push(Part::Joint(joint), reader.at),
            Waiting::Parenthesis(offset) => return Err((offset, RuleErrorKind::Parenthesis)),
        }
    }
    Ok((parts, places))
}

/// A cursor over the text of a rule; `at` is the byte to read next.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// Whether a character ends a name or a value.
fn is_end(c: char) -> bool {
    c.is_whitespace() || "=!<>()\"".contains(c)
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes `sign` after blanks, and returns the index of its byte; `None` if something else comes next.
    fn take(&mut self, sign: &str) -> Option<usize> {
        self.skip_blanks();
        let at = self.at;
        self.rest().starts_with(sign).then(|| {
            self.at += sign.len();
            at
        })
    }

    /// Takes a value after blanks, up to a blank, a parenthesis or the end. Returns the byte at which it begins, and
    /// the value.
    fn value(&mut self) -> (usize, &'a str) {
        self.skip_blanks();
        (self.at, self.until(|c| c.is_whitespace() || "()".contains(c)))
    }

    /// Takes the text up to the first character for which `ends` is true.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let found = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += found.len();
        found
    }

    /// Takes `word` after blanks, in either case, if it comes next: up to a blank, a parenthesis or the end. Returns
    /// whether it came.
    fn word(&mut self, word: &str) -> bool {
        let (begin, found) = self.value();
        let is_word = found.eq_ignore_ascii_case(word);
        self.at = if is_word { self.at } else { begin };
        is_word
    }

    /// Takes a word that joins conditions; without one, they are joined by `and`.
    fn joint(&mut self) -> Step<()> {
        if self.word("or") {
            Step::Or((), ())
        } else if self.word("then") {
            Step::Then((), (), None)
        } else {
            self.word("and");
            Step::And((), ())
        }
    }

    /// Takes `word` and a number of plies; `None` if another word comes next. Fails if `word` is followed by anything
    /// but a number from 1 on.
    fn plies(&mut self, word: &str) -> Result<Option<u32>, Fault> {
        if !self.word(word) {
            return Ok(None);
        }
        let (at, number) = self.value();
        let number = number.parse().ok().filter(|&plies: &u32| plies > 0);
        number.map(Some).ok_or((at, RuleErrorKind::Plies))
    }

    /// Takes the sign of a comparison after blanks; `None` if there is none. The flag says whether the comparison must
    /// hold: it is false only for `!=`, which is "equal" that must fail.
    fn comparison(&mut self) -> Option<(Comparison, bool)> {
        if self.take("!=").is_some() {
            return Some((Comparison::Equal, false));
        }
        let sign = |&(sign, comparison)| self.take(sign).map(|_| (comparison, true));
        Comparison::SIGNS.iter().find_map(sign)
    }

    /// Reads a condition. The flag says whether the condition must hold: it is false for `no-check`, which is `check`
    /// that must fail.
    fn condition(&mut self) -> Result<(Condition, bool), Fault> {
        let begin = self.at;
        if self.rest().starts_with('"') {
            let name = self.quotation()?;
            return self.tag(name);
        }
        let board = self.until(|c| c.is_whitespace() || "=<>()\"".contains(c));
        if board.contains('/') {
            let pattern = Pattern::parse(board).ok_or((begin, RuleErrorKind::Pattern))?;
            return Ok((Condition::Pattern(pattern), true));
        }
        self.at = begin;
        let name = self.until(|c| is_end(c) || "[]".contains(c));
        let behind = self.at;
        let comparison = self.comparison();
        let has_comparison = comparison.is_some();
        let is_meant = |(word, meaning): &&(&str, Meaning)| match meaning {
            Meaning::Flag(_) => !has_comparison && (name == *word || name.strip_prefix("no-") == Some(*word)),
            Meaning::Number(_) | Meaning::Value(..) => name == *word && has_comparison,
            _ => name == *word,
        };
        if let Some((word, meaning)) = WORDS.iter().find(is_meant) {
            return match (meaning, comparison) {
                (Meaning::Flag(condition), _) => {
                    self.at = behind;
                    Ok((condition(), name == *word))
                }
                (Meaning::Fixed(condition), _) => {
                    self.at = behind;
                    Ok((condition(), true))
                }
                (Meaning::Near(is_structure), _) => {
                    self.at = behind;
                    self.near(*is_structure)
                }
                (Meaning::Number(condition), Some((comparison, holds))) => {
                    let range = self.number(comparison, i32::MIN..=i32::MAX, RuleErrorKind::Number)?;
                    Ok((condition(range), holds))
                }
                (Meaning::Value(expected, condition), Some((comparison, holds))) => {
                    let (at, value) = self.value();
                    let found = condition(comparison, value).map(|condition| (condition, holds));
                    found.ok_or((at, RuleErrorKind::Expected(expected)))
                }
                _ => Err((behind, RuleErrorKind::Number)),
            };
        }
        if let Some(kind) = needs_value(name) {
            return Err((behind, kind));
        }
        if let (Some(material), None) = (Material::parse(name), comparison) {
            self.at = behind;
            return Ok((Condition::Material(material), true));
        }
        let letters = name.split(['@', '-']).next().unwrap_or_default();
        if pieces_of(letters).is_some() || name.starts_with('@') || name.starts_with('*') {
            return self.pieces((begin, name), behind, comparison);
        }
        self.at = behind;
        let is_tag = name.starts_with(|c: char| !c.is_lowercase()) && !name.starts_with('|');
        if name.is_empty() || !is_tag && !self.word("contains") {
            return Err((begin, RuleErrorKind::Word));
        }
        self.at = behind;
        self.tag(name)
    }

    /// Reads a condition on the pieces `name`, which begin at the byte `begin` and end at `behind`: the number after
    /// `comparison`, or any number from 1 on if there is no comparison.
    fn pieces(
        &mut self,
        (begin, name): (usize, &str),
        behind: usize,
        comparison: Option<(Comparison, bool)>,
    ) -> Result<(Condition, bool), Fault> {
        let count = |text: &str| {
            let at = begin + (text.as_ptr().addr() - name.as_ptr().addr());
            PiecesOn::parse(text).map_err(|error| match error {
                PiecesOnError::Pieces => (at, RuleErrorKind::Pieces),
                PiecesOnError::Squares => (at, RuleErrorKind::Squares),
            })
        };
        let (count, minus) = match name.split_once('-') {
            Some((first, second)) => (count(first)?, Some(count(second)?)),
            None => (count(name)?, None),
        };
        let least = if minus.is_some() { -64 } else { 0 };
        let (range, holds) = if let Some((comparison, holds)) = comparison {
            (self.number(comparison, least..=64, RuleErrorKind::Count)?, holds)
        } else {
            self.at = behind;
            (1..=64, true)
        };
        Ok((Condition::Pieces(PieceCount { count, minus, range }), holds))
    }

    /// Reads a board and a number of squares that may differ. `is_structure` says whether only pawns are compared.
    fn near(&mut self, is_structure: bool) -> Result<(Condition, bool), Fault> {
        self.skip_blanks();
        let at = self.at;
        let text = if self.rest().starts_with('"') {
            self.quotation()?
        } else {
            self.until(|c| c.is_whitespace() || "=<>()".contains(c))
        };
        let board = text.split_whitespace().next().and_then(Pattern::parse);
        let pattern = board.ok_or((at, RuleErrorKind::Pattern))?;
        let (comparison, holds) = self.comparison().ok_or((self.at, RuleErrorKind::Count))?;
        let differing = self.number(comparison, 0..=64, RuleErrorKind::Count)?;
        Ok((Condition::Pattern(Pattern { is_structure, differing, ..pattern }), holds))
    }

    /// Reads the number after a comparison. `kind` is the error if there is none.
    fn number(
        &mut self,
        comparison: Comparison,
        limits: RangeInclusive<i32>,
        kind: RuleErrorKind,
    ) -> Result<RangeInclusive<i32>, Fault> {
        let (at, text) = self.value();
        comparison.allowed(text, &limits).ok_or((at, kind))
    }

    /// Reads the comparison of a tag with a value.
    fn tag(&mut self, name: &str) -> Result<(Condition, bool), Fault> {
        let (comparison, holds) = match self.comparison() {
            Some(found) => found,
            None if self.word("contains") => (Comparison::Contains, true),
            None => return Err((self.at, RuleErrorKind::Operator)),
        };
        self.skip_blanks();
        let is_quoted = self.rest().starts_with('"');
        let value = if is_quoted { self.quotation()? } else { self.bare_value(comparison)? };
        Ok((Condition::Tag(Tag::new(name, comparison, value, is_quoted)), holds))
    }

    /// Takes the text between quotation marks. A quotation ends at the first mark without a backslash.
    fn quotation(&mut self) -> Result<&'a str, Fault> {
        let quoted = &self.rest()[1..];
        let mut is_escaped = false;
        let length = quoted.bytes().position(|byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        let length = length.ok_or((self.at, RuleErrorKind::Quotation))?;
        self.at += length + "\"\"".len();
        Ok(&quoted[..length])
    }

    /// Reads a value without quotation marks around it. A text has words up to one that joins conditions, a closing
    /// parenthesis or the end; a value that is compared by size has one word.
    fn bare_value(&mut self, comparison: Comparison) -> Result<&'a str, Fault> {
        let (begin, mut end) = (self.at, self.at);
        let has_words = matches!(comparison, Comparison::Equal | Comparison::Contains);
        while !self.rest().is_empty() && (end == begin || has_words && !self.is_at_joint()) {
            let at = self.at;
            let word = self.until(|c| c.is_whitespace() || "()|".contains(c));
            if self.rest().starts_with(['(', '|']) {
                return Err((self.at, RuleErrorKind::Quotation));
            }
            if end > begin && word.contains(['=', '<', '>']) {
                return Err((at, RuleErrorKind::Quotation));
            }
            if !word.is_empty() {
                end = self.at;
            }
            if self.rest().starts_with(')') {
                break;
            }
            self.skip_blanks();
        }
        self.at = end;
        if end == begin { Err((end, RuleErrorKind::Value)) } else { Ok(&self.text[begin..end]) }
    }

    /// Whether the next word joins conditions, or is `for` or `within` with a number of plies.
    fn is_at_joint(&self) -> bool {
        let mut ahead = Reader { ..*self };
        let is_joint = ["and", "or", "then"].into_iter().any(|word| ahead.word(word));
        is_joint || ["for", "within"].into_iter().any(|word| matches!(ahead.plies(word), Ok(Some(_))))
    }
}

/// The error if `name` is a word of [`WORDS`] that needs a value; `None` for other names.
fn needs_value(name: &str) -> Option<RuleErrorKind> {
    let (_, meaning) = WORDS.iter().find(|(word, _)| name == *word)?;
    Some(match meaning {
        Meaning::Value(expected, _) => RuleErrorKind::Expected(expected),
        _ => RuleErrorKind::Number,
    })
}
