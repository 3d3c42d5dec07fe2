//! Errors of EPDs.

use core::fmt;

use crate::text::fen::error::FenError;

/// The reason why a text is not an EPD. Bytes are counted from 0 in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdError {
    /// The first four fields are not a valid position.
    Position(FenError),
    /// The text from this byte on is not an opcode: a letter, then up to fourteen letters,
    /// digits and underscores.
    Opcode(usize),
    /// The operation that begins at this byte does not end with a semicolon.
    Semicolon(usize),
    /// The quotation mark at this byte is not closed on its line, or the text is not separated
    /// from its neighbours.
    Quotation(usize),
    /// The operation that begins at this byte sets a clock, but its operand is not a number
    /// in the clock's range.
    Clock(usize),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => fmt::Display::fmt(error, f),
            Self::Opcode(at) => write!(f, "there should be an opcode at byte {at}"),
            Self::Semicolon(at) => write!(f, "the operation from byte {at} on has no semicolon"),
            Self::Quotation(at) => write!(f, "the quotation from byte {at} on does not end well"),
            Self::Clock(at) => {
                write!(f, "the operation from byte {at} on sets a clock, but to no number in range")
            }
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
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
    /// The operand with this index, from 0, contains a character that would end it.
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
