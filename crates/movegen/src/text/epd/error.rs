//! The errors of reading an EPD, and of adding an operation to one.

use core::fmt;

use crate::text::fen::error::FenError;

/// The reason why a text is not an EPD, and the byte at which it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// The byte of the line, from 0, at which the bad part begins.
    pub offset: usize,
    /// The kind of error, such as a missing semicolon.
    pub kind: EpdErrorKind,
}

/// The reason why a text is not an EPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The first four fields are not a valid position.
    Position(FenError),
    /// An opcode is missing or malformed: it is a letter, then up to fourteen letters, digits and underscores.
    Opcode,
    /// An operation does not end with a semicolon.
    Semicolon,
    /// A quotation is not closed on its line, or no white space separates it from the operands next to it.
    Quotation,
    /// An operation sets a clock, but its operand is not a number in the clock's range.
    Clock,
}

impl EpdErrorKind {
    /// The error of this kind at the byte `offset`.
    pub(super) fn at(self, offset: usize) -> EpdError {
        EpdError { offset, kind: self }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.offset;
        match &self.kind {
            EpdErrorKind::Position(error) => fmt::Display::fmt(error, f),
            EpdErrorKind::Opcode => write!(f, "there should be an opcode at byte {at}"),
            EpdErrorKind::Semicolon => write!(f, "the operation from byte {at} on has no semicolon"),
            EpdErrorKind::Quotation => write!(f, "the quotation from byte {at} on does not end well"),
            EpdErrorKind::Clock => {
                write!(f, "the operation from byte {at} on sets a clock, but to no number in range")
            }
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            EpdErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// The reason why an operation cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationError {
    /// The opcode is not a letter followed by up to fourteen letters, digits and underscores.
    Opcode,
    /// The operand with this index, from 0, contains a character that would end it, or is an empty word.
    Operand(usize),
    /// The operation sets a clock, but its operand is not one number in the clock's range.
    Clock,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opcode => {
                f.write_str("an opcode is a letter and up to fourteen letters, digits and underscores")
            }
            Self::Operand(index) => write!(f, "operand {index} holds a character that would end it"),
            Self::Clock => f.write_str("the operation sets a clock, but to no number in range"),
        }
    }
}

impl core::error::Error for OperationError {}
