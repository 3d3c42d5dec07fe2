//! One game of a PGN as text: its tags, result, start position and moves are read when they are asked for.

use core::iter;

use quadbit_movegen::{FenError, GameResult, Position, PositionError, Validity};

use crate::error::{PgnError, PgnErrorKind};
use crate::game_tokens::GameTokens;
use crate::line::Moves;
#[cfg(feature = "std")]
use crate::tokens::Unclosed;
use crate::tokens::{Token, bare};
use crate::words;

/// The text of one game of a PGN: its tags and its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameText<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> GameText<'a> {
    pub(crate) const fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset }
    }

    /// The text of the game, tags and movetext.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte at which the text of the game begins, counted from 0 in the text that [`records`](crate::records) was
    /// given. A game begins at the byte after the previous one, and the blank lines between two games belong to the
    /// first one.
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

    /// The tags as names and values, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&'a str, &'a str)> + Clone + use<'a> {
        let mut tokens = GameTokens::new(self.text);
        iter::from_fn(move || {
            loop {
                match tokens.next()? {
                    Token::Tag { name, value } => return Some((name, value)),
                    _ if tokens.has_moves() => return None,
                    _ => {}
                }
            }
        })
    }

    /// Whether the text ends within a tag or a comment before the moves.
    #[cfg(feature = "std")]
    pub(crate) fn has_cut_tags(&self) -> bool {
        let mut tokens = GameTokens::new(self.text);
        while tokens.next().is_some() && !tokens.has_moves() {}
        !tokens.has_moves() && matches!(tokens.unclosed(), Some((_, Unclosed::Comment | Unclosed::Tag)))
    }

    /// The value of the first tag with this name, as it is written; `None` if the game has no such tag.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// The result at the end of the movetext, or else, also where that is `*`, the one in the tag `Result`; `None` if
    /// neither is a result. A double forfeit, `0-0` in both, is `None` or [`Unknown`](GameResult::Unknown).
    ///
    /// ```
    /// let result = |text| quadbit_pgn::records(text).next()?.result().map(|result| result.to_string());
    /// assert_eq!(result("1. e4 e5 ½–½"), Some("1/2-1/2".into()));
    /// assert_eq!(result("[Result \"1:0\"]\n\n1. e4 e5 *"), Some("1-0".into()));
    /// ```
    pub fn result(&self) -> Option<GameResult> {
        let mut tokens = GameTokens::new(self.text);
        while tokens.next().is_some() {}
        known_result(tokens.end().result, || self.tag("Result"))
    }

    /// The position before the first move: the one in the tag `FEN`, read leniently, or the start position. The values
    /// `""` and `"?"` mean that the tag is unknown, as in any other tag.
    ///
    /// # Errors
    /// If the FEN cannot be read, or the tag `Variant` names rules other than those of chess and Chess960. A damaged
    /// tag, such as one without quotation marks, is read as far as it can be, and is never passed over.
    pub fn start(&self) -> Result<Position, PgnError> {
        start(self.tags(), Validity::Relaxed).map_err(|kind| PgnError { offset: 0, kind })
    }

    /// The moves of the main line, each checked in its position. The iterator ends after the first error.
    ///
    /// # Errors
    /// If the position before the first move cannot be read, as for [`start`](Self::start).
    pub fn moves(&self) -> Result<Moves<'a>, PgnError> {
        Ok(Moves::new(self.start()?, self.text))
    }
}

/// The result of a game: `at_end`, the one of the movetext, if it is a win or a draw; otherwise that of the tag
/// `Result`, whose value `tag` returns; otherwise `at_end`.
pub(crate) fn known_result<'a>(
    at_end: Option<GameResult>,
    tag: impl FnOnce() -> Option<&'a str>,
) -> Option<GameResult> {
    if let Some(result @ (GameResult::Win(_) | GameResult::Draw)) = at_end {
        return Some(result);
    }
    let of_tag = tag().map(str::trim).and_then(|value| match words::result(value) {
        Some((result, length)) if length == value.len() => Some(result),
        _ => value.parse().ok(),
    });
    of_tag.or(at_end)
}

/// The position that the tags `Variant` and `FEN` among `tags` name, read leniently. `validity` may ask for standard
/// chess.
pub(crate) fn start<'a>(
    tags: impl Iterator<Item = (&'a str, &'a str)>,
    validity: Validity,
) -> Result<Position, PgnErrorKind> {
    let (mut variant, mut fen) = (None, None);
    for (name, value) in tags {
        // Skips most tags at once: only `FEN`, `Variant` and names that begin with a bracket can matter.
        if !matches!(name.as_bytes(), [b'F' | b'f' | b'V' | b'v' | b'[', ..]) {
            continue;
        }
        let name = bare(name);
        let known = Some(value).filter(|value| !matches!(value.trim(), "" | "?"));
        if name.eq_ignore_ascii_case("FEN") {
            fen = fen.or(known);
        } else if name.eq_ignore_ascii_case("Variant") {
            variant = variant.or(known);
        }
    }
    let is_chess = |name: &str| CHESS.iter().any(|chess| chess.eq_ignore_ascii_case(name));
    if variant.is_some_and(|name| !is_chess(name)) {
        return Err(PgnErrorKind::Variant);
    }
    let start = fen.map_or(Ok(Position::start()), Position::from_fen_relaxed).map_err(PgnErrorKind::Fen)?;
    if validity == Validity::Standard && !start.has_standard_castling() {
        return Err(PgnErrorKind::Fen(FenError::Position(PositionError::Chess960)));
    }
    Ok(start)
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
