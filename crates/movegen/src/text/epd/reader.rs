//! Reading an EPD: the fields of the position, then one operation after the other.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::error::{EpdError, EpdErrorKind};
use super::{Epd, Operand, Operation, is_opcode};
use crate::position::Position;
use crate::text::fen::error::FenError;

pub(super) fn read(text: &str, strict: bool) -> Result<Epd, EpdError> {
    let mut reader = Reader { text, at: 0, strict };
    let mut epd = Epd::new(reader.position()?);
    while reader.skip_blanks() {
        let start = reader.at;
        if !strict && reader.skip(';') {
            continue;
        }
        let operation = reader.operation()?;
        if !operation.set_clock(&mut epd.position) && strict {
            return Err(EpdErrorKind::Clock.at(start));
        }
        epd.operations.push(operation);
    }
    Ok(epd)
}

fn position_error(error: FenError) -> EpdError {
    EpdErrorKind::Position(error).at(0)
}

/// A cursor over a line: `at` is the byte to read next, and `strict` chooses between strict and relaxed reading.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    strict: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips `c` if it comes next, and returns whether it came.
    fn skip(&mut self, c: char) -> bool {
        let follows = self.rest().starts_with(c);
        self.at += if follows { c.len_utf8() } else { 0 };
        follows
    }

    /// Skips white space; returns whether any text follows.
    fn skip_blanks(&mut self) -> bool {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at < self.text.len()
    }

    /// Reads up to white space, a semicolon or a quotation mark.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || c == ';' || c == '"').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads the fields of the position. A relaxed line may also have one or both clocks of a FEN.
    fn position(&mut self) -> Result<Position, EpdError> {
        if self.strict {
            let mut blanks = self.text.match_indices(' ').map(|(at, _)| at);
            self.at = blanks.nth(3).unwrap_or(self.text.len());
            return Position::from_fen(&self.text[..self.at]).map_err(position_error);
        }
        for _ in 0..4 {
            self.skip_blanks();
            self.word();
        }
        for _ in 0..2 {
            let end = self.at;
            self.skip_blanks();
            if self.word().parse::<u32>().is_err() {
                self.at = end;
                break;
            }
        }
        Position::from_fen_relaxed(&self.text[..self.at]).map_err(position_error)
    }

    /// Reads an operation: a name, values, and the semicolon.
    fn operation(&mut self) -> Result<Operation, EpdError> {
        let start = self.at;
        let opcode = self.word();
        if !is_opcode(opcode) {
            return Err(EpdErrorKind::Opcode.at(start));
        }
        let mut operands = Vec::new();
        loop {
            let has_more = self.skip_blanks();
            if self.skip(';') || !has_more && !self.strict {
                return Ok(Operation { opcode: opcode.to_string(), operands });
            }
            if !has_more {
                return Err(EpdErrorKind::Semicolon.at(start));
            }
            operands.push(self.operand()?);
        }
    }

    /// Reads an operand: a text in quotation marks or a word. White space, a semicolon, or the end of the line must
    /// follow.
    fn operand(&mut self) -> Result<Operand, EpdError> {
        let start = self.at;
        let operand = if self.skip('"') {
            let operand = self.rest().split_once('"').map(|(text, _)| Operand::Text(text.to_string()));
            // A text with a line break could not be written again.
            let operand = operand.filter(Operand::is_writable).ok_or(EpdErrorKind::Quotation.at(start))?;
            self.at += operand.as_str().len() + 1;
            operand
        } else {
            Operand::Word(self.word().to_string())
        };
        let is_end = |c: char| c.is_whitespace() || c == ';';
        if self.rest().is_empty() || self.rest().starts_with(is_end) {
            Ok(operand)
        } else {
            Err(EpdErrorKind::Quotation.at(if self.rest().starts_with('"') { self.at } else { start }))
        }
    }
}
