//! Playing the main line of a game while its end is searched for.
//!
//! 1. [`GameTokens`] gives the tags and tokens of the game. The places of the tags are kept, and two of them name the
//!    start position; words of the main line are collected; comments and glyphs go to [`Beside`].
//! 2. When 32 words wait, or 8 if `least_pieces` is above 20, [`MainLine`] plays them, up to the first that is no legal
//!    move.
//! 3. After a bad move, or with too few pieces, the reader looks only for the end of the game.
//! 4. At the end of the game the words that still wait are played. A comment, variation or tag that does not close is
//!    the error of the game, unless a move is one.
//!
//! Words are not played one by one: two loops are predicted better than one that does both in turn.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::mem;

use quadbit_movegen::{Color, Move, Position, Validity};

use super::game::{TagPlace, tags_at};
use super::notes::{Beside, Notes};
use crate::error::PgnErrorKind;
use crate::finder::{Found, TagFilter, games_of};
use crate::game_tokens::{GameEnd, GameTokens};
use crate::line;
use crate::record::start;
use crate::skip;
use crate::tokens::Token;

/// What is known about the first game of a text after it has been played.
#[derive(Default)]
pub(super) struct Played {
    /// The end of the game: its byte, whether the game would end there too if the text went on, and the result.
    pub(super) end: GameEnd,
    /// Whether the text has a game.
    pub(super) is_game: bool,
    /// The position before the moves; `None` if the tags name none that can be played from.
    pub(super) start: Option<Position>,
    /// The position after the moves; `None` if there is no position before them.
    pub(super) position: Option<Position>,
    /// The error, and the byte of the text at which it is; `None` if the game could be played to its end.
    pub(super) fault: Option<(usize, PgnErrorKind)>,
}

/// Plays games, one at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    /// The moves of the last game.
    pub(super) moves: Vec<Move>,
    /// The places of the tags of the last game in its text.
    pub(super) tags: Vec<TagPlace>,
    /// The notes, glyphs and comments of the last game; `None` if they are not asked for.
    notes: Option<Notes>,
    /// Whether only the tags, results and ends of games are found, and no moves are played.
    pub(super) is_idle: bool,
    /// With `Validity::Standard`, start positions may only have castling rights of standard chess; other values ask
    /// nothing of them.
    pub(super) validity: Validity,
    /// The least number of pieces: a game with fewer on the board is not played on, except for words that have already
    /// been collected.
    pub(super) least_pieces: u32,
}

impl Player {
    /// Makes the player read notes, glyphs and comments. Returns the memory for them, on which options can be set.
    pub(super) fn read_notes(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Returns a player with the options of `self` that has not played a game.
    pub(super) fn fresh(&self) -> Self {
        let notes = self.notes.as_ref().map(Notes::fresh);
        Self {
            notes,
            is_idle: self.is_idle,
            validity: self.validity,
            least_pieces: self.least_pieces,
            ..Self::default()
        }
    }

    /// The notes, glyphs and comments of the last game; `None` if they are not asked for.
    pub(super) fn notes(&self) -> Option<&Notes> {
        self.notes.as_ref()
    }

    /// Plays the first game of `text`. Appends the position before each move to `positions`, unless it is `None`.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn play(
        &mut self,
        text: &str,
        positions: Option<&mut Vec<Position>>,
    ) -> Result<Played, TryReserveError> {
        self.tags.clear();
        let mut tags = KeptTags { text, places: &mut self.tags, failure: None };
        if self.is_idle {
            let mut played = Played::default();
            if let Found::Game(_, end) = games_of(text).find(&mut tags) {
                (played.end, played.is_game) = (end, true);
            }
            return tags.failure.map_or(Ok(played), Err);
        }
        self.moves.clear();
        // A move takes at least three bytes: two characters, and one that separates it from the next move. So this is
        // enough memory for all moves.
        self.moves.try_reserve(text.len() / 3)?;
        let line = MainLine {
            tags,
            validity: self.validity,
            least_pieces: self.least_pieces,
            start: None,
            position: None,
            moves: &mut self.moves,
            positions,
            fault: None,
            is_over: false,
            words: [("", 0); WAITING],
            waiting: 0,
        };
        match &mut self.notes {
            Some(notes) => {
                notes.clear();
                play(line, notes)
            }
            None => play(line, &mut ()),
        }
    }
}

/// Keeps the places of the tags of the first game of `text`.
struct KeptTags<'a, 'p> {
    text: &'a str,
    places: &'p mut Vec<TagPlace>,
    /// The error of `places`, if there was not enough memory for it to grow.
    failure: Option<TryReserveError>,
}

impl TagFilter for KeptTags<'_, '_> {
    #[inline]
    fn tag(&mut self, name: &str, value: &str) {
        if let Err(error) = self.places.try_reserve(1) {
            self.failure = Some(error);
            return;
        }
        let byte = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
        self.places.push([name, value].map(|part| {
            let begin = part.as_ptr().addr() - self.text.as_ptr().addr();
            byte(begin)..byte(begin + part.len())
        }));
    }
}

/// Finds the end of the first game of the text of `line`, as `GameTexts` does, and plays its main line at the same
/// time, as `Moves` does. `beside` receives the words, comments and glyphs of the main line.
///
/// # Errors
/// There is not enough memory.
fn play(mut line: MainLine<'_, '_>, beside: &mut impl Beside) -> Result<Played, TryReserveError> {
    let text = line.tags.text;
    let mut tokens = GameTokens::behind_tags(text, |name, value| line.tags.tag(name, value));
    let (mut words, mut skipped, mut may_skip) = (0, None, true);
    while let Some(token) = tokens.next() {
        match token {
            Token::Tag { name, value } => line.tags.tag(name, value),
            Token::Comment(comment) if tokens.is_main_line() && !line.is_over => {
                beside.comment(words, comment, comment.as_ptr().addr() - text.as_ptr().addr());
            }
            Token::Nag(glyph) if tokens.is_main_line() && !line.is_over => beside.glyph(words, glyph),
            Token::Move(word) | Token::NullMove(word) if tokens.is_main_line() => {
                line.push(word, tokens.offset() - word.len());
                words += 1;
                if !line.is_over {
                    beside.word(words, word);
                } else if mem::take(&mut may_skip) && tokens.may_skip() {
                    // From here on only the end of the game matters. It is searched for without splitting the moves
                    // into tokens.
                    skipped = skip::end_of_game(text.as_bytes(), tokens.offset());
                    if skipped.is_some() {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    let unclosed = tokens.unclosed();
    let is_game = tokens.is_game() || unclosed.is_some();
    if is_game {
        line.play();
    }
    let first = line.start.map_or(Color::White, |start| start.side_to_move());
    beside.end(line.moves.len(), first)?;
    if let Some(error) = line.tags.failure {
        return Err(error);
    }
    let unclosed = unclosed.map(|(at, unclosed)| (at, PgnErrorKind::Unclosed(unclosed)));
    Ok(Played {
        end: skipped.unwrap_or_else(|| tokens.end()),
        is_game,
        start: line.start,
        position: line.position,
        fault: line.fault.or(unclosed),
    })
}

/// The main line of a game. Its words are collected until there are several of them: two loops, one that
/// finds words and one that plays their moves, are predicted better than one loop that does both in turn.
struct MainLine<'a, 'm> {
    /// The tags, which name the start position.
    tags: KeptTags<'a, 'm>,
    validity: Validity,
    least_pieces: u32,
    start: Option<Position>,
    position: Option<Position>,
    moves: &'m mut Vec<Move>,
    positions: Option<&'m mut Vec<Position>>,
    fault: Option<(usize, PgnErrorKind)>,
    /// Whether no more moves are played: after a bad one, or because too few pieces are left.
    is_over: bool,
    /// The collected words, each with the index of its first byte in the text.
    words: [(&'a str, usize); WAITING],
    waiting: usize,
}

/// The largest number of words that are collected before they are played.
const WAITING: usize = 32;

impl<'a> MainLine<'a, '_> {
    /// Adds a word that begins at the byte `place`.
    #[inline]
    fn push(&mut self, word: &'a str, place: usize) {
        // A game soon has fewer pieces than a high `least_pieces`. Then fewer words are collected, because they may be
        // played in vain.
        let most = if self.least_pieces > 20 { WAITING / 4 } else { WAITING };
        if self.waiting == most {
            self.play();
        }
        self.words[self.waiting] = (word, place);
        self.waiting += 1;
    }

    /// Plays the moves of the collected words, up to the first bad one. The first call
    /// makes the start position.
    #[inline(never)]
    fn play(&mut self) {
        let waiting = mem::take(&mut self.waiting);
        if self.is_over {
            return;
        }
        let mut position = match self.position {
            Some(position) => position,
            None => match start(tags_at(self.tags.places, self.tags.text), self.validity) {
                Ok(position) => *self.start.insert(position),
                Err(error) => {
                    (self.fault, self.is_over) = (Some((0, error)), true);
                    return;
                }
            },
        };
        for &(word, place) in &self.words[..waiting] {
            if let Some(positions) = &mut self.positions {
                positions.push(position);
            }
            match line::play(&mut position, word) {
                Ok(mv) => self.moves.push(mv),
                Err(error) => {
                    self.fault = Some((place, PgnErrorKind::Move { plies: self.moves.len(), error }));
                    if let Some(positions) = &mut self.positions {
                        positions.pop();
                    }
                    break;
                }
            }
        }
        self.is_over = self.fault.is_some() || position.board().occupied().len() < self.least_pieces;
        self.position = Some(position);
    }
}
