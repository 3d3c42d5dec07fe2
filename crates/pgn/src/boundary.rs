//! The boundary between one game and the next.

use crate::tokens::{Token, Tokens, Unclosed};

/// The end of a game, relative to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Before,
    Behind,
}

/// The state of reading a game, token by token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundary<'a> {
    first_tag: Option<&'a str>,
    has_moves: bool,
    /// Whether the first move has a number.
    is_numbered: bool,
    /// Whether a blank line follows the last move.
    has_blank_line: bool,
    /// How many variations are open, and where the outermost begins.
    depth: usize,
    variation: usize,
}

impl<'a> Boundary<'a> {
    /// Whether there is a game at all.
    pub(crate) const fn is_game(&self) -> bool {
        self.has_moves || self.first_tag.is_some()
    }

    /// Whether moves are those of the main line.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) const fn is_main_line(&self) -> bool {
        self.depth == 0
    }

    /// Whether the last token may have been a move of the main line, after which no blank line is pending.
    #[inline]
    pub(crate) const fn is_in_main_line(&self) -> bool {
        self.has_moves && self.depth == 0 && !self.has_blank_line
    }

    /// The first unclosed part of the game, and its place in the text of the tokens. Call it at
    /// the end of the game.
    pub(crate) fn unclosed(&self, tokens: &Tokens<'_>) -> Option<(usize, Unclosed)> {
        let variation = (self.depth > 0).then_some((self.variation, Unclosed::Variation));
        variation.or_else(|| tokens.unclosed())
    }

    /// Handles the token that has just been read; `end_before` is the end of the previous token. Returns
    /// where the game ends, if it does. If it ends before the token, the token belongs to the next game.
    #[inline(always)]
    pub(crate) fn step(&mut self, token: Token<'a>, end_before: usize, tokens: &Tokens<'a>) -> Option<End> {
        match token {
            Token::Move(_) | Token::NullMove(_) => {
                let before = &tokens.bytes()[end_before..];
                // A single space stands before most words.
                if !matches!(before, [b' ', b'!'..=b'~', ..]) {
                    self.has_blank_line |= begins_with_blank_line(before);
                }
                if !self.has_moves {
                    self.is_numbered = number(before).is_some();
                } else if self.has_blank_line && self.begins_again(before) {
                    return Some(End::Before);
                }
                self.has_moves = true;
                self.has_blank_line = false;
            }
            Token::Tag { name, .. } => return self.tag(name),
            Token::Result(_) if self.depth == 0 => {
                self.has_moves = true;
                return Some(End::Behind);
            }
            Token::Open => {
                if self.depth == 0 {
                    self.variation = tokens.offset() - "(".len();
                }
                self.depth += 1;
            }
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Comment(_) => self.has_blank_line |= begins_with_blank_line(&tokens.bytes()[end_before..]),
            Token::Result(_) | Token::Nag(_) => {}
        }
        None
    }

    /// The end of the game at the tag `name`: before it, if the tag belongs to the next game.
    #[inline]
    pub(crate) fn tag(&mut self, name: &'a str) -> Option<End> {
        if self.has_moves || self.first_tag == Some(name) {
            return Some(End::Before);
        }
        self.first_tag = self.first_tag.or(Some(name));
        None
    }

    /// Whether a move after a blank line is the first of a game without tags: see
    /// [`records`](super::records).
    #[cold]
    fn begins_again(&self, text: &[u8]) -> bool {
        let is_first = number(text).map_or(!self.is_numbered, |number| matches!(number, b"1" | b"1."));
        self.depth == 0 && is_first
    }
}

/// The number and the dots before a move, after white space.
fn number(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_start();
    let length = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    (length > 0).then_some(&text[..length])
}

/// Whether there are two line feeds in the white space at the beginning of a text.
#[inline]
fn begins_with_blank_line(text: &[u8]) -> bool {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace());
    blanks.filter(|&&byte| byte == b'\n').nth(1).is_some()
}
