//! Errors of rules about tags.

use core::fmt;

/// The reason why a text is not a [`TagRule`](super::TagRule), and the byte at which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagRuleError {
    /// The byte of the rule's text at which the error is, from 0.
    pub offset: usize,
    /// What is wrong with the rule.
    pub kind: TagRuleErrorKind,
}

/// The reason why a text is not a [`TagRule`](super::TagRule).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagRuleErrorKind {
    /// There is no name of a tag.
    Name,
    /// There is no operator behind the name.
    Operator,
    /// There is no value behind the operator.
    Value,
    /// A value has a character that belongs in quotation marks, or a quotation does not end.
    Quotation,
    /// A parenthesis is not closed, or was not opened.
    Parenthesis,
    /// A comparison is followed by something other than `and` or `or`.
    Joint,
}

impl fmt::Display for TagRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: ", self.offset)?;
        f.write_str(match self.kind {
            TagRuleErrorKind::Name => "expected the name of a tag, as in `WhiteElo>=2000`",
            TagRuleErrorKind::Operator => "expected =, !=, <, <=, >, >= or contains, as in `WhiteElo>=2000`",
            TagRuleErrorKind::Value => "expected a value; an empty text is `\"\"`",
            TagRuleErrorKind::Quotation => {
                "a value with `|` or parentheses is written in quotation marks; alternatives are joined by `or`"
            }
            TagRuleErrorKind::Parenthesis => "the parenthesis has no counterpart",
            TagRuleErrorKind::Joint => "expected `and` or `or`",
        })
    }
}

impl core::error::Error for TagRuleError {}
