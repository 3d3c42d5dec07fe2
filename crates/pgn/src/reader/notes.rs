//! Comments and annotation glyphs of the moves of a main line.

use alloc::vec::Vec;

use crate::note::Note;

/// Receives the comments and annotation glyphs of a main line while it is played.
pub(super) trait Beside {
    /// Receives the word of a move; `moves` is the number of moves with this one.
    fn word(&mut self, moves: usize, word: &str);
    /// Receives a comment behind the last move.
    fn comment(&mut self, comment: &str);
    /// Receives an annotation glyph; `moves` is the number of moves before it.
    fn glyph(&mut self, moves: usize, glyph: u16);
    /// Called at the end with the number of moves that could be played.
    fn end(&mut self, moves: usize);
}

/// Ignores everything.
impl Beside for () {
    #[inline(always)]
    fn word(&mut self, _: usize, _: &str) {}
    #[inline(always)]
    fn comment(&mut self, _: &str) {}
    #[inline(always)]
    fn glyph(&mut self, _: usize, _: u16) {}
    #[inline(always)]
    fn end(&mut self, _: usize) {}
}

/// The notes and glyphs of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The notes, one for each move.
    pub(super) notes: Vec<Note>,
    /// The annotation glyphs, each behind the index of its move.
    pub(super) glyphs: Vec<(usize, u16)>,
}

impl Notes {
    pub(super) fn clear(&mut self) {
        self.notes.clear();
        self.glyphs.clear();
    }
}

impl Beside for Notes {
    #[inline]
    fn word(&mut self, moves: usize, word: &str) {
        self.notes.push(Note::default());
        if let [.., mark @ (b'!' | b'?')] = *word.as_bytes() {
            self.glyph(moves, glyph_of(word, mark));
        }
    }

    #[inline]
    fn comment(&mut self, comment: &str) {
        // Before the first move there is none.
        if let Some(note) = self.notes.last_mut() {
            note.read(comment);
        }
    }

    fn glyph(&mut self, moves: usize, glyph: u16) {
        if let Some(index) = moves.checked_sub(1) {
            self.glyphs.push((index, glyph));
        }
    }

    fn end(&mut self, moves: usize) {
        self.notes.truncate(moves);
        self.glyphs.retain(|&(index, _)| index < moves);
    }
}

/// The glyph of the marks at the end of `word`, the last of which is `mark`.
fn glyph_of(word: &str, mark: u8) -> u16 {
    let before = word.as_bytes().get(word.len().wrapping_sub(2));
    match (before, mark) {
        (Some(b'!'), b'!') => 3,
        (Some(b'?'), b'?') => 4,
        (Some(b'!'), _) => 5,
        (Some(b'?'), _) => 6,
        (_, b'!') => 1,
        _ => 2,
    }
}
