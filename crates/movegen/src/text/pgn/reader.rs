//! Reading the games of a stream.

#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::{fmt, iter};
use std::io::{self, Read};

use super::boundary::{Boundary, End};
use super::moves;
use super::record::{Record, StartError, records, start};
use super::tokens::{Token, Tokens, Unclosed};
use crate::moves::mv::Move;
use crate::position::Position;
use crate::text::san::error::ParseSanError;

/// Reads the games of a stream and plays their main lines, in one pass and in memory of bounded size.
///
/// Games and their moves are those of [`records`](super::records) and [`Record::moves`]. The stream may hold
/// any bytes: those that are not UTF-8 are read as Latin-1, one character each. A game that cannot be played
/// is returned with its error, and the next one is read.
///
/// It reads ahead in blocks, so a `BufReader` gains nothing. `&[u8]` is a stream too.
///
/// ```
/// use quadbit_movegen::pgn;
/// let text = b"[White \"M\xfcller\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 Nf6 1/2-1/2\n";
/// let mut reader = pgn::Reader::new(&text[..]);
/// let game = reader.next_game()?.unwrap();
/// assert_eq!(game.record().tag("White"), Some("M\u{fc}ller"));
/// assert_eq!(game.moves().len(), 2);
/// let error = game.error().unwrap();
/// assert_eq!(error.to_string(), "after 2 half moves: no such move is legal in this position");
/// assert!(text[error.offset as usize..].starts_with(b"Ke3"));
///
/// let game = reader.next_game()?.unwrap();
/// assert_eq!((game.moves().len(), game.error()), (2, None));
/// assert!(text[game.offset() as usize..].trim_ascii_start().starts_with(b"[White \"B\"]"));
/// assert!(reader.next_game()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # On many threads
///
/// [`next_block`](Self::next_block) takes many games off the stream without playing them and returns them as
/// a separate reader, which can go to another thread:
///
/// ```
/// use quadbit_movegen::pgn;
/// let text = "1. e4 e5 2. Nf3 *\n".repeat(100_000);
/// let mut reader = pgn::Reader::new(text.as_bytes());
/// let plies: usize = std::thread::scope(|scope| {
///     let mut threads = Vec::new();
///     while let Some(mut block) = reader.next_block().unwrap() {
///         threads.push(scope.spawn(move || {
///             let mut plies = 0;
///             while let Some(game) = block.next_game().unwrap() {
///                 plies += game.moves().len();
///             }
///             plies
///         }));
///     }
///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
/// });
/// assert_eq!(plies, 300_000);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<R> {
    input: R,
    /// Whether the stream has ended or is no longer read.
    is_at_end: bool,
    /// The number of bytes read at a time.
    block: usize,
    /// The last bytes read, if they may be the beginning of a character.
    rest: Vec<u8>,
    /// The text that has been read. Games before `begin` have been returned.
    text: String,
    begin: usize,
    /// The place of the text in the stream.
    offset: u64,
    /// The places of characters that have two bytes in the text but had one in the stream.
    widened: Vec<usize>,
    moves: Vec<Move>,
}

/// The number of bytes that a [`Reader`] reads at a time.
const BLOCK: usize = 1 << 18;

/// The longest game, in bytes. Tests use a smaller limit.
const LONGEST: usize = if cfg!(test) { 1 << 16 } else { 1 << 26 };

impl<R: Read> Reader<R> {
    /// A reader of a stream.
    pub fn new(input: R) -> Self {
        Self::with_block(input, BLOCK)
    }

    fn with_block(input: R, block: usize) -> Self {
        Self {
            input,
            is_at_end: false,
            block,
            rest: Vec::new(),
            text: String::new(),
            begin: 0,
            offset: 0,
            widened: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read, there is not enough memory, or it is compressed: then the error names the format.
    pub fn next_game(&mut self) -> io::Result<Option<StreamedGame<'_>>> {
        let played = loop {
            // A move has two characters and one before the next.
            self.moves.clear();
            self.moves.try_reserve((self.text.len() - self.begin) / 3)?;
            let played = play(&self.text[self.begin..], &mut self.moves);
            if self.is_at_end || played.is_whole {
                break played;
            }
            if self.text.len() - self.begin > LONGEST {
                break Played { is_game: true, fault: Some((0, GameFault::TooLong)), ..played };
            }
            self.fill()?;
        };
        let begin = self.begin;
        self.begin += played.length;
        if !played.is_game {
            return Ok(None);
        }
        let text = &self.text[begin..self.begin];
        Ok(Some(StreamedGame {
            record: Record::new(text, 0),
            offset: self.offset_of(begin),
            moves: &self.moves,
            start: played.start,
            position: played.position,
            error: played.fault.map(|(at, fault)| GameError { offset: self.offset_of(begin + at), fault }),
        }))
    }

    /// Takes some hundred games off the stream, at least one, without playing them; `None` at the end. All
    /// offsets are those in the whole stream.
    ///
    /// Finding where games end takes about a third of the time of playing them.
    ///
    /// # Errors
    /// The stream cannot be read, or there is not enough memory.
    pub fn next_block(&mut self) -> io::Result<Option<Reader<io::Empty>>> {
        if self.begin == self.text.len() && !self.is_at_end {
            self.fill()?;
        }
        let end = loop {
            let text = &self.text[self.begin..];
            if self.is_at_end || text.len() > LONGEST {
                break self.text.len();
            }
            let mut games = records(text);
            let whole = iter::from_fn(|| games.next_whole()).take_while(|&(_, is_whole)| is_whole);
            if let Some((last, _)) = whole.last() {
                break self.begin + last.offset() + last.text().len();
            }
            self.fill()?;
        };
        if end == self.begin {
            return Ok(None);
        }
        let mut text = String::new();
        text.try_reserve_exact(end - self.begin)?;
        text.push_str(&self.text[self.begin..end]);
        let mut widened = Vec::new();
        let places = self.widened.iter().filter(|&&place| place >= self.begin && place < end);
        widened.try_reserve_exact(places.clone().count())?;
        widened.extend(places.map(|place| place - self.begin));
        let block = Reader {
            input: io::empty(),
            is_at_end: true,
            block: 0,
            rest: Vec::new(),
            offset: self.offset_of(self.begin),
            widened,
            text,
            begin: 0,
            moves: Vec::new(),
        };
        self.begin = end;
        Ok(Some(block))
    }

    /// The place in the stream of a place in the text.
    fn offset_of(&self, place: usize) -> u64 {
        let narrower = self.widened.partition_point(|&widened| widened < place);
        self.offset + (place - narrower) as u64
    }

    /// Drops the games that have been returned, and reads on: a block, or for a long game as much
    /// again as there is of it.
    fn fill(&mut self) -> io::Result<()> {
        self.offset = self.offset_of(self.begin);
        self.text.drain(..self.begin);
        self.widened.retain(|&place| place >= self.begin);
        for place in &mut self.widened {
            *place -= self.begin;
        }
        self.begin = 0;
        let room = self.block.max(self.text.len()) as u64;
        let read = self.input.by_ref().take(room).read_to_end(&mut self.rest)?;
        self.is_at_end = read == 0;
        if self.offset == 0
            && let Some(name) = compression(&self.rest)
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the input is compressed with {name}; decompress it first"),
            ));
        }
        self.decode()
    }

    /// Adds the bytes that have been read to the text.
    ///
    /// # Errors
    /// There is not enough memory.
    fn decode(&mut self) -> io::Result<()> {
        self.text.try_reserve(self.rest.len())?;
        let mut bytes = &self.rest[..];
        let incomplete = loop {
            let error = match str::from_utf8(bytes) {
                Ok(text) => {
                    self.text.push_str(text);
                    break 0;
                }
                Err(error) => error,
            };
            let (valid, invalid) = bytes.split_at(error.valid_up_to());
            self.text.push_str(str::from_utf8(valid).unwrap_or_default());
            if error.error_len().is_none() && !self.is_at_end {
                break invalid.len();
            }
            let (latin, behind) = invalid.split_at(error.error_len().unwrap_or(invalid.len()));
            // Two bytes for each that was one.
            self.text.try_reserve(bytes.len() + latin.len())?;
            self.widened.try_reserve(latin.len())?;
            for &byte in latin {
                self.widened.push(self.text.len());
                self.text.push(char::from(byte));
            }
            bytes = behind;
        };
        self.rest.drain(..self.rest.len() - incomplete);
        Ok(())
    }
}

/// The program that has compressed some bytes, by their first bytes.
fn compression(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 5] = [
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ", "xz"),
        (b"PK\x03\x04", "zip"),
    ];
    BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, name)| *name)
}

/// A game as far as it could be played; returned by [`Reader::next_game`].
#[derive(Clone, Copy, Debug)]
pub struct StreamedGame<'a> {
    record: Record<'a>,
    offset: u64,
    moves: &'a [Move],
    start: Option<Position>,
    position: Option<Position>,
    error: Option<GameError>,
}

impl<'a> StreamedGame<'a> {
    /// The text of the game: its tags, comments and result. Offsets in it count from its own beginning.
    pub fn record(&self) -> Record<'a> {
        self.record
    }

    /// The byte of the stream at which the text of the game begins: the one after the previous game.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The position before the first move; `None` if the tags name none that can be played from.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The moves of the main line, up to the first bad one. A null move is [`Move::NULL`].
    pub fn moves(&self) -> &'a [Move] {
        self.moves
    }

    /// The position after the moves; `None` as for [`start`](Self::start).
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The reason why the game could not be played to its end.
    pub fn error(&self) -> Option<GameError> {
        self.error
    }
}

/// An error in a game of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameError {
    /// The byte of the stream at which the bad word or the unclosed part begins; for other
    /// errors, that of the game.
    pub offset: u64,
    /// The kind of error.
    pub fault: GameFault,
}

/// The reason why a game of a stream cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameFault {
    /// The tags name no start position.
    Start(StartError),
    /// A word is not a legal move.
    Move {
        /// The number of half moves played before it.
        plies: usize,
        /// The reason.
        error: ParseSanError,
    },
    /// A comment, variation or tag does not end, as where a file was cut off.
    Unclosed(Unclosed),
    /// The game is longer than 64 MiB. What follows is read as a new game.
    TooLong,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.fault, f)
    }
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => fmt::Display::fmt(error, f),
            Self::Move { plies, error } => write!(f, "after {plies} half moves: {error}"),
            Self::Unclosed(unclosed) => fmt::Display::fmt(unclosed, f),
            Self::TooLong => f.write_str("the game is longer than 64 MiB"),
        }
    }
}

impl core::error::Error for GameError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.fault)
    }
}

impl core::error::Error for GameFault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Start(error) => Some(error),
            Self::Move { error, .. } => Some(error),
            Self::Unclosed(unclosed) => Some(unclosed),
            Self::TooLong => None,
        }
    }
}

/// The first game of a text.
struct Played {
    /// Its length.
    length: usize,
    /// Whether there is a game at all.
    is_game: bool,
    /// Whether the game would end here too if the text went on.
    is_whole: bool,
    /// The positions before and after the moves.
    start: Option<Position>,
    position: Option<Position>,
    /// The error, and its place in the text.
    fault: Option<(usize, GameFault)>,
}

/// Finds the end of the first game, as `Records` does, and plays its main line at the same
/// time, as `Moves` does.
fn play(text: &str, moves: &mut Vec<Move>) -> Played {
    moves.clear();
    let mut tokens = Tokens::new(text);
    let mut line = MainLine::new(moves);
    let (mut boundary, mut in_tags) = (Boundary::default(), true);
    let (length, is_whole) = loop {
        let before = tokens.offset();
        let Some(token) = tokens.next() else { break (tokens.offset(), false) };
        match boundary.step(token, before, &tokens) {
            None => {}
            // A word at the end of the text may continue in the next block.
            Some(End::Before) => break (before, tokens.offset() < text.len()),
            Some(End::Behind) => break (tokens.offset(), tokens.offset() < text.len()),
        }
        let word = match token {
            Token::Comment(_) => continue,
            Token::Tag { name, value } => {
                match name {
                    "FEN" if in_tags => line.fen = line.fen.or(Some(value)),
                    "Variant" if in_tags => line.variant = line.variant.or(Some(value)),
                    _ => {}
                }
                continue;
            }
            Token::Move(word) => Some(word),
            Token::NullMove => Some(tokens.ending("--".len())),
            Token::Open | Token::Close | Token::Result(_) | Token::Nag(_) => None,
        };
        in_tags = false;
        if let Some(word) = word
            && boundary.is_main_line()
        {
            line.push(word, tokens.offset() - word.len());
        }
    };
    let unclosed = boundary.unclosed(&tokens);
    let is_game = boundary.is_game() || unclosed.is_some();
    if is_game {
        line.play();
    }
    let unclosed = unclosed.map(|(at, unclosed)| (at, GameFault::Unclosed(unclosed)));
    let fault = line.fault.or(unclosed);
    Played { length, is_game, is_whole, start: line.start, position: line.position, fault }
}

/// The main line of a game. Its words are collected until there are several of them: two loops, one that
/// finds words and one that plays their moves, are predicted better than one loop that does both in turn.
struct MainLine<'a, 'm> {
    /// The tags that name the start position.
    variant: Option<&'a str>,
    fen: Option<&'a str>,
    start: Option<Position>,
    position: Option<Position>,
    moves: &'m mut Vec<Move>,
    fault: Option<(usize, GameFault)>,
    /// The collected words, with their places in the text.
    words: [(&'a str, usize); WAITING],
    waiting: usize,
}

/// The largest number of collected words.
const WAITING: usize = 32;

impl<'a, 'm> MainLine<'a, 'm> {
    fn new(moves: &'m mut Vec<Move>) -> Self {
        Self {
            variant: None,
            fen: None,
            start: None,
            position: None,
            moves,
            fault: None,
            words: [("", 0); WAITING],
            waiting: 0,
        }
    }

    /// Adds a word and its place.
    #[inline]
    fn push(&mut self, word: &'a str, place: usize) {
        if self.waiting == WAITING {
            self.play();
        }
        self.words[self.waiting] = (word, place);
        self.waiting += 1;
    }

    /// Plays the moves of the collected words, up to the first bad one. The first call
    /// makes the start position.
    #[inline(never)]
    fn play(&mut self) {
        let waiting = core::mem::take(&mut self.waiting);
        if self.fault.is_some() {
            return;
        }
        let mut position = match self.position {
            Some(position) => position,
            None => match start(self.variant, self.fen) {
                Ok(position) => *self.start.insert(position),
                Err(error) => {
                    self.fault = Some((0, GameFault::Start(error)));
                    return;
                }
            },
        };
        for &(word, place) in &self.words[..waiting] {
            let played = match word {
                "--" | "Z0" => moves::pass(&mut position),
                _ => moves::play(&mut position, word),
            };
            match played {
                Ok(mv) => self.moves.push(mv),
                Err(error) => {
                    self.fault = Some((place, GameFault::Move { plies: self.moves.len(), error }));
                    break;
                }
            }
        }
        self.position = Some(position);
    }
}
