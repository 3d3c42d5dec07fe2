//! Commands inside comments: `[%clk 0:03:12]`, `[%eval 0.17]`, `[%cal Gc8f5]`, and others, which are kept.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::Square;

use super::comments::{Kind, TreeError};
use super::{NodeId, Tree};
use crate::note::Note;

/// A coloured square or an arrow on the board: an element of `[%csl Rd4]` or `[%cal Gc8f5]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The colour of the square or arrow.
    pub color: ShapeColor,
    /// The square at which an arrow begins, or a coloured square.
    pub from: Square,
    /// The square at which an arrow ends; for a coloured square `from`.
    pub to: Square,
}

/// The colour of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeColor {
    /// Green, the letter `G` in a command.
    Green,
    /// Red, the letter `R` in a command.
    Red,
    /// Yellow, the letter `Y` in a command.
    Yellow,
    /// Blue, the letter `B` in a command.
    Blue,
}

impl ShapeColor {
    const ALL: [(char, Self); 4] =
        [('G', Self::Green), ('R', Self::Red), ('Y', Self::Yellow), ('B', Self::Blue)];

    fn letter(self) -> char {
        Self::ALL.into_iter().find_map(|(letter, color)| (color == self).then_some(letter)).unwrap_or('G')
    }
}

impl Shape {
    /// Reads a coloured square such as `Rd4`, or an arrow such as `Gc8f5`; `None` for any other text.
    fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let (_, color) = ShapeColor::ALL.into_iter().find(|(known, _)| *known == letter)?;
        let from = text.get(1..3)?.parse().ok()?;
        let to = if text.len() == 3 { from } else { text.get(3..)?.parse().ok()? };
        Some(Self { color, from, to })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.from)?;
        if self.from == self.to { Ok(()) } else { write!(f, "{}", self.to) }
    }
}

impl Tree {
    /// The commands in the comments after the move of `node`, `[%name value]`: the name, which is `clk`, `emt`, `eval`,
    /// `csl`, `cal` or any other word, and the value without the blanks around it.
    pub fn commands(&self, node: NodeId) -> impl Iterator<Item = (&str, &str)> {
        self.comments(node).flat_map(Places::new).map(|(command, _)| command)
    }

    /// Clock, time spent, evaluation and depth in the comments after the move of `node`.
    pub fn note(&self, node: NodeId) -> Note {
        self.comments(node).fold(Note::default(), |mut note, comment| {
            note.read(comment);
            note
        })
    }

    /// Writes clock, time spent, evaluation and depth to the comments after the move of `node`, in place of those that
    /// are there.
    ///
    /// # Errors
    /// [`TreeError::Full`] if the tree has no memory for it.
    ///
    /// ```
    /// use quadbit_pgn::{Eval, Note, Tree};
    /// let mut tree: Tree = "1. e4 {a joke [%eval 0.17] [%clk 0:03:00]} *".parse()?;
    /// let e4 = tree.main_line().next().unwrap();
    /// let note = Note { eval: Some(Eval::Mate(-3)), depth: Some(21), ..tree.note(e4) };
    /// tree.set_note(e4, &note)?;
    /// assert_eq!(tree.comments(e4).collect::<Vec<_>>(), ["[%eval #-3,21] [%clk 0:03:00] a joke"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_note(&mut self, node: NodeId, note: &Note) -> Result<(), TreeError> {
        self.replace_commands(node, &["clk", "emt", "eval"], &note.to_string())
    }

    /// The coloured squares and arrows in the comments after the move of `node`. Shapes with an unknown colour or
    /// square are left out.
    pub fn shapes(&self, node: NodeId) -> Vec<Shape> {
        let shapes = self.commands(node).filter(|(name, _)| matches!(*name, "csl" | "cal"));
        shapes.flat_map(|(_, value)| value.split(',')).filter_map(|text| Shape::read(text.trim())).collect()
    }

    /// Writes coloured squares and arrows to the comments after the move of `node`, in place of those that are there.
    ///
    /// # Errors
    /// [`TreeError::Full`] if the tree has no memory for them.
    pub fn set_shapes(&mut self, node: NodeId, shapes: &[Shape]) -> Result<(), TreeError> {
        let list = |is_square: bool| {
            let of_kind = shapes.iter().filter(|shape| (shape.from == shape.to) == is_square);
            of_kind.map(ToString::to_string).collect::<Vec<_>>().join(",")
        };
        let command = |name, list: String| if list.is_empty() { list } else { format!("[%{name} {list}]") };
        let text = [command("csl", list(true)), command("cal", list(false))].join(" ");
        self.replace_commands(node, &["csl", "cal"], text.trim())
    }

    /// Removes the commands called `names` from the comments after the move of `node`, and writes `new` at the
    /// beginning of the first comment, or as a comment if there is none. Removes comments that become empty.
    fn replace_commands(&mut self, node: NodeId, names: &[&str], new: &str) -> Result<(), TreeError> {
        let mut kinds = Vec::new();
        let mut new = Some(new).filter(|new| !new.is_empty());
        for kind in self.remarks(node).collect::<Vec<_>>() {
            let Kind::After(place) = kind else {
                kinds.push(kind);
                continue;
            };
            let old = self.text(place);
            let mut text = new.take().map(ToOwned::to_owned).unwrap_or_default();
            let mut rest = 0;
            let mut add = |part: &str| {
                let part = part.trim();
                text.push_str(if text.is_empty() || part.is_empty() { "" } else { " " });
                text.push_str(part);
            };
            for ((name, _), [begin, end]) in Places::new(old) {
                if names.contains(&name) {
                    add(&old[rest..begin]);
                    rest = end;
                }
            }
            add(&old[rest..]);
            if !text.is_empty() {
                kinds.push(Kind::After(self.add_read_text(&text)?));
            }
        }
        if let Some(new) = new {
            kinds.push(Kind::After(self.add_read_text(new)?));
        }
        self.set_remarks(node, kinds)
    }
}

/// The commands of a comment, each with the bytes that it takes.
struct Places<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'a> Iterator for Places<'a> {
    type Item = ((&'a str, &'a str), [usize; 2]);

    fn next(&mut self) -> Option<Self::Item> {
        let begin = self.at + self.text[self.at..].find("[%")?;
        let inside = &self.text[begin + "[%".len()..];
        let length = inside.find(']')?;
        self.at = begin + "[%".len() + length + "]".len();
        let inside = &inside[..length];
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(((name, value.trim()), [begin, self.at]))
    }
}
