//! Comments and glyphs of a tree's nodes.
//!
//! The remarks of a node are a list, in the order in which they are written. The texts of all comments are stored one
//! after the other, so that reading a comment takes no memory of its own; one that is replaced stays there unused.

use alloc::vec::Vec;
use core::fmt;
use core::iter::successors;
use core::num::NonZeroU32;

use super::{NodeId, Tree};

/// The number of a remark (a comment or glyph of a tree), from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RemarkId(NonZeroU32);

/// A comment or glyph of a node, and the number of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remark {
    pub(super) kind: Kind,
    pub(super) next: Option<RemarkId>,
}

/// A comment or a glyph. A comment is given by the byte at which it begins in the text of all comments, and its length.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A comment before the move, at the beginning of a variation.
    Before([u32; 2]),
    /// A comment after the move.
    After([u32; 2]),
    /// An annotation glyph (NAG).
    Glyph(u16),
}

impl Tree {
    /// The comments after the move of `node`, without the blanks around them. The comments of the root come before the
    /// first move.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let after = |kind| if let Kind::After(place) = kind { Some(self.text(place).trim()) } else { None };
        self.remarks(node).filter_map(after)
    }

    /// The comments before the move of `node`, the first one of a variation, without the blanks around them.
    pub fn comments_before(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let before = |kind| if let Kind::Before(place) = kind { Some(self.text(place).trim()) } else { None };
        self.remarks(node).filter_map(before)
    }

    /// The annotation glyphs (NAGs) of the move of `node`. The marks `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    pub fn glyphs(&self, node: NodeId) -> impl Iterator<Item = u16> {
        self.remarks(node).filter_map(|kind| if let Kind::Glyph(glyph) = kind { Some(glyph) } else { None })
    }

    /// Replaces the comments after the move of `node` by one, or by none if `text` is empty.
    ///
    /// # Errors
    /// [`TreeError::Comment`] if PGN cannot hold the text, [`TreeError::Full`] if the tree cannot.
    pub fn set_comment(&mut self, node: NodeId, text: &str) -> Result<(), TreeError> {
        let place = self.add_text(text)?;
        self.replace(node, |kind| matches!(kind, Kind::After(_)), Kind::After(place), !text.is_empty())
    }

    /// Replaces the comments before the move of `node` by one, or by none if `text` is empty. Where the move does not
    /// begin a variation, the comment is read again as one after the move before.
    ///
    /// # Errors
    /// As for [`set_comment`](Self::set_comment).
    pub fn set_comment_before(&mut self, node: NodeId, text: &str) -> Result<(), TreeError> {
        let place = self.add_text(text)?;
        self.replace(node, |kind| matches!(kind, Kind::Before(_)), Kind::Before(place), !text.is_empty())
    }

    /// Replaces the annotation glyphs (NAGs) of the move of `node`.
    ///
    /// # Errors
    /// [`TreeError::Full`] if there is not enough memory.
    pub fn set_glyphs(&mut self, node: NodeId, glyphs: &[u16]) -> Result<(), TreeError> {
        let mut kinds: Vec<_> = glyphs.iter().map(|&glyph| Kind::Glyph(glyph)).collect();
        kinds.extend(self.remarks(node).filter(|kind| !matches!(kind, Kind::Glyph(_))));
        self.set_remarks(node, kinds)
    }

    /// Removes the remarks of `node` for which `old` is true. If `is_wanted`, puts `new` in the place of the first of
    /// them, or at the end if there were none.
    fn replace(
        &mut self,
        node: NodeId,
        old: impl Fn(Kind) -> bool,
        new: Kind,
        is_wanted: bool,
    ) -> Result<(), TreeError> {
        let mut kinds: Vec<_> = self.remarks(node).collect();
        let place = kinds.iter().position(|&kind| old(kind)).unwrap_or(kinds.len());
        kinds.retain(|&kind| !old(kind));
        if is_wanted {
            kinds.insert(place, new);
        }
        self.set_remarks(node, kinds)
    }

    /// The remarks of `node`, in the order in which they are written.
    pub(super) fn remarks(&self, node: NodeId) -> impl Iterator<Item = Kind> {
        self.remarks_from(self.node(node).first_remark)
    }

    /// The remark `first` and those after it in the list of its node; none if `first` is `None`.
    pub(super) fn remarks_from(&self, first: Option<RemarkId>) -> impl Iterator<Item = Kind> {
        successors(first, |id| self.remark(*id).next).map(|id| self.remark(id).kind)
    }

    fn remark(&self, id: RemarkId) -> &Remark {
        &self.remarks[id.0.get() as usize - 1]
    }

    /// Makes `kinds` the remarks of `node`, with those before the move first.
    pub(super) fn set_remarks(&mut self, node: NodeId, mut kinds: Vec<Kind>) -> Result<(), TreeError> {
        kinds.sort_by_key(|kind| !matches!(kind, Kind::Before(_)));
        let mut next = None;
        for &kind in kinds.iter().rev() {
            next = Some(self.add_remark(Remark { kind, next })?);
        }
        self.node_mut(node).first_remark = next;
        Ok(())
    }

    /// Adds a remark that no node has yet.
    pub(super) fn add_remark(&mut self, remark: Remark) -> Result<RemarkId, TreeError> {
        self.remarks.try_reserve(1).map_err(|_| TreeError::Full)?;
        self.remarks.push(remark);
        let id = u32::try_from(self.remarks.len()).ok().and_then(NonZeroU32::new);
        id.map(RemarkId).ok_or(TreeError::Full)
    }

    /// Adds `kind`, after the remark `last` if there is one, and returns its number.
    pub(super) fn append_remark(
        &mut self,
        last: Option<RemarkId>,
        kind: Kind,
    ) -> Result<RemarkId, TreeError> {
        let id = self.add_remark(Remark { kind, next: None })?;
        if let Some(last) = last {
            self.remarks[last.0.get() as usize - 1].next = Some(id);
        }
        Ok(id)
    }

    /// The text of the comment that begins at the byte `begin` of the text of all comments and has `length` bytes, with
    /// the blanks around it.
    pub(super) fn text(&self, [begin, length]: [u32; 2]) -> &str {
        let begin = begin as usize;
        self.text.get(begin..begin + length as usize).unwrap_or_default()
    }

    /// Adds a text that was read. Returns the byte of the text of all comments at which it begins, and its length.
    pub(super) fn add_read_text(&mut self, text: &str) -> Result<[u32; 2], TreeError> {
        let number = |number| u32::try_from(number).map_err(|_| TreeError::Full);
        let begin = number(self.text.len())?;
        number(self.text.len() + text.len())?;
        self.text.try_reserve(text.len()).map_err(|_| TreeError::Full)?;
        self.text.push_str(text);
        Ok([begin, number(text.len())?])
    }

    /// Adds a text and returns the byte of the text of all comments at which it begins, and its length. A text with a
    /// `}`, which would end a comment in braces, is written after a `;` and must be one line. No line but the first may
    /// begin with `[Event "`, because a comment ends there.
    ///
    /// # Errors
    /// [`TreeError::Comment`] if PGN cannot hold the text, [`TreeError::Full`] if there is not enough memory.
    pub(super) fn add_text(&mut self, text: &str) -> Result<[u32; 2], TreeError> {
        let mut lines = text.split(['\n', '\r']).skip(1).peekable();
        let is_one_line = lines.peek().is_none();
        let is_held =
            (is_one_line || !text.contains('}')) && !lines.any(|line| line.starts_with("[Event \""));
        if is_held { self.add_read_text(text) } else { Err(TreeError::Comment) }
    }

    /// Whether `node` and the node `of` of the tree `other` have equal remarks. Line breaks in comments count as
    /// blanks.
    pub(super) fn has_same_remarks(&self, node: NodeId, other: &Self, of: NodeId) -> bool {
        let same = |one, two| blanks_for_breaks(self.text(one)).eq(blanks_for_breaks(other.text(two)));
        let pairs_are_same = self.remarks(node).zip(other.remarks(of)).all(|pair| match pair {
            (Kind::Glyph(one), Kind::Glyph(two)) => one == two,
            (Kind::Before(one), Kind::Before(two)) | (Kind::After(one), Kind::After(two)) => same(one, two),
            _ => false,
        });
        pairs_are_same && self.remarks(node).count() == other.remarks(of).count()
    }
}

/// The characters of a text, with a blank for each line break: LF, CR, or CR LF.
fn blanks_for_breaks(text: &str) -> impl Iterator<Item = char> {
    let mut last = ' ';
    text.chars().filter_map(move |c| {
        let is_second = c == '\n' && last == '\r';
        last = c;
        (!is_second).then_some(if matches!(c, '\n' | '\r') { ' ' } else { c })
    })
}

/// The reason why a tree cannot be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The move is not legal in its position.
    Illegal,
    /// The node is the root, or was deleted.
    NoMove,
    /// Two trees begin at different positions.
    Start,
    /// The text cannot stand in a PGN: it has a `}` and a line break, or a line after the first that begins with
    /// `[Event "`.
    Comment,
    /// The name of the tag is empty, or has other characters than ASCII letters, digits and underscores.
    TagName,
    /// The value of the tag has a control character, such as a line feed.
    TagValue,
    /// The tag is `Result`, `SetUp`, `FEN` or `Variant`, which follows from the game.
    TagOfGame,
    /// There is not enough memory, or there are 2^32 nodes, remarks or bytes of text.
    Full,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "no such move is legal in this position",
            Self::NoMove => "the node is the beginning of the game, or was deleted",
            Self::Start => "the games begin at different positions",
            Self::Comment => {
                "a comment with a closing brace is one line, and no line of a comment begins with [Event \""
            }
            Self::TagName => "the name of a tag is made of letters, digits and underscores",
            Self::TagValue => "the value of a tag is one line without control characters",
            Self::TagOfGame => {
                "the tags Result, SetUp, FEN and Variant follow from the game and cannot be set"
            }
            Self::Full => "not enough memory for the game",
        })
    }
}

impl core::error::Error for TreeError {}
