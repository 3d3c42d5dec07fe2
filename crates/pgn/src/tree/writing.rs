//! Printing a tree.
//!
//! 1. The tags, and an empty line.
//! 2. Each move with its number, where the number is needed: for White, at the beginning of a line of moves, and after
//!    a comment or variation. Glyphs and comments follow.
//! 3. [`Lines`] breaks the words into lines. A comment is broken where it has a blank, but not inside a command, and
//!    not before a word that could begin something else on a line of its own.

use alloc::string::{String, ToString};
use core::fmt;

use quadbit_movegen::{Color, Position};

use super::comments::Kind;
use super::tags::Escaped;
use super::walk::{Event, Walk};
use super::{NodeId, Tree};
use crate::line::NULL_MOVE;

/// The number of characters that a line of movetext takes at most, unless a single word or command is longer.
const COLUMNS: usize = 79;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", Escaped(value))?;
        }
        let keeps_breaks = f.alternate();
        let mut lines = Lines {
            f,
            keeps_breaks,
            column: COLUMNS,
            word: String::new(),
            is_joined: true,
            is_to_end_of_line: false,
        };
        let mut needs_number = true;
        self.write_remarks(&mut lines, NodeId::ROOT, false)?;
        let mut walk = Walk::new(self);
        while let Some(event) = walk.next_event() {
            match event {
                Event::Open(_) => lines.word("(")?,
                Event::Close(_) => lines.close()?,
                Event::Move(node) => {
                    let has_before = self.write_remarks(&mut lines, node, true)?;
                    self.write_move(&mut lines, node, walk.before(), needs_number || has_before)?;
                    needs_number = self.write_remarks(&mut lines, node, false)?;
                    continue;
                }
            }
            lines.is_joined = matches!(event, Event::Open(_));
            needs_number = true;
        }
        lines.word(self.result().as_str())?;
        lines.word("")?;
        f.write_str("\n")
    }
}

impl Tree {
    /// Writes the move of `node`, with its number if White moves or `needs_number` is true. `before` is the position
    /// before the move.
    fn write_move(
        &self,
        lines: &mut Lines<'_, '_>,
        node: NodeId,
        before: &Position,
        needs_number: bool,
    ) -> fmt::Result {
        let dots = if before.side_to_move() == Color::White { "." } else { "..." };
        if needs_number || dots == "." {
            lines.word(before.fullmoves().to_string().as_str())?;
            lines.join(dots);
        }
        match self.node(node).mv {
            NULL_MOVE => lines.word("--"),
            mv => lines.word(&mv.to_san(before).to_string()),
        }
    }

    /// Writes the comments before the move of `node` if `before` is true, otherwise the move's glyphs and the comments
    /// after it. Returns whether there were comments.
    fn write_remarks(
        &self,
        lines: &mut Lines<'_, '_>,
        node: NodeId,
        before: bool,
    ) -> Result<bool, fmt::Error> {
        let mut has_comments = false;
        for kind in self.remarks(node) {
            match kind {
                Kind::Before(place) if before => lines.comment(self.text(place))?,
                Kind::After(place) if !before => lines.comment(self.text(place))?,
                Kind::Glyph(glyph) if !before => {
                    lines.word("$")?;
                    lines.join(&glyph.to_string());
                    continue;
                }
                _ => continue,
            }
            has_comments = true;
        }
        Ok(has_comments)
    }
}

/// The lines of movetext. The last word waits until the next one begins, because a bracket may be joined to it.
struct Lines<'f, 'a> {
    f: &'f mut fmt::Formatter<'a>,
    /// Whether comments keep their line breaks, and get no others.
    keeps_breaks: bool,
    /// The number of characters written on the current line.
    column: usize,
    /// The last word, which is not written before the next one begins; empty before the first.
    word: String,
    /// Whether the next word is appended to `word`.
    is_joined: bool,
    /// Whether `word`, which has not been written yet, ends with a `;` comment, which takes the rest of its line.
    is_to_end_of_line: bool,
}

impl Lines<'_, '_> {
    /// Begins the word `word`: first writes `self.word`, after a blank or on a new line, unless `is_joined` appends the
    /// new word to it.
    fn word(&mut self, word: &str) -> fmt::Result {
        if !core::mem::take(&mut self.is_joined) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    /// Appends `part` to `self.word`, which has not been written yet.
    fn join(&mut self, part: &str) {
        self.word.push_str(part);
    }

    /// Closes a variation: on the next line, if a comment takes the rest of this one.
    fn close(&mut self) -> fmt::Result {
        self.is_joined = !self.is_to_end_of_line;
        self.word(")")
    }

    fn flush(&mut self) -> fmt::Result {
        let length = self.word.chars().count();
        let fits = self.column + 1 + length <= COLUMNS;
        self.column = if fits { self.column + 1 + length } else { length };
        write!(self.f, "{}{}", if fits { ' ' } else { '\n' }, self.word)?;
        // The next word follows the last line of a comment that keeps its breaks, and begins a new line after a comment
        // that takes the rest of its line.
        if let Some(last) = self.word.rfind('\n') {
            self.column = self.word[last..].chars().count() - 1;
        }
        if core::mem::take(&mut self.is_to_end_of_line) {
            self.column = COLUMNS;
        }
        self.word.clear();
        Ok(())
    }

    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains('}') {
            self.word(";")?;
            self.join(text);
            self.is_to_end_of_line = true;
            return Ok(());
        }
        self.word("{")?;
        if self.keeps_breaks {
            self.join(text);
        } else {
            let text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
            let mut is_in_command = false;
            for (n, part) in text.split(' ').enumerate() {
                if n > 0 && (is_in_command || part.starts_with(['%', '[', ';'])) {
                    self.join(" ");
                } else if n > 0 {
                    self.flush()?;
                }
                self.join(part);
                if let Some(last) = part.rfind(['[', ']']) {
                    is_in_command = part[last..].starts_with("[%");
                }
            }
        }
        self.join("}");
        Ok(())
    }
}
