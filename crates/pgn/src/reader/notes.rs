//! Comments and annotation glyphs of the moves of a main line.
//!
//! The lists have entries only for notes, glyphs and comments. An entry takes at most 64 bytes and stands for at least
//! one byte of text, so memory stays in proportion to the text.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::Range;

use quadbit_movegen::Color;

use crate::note::{Eval, Note};
use crate::words::{glyphs, split_mark};

/// Receives the moves' words, comments and annotation glyphs of a main line while it is played. Each is ignored by
/// default.
pub(super) trait Beside {
    /// Receives the word of a move, and the number of moves up to and including this one.
    #[inline(always)]
    fn word(&mut self, _moves: usize, _word: &str) {}

    /// Receives a comment after `moves` moves, and the byte of the game's text at which it begins.
    #[inline(always)]
    fn comment(&mut self, _moves: usize, _comment: &str, _at: usize) {}

    /// Receives an annotation glyph, and the number of moves before it.
    #[inline(always)]
    fn glyph(&mut self, _moves: usize, _glyph: u16) {}

    /// Called at the end with the number of moves that could be played, and the side that made the first of them.
    ///
    /// # Errors
    /// There was not enough memory for what was received.
    #[inline(always)]
    fn end(&mut self, _moves: usize, _first: Color) -> Result<(), TryReserveError> {
        Ok(())
    }
}

/// Ignores everything.
impl Beside for () {}

/// The notes, glyphs and comments of a game, each with the index of its move, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The notes of the moves that have one, each with the index of its move.
    pub(super) of_moves: Vec<(u32, Note)>,
    /// The annotation glyphs (NAGs), each with the index of its move.
    pub(super) glyphs: Vec<(u32, u16)>,
    /// The comments, each with the index of its move, as the bytes that they take in the game's text.
    pub(super) comments: Vec<(u32, Range<u32>)>,
    /// Whether the comments of match programs are read too.
    reads_matches: bool,
    /// The indices in `of_moves` of the notes whose evaluation is from the view of the side that has moved.
    of_mover: Vec<u32>,
    /// The error of a list that could not grow; the last one if there were several.
    failure: Option<TryReserveError>,
}

impl Notes {
    /// Returns empty notes with the options of `self`.
    pub(super) fn fresh(&self) -> Self {
        Self { reads_matches: self.reads_matches, ..Self::default() }
    }

    /// Makes the notes also read the comments of match programs, such as `+0.22/8 1.2s`.
    pub(super) fn read_matches(&mut self) {
        self.reads_matches = true;
    }

    pub(super) fn clear(&mut self) {
        self.of_moves.clear();
        self.glyphs.clear();
        self.comments.clear();
        self.of_mover.clear();
        self.failure = None;
    }
}

/// Adds `item` to `list`. If there is not enough memory, keeps the error in `failure`.
fn push<T>(list: &mut Vec<T>, item: T, failure: &mut Option<TryReserveError>) {
    match list.try_reserve(1) {
        Ok(()) => list.push(item),
        Err(error) => *failure = Some(error),
    }
}

/// Keeps only the entries of `list` that belong to the first `moves` moves.
fn keep<T>(list: &mut Vec<(u32, T)>, moves: u32) {
    list.truncate(list.partition_point(|(mv, _)| *mv < moves));
}

/// Converts a number of moves or bytes of a game, which is always below 2^32.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Beside for Notes {
    #[inline]
    fn word(&mut self, moves: usize, word: &str) {
        // Most words end with a square, castling or a sign of check, and so have no marks after the move.
        if !matches!(word.as_bytes(), [.., b'1'..=b'8' | b'O'] | [.., b'1'..=b'8', b'+' | b'#']) {
            glyphs(split_mark(word).1).for_each(|glyph| self.glyph(moves, glyph));
        }
    }

    #[inline]
    fn comment(&mut self, moves: usize, comment: &str, at: usize) {
        // A comment before the first move belongs to no move, and is left out.
        let Some(mv) = moves.checked_sub(1).map(index) else { return };
        if !comment.is_empty() {
            push(&mut self.comments, (mv, index(at)..index(at + comment.len())), &mut self.failure);
        }
        if self.of_moves.last().is_none_or(|(of, _)| *of != mv) {
            push(&mut self.of_moves, (mv, Note::default()), &mut self.failure);
        }
        let place = index(self.of_moves.len()).saturating_sub(1);
        let Some((_, note)) = self.of_moves.last_mut() else { return };
        note.read(comment);
        if self.reads_matches && note.read_match(comment) {
            push(&mut self.of_mover, place, &mut self.failure);
        }
        if note.is_empty() {
            self.of_moves.pop();
        }
    }

    fn glyph(&mut self, moves: usize, glyph: u16) {
        if let Some(mv) = moves.checked_sub(1) {
            push(&mut self.glyphs, (index(mv), glyph), &mut self.failure);
        }
    }

    fn end(&mut self, moves: usize, first: Color) -> Result<(), TryReserveError> {
        let moves = index(moves);
        for &place in &self.of_mover {
            if let Some((mv, note)) = self.of_moves.get_mut(place as usize)
                && (mv.is_multiple_of(2)) != (first == Color::White)
            {
                note.eval = note.eval.map(Eval::reversed);
            }
        }
        keep(&mut self.of_moves, moves);
        keep(&mut self.glyphs, moves);
        keep(&mut self.comments, moves);
        self.failure.take().map_or(Ok(()), Err)
    }
}
