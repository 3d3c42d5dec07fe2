//! One game of a PGN.

use core::fmt;

use super::moves::Moves;
use super::tokens::{Token, Tokens};
use crate::outcome::game_result::GameResult;
use crate::position::Position;
use crate::text::fen::error::FenError;

/// The text of one game: its tags and its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    text: &'a str,
    offset: usize,
}

/// The games of a text, one after the other.
///
/// A game ends with its result, or before a tag after its moves, or before a second tag with the name of its first
/// one. Text without a tag, a move or a result is not a game.
pub fn records(text: &str) -> Records<'_> {
    Records { text, tokens: Tokens::new(text) }
}

/// The iterator that [`records`] returns.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let offset = self.tokens.offset();
        let mut first_tag = None;
        let mut has_moves = false;
        let mut depth = 0_usize;
        loop {
            let before = self.tokens.clone();
            match self.tokens.next() {
                Some(Token::Tag { name, .. }) if has_moves || first_tag == Some(name) => {
                    self.tokens = before;
                    break;
                }
                Some(Token::Tag { name, .. }) => first_tag = first_tag.or(Some(name)),
                Some(Token::Result(_)) if depth == 0 => {
                    has_moves = true;
                    break;
                }
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth = depth.saturating_sub(1),
                Some(Token::Move(_) | Token::NullMove) => has_moves = true,
                Some(Token::Comment(_) | Token::Nag(_) | Token::Result(_)) => {}
                None => break,
            }
        }
        let is_game = has_moves || first_tag.is_some();
        is_game.then(|| Record { text: &self.text[offset..self.tokens.offset()], offset })
    }
}

impl<'a> Record<'a> {
    #[cfg(feature = "std")]
    pub(super) const fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset }
    }

    /// The text of the game.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte at which the text of the game begins, counted from 0 in the text that [`records`] was given. It is the byte
    /// behind the game before, so the blank lines between two games belong to the second one.
    ///
    /// To number the lines of a file, count on from game to game, which takes linear time:
    ///
    /// ```
    /// use quadbit_movegen::pgn;
    /// let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    /// let (mut counted, mut line) = (0, 1);
    /// let mut lines = Vec::new();
    /// for record in pgn::records(text) {
    ///     let blanks = record.text().len() - record.text().trim_start().len();
    ///     let begin = record.offset() + blanks;
    ///     line += text[counted..begin].matches('\n').count();
    ///     counted = begin;
    ///     lines.push(line);
    /// }
    /// assert_eq!(lines, [1, 5]);
    /// ```
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// All tokens of the game, comments and variations too.
    pub fn tokens(&self) -> Tokens<'a> {
        Tokens::new(self.text)
    }

    /// The tags as names and values, in order.
    pub fn tags(&self) -> Tags<'a> {
        Tags(self.tokens())
    }

    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// The result at the end of the movetext, or that of the tag `Result` if there is none.
    pub fn result(&self) -> Option<GameResult> {
        let mut depth = 0_usize;
        for token in self.tokens() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Result(result) if depth == 0 => return Some(result),
                _ => {}
            }
        }
        self.tag("Result")?.parse().ok()
    }

    /// The position before the first move: the one in the tag `FEN`, read leniently, or the start position.
    ///
    /// # Errors
    /// If the FEN cannot be read, or the tag `Variant` names rules other than those of chess and Chess960.
    pub fn start(&self) -> Result<Position, StartError> {
        let (mut variant, mut fen) = (None, None);
        for (name, value) in self.tags() {
            match name {
                "Variant" => variant = variant.or(Some(value)),
                "FEN" => fen = fen.or(Some(value)),
                _ => {}
            }
        }
        start(variant, fen)
    }

    /// The moves of the main line, each checked.
    ///
    /// # Errors
    /// The same as those of [`start`](Self::start).
    pub fn moves(&self) -> Result<Moves<'a>, StartError> {
        Ok(Moves::new(self.start()?, self.tokens()))
    }
}

/// The position that the tags `Variant` and `FEN` name.
pub(super) fn start(variant: Option<&str>, fen: Option<&str>) -> Result<Position, StartError> {
    let is_chess = |name: &str| CHESS.iter().any(|chess| chess.eq_ignore_ascii_case(name));
    if variant.is_some_and(|name| !is_chess(name)) {
        return Err(StartError::Variant);
    }
    match fen {
        Some(fen) => Position::from_fen_relaxed(fen).map_err(StartError::Fen),
        None => Ok(Position::start()),
    }
}

/// The values of the tag `Variant` that mean chess or Chess960.
const CHESS: [&str; 9] = [
    "Standard",
    "Normal",
    "Chess",
    "From Position",
    "Chess960",
    "Chess 960",
    "Fischerandom",
    "FischerRandom",
    "Fischer Random",
];

/// The tags of a [`Record`]: names and values.
#[derive(Clone, Debug)]
pub struct Tags<'a>(Tokens<'a>);

impl<'a> Iterator for Tags<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.0.next()? {
                Token::Tag { name, value } => return Some((name, value)),
                Token::Comment(_) => {}
                _ => return None,
            }
        }
    }
}

/// Why a game has no start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The tag `Variant` names rules other than those of chess and Chess960.
    Variant,
    /// The tag `FEN` cannot be read.
    Fen(FenError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant => f.write_str("the tag Variant names rules other than those of chess"),
            Self::Fen(error) => write!(f, "the tag FEN: {error}"),
        }
    }
}

impl core::error::Error for StartError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            Self::Variant => None,
        }
    }
}
