//! What a reader returns for a game of a stream: its text, tags, moves, notes and error.

use alloc::vec::Vec;
use core::ops::Range;

use quadbit_movegen::{GameResult, Move, Position};

use super::notes::Notes;
use crate::error::PgnError;
use crate::note::Note;
use crate::record::{GameText, known_result};
use crate::tree::Tree;

/// The bytes of the name and of the value of a tag, in the text of its game.
pub(super) type TagPlace = [Range<u32>; 2];

/// A game as far as it could be played; returned by [`Reader::next_game`](super::Reader::next_game).
#[derive(Clone, Debug)]
pub struct StreamedGame<'a> {
    pub(super) record: GameText<'a>,
    /// The bytes at which widened characters begin (Latin-1 read as two bytes), in the text that the reader has read
    /// ahead. The record begins at the byte `begin` of this text.
    pub(super) widened: &'a [usize],
    pub(super) begin: usize,
    pub(super) tags: &'a [TagPlace],
    /// The number of the game in the stream, from 0; in a block of [`Reader::next_block`](super::Reader::next_block)
    /// the number in the block. Games that the rule of [`Reader::with_rule`](super::Reader::with_rule) leaves out are
    /// counted too.
    pub number: u64,
    /// The bytes of the stream that the text of the game takes. They begin at the byte after the previous game.
    ///
    /// The line breaks between two games belong to the first one, so that the bytes of several games, in any order, are
    /// a file of these games. The last game of a stream may end without a line break: add an empty line if another game
    /// follows.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n";
    /// let (mut reader, mut slices) = (Reader::new(&text[..]), Vec::new());
    /// while let Some(game) = reader.next_game()? {
    ///     slices.push(&text[game.bytes.start as usize..game.bytes.end as usize]);
    /// }
    /// slices.reverse();
    /// assert_eq!(slices.concat(), b"[White \"B\"]\n\n1. d4 *\n\n[White \"A\"]\n\n1. e4 *\n\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub bytes: Range<u64>,
    pub(super) moves: &'a [Move],
    pub(super) notes: Option<&'a Notes>,
    pub(super) start: Option<Position>,
    pub(super) position: Option<Position>,
    pub(super) result: Option<GameResult>,
    /// The reason why the game could not be played to its end; `None` if it could.
    pub error: Option<PgnError>,
}

impl<'a> StreamedGame<'a> {
    /// The text of the game: its tags, comments and result. Offsets in it count from its own beginning.
    pub fn record(&self) -> GameText<'a> {
        self.record
    }

    /// Appends the bytes `part` of the text of the game to `bytes`, as they are in the stream: a character that was
    /// read as Latin-1 is one byte again.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let text = b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n";
    /// let mut reader = Reader::new(&text[..]);
    /// let (game, mut bytes) = (reader.next_game()?.unwrap(), Vec::new());
    /// game.copy(0..game.record().text().len(), &mut bytes);
    /// assert_eq!(bytes, text);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Panics
    /// If `part` is not a part of the text, or begins or ends inside a character.
    pub fn copy(&self, part: Range<usize>, bytes: &mut Vec<u8>) {
        let text = self.record.text();
        let mut at = part.start;
        for widened in
            self.widened.iter().map(|place| place - self.begin).filter(|place| part.contains(place))
        {
            bytes.extend_from_slice(&text.as_bytes()[at..widened]);
            bytes.extend(text[widened..].chars().next().and_then(|c| u8::try_from(c).ok()));
            at = widened + 2;
        }
        bytes.extend_from_slice(&text.as_bytes()[at..part.end]);
    }

    /// The tags as names and values, in order: those that [`GameText::tags`] gives, but found already.
    pub fn tags(&self) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> + Clone {
        tags_at(self.tags, self.record.text())
    }

    /// The position before the first move; `None` if the tags name no position that can be played from.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The moves of the main line, up to the first bad one. A null move is [`NULL_MOVE`](crate::NULL_MOVE).
    pub fn moves(&self) -> &'a [Move] {
        self.moves
    }

    /// The clocks and evaluations in the comments, one [`Note`] for each move; all of them empty unless the reader was
    /// asked for [notes](super::Reader::with_notes). Comments of variations are left out.
    pub fn notes(&self) -> impl ExactSizeIterator<Item = Note> + use<'a> {
        let mut notes = self.notes.map_or(&[][..], |notes| &notes.of_moves).iter().peekable();
        (0..self.moves.len()).map(move |mv| {
            notes.next_if(|&&(of, _)| of as usize == mv).map_or(Note::default(), |&(_, note)| note)
        })
    }

    /// The annotation glyphs (NAGs) of the moves, in the order of the file: pairs of the index of the move, from 0,
    /// and the glyph; none unless the reader was asked for [notes](super::Reader::with_notes). The marks `!`, `?`,
    /// `!!`, `??`, `!?` and `?!` of a move are 1 to 6.
    pub fn glyphs(&self) -> impl ExactSizeIterator<Item = (usize, u16)> + use<'a> {
        self.notes.map_or(&[][..], |notes| &notes.glyphs).iter().map(|&(mv, glyph)| (mv as usize, glyph))
    }

    /// The comments of the moves, in the order of the file: pairs of the index of the move, from 0, and the text, which
    /// is not empty; none unless the reader was asked for [notes](super::Reader::with_notes). Comments in variations or
    /// before the first move are left out.
    pub fn comments(&self) -> impl ExactSizeIterator<Item = (usize, &'a str)> + use<'a> {
        let text = self.record.text();
        let comments = self.notes.map_or(&[][..], |notes| &notes.comments).iter();
        comments.map(move |(mv, bytes)| (*mv as usize, part(text, bytes)))
    }

    /// The position after the moves; `None` if the tags name no position that can be played from.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The result of the game, as [`GameText::result`] gives it, but without reading the text again.
    pub fn result(&self) -> Option<GameResult> {
        known_result(self.result, || self.tags().find(|(name, _)| *name == "Result").map(|(_, value)| value))
    }
}

/// A game of a stream as a tree; returned by [`Reader::next_tree`](super::Reader::next_tree).
#[derive(Clone, Debug)]
pub struct StreamedTree {
    /// The number of the game in the stream, from 0, as for [`StreamedGame::number`].
    pub number: u64,
    /// The bytes of the stream that the text of the game takes.
    pub bytes: Range<u64>,
    /// The game as far as its lines can be played; `None` if its tags name no position that can be played from.
    pub tree: Option<Tree>,
    /// The errors of everything that could not be read, in the order of the text, with their places in the stream.
    pub errors: Vec<PgnError>,
}

/// The names and values of the tags of the game `text` at `places`. Never panics, so that the compiler can
/// leave out a part that is not used.
pub(super) fn tags_at<'a>(
    places: &'a [TagPlace],
    text: &'a str,
) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> + Clone {
    places.iter().map(move |[name, value]| (part(text, name), part(text, value)))
}

/// The bytes `place` of `text`; empty if `text` does not have them.
fn part<'a>(text: &'a str, place: &Range<u32>) -> &'a str {
    text.get(place.start as usize..place.end as usize).unwrap_or_default()
}
