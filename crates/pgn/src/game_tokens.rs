//! The tokens of one game, up to its end. The search for games and the player of moves read these.
//!
//! 1. [`GameTokens::behind_tags`] reads tags that are on lines of their own without tokens, which is faster.
//! 2. Each token changes a few facts: the first tag, whether there are moves and numbers, blank lines, open variations.
//! 3. These facts decide whether the token ends the game, begins the next one, or is returned.
//! 4. At the end it is known whether the game is whole, and what is not closed.
//!
//! Everything that reads games must find the same ends, so the rules are only in this file.

use quadbit_movegen::GameResult;

use crate::bytes::begins_with_blank_line;
use crate::tag_lines;
use crate::tokens::{Token, Tokens, Unclosed, is_forfeit};

/// The tokens of the first game of a text.
#[derive(Clone, Debug)]
pub(crate) struct GameTokens<'a> {
    tokens: Tokens<'a>,
    first_tag: Option<&'a str>,
    phase: Phase,
    /// Whether the text ends right after a result that more text could show to be part of prose, as in `* first board`.
    may_be_prose: bool,
    /// Whether the first move has a number.
    is_numbered: bool,
    /// Whether a blank line has been read since the last move.
    has_blank_line: bool,
    /// The number of variations that are open, one within the other.
    depth: usize,
    /// The byte at which the outermost open variation begins.
    variation: usize,
    end: GameEnd,
}

/// What the last token was a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The tags and comments before the moves.
    Tags,
    /// A paragraph of prose before the game: it has begun with a word that is no move.
    Prose,
    /// The moves, after which no tag belongs to the game.
    Moves,
}

/// Where and how a game ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameEnd {
    /// The number of bytes of the game, from the beginning of its text.
    pub(crate) length: usize,
    /// Whether the game would end here too if the text went on.
    pub(crate) is_whole: bool,
    /// The result with which the movetext ends; `None` if it has none.
    pub(crate) result: Option<GameResult>,
}

impl GameEnd {
    /// The end of the first game of `text`. The game's last token ends at the byte `at`, and its result is `result`.
    ///
    /// The line breaks after the token belong to the game. So do the blanks after it if another game follows on the
    /// same line: joined in any order, the texts of games are then the same games. The game is whole if anything else
    /// follows.
    pub(crate) fn behind(text: &[u8], at: usize, result: Option<GameResult>) -> Self {
        let blanks = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = text.get(at + blanks);
        let last_line = text[at..at + blanks].iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        let taken = match (last_line, next) {
            (Some(place), _) => place + 1,
            // If the text of the next game began with this percent sign, the sign would hide its first line.
            (None, Some(b'%')) => 0,
            (None, _) => blanks,
        };
        Self { length: at + taken, is_whole: next.is_some(), result }
    }
}

/// Whether the game ends before or after a token.
#[derive(Clone, Copy)]
enum End {
    Before,
    Behind,
}

impl<'a> GameTokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            first_tag: None,
            phase: Phase::Tags,
            may_be_prose: false,
            is_numbered: false,
            has_blank_line: false,
            depth: 0,
            variation: 0,
            end: GameEnd::default(),
        }
    }

    /// Passes the names and values of the tags at the beginning of `text` that are on lines of their own to `tag`.
    /// Returns the tokens after these tags.
    #[inline]
    pub(crate) fn behind_tags(text: &'a str, mut tag: impl FnMut(&'a str, &'a str)) -> Self {
        let mut tokens = Self::new(text);
        let mut forfeits = false;
        let begin = tag_lines::pass(text, |name, value| {
            let accepts = tokens.accepts_tag(name);
            if accepts {
                tag(name, value);
                if name == "Result" {
                    forfeits = is_forfeit(value);
                }
            }
            accepts
        });
        tokens.tokens = Tokens::behind(text, begin, forfeits);
        tokens
    }

    /// Returns the next token of the game; `None` at its [`end`](Self::end).
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        let before = self.tokens.offset();
        let Some(token) = self.tokens.next() else {
            let end = GameEnd::behind(self.tokens.text().as_bytes(), self.tokens.offset(), None);
            self.end = GameEnd { is_whole: false, ..end };
            return None;
        };
        let (at, result) = match (self.step(token, before), token) {
            (None, _) => return Some(token),
            (Some(End::Behind), Token::Result(result)) => (self.tokens.offset(), Some(result)),
            (Some(_), _) => (before, None),
        };
        let end = GameEnd::behind(self.tokens.text().as_bytes(), at, result);
        // A word at the end of the text may continue in the next block, so the game is not known to be whole.
        let is_whole = end.is_whole
            && self.tokens.offset() < self.tokens.text().len()
            && self.tokens.has_certain_tags()
            && !self.may_be_prose;
        self.end = GameEnd { is_whole, ..end };
        None
    }

    /// The end of the game. Call this when there are no more tokens.
    pub(crate) fn end(&self) -> GameEnd {
        self.end
    }

    /// The index in the text of the byte after the last token.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.tokens.offset()
    }

    /// Whether the text has had a tag, a move or a result so far, which makes it a game.
    pub(crate) fn is_game(&self) -> bool {
        self.has_moves() || self.first_tag.is_some()
    }

    /// Whether the last token is in the main line: in no variation, and not in prose before the game.
    #[inline]
    pub(crate) fn is_main_line(&self) -> bool {
        self.depth == 0 && self.phase != Phase::Prose
    }

    /// Whether the last token is in prose before the game.
    #[cfg(feature = "alloc")]
    pub(crate) fn is_in_prose(&self) -> bool {
        self.phase == Phase::Prose
    }

    /// Whether there has been a move, after which no tag belongs to the game.
    #[inline]
    pub(crate) fn has_moves(&self) -> bool {
        self.phase == Phase::Moves
    }

    /// Whether the moves have begun, no variation is open, and no blank line has been read since the last move.
    #[inline]
    pub(crate) fn is_in_moves(&self) -> bool {
        self.has_moves() && self.depth == 0 && !self.has_blank_line
    }

    /// Whether the end of the game may be found by its [result](crate::skip) without tokens: not where `0-0` may be a
    /// result, which only tokens can tell.
    pub(crate) fn may_skip(&self) -> bool {
        !self.tokens.is_forfeit()
    }

    /// The first unclosed part of the game, and the byte at which it begins; `None` if all are closed. Call this at the
    /// end of the game.
    pub(crate) fn unclosed(&self) -> Option<(usize, Unclosed)> {
        let variation =
            (self.depth > 0 && self.phase != Phase::Prose).then_some((self.variation, Unclosed::Variation));
        variation.or_else(|| self.tokens.unclosed())
    }

    /// Updates the state with `token`; reading it began at the byte `before`, with the white space before the token.
    /// Returns whether the game ends before or after the token; `None` if it does not end.
    #[inline(always)]
    fn step(&mut self, token: Token<'a>, before: usize) -> Option<End> {
        let read = &self.tokens.text().as_bytes()[before..];
        match token {
            Token::Move(_) | Token::NullMove(_) => {
                // Most words follow a single space, so that no blank line has to be looked for.
                if !matches!(read, [b' ', b'!'..=b'~', ..]) {
                    self.has_blank_line |= begins_with_blank_line(read);
                }
                if !self.has_moves() {
                    if self.is_prose(read) {
                        return None;
                    }
                    self.is_numbered = number(read).is_some();
                } else if self.has_blank_line && self.begins_again(read) {
                    return Some(End::Before);
                }
                self.phase = Phase::Moves;
                self.has_blank_line = false;
            }
            Token::Tag { name, .. } => return (!self.accepts_tag(name)).then_some(End::Before),
            Token::Result(_) if self.depth == 0 && !self.is_result_of_prose(read) => {
                self.phase = Phase::Moves;
                return Some(End::Behind);
            }
            Token::Open => {
                if self.depth == 0 {
                    self.variation = self.tokens.offset() - "(".len();
                }
                self.depth += 1;
            }
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(_) if !self.is_game() => self.phase = Phase::Prose,
            Token::Comment(_) | Token::Word(_) | Token::Nag(_) => {
                self.has_blank_line |= begins_with_blank_line(read);
            }
            Token::Result(_) => {}
        }
        None
    }

    /// Whether the first move, which comes next in `read` after white space and a number, is in a paragraph of prose
    /// before the game, as in `adjourned after e4`. An empty line ends the paragraph, and so does the number 1.
    #[inline]
    fn is_prose(&mut self, read: &[u8]) -> bool {
        let is_prose = self.phase == Phase::Prose
            && !begins_with_blank_line(read)
            && !matches!(number(read), Some(b"1" | b"1."));
        // Parentheses that prose has left open are no variations, so the first move of the game is in none.
        if self.phase == Phase::Prose && !is_prose {
            self.depth = 0;
        }
        is_prose
    }

    /// Whether a result, which comes next in `read` after white space, is in prose before a game: after words without
    /// an empty line, or with a word after it on its line, as in `* first board`.
    #[inline]
    fn is_result_of_prose(&mut self, read: &[u8]) -> bool {
        if self.is_game() {
            return false;
        }
        let rest = &self.tokens.text()[self.tokens.offset()..];
        let next =
            rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r').chars().next();
        self.may_be_prose = next.is_none();
        let has_words = next.is_some_and(|c| !"\n\r{;([".contains(c));
        let is_prose = has_words || self.phase == Phase::Prose && !begins_with_blank_line(read);
        self.phase = if is_prose { Phase::Prose } else { Phase::Tags };
        is_prose
    }

    /// Updates the state with a tag called `name`. Returns whether the tag belongs to this game.
    #[inline]
    pub(crate) fn accepts_tag(&mut self, name: &'a str) -> bool {
        if self.has_moves() || self.first_tag == Some(name) {
            return false;
        }
        if self.first_tag.is_none() {
            (self.first_tag, self.phase, self.depth) = (Some(name), Phase::Tags, 0);
        }
        true
    }

    /// Whether a move after a blank line, which comes next in `text` with its number, is the first of a game without
    /// tags: see [`records`](super::records).
    #[cold]
    fn begins_again(&self, text: &[u8]) -> bool {
        let is_first = number(text).map_or(!self.is_numbered, |number| matches!(number, b"1" | b"1."));
        self.depth == 0 && is_first
    }
}

/// The number and the dots before a move, after white space; `None` if there is no number.
fn number(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_start();
    let length = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    (length > 0).then_some(&text[..length])
}
