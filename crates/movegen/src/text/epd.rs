//! EPD: a position and operations, on one line.
//!
//! 1. [`reader`] splits a line into four fields, which are read as those of a FEN, and operations.
//! 2. The operations `hmvc` and `fmvn`, read or added, also set the clocks of the position.
//! 3. Writing prints the fields and the operations as they are.
//!
//! Whatever [`Epd::push`] accepts is read back: both share the rules of names, values and clocks.

pub(crate) mod error;
mod reader;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use error::{EpdError, OperationError};

use super::fen::{Fen, FenStyle};
use super::san::error::SanError;
use crate::moves::mv::Move;
use crate::position::Position;

/// A line of EPD: the first four fields of a FEN, then any number of operations, `opcode operand operand;`.
///
/// Clocks are operations too: `hmvc` and `fmvn` set the clocks of the position when they are read or added.
/// Writing prints the operations unchanged.
///
/// Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation
/// Guide", 1994, section 16.2.
///
/// ```
/// use quadbit_movegen::{Epd, Operand};
/// let text = r#"r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - bm c3 a3; id "a test; or not"; ce 35;"#;
/// let epd: Epd = text.parse()?;
/// assert_eq!(epd.text("id"), Some("a test; or not"));
/// assert_eq!(epd.moves("bm").collect::<Result<Vec<_>, _>>()?.len(), 2);
/// assert_eq!(epd.operands("ce"), Some(&[Operand::Word("35".into())][..]));
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

/// An operation: a name and its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// A value of an [`Operation`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A number, a move, or any other word without quotation marks.
    Word(String),
    /// A text in quotation marks, which cannot contain a quotation mark.
    Text(String),
}

impl Operand {
    /// The word or the text, without quotation marks.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

impl Operation {
    /// The name of the operation: `bm`, `id`, ..
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The values of the operation, in order.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }
}

impl Epd {
    /// The EPD of `position`, without operations.
    pub const fn new(position: Position) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// Reads a line strictly: four fields separated by one space; a position that is valid strictly; opcodes of a
    /// letter and up to fourteen letters, digits and underscores; a semicolon after every operation; one number in
    /// range for each of the clocks `hmvc` and `fmvn`.
    ///
    /// # Errors
    /// The error, with the byte at which it is.
    ///
    /// ```
    /// use quadbit_movegen::Epd;
    /// let error = Epd::from_epd("8/8/8/8/8/8/8/K1k5 w - - bm Ka2").unwrap_err();
    /// assert_eq!(error.to_string(), "the operation from byte 25 on has no semicolon");
    /// ```
    pub fn from_epd(text: &str) -> Result<Self, EpdError> {
        reader::read(text, true)
    }

    /// Reads a line leniently: positions and fields as in [`Position::from_fen_relaxed`], optional clocks as in a FEN,
    /// any white space, empty operations (`;;`), a missing last semicolon, and clock operations that set no clock
    /// because their operand is not a number in range.
    ///
    /// # Errors
    /// The error, with the byte at which it is.
    pub fn from_epd_relaxed(text: &str) -> Result<Self, EpdError> {
        reader::read(text, false)
    }

    /// The position of the line.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// All operations, in order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The values of the first operation with the name `opcode`; `None` if there is no such operation.
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(Operation::operands)
    }

    /// The first value of the first operation with the name `opcode`, such as the name of a test in `id`; `None` if
    /// there is no such operation, or if it has no value.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        Some(self.operands(opcode)?.first()?.as_str())
    }

    /// The values of the first operation with the name `opcode`, read as moves in relaxed SAN, such as those of `bm`
    /// (best move) and `am` (avoid move); none if there is no such operation.
    pub fn moves(&self, opcode: &str) -> impl Iterator<Item = Result<Move, SanError>> {
        let operands = self.operands(opcode).unwrap_or_default();
        operands.iter().map(|operand| Move::from_san_relaxed(operand.as_str(), &self.position))
    }

    /// Adds the operation `opcode` with these `operands` at the end. Moves go in as words:
    /// `Operand::Word(mv.to_san(&position).to_string())`.
    ///
    /// # Errors
    /// If the operation could not be read back: the opcode is not a name, a text contains a quotation mark or
    /// a line break, a word is empty or contains white space, a semicolon or a quotation mark, or `hmvc` or
    /// `fmvn` sets a clock to anything but one number in its range.
    ///
    /// ```
    /// use quadbit_movegen::{Epd, Operand, Position};
    /// let mut epd = Epd::new(Position::start());
    /// epd.push("id", [Operand::Text("the beginning".into())])?;
    /// epd.push("perft", [Operand::Word("20".into()), Operand::Word("400".into())])?;
    /// assert_eq!(
    ///     epd.to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"the beginning\"; perft 20 400;"
    /// );
    /// assert!(epd.push("id", [Operand::Text("a \"quotation\"".into())]).is_err());
    /// # Ok::<(), quadbit_movegen::OperationError>(())
    /// ```
    pub fn push(
        &mut self,
        opcode: &str,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Result<(), OperationError> {
        if !is_opcode(opcode) {
            return Err(OperationError::Opcode);
        }
        let operands: Vec<Operand> = operands.into_iter().collect();
        if let Some(index) = operands.iter().position(|operand| !operand.is_writable()) {
            return Err(OperationError::Operand(index));
        }
        let operation = Operation { opcode: opcode.to_string(), operands };
        if !operation.set_clock(&mut self.position) {
            return Err(OperationError::Clock);
        }
        self.operations.push(operation);
        Ok(())
    }
}

impl Operation {
    /// If the operation is `hmvc` or `fmvn`, sets that clock of `position`. Returns false if its operands are not one
    /// number in the clock's range.
    fn set_clock(&self, position: &mut Position) -> bool {
        let mut clocks = [position.halfmoves(), position.fullmoves()];
        let [halfmoves, fullmoves] = &mut clocks;
        let (clock, least) = match self.opcode.as_str() {
            "hmvc" => (halfmoves, 0),
            "fmvn" => (fullmoves, 1),
            _ => return true,
        };
        let [Operand::Word(word)] = self.operands() else { return false };
        let has_digits_only = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            Ok(number) if has_digits_only && number >= least => {
                *clock = number;
                position.state = position.state.with_clocks(clocks);
                true
            }
            _ => false,
        }
    }
}

impl Operand {
    fn is_writable(&self) -> bool {
        match self {
            Self::Text(text) => !text.contains(['"', '\n', '\r']),
            Self::Word(word) => {
                !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == ';' || c == '"')
            }
        }
    }
}

/// Whether `text` is the name of an operation: a letter followed by letters, digits and underscores, at most
/// fifteen in all.
fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.len() <= 15
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// Writes the opcode, the operands, and a semicolon.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

/// Writes four fields, and every operation after one space.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen::new(self.position, FenStyle::default()).write_four_fields(f)?;
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

/// Reads strictly, as [`Epd::from_epd`] does.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        Self::from_epd(text)
    }
}
