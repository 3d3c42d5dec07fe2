//! Games written with their tags.
//!
//! 1. [`Writer::with_tag`] checks a tag; `Result`, `SetUp`, `FEN` and `Variant` are made from the game and cannot be
//!    set.
//! 2. Printing writes the seven tags and the others, escaped, and the moves in lines of at most 79 characters.
//!
//! What is written is read back by [`records`](crate::records) as the same game.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::{Game, GameResult, Position};

/// A game that can be printed as PGN in the standard's export format: the seven tags that every game has,
/// others in the order in which they were set, and the movetext in lines of at most 79 characters.
///
/// `Result`, and `SetUp`, `FEN` and `Variant` if the game does not begin with the start position of standard
/// chess, come from the game itself.
///
/// Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation
/// Guide", 1994, 8.1 and 8.2.
///
/// ```
/// use quadbit_movegen::{Game, Move, Position};
/// use quadbit_pgn as pgn;
/// let mut game = Game::new(Position::start());
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(Move::from_san(san, game.position())?)?;
/// }
/// let text = pgn::Writer::new(&game).with_tag("White", "A. \"Fool\"")?.with_tag("Annotator", "me")?.to_string();
/// assert_eq!(
///     text,
///     "[Event \"?\"]\n\
///      [Site \"?\"]\n\
///      [Date \"????.??.??\"]\n\
///      [Round \"?\"]\n\
///      [White \"A. \\\"Fool\\\"\"]\n\
///      [Black \"?\"]\n\
///      [Result \"0-1\"]\n\
///      [Annotator \"me\"]\n\
///      \n\
///      1. f3 e5 2. g4 Qh4# 0-1\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer<'a> {
    game: &'a Game,
    result: GameResult,
    roster: [String; 6],
    others: Vec<(String, String)>,
}

/// The tags that every game has, in their order; `Result` is the seventh.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags that the writer itself makes from the game, so that a caller cannot set them.
const FROM_GAME: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The number of characters of the longest line of movetext.
const COLUMNS: usize = 79;

impl<'a> Writer<'a> {
    /// The game with only the seven tags that every game has; all but `Result` are unknown (`?`).
    pub fn new(game: &'a Game) -> Self {
        let roster = ROSTER.map(|name| if name == "Date" { "????.??.??" } else { "?" }.to_owned());
        Self { game, result: game.result(), roster, others: Vec::new() }
    }

    /// Adds a tag, or replaces its value.
    ///
    /// # Errors
    /// [`TagError`] if the name is not made of ASCII letters, digits and underscores, if the value has a control
    /// character such as a line feed, or if the tag is one that the writer makes from the game: `Result`, `SetUp`,
    /// `FEN` or `Variant`.
    pub fn with_tag(mut self, name: &str, value: &str) -> Result<Self, TagError> {
        let is_name = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(TagError::Name);
        }
        if FROM_GAME.contains(&name) {
            return Err(TagError::FromGame);
        }
        if value.contains(char::is_control) {
            return Err(TagError::Value);
        }
        let place = match ROSTER.iter().position(|&tag| tag == name) {
            Some(index) => &mut self.roster[index],
            None => self.other(name),
        };
        value.clone_into(place);
        Ok(self)
    }

    /// Sets a result that the board does not show, such as a resignation or an agreed draw.
    pub fn with_result(mut self, result: GameResult) -> Self {
        self.result = result;
        self
    }

    /// The value of the tag `name`, to be written. The tag is not one of the seven that every game has, and is added if
    /// it is new.
    fn other(&mut self, name: &str) -> &mut String {
        let known = self.others.iter().position(|(tag, _)| tag == name);
        let index = known.unwrap_or_else(|| {
            self.others.push((name.to_owned(), String::new()));
            self.others.len() - 1
        });
        &mut self.others[index].1
    }

    /// Writes the tags `SetUp`, `FEN` and `Variant`, if the game does not begin with the start position of standard
    /// chess.
    fn write_start(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.game.start();
        if !start.has_standard_castling() {
            write_tag(f, "Variant", "Chess960")?;
        }
        if start != &Position::start() || (start.halfmoves(), start.fullmoves()) != (0, 1) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", start)?;
        }
        Ok(())
    }
}

impl fmt::Display for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in ROSTER.iter().zip(&self.roster) {
            write_tag(f, name, Escaped(value))?;
        }
        write_tag(f, "Result", self.result)?;
        self.write_start(f)?;
        for (name, value) in &self.others {
            write_tag(f, name, Escaped(value))?;
        }
        // The game's own result, its last word, may be another.
        let movetext = self.game.to_string();
        let (moves, _) = movetext.rsplit_once(' ').unwrap_or_default();
        let mut column = COLUMNS;
        for word in moves.split_whitespace().chain([self.result.as_str()]) {
            // A space goes before every word but the first of a line.
            let fits = column + 1 + word.len() <= COLUMNS;
            column = if fits { column + 1 + word.len() } else { word.len() };
            write!(f, "{}{word}", if fits { ' ' } else { '\n' })?;
        }
        f.write_str("\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "[{name} \"{value}\"]")
}

/// A value that is written with a backslash before each quotation mark and backslash.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if matches!(c, '"' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

/// The reason why a tag cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// The name is empty, or has other characters than ASCII letters, digits and underscores.
    Name,
    /// The value has a control character, such as a line feed.
    Value,
    /// The tag is `Result`, `SetUp`, `FEN` or `Variant`, which the writer makes from the game and a caller cannot set.
    FromGame,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "the name of a tag is made of letters, digits and underscores",
            Self::Value => "the value of a tag is one line without control characters",
            Self::FromGame => {
                "the tags Result, SetUp, FEN and Variant follow from the game and cannot be set"
            }
        })
    }
}

impl core::error::Error for TagError {}
