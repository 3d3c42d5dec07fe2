//! One game of a PGN.

use quadbit_movegen::{GameResult, Position};

use crate::boundary::{Boundary, End};
use crate::error::{PgnError, PgnErrorKind};
use crate::moves::Moves;
use crate::skip;
use crate::tag_lines;
use crate::tokens::{Token, Tokens};

/// The text of one game: its tags and its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    text: &'a str,
    offset: usize,
}

/// The games of a text, one after the other.
///
/// A game ends
///
/// - with its result,
/// - before a tag after its moves, or before a second tag with the name of its first one,
/// - before a move after a blank line, if that move has the number `1.`, or none in a game whose
///   first move has none.
///
/// So games that only a blank line separates are separate games, while a blank line within a game (before
/// `12.`, `1...`, or an unnumbered move of a game with numbers) changes nothing. Text without a tag, a move
/// or a result is not a game, unless the end of the text cuts off a comment, variation or tag in it: then
/// [`Record::moves`] ends with that error.
///
/// ```
/// use quadbit_pgn as pgn;
/// let games: Vec<_> = pgn::records("1. e4 e5\n\n2. Nf3\n\n1. d4 d5").map(|record| record.text()).collect();
/// assert_eq!(games, ["1. e4 e5\n\n2. Nf3", "\n\n1. d4 d5"]);
/// ```
pub fn records(text: &str) -> Records<'_> {
    Records { text, at: 0, skips: true }
}

/// The games of [`records`], found by their tokens alone.
#[cfg(test)]
pub(crate) fn records_by_tokens(text: &str) -> Records<'_> {
    Records { skips: false, ..records(text) }
}

/// The iterator that [`records`] returns.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    text: &'a str,
    /// The end of the last game. Tokens begin anew here, as they do in the text of a [`Record`].
    at: usize,
    /// Whether tags and moves need not become tokens where their ends are certain. Only tests say no.
    skips: bool,
}

impl<'a> Records<'a> {
    /// The next game, and whether its end would be the same if the text went on. The chooser sees its tags.
    pub(crate) fn next_by(&mut self, chooser: &mut impl Chooser) -> Option<(Record<'a>, bool)> {
        self.next_unless(&mut Quiet(chooser)).unwrap_or_default()
    }

    /// Like [`next_by`](Self::next_by), but stops with `Err(Chosen)` as soon as the chooser wants a game by its tags;
    /// the iterator then ends.
    pub(crate) fn next_unless(
        &mut self,
        chooser: &mut impl Chooser,
    ) -> Result<Option<(Record<'a>, bool)>, Chosen> {
        let (text, offset) = (&self.text[self.at..], self.at);
        let mut boundary = Boundary::default();
        let mut accepts = |name, value| {
            let is_same_game = boundary.tag(name).is_none();
            if is_same_game {
                chooser.tag(name, value);
            }
            is_same_game
        };
        let begin = if self.skips { tag_lines::pass(text, &mut accepts) } else { 0 };
        let mut tokens = Tokens::behind(text, begin);
        let (mut may_skip, mut in_tags) = (self.skips, true);
        let (length, is_whole) = loop {
            let before = tokens.offset();
            let Some(token) = tokens.next() else { break (tokens.offset(), false) };
            // A word at the end of the text may continue.
            let is_whole = tokens.offset() < text.len();
            let end = boundary.step(token, before, &tokens);
            match token {
                Token::Tag { name, value } if in_tags && end.is_none() => chooser.tag(name, value),
                Token::Tag { .. } | Token::Comment(_) => {}
                _ if in_tags && chooser.wants() => return Err(Chosen),
                _ => in_tags = false,
            }
            match end {
                None if may_skip && boundary.is_in_main_line() => {
                    if let Some(end) = skip::end_of_game(text.as_bytes(), tokens.offset()) {
                        break (end, true);
                    }
                    may_skip = false;
                }
                None => {}
                Some(End::Behind) => break (tokens.offset(), is_whole),
                Some(End::Before) => break (before, is_whole),
            }
        };
        if in_tags && chooser.wants() {
            return Err(Chosen);
        }
        self.at += length;
        let is_game = boundary.is_game() || length > 0 && boundary.unclosed(&tokens).is_some();
        Ok(is_game.then_some((Record { text: &text[..length], offset }, is_whole)))
    }
}

/// Chooses games by their tags.
pub(crate) trait Chooser {
    /// Sees a tag before the moves.
    fn tag(&mut self, name: &str, value: &str);
    /// Whether the game is wanted, after its tags.
    fn wants(&self) -> bool;
}

/// Wants no game.
impl Chooser for () {
    #[inline(always)]
    fn tag(&mut self, _: &str, _: &str) {}

    #[inline(always)]
    fn wants(&self) -> bool {
        false
    }
}

/// Sees the tags, and stops at no game.
struct Quiet<'c, C>(&'c mut C);

impl<C: Chooser> Chooser for Quiet<'_, C> {
    #[inline(always)]
    fn tag(&mut self, name: &str, value: &str) {
        self.0.tag(name, value);
    }

    #[inline(always)]
    fn wants(&self) -> bool {
        false
    }
}

/// A game is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen;

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        self.next_by(&mut ()).map(|(record, _)| record)
    }
}

impl<'a> Record<'a> {
    #[cfg(feature = "std")]
    pub(crate) const fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset }
    }

    /// The text of the game.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte at which the text of the game begins, counted from 0 in the text that [`records`] was given.
    /// A game begins at the byte after the previous one, so the blank lines between two games belong to the
    /// second one.
    ///
    /// To number the lines of a file, count on from game to game, which takes linear time:
    ///
    /// ```
    /// use quadbit_pgn as pgn;
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

    /// Whether the text ends within a tag before the moves.
    #[cfg(feature = "std")]
    pub(crate) fn has_cut_tags(&self) -> bool {
        let mut tokens = self.tokens();
        tokens.by_ref().all(|token| matches!(token, Token::Tag { .. } | Token::Comment(_)))
            && tokens.unclosed().is_some()
    }

    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// The result at the end of the movetext, or that of the tag `Result` if there is none.
    pub fn result(&self) -> Option<GameResult> {
        let mut boundary = Boundary::default();
        let mut tokens = self.tokens();
        loop {
            let end_before = tokens.offset();
            let Some(token) = tokens.next() else { break };
            if let (Some(End::Behind), Token::Result(result)) =
                (boundary.step(token, end_before, &tokens), token)
            {
                return Some(result);
            }
        }
        self.tag("Result")?.parse().ok()
    }

    /// The position before the first move: the one in the tag `FEN`, read leniently, or the start position.
    ///
    /// # Errors
    /// If the FEN cannot be read, or the tag `Variant` names rules other than those of chess and Chess960.
    pub fn start(&self) -> Result<Position, PgnError> {
        let (mut variant, mut fen) = (None, None);
        for (name, value) in self.tags() {
            match name {
                "Variant" => variant = variant.or(Some(value)),
                "FEN" => fen = fen.or(Some(value)),
                _ => {}
            }
        }
        start(variant, fen).map_err(|kind| PgnError { offset: 0, kind })
    }

    /// The moves of the main line, each checked.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    pub fn moves(&self) -> Result<Moves<'a>, PgnError> {
        Ok(Moves::new(self.start()?, self.tokens()))
    }
}

/// The position that the tags `Variant` and `FEN` name.
pub(crate) fn start(variant: Option<&str>, fen: Option<&str>) -> Result<Position, PgnErrorKind> {
    let is_chess = |name: &str| CHESS.iter().any(|chess| chess.eq_ignore_ascii_case(name));
    if variant.is_some_and(|name| !is_chess(name)) {
        return Err(PgnErrorKind::Variant);
    }
    match fen {
        Some(fen) => Position::from_fen_relaxed(fen).map_err(PgnErrorKind::Fen),
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
