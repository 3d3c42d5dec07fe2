//! The errors of texts that are not rules.

use alloc::string::String;
use core::fmt;

use crate::words::WORDS;

/// The reason why a text is not a [`Rule`](crate::Rule), and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The whole text that was read.
    pub text: String,
    /// The byte of the text at which the error is, from 0.
    pub offset: usize,
    /// What is wrong at `offset`.
    pub kind: RuleErrorKind,
}

/// The reason why a text is not a [`Rule`](crate::Rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleErrorKind {
    /// There is no condition where one should be.
    Word,
    /// There is no comparison after the name of a tag.
    Operator,
    /// There is no value after an operator.
    Value,
    /// A value has a character that belongs in quotation marks, or a quotation does not end.
    Quotation,
    /// A parenthesis is not closed, or was not opened.
    Parenthesis,
    /// There are no pieces where they should be named.
    Pieces,
    /// There is something other than squares, files and ranks after the `@`.
    Squares,
    /// The number of pieces or squares is not from 0 to 64 (from -64 for a difference), or no count can match it.
    Count,
    /// A number is missing or out of range, or no number can fulfil the condition.
    Number,
    /// A board is not the first field of a FEN, or a part of one.
    Pattern,
    /// A word is not followed by a value that it can have; the text says what is expected.
    Expected(&'static str),
    /// A condition that keeps samples by chance, or depends on earlier samples, is joined by something other than
    /// `and`.
    Stream,
    /// `for` or `within` has no number of plies from 1 on, or there is no `then` before `within`.
    Plies,
}

/// Prints what is wrong and, below it, the text around the place with a mark.
impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.kind)?;
        let before = self.text[..self.offset].chars().rev().take(AROUND).map(char::len_utf8).sum::<usize>();
        let behind = self.text[self.offset..].chars().take(AROUND).map(char::len_utf8).sum::<usize>();
        let shown = &self.text[self.offset - before..self.offset + behind];
        let column = self.text[self.offset - before..self.offset].chars().count();
        write!(f, "\n  {}\n  {:column$}^", shown.replace(char::is_control, " "), "")
    }
}

/// The number of characters of the text that are shown on each side of an error.
const AROUND: usize = 50;

impl fmt::Display for RuleErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Word => {
                f.write_str("expected pieces such as Qq=0, a tag such as WhiteElo>=2000, a board such as r1bq?rk1/pp3ppp, or ")?;
                for (n, words) in WORDS.chunk_by(|one, next| one.0 == next.0).enumerate() {
                    write!(f, "{}{}", if n > 0 { ", " } else { "" }, words[0].0)?;
                }
                return Ok(());
            }
            Self::Operator => "expected =, !=, <, <=, >, >= or contains, as in `WhiteElo>=2000`",
            Self::Value => "expected a value; an empty text is `\"\"`",
            Self::Quotation => {
                "a value with `|`, parentheses or a comparison is written in quotation marks; conditions are joined by \
                 `and` or `or`"
            }
            Self::Parenthesis => "the parenthesis has no counterpart",
            Self::Pieces => "expected pieces: FEN letters or *",
            Self::Squares => "expected squares (e4), files (e) or ranks (4) after `@`",
            Self::Count => "expected =, <, >, <= or >= and a number of pieces or squares from 0 to 64",
            Self::Number => "expected =, <, >, <= or >= and a whole number",
            Self::Pattern => "expected ranks of a FEN, with `?` for any square, `.` for an empty one and `!p` for no pawn",
            Self::Expected(expected) => expected,
            Self::Stream => "chance among samples can only be joined by `and`",
            Self::Plies => "expected a number of plies, as in `A for 6` or `A then B within 10`",
        })
    }
}

impl core::error::Error for RuleError {}
