//! Finding the games of a text: where each ends, without playing it.

use crate::game_tokens::{GameEnd, GameTokens};
use crate::record::GameText;
use crate::skip;
use crate::tokens::Token;

/// The games of a text, one after the other.
///
/// A game ends
///
/// - with its result; a result within a variation ends nothing,
/// - before a tag after its moves, or before a second tag with the name of its first one,
/// - before a move of the main line after a blank line, if that move has the number 1 (`1.` or `1`), or no number in a
///   game whose first move has none.
///
/// So games that only a blank line separates are separate games, while a blank line within a game (before `12.`,
/// `1...`, or an unnumbered move of a game with numbers) changes nothing. Text without a tag, a move or a result is not
/// a game, unless the end of the text cuts off a comment, variation or tag in it: then [`GameText::moves`] ends with
/// that error. A paragraph of prose is not a game either, and nor are the moves and results that it mentions, up to the
/// first move with the number 1; the paragraph belongs to the text of the game after it.
///
/// ```
/// use quadbit_pgn as pgn;
/// let games: Vec<_> = pgn::records("1. e4 e5\n\n2. Nf3\n\n1. d4 d5").map(|record| record.text()).collect();
/// assert_eq!(games, ["1. e4 e5\n\n2. Nf3\n\n", "1. d4 d5"]);
/// ```
pub fn records(text: &str) -> impl Iterator<Item = GameText<'_>> + Clone {
    games_of(text)
}

/// The games of [`records`], which can also be searched for one that a filter chooses.
pub(crate) fn games_of(text: &str) -> GameTexts<'_> {
    GameTexts { text, at: 0, skips: true }
}

/// The games that [`records`] returns, found by reading every token: the reference for the faster search of
/// [`games_of`].
#[cfg(test)]
pub(crate) fn records_by_tokens(text: &str) -> GameTexts<'_> {
    GameTexts { skips: false, ..games_of(text) }
}

/// The iterator over the games of a text that [`records`] returns.
#[derive(Clone, Debug)]
pub(crate) struct GameTexts<'a> {
    text: &'a str,
    /// The byte at which the game found last ends, 0 before the first one. Tokens are read anew from here, as they are
    /// in the text of a [`GameText`].
    at: usize,
    /// Whether the search may skip bytes, without making tokens of tags and moves, where the end of a game is certain.
    /// False only in tests.
    skips: bool,
}

impl<'a> Iterator for GameTexts<'a> {
    type Item = GameText<'a>;

    fn next(&mut self) -> Option<GameText<'a>> {
        match self.find(&mut ()) {
            Found::Game(record, _) => Some(record),
            Found::Stop | Found::Nothing => None,
        }
    }
}

/// Receives the tags of games while the next game is searched for, and may stop the search before a game.
pub(crate) trait TagFilter {
    /// Receives a tag before the moves of the present game; ignores it by default.
    #[inline(always)]
    fn tag(&mut self, _name: &str, _value: &str) {}

    /// Whether the search is to stop before the present game, whose tags before the moves have all been received; by
    /// default it is not.
    #[inline(always)]
    fn stops(&self) -> bool {
        false
    }
}

/// Ignores the tags and never stops the search, so that every game is found.
impl TagFilter for () {}

/// The result of a search for the next game.
pub(crate) enum Found<'a> {
    /// A game, and its end.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "only a stream may go on"))]
    Game(GameText<'a>, GameEnd),
    /// A game before which the filter stops the search. The end of the game is unknown.
    Stop,
    /// There is no game before the end of the text.
    Nothing,
}

impl<'a> GameTexts<'a> {
    /// Finds the next game. `filter` receives the tags before the moves, and may stop the search there.
    ///
    /// 1. Fast: [`GameTokens::behind_tags`] reads the tags that are on lines of their own.
    /// 2. From there the text is split into tokens, which find the end of any game.
    /// 3. Fast: at the first move of the main line, [`skip`] looks for the result and leaves out all tokens before it.
    ///    If anything in between is unusual, the tokens find the end.
    pub(crate) fn find(&mut self, filter: &mut impl TagFilter) -> Found<'a> {
        let (text, offset) = (&self.text[self.at..], self.at);
        let mut tokens = if self.skips {
            GameTokens::behind_tags(text, |name, value| filter.tag(name, value))
        } else {
            GameTokens::new(text)
        };
        let (mut may_skip, mut in_tags) = (self.skips, true);
        let mut skipped = None;
        while let Some(token) = tokens.next() {
            match token {
                Token::Tag { name, value } => filter.tag(name, value),
                _ if in_tags && tokens.has_moves() => {
                    if filter.stops() {
                        return Found::Stop;
                    }
                    in_tags = false;
                }
                _ => {}
            }
            if may_skip && tokens.is_in_moves() && tokens.may_skip() {
                skipped = skip::end_of_game(text.as_bytes(), tokens.offset());
                if skipped.is_some() {
                    break;
                }
                may_skip = false;
            }
        }
        let end = skipped.unwrap_or_else(|| tokens.end());
        if in_tags && filter.stops() {
            return Found::Stop;
        }
        self.at += end.length;
        if tokens.is_game() || end.length > 0 && tokens.unclosed().is_some() {
            Found::Game(GameText::new(&text[..end.length], offset), end)
        } else {
            Found::Nothing
        }
    }
}
