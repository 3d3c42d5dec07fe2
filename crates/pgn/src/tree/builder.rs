//! Making a tree of the text of a game.
//!
//! 1. Tags are collected. At the first move, the start position is found from them.
//! 2. A move is played from the position of its line, and becomes a node. A glyph or comment is added to the last node
//!    of the line, or waits for the first move of a variation.
//! 3. `(` puts the line away and begins one from the position before its last move; `)` takes it up again.
//! 4. A line ends at a word that is no legal move. What is left of it is passed over, with the variations inside, and
//!    the error is kept.
//!
//! The time is linear in the length of the text: each line knows its last sibling and its last remark.

use alloc::vec::Vec;
use core::mem;
use core::str::FromStr;

use quadbit_movegen::{GameResult, Position, Validity};

use super::comments::{Kind, RemarkId, TreeError};
use super::tags::TreeTags;
use super::{NodeId, Tree};
use crate::error::{PgnError, PgnErrorKind};
use crate::game_tokens::{GameEnd, GameTokens};
use crate::line::play;
use crate::record::{known_result, start};
use crate::tokens::Token;
use crate::words::{glyphs, split_mark};

/// The largest number of variations that lie one within the other.
const DEEPEST: usize = 1000;

/// The tree of a game while its text is read.
pub(crate) struct Builder {
    pub(crate) tree: Tree,
    /// The errors, each with the byte of the text at which it is.
    pub(crate) errors: Vec<PgnError>,
    /// The rules that the start position must obey: standard chess, or any.
    validity: Validity,
    /// Whether the position before the first move is not known: then `tree` means nothing.
    pub(crate) has_no_start: bool,
    /// Whether the text has a game.
    pub(crate) is_game: bool,
    pub(crate) end: GameEnd,
    line: Line,
    /// The lines that wait for the end of a variation, the main line first.
    lines: Vec<Line>,
    /// The number of open parentheses whose contents are passed over.
    passed: usize,
}

/// A line of moves that is being read.
#[derive(Clone, Copy)]
struct Line {
    /// The node of the last move; for a variation without moves the node before it.
    node: NodeId,
    /// The position before the last move; means nothing while there is no move.
    before: Position,
    /// The position after the last move, or the one with which the line begins.
    after: Position,
    /// The last node so far that replaces the last move, or that move itself.
    sibling: NodeId,
    /// In a variation with two or more moves: the last node so far that replaces the variation's first move, or that
    /// move itself.
    first_sibling: Option<NodeId>,
    /// Whether this is a variation that has no moves yet.
    is_new: bool,
    /// The first comment or glyph that is kept for the first move of a variation; `None` if there is none.
    waiting: Option<RemarkId>,
    /// The last comment or glyph of `node`; in a variation without moves, the last that is kept for its first move.
    remark: Option<RemarkId>,
    /// The number of half moves before the next one.
    plies: usize,
    /// Whether the rest of the line is passed over, after a word that is no legal move.
    is_over: bool,
}

impl Line {
    fn at_root(start: Position) -> Self {
        Self {
            node: NodeId::ROOT,
            before: start,
            after: start,
            sibling: NodeId::ROOT,
            first_sibling: None,
            is_new: false,
            waiting: None,
            remark: None,
            plies: 0,
            is_over: false,
        }
    }
}

impl Builder {
    /// Reads the first game of `text`. `validity` may ask for standard chess.
    ///
    /// # Errors
    /// [`TreeError::Full`] if there is not enough memory.
    pub(crate) fn read(text: &str, validity: Validity) -> Result<Self, TreeError> {
        let tree = Tree::default();
        let mut builder = Self {
            line: Line::at_root(tree.start),
            tree,
            errors: Vec::new(),
            validity,
            has_no_start: false,
            is_game: false,
            end: GameEnd::default(),
            lines: Vec::new(),
            passed: 0,
        };
        let mut tags = Vec::new();
        let mut tokens = GameTokens::behind_tags(text, |name, value| tags.push((name, value)));
        let mut has_start = false;
        while let Some(token) = tokens.next() {
            if let Token::Tag { name, value } = token {
                tags.push((name, value));
                builder.passed = 0;
                continue;
            }
            if tokens.has_moves() && !has_start {
                has_start = true;
                builder.start(&tags);
            }
            if tokens.is_main_line() {
                builder.passed = 0;
            }
            if tokens.is_in_prose() {
                continue;
            }
            let at = |text: &str| tokens.offset() - text.len();
            match token {
                Token::Move(word) | Token::NullMove(word) => builder.add_move(word, at(word))?,
                Token::Comment(text) => builder.comment(text)?,
                Token::Nag(glyph) => builder.remark(Kind::Glyph(glyph))?,
                Token::Open => builder.open(at("(")),
                Token::Close => builder.close()?,
                Token::Tag { .. } | Token::Word(_) | Token::Result(_) => {}
            }
        }
        if !has_start {
            builder.start(&tags);
        }
        if let Some((offset, unclosed)) = tokens.unclosed() {
            builder.error(offset, PgnErrorKind::Unclosed(unclosed));
        }
        builder.is_game = tokens.is_game() || tokens.unclosed().is_some();
        builder.end = tokens.end();
        builder.tree.tags = TreeTags::read(&tags);
        let tag = || tags.iter().find(|tag| tag.0 == "Result").map(|tag| tag.1);
        builder.tree.result = known_result(builder.end.result, tag).unwrap_or(GameResult::Unknown);
        Ok(builder)
    }

    fn error(&mut self, offset: usize, kind: PgnErrorKind) {
        self.errors.push(PgnError { offset: offset as u64, kind });
    }

    /// Sets the position before the first move, which `tags` may name. If the tags name a bad position, notes the
    /// error, and no moves are played.
    fn start(&mut self, tags: &[(&str, &str)]) {
        match start(tags.iter().copied(), self.validity) {
            Ok(start) => {
                self.tree.start = start;
                (self.line.before, self.line.after) = (start, start);
            }
            Err(kind) => {
                self.error(0, kind);
                self.has_no_start = true;
                self.line.is_over = true;
            }
        }
    }

    /// Whether the text that is read now is passed over.
    fn passes(&self) -> bool {
        self.passed > 0 || self.line.is_over
    }

    /// Plays the move that `word` stands for, which begins at the byte `place`.
    fn add_move(&mut self, word: &str, place: usize) -> Result<(), TreeError> {
        if self.passes() {
            return Ok(());
        }
        let mut after = self.line.after;
        let mv = match play(&mut after, word) {
            Ok(mv) => mv,
            Err(error) => {
                self.error(place, PgnErrorKind::Move { plies: self.line.plies, error });
                self.line.is_over = true;
                return Ok(());
            }
        };
        let line = &mut self.line;
        let node = self.tree.push(line.node, mv).ok_or(TreeError::Full)?;
        if mem::take(&mut line.is_new) {
            self.tree.node_mut(line.sibling).next_sibling = Some(node);
        } else {
            self.tree.node_mut(line.node).first_child = Some(node);
            line.first_sibling = line.first_sibling.or(Some(line.sibling));
        }
        let waiting = line.waiting.take();
        self.tree.node_mut(node).first_remark = waiting;
        line.remark = line.remark.filter(|_| waiting.is_some());
        (line.node, line.sibling) = (node, node);
        (line.before, line.after) = (line.after, after);
        line.plies += 1;
        // Most words end with a square, castling or a sign of check, and so have no marks after the move.
        if !matches!(word.as_bytes(), [.., b'1'..=b'8' | b'O'] | [.., b'1'..=b'8', b'+' | b'#']) {
            glyphs(split_mark(word).1).try_for_each(|glyph| self.remark(Kind::Glyph(glyph)))?;
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) -> Result<(), TreeError> {
        if self.passes() || text.is_empty() {
            return Ok(());
        }
        let place = self.tree.add_read_text(text)?;
        self.remark(if self.line.is_new { Kind::Before(place) } else { Kind::After(place) })
    }

    /// Adds a comment or glyph to the last move, or keeps it for the first move of a variation that has no moves yet.
    fn remark(&mut self, kind: Kind) -> Result<(), TreeError> {
        if self.passes() {
            return Ok(());
        }
        let line = &mut self.line;
        let id = self.tree.append_remark(line.remark, kind)?;
        if line.remark.replace(id).is_some() {
            return Ok(());
        }
        if line.is_new {
            line.waiting = Some(id);
        } else {
            self.tree.node_mut(line.node).first_remark = Some(id);
        }
        Ok(())
    }

    /// Begins a variation that replaces the last move, with a parenthesis at the byte `place`. If there is no such
    /// move, or the variation would be too deep, keeps an error and passes the variation over.
    fn open(&mut self, place: usize) {
        let line = &self.line;
        let has_move = line.node != NodeId::ROOT && !line.is_new;
        if self.passes() || !has_move || self.lines.len() == DEEPEST {
            if !self.passes() {
                self.error(place, PgnErrorKind::Variation);
            }
            self.passed += 1;
            return;
        }
        let variation = Line {
            node: self.tree.parent(line.node).unwrap_or(NodeId::ROOT),
            after: line.before,
            first_sibling: None,
            is_new: true,
            waiting: None,
            remark: None,
            plies: line.plies - 1,
            ..*line
        };
        self.lines.push(mem::replace(&mut self.line, variation));
    }

    /// Ends a variation. Comments and glyphs of a variation without moves are added to the move that it should replace.
    fn close(&mut self) -> Result<(), TreeError> {
        if self.passed > 0 {
            self.passed -= 1;
            return Ok(());
        }
        let Some(line) = self.lines.pop() else { return Ok(()) };
        let variation = mem::replace(&mut self.line, line);
        if !variation.is_new {
            self.line.sibling = variation.first_sibling.unwrap_or(variation.sibling);
        }
        let waiting: Vec<_> = self.tree.remarks_from(variation.waiting).collect();
        waiting.into_iter().try_for_each(|kind| {
            self.remark(if let Kind::Before(place) = kind { Kind::After(place) } else { kind })
        })
    }
}

impl FromStr for Tree {
    type Err = PgnError;

    /// Reads the first game of a text; a text without one gives a tree without moves.
    ///
    /// # Errors
    /// The first error in the main line or a variation, or [`PgnErrorKind::TooLong`] if there is not enough memory. To
    /// keep what is good, read the text by [`Reader::next_tree`](crate::Reader::next_tree).
    fn from_str(text: &str) -> Result<Self, PgnError> {
        let full = |_| PgnError { offset: 0, kind: PgnErrorKind::TooLong };
        let built = Builder::read(text, Validity::Relaxed).map_err(full)?;
        built.errors.first().map_or(Ok(built.tree), |error| Err(*error))
    }
}
