//! Comments and annotation glyphs of the moves of a main line.

use alloc::vec::Vec;
use core::ops::Range;

use crate::note::Note;
use crate::words::{glyphs, split_mark};

/// Receives the moves' words, comments and annotation glyphs of a main line while it is played. Each is ignored by
/// default.
pub(super) trait Beside {
    /// Receives the word of a move, and the number of moves up to and including this one.
    #[inline(always)]
    fn word(&mut self, _moves: usize, _word: &str) {}

    /// Receives a comment behind the last move, and the byte of the game's text at which it begins.
    #[inline(always)]
    fn comment(&mut self, _comment: &str, _at: usize) {}

    /// Receives an annotation glyph, and the number of moves before it.
    #[inline(always)]
    fn glyph(&mut self, _moves: usize, _glyph: u16) {}

    /// Called at the end with the number of moves that could be played.
    #[inline(always)]
    fn end(&mut self, _moves: usize) {}
}

/// Ignores everything.
impl Beside for () {}

/// The notes and glyphs of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The notes, one for each move.
    pub(super) of_moves: Vec<Note>,
    /// The annotation glyphs: pairs of the index of the move and the glyph.
    pub(super) glyphs: Vec<(usize, u16)>,
    /// The comments: pairs of the index of the move and the bytes of the game's text in which the comment stands.
    pub(super) comments: Vec<(usize, Range<usize>)>,
}

impl Notes {
    pub(super) fn clear(&mut self) {
        self.of_moves.clear();
        self.glyphs.clear();
        self.comments.clear();
    }
}

impl Beside for Notes {
    #[inline]
    fn word(&mut self, moves: usize, word: &str) {
        self.of_moves.push(Note::default());
        // Most moves end with their square or with check.
        if !matches!(word.as_bytes(), [.., b'1'..=b'8' | b'O'] | [.., b'1'..=b'8', b'+' | b'#']) {
            glyphs(split_mark(word).1).for_each(|glyph| self.glyph(moves, glyph));
        }
    }

    #[inline]
    fn comment(&mut self, comment: &str, at: usize) {
        // Before the first move there is none.
        if let Some(note) = self.of_moves.last_mut() {
            note.read(comment);
            self.comments.push((self.of_moves.len() - 1, at..at + comment.len()));
        }
    }

    fn glyph(&mut self, moves: usize, glyph: u16) {
        if let Some(index) = moves.checked_sub(1) {
            self.glyphs.push((index, glyph));
        }
    }

    fn end(&mut self, moves: usize) {
        self.of_moves.truncate(moves);
        self.glyphs.retain(|&(index, _)| index < moves);
        self.comments.retain(|&(index, _)| index < moves);
    }
}
