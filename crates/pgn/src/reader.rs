//! Reading the games of a stream.

mod game;
mod main_line;
mod margin;
mod range;
mod rules;
#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::{IntoIter, Vec};
use core::mem;
use std::io::{self, Read};

pub use game::StreamedGame;
use main_line::{Played, play};
use margin::Notes;
use rules::Rules;

use quadbit_movegen::{Move, Position};

use crate::error::{PgnError, PgnErrorKind};
use crate::record::{Record, records};
use crate::tag_rule::TagRule;

/// Reads the games of a stream and plays their main lines, in one pass and in memory of bounded size.
///
/// Games and their moves are those of [`records`](super::records) and [`Record::moves`]. The stream may hold
/// any bytes: those that are not UTF-8 are read as Latin-1, one character each. A game that cannot be played
/// is returned with its error, and the next one is read.
///
/// The reader reads ahead in blocks, so a `BufReader` gains nothing. `&[u8]` is a stream too.
///
/// ```
/// use quadbit_pgn as pgn;
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
/// use quadbit_pgn as pgn;
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
    /// The error behind the bytes that have been read.
    failure: Option<Arc<io::Error>>,
    /// The last bytes read, if they may be the beginning of a character.
    rest: Vec<u8>,
    /// The memory of blocks that were given back.
    spare: Vec<String>,
    /// The text that has been read. Games before `begin` have been returned.
    text: String,
    begin: usize,
    /// The place of the text in the stream.
    offset: u64,
    /// The places of characters that have two bytes in the text but had one in the stream.
    widened: Vec<usize>,
    /// Games that begin here or later in the stream are not read.
    end: u64,
    /// The number of the next game in the stream.
    number: u64,
    /// The rules that a game has to match.
    rules: Rules,
    /// The games that matched them when this block was taken off the stream: only these are in it.
    chosen: Option<IntoIter<Chosen>>,
    moves: Vec<Move>,
    /// Beside the moves, if that is asked for.
    notes: Option<Notes>,
}

/// A game that matches the rules: its place in the text, and its number in the stream.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    begin: usize,
    end: usize,
    number: u64,
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
            failure: None,
            rest: Vec::new(),
            spare: Vec::new(),
            text: String::new(),
            begin: 0,
            offset: 0,
            widened: Vec::new(),
            end: u64::MAX,
            number: 0,
            rules: Rules::default(),
            chosen: None,
            moves: Vec::new(),
            notes: None,
        }
    }

    /// The reader, which now also reads clocks, evaluations and annotation glyphs: see
    /// [`StreamedGame::notes`] and [`StreamedGame::glyphs`].
    ///
    /// ```
    /// use quadbit_pgn::{Eval, Reader};
    /// let text = "1. e4! { [%eval 0.25] [%clk 0:03:00] } e5 $6 2. Nf3 *";
    /// let mut reader = Reader::new(text.as_bytes()).with_notes();
    /// let game = reader.next_game()?.unwrap();
    /// let [first, second, _] = game.notes() else { panic!("three moves") };
    /// assert_eq!(first.eval, Some(Eval::Centipawns(25)));
    /// assert_eq!(first.clock.unwrap().as_secs(), 180);
    /// assert_eq!(second.eval, None);
    /// assert_eq!(game.glyphs(), [(0, 1), (1, 6)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_notes(mut self) -> Self {
        self.notes = Some(Notes::default());
        self
    }

    /// The reader, which now returns only the games whose tags match all rules. The moves of the others are
    /// neither played nor checked, which takes a small part of the time.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let text = "[WhiteElo \"1900\"]\n\n1. e5 *\n\n[WhiteElo \"2000\"]\n\n1. d4 *\n";
    /// let mut reader = Reader::new(text.as_bytes()).with_rules(vec!["WhiteElo>=2000".parse().unwrap()]);
    /// let game = reader.next_game()?.unwrap();
    /// assert_eq!((game.number(), game.moves().len(), game.error()), (1, 1, None));
    /// assert!(reader.next_game()?.is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: Vec<TagRule>) -> Self {
        self.rules = Rules::new(rules);
        self
    }

    /// The number of the next game in the stream, from 0: the number of games so far, also of those that
    /// rules leave out.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read, there is not enough memory, or it is compressed: then the error names the format.
    pub fn next_game(&mut self) -> io::Result<Option<StreamedGame<'_>>> {
        self.next_by(None)
    }

    /// The next game. The position before each of its moves is added to a list, which takes less time than making the
    /// moves again.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let mut reader = Reader::new(&b"1. e4 e5 2. Ke2 *\n\n1. d4 *"[..]);
    /// let mut positions = Vec::new();
    /// let game = reader.next_game_with_positions(&mut positions)?.unwrap();
    /// assert_eq!(Some(&positions[0]), game.start());
    /// assert_eq!(positions[2].to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    /// assert_eq!(Some(positions[2].after(game.moves()[2])), game.position().copied());
    ///
    /// reader.next_game_with_positions(&mut positions)?;
    /// assert_eq!(positions.len(), 3 + 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`next_game`](Self::next_game).
    pub fn next_game_with_positions(
        &mut self,
        positions: &mut Vec<Position>,
    ) -> io::Result<Option<StreamedGame<'_>>> {
        self.next_by(Some(positions))
    }

    fn next_by(&mut self, mut positions: Option<&mut Vec<Position>>) -> io::Result<Option<StreamedGame<'_>>> {
        let before = positions.as_ref().map_or(0, |positions| positions.len());
        let mut end = None;
        if let Some(chosen) = &mut self.chosen {
            let Some(game) = chosen.next() else { return Ok(None) };
            (self.begin, self.number, end) = (game.begin, game.number, Some(game.end));
        } else if !self.rules.is_empty() {
            self.skip_others()?;
        }
        if self.offset_of(self.begin) >= self.end {
            return Ok(None);
        }
        let played = loop {
            // A move has two characters and one before the next.
            self.moves.clear();
            let text = &self.text[self.begin..end.unwrap_or(self.text.len())];
            self.moves.try_reserve(text.len() / 3)?;
            let list = positions.as_deref_mut();
            let played = match &mut self.notes {
                Some(notes) => {
                    notes.clear();
                    play(text, &mut self.moves, list, notes)
                }
                None => play(text, &mut self.moves, list, &mut ()),
            };
            if self.is_at_end || played.is_whole {
                break played;
            }
            if self.text.len() - self.begin > LONGEST {
                break Played { is_game: true, fault: Some((0, PgnErrorKind::TooLong)), ..played };
            }
            // Some of the game is missing: it is played again, if the stream goes on.
            if let Some(positions) = &mut positions {
                positions.truncate(before);
            }
            self.fill()?;
        };
        let begin = self.begin;
        self.begin += played.length;
        if !played.is_game {
            return Ok(None);
        }
        let number = self.number;
        self.number += 1;
        let text = &self.text[begin..self.begin];
        Ok(Some(StreamedGame {
            record: Record::new(text, 0),
            number,
            offset: self.offset_of(begin),
            moves: &self.moves,
            notes: self.notes.as_ref().map_or(&[], |notes| &notes.notes),
            glyphs: self.notes.as_ref().map_or(&[], |notes| &notes.glyphs),
            result: played.result,
            start: played.start,
            position: played.position,
            error: played.fault.map(|(at, kind)| PgnError { offset: self.offset_of(begin + at), kind }),
        }))
    }

    /// Drops the games before the next one that matches the rules. A game whose tags the end of the stream cuts
    /// off is kept, so that it is reported.
    fn skip_others(&mut self) -> io::Result<()> {
        loop {
            let text = &self.text[self.begin..];
            let is_all = self.is_at_end || text.len() > LONGEST;
            let mut games = records(text);
            let passed = loop {
                if self.offset_of(self.begin) >= self.end {
                    return Ok(());
                }
                match games.next_unless(self.rules.begin()) {
                    Ok(Some((game, is_whole))) if is_whole || is_all && !game.has_cut_tags() => {
                        self.begin += game.text().len();
                        self.number += 1;
                    }
                    other => break other,
                }
            };
            if is_all || passed.is_err() {
                return Ok(());
            }
            self.fill()?;
        }
    }

    /// Takes some hundred games off the stream, at least one, without playing them; `None` at the end. All
    /// offsets and numbers of games are those in the whole stream. The new reader has only the games that match the
    /// rules, which may be none.
    ///
    /// Finding where games end takes a small part of the time of playing them.
    ///
    /// # Errors
    /// The stream cannot be read, or there is not enough memory.
    pub fn next_block(&mut self) -> io::Result<Option<Reader<io::Empty>>> {
        if self.begin == self.text.len() && !self.is_at_end {
            self.fill()?;
        }
        if self.offset_of(self.begin) >= self.end {
            return Ok(None);
        }
        loop {
            if self.is_at_end || self.text.len() - self.begin > LONGEST {
                return self.last_block();
            }
            let mut games = records(&self.text[self.begin..]);
            let (mut end, mut count, mut chosen) = (self.begin, 0, Vec::new());
            while self.offset_of(end) < self.end
                && let Some((game, true)) = games.next_by(self.rules.begin())
            {
                end = self.begin + game.offset() + game.text().len();
                if !self.rules.is_empty() && self.rules.match_all() {
                    chosen.try_reserve(1)?;
                    chosen.push(Chosen { begin: end - game.text().len(), end, number: self.number + count });
                }
                count += 1;
            }
            if count > 0 {
                let chosen = if self.rules.is_empty() { None } else { Some(chosen) };
                return self.take_block(end, count, chosen).map(Some);
            }
            self.fill()?;
        }
    }

    /// Takes back a block whose games have been read: the memory of its text is used for one of the next. Memory that
    /// the system has to clear for each block would take up to a tenth of the time of playing it.
    pub fn give_back(&mut self, block: Reader<io::Empty>) {
        let mut text = block.text;
        text.clear();
        // Blocks without chosen games have no memory to give.
        if text.capacity() > 0 {
            self.spare.push(text);
        }
    }

    /// The rest of the stream, or a game that is too long.
    fn last_block(&mut self) -> io::Result<Option<Reader<io::Empty>>> {
        if self.begin == self.text.len() {
            return Ok(None);
        }
        // Behind the last block no game needs a number.
        let count = if self.is_at_end { 0 } else { records(&self.text[self.begin..]).count() as u64 };
        self.take_block(self.text.len(), count, None).map(Some)
    }

    /// Takes the text up to a place off the stream. If its games have been chosen, the others are left out.
    fn take_block(
        &mut self,
        end: usize,
        count: u64,
        chosen: Option<Vec<Chosen>>,
    ) -> io::Result<Reader<io::Empty>> {
        let (begin, offset) = (self.begin, self.offset);
        let (text, widened) = if chosen.as_ref().is_some_and(Vec::is_empty) {
            self.begin = end;
            (String::new(), Vec::new())
        } else {
            self.split_off(end)?
        };
        let block = Reader {
            input: io::empty(),
            is_at_end: true,
            block: 0,
            failure: None,
            rest: Vec::new(),
            spare: Vec::new(),
            offset,
            widened,
            text,
            begin,
            end: self.end,
            number: self.number,
            rules: self.rules.clone(),
            chosen: chosen.map(Vec::into_iter),
            moves: Vec::new(),
            notes: self.notes.as_ref().map(|_| Notes::default()),
        };
        self.number += count;
        Ok(block)
    }

    /// Takes the text up to a place away, and its widened characters with it. What is copied is the rest: usually a
    /// part of a game.
    fn split_off(&mut self, end: usize) -> io::Result<(String, Vec<usize>)> {
        let (mut rest, mut widened) = (self.spare.pop().unwrap_or_default(), Vec::new());
        rest.try_reserve_exact(self.text.len() - end + self.block)?;
        rest.push_str(&self.text[end..]);
        let behind = self.widened.partition_point(|&place| place < end);
        widened.try_reserve_exact(self.widened.len() - behind)?;
        widened.extend(self.widened.drain(behind..).map(|place| place - end));
        (self.begin, self.offset) = (0, self.offset_of(end));
        self.text.truncate(end);
        Ok((mem::replace(&mut self.text, rest), mem::replace(&mut self.widened, widened)))
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
        if let Some(error) = self.failure.take() {
            return Err(Arc::into_inner(error).unwrap_or_else(|| io::ErrorKind::Other.into()));
        }
        let room = self.block.max(self.text.len());
        self.text.try_reserve(room + self.rest.len())?;
        // Text is read where it stays.
        let mut bytes = mem::take(&mut self.text).into_bytes();
        let length = bytes.len();
        bytes.append(&mut self.rest);
        let before = bytes.len();
        let read = self.input.by_ref().take(room as u64).read_to_end(&mut bytes);
        let has_read = bytes.len() > before;
        let refused = if self.offset == 0 { refuse_compression(&bytes) } else { Ok(()) };
        match String::from_utf8(bytes) {
            Ok(text) => self.text = text,
            Err(error) => {
                let mut bytes = error.into_bytes();
                self.rest = bytes.split_off(length);
                self.text = String::from_utf8(bytes).unwrap_or_default();
            }
        }
        match read {
            Ok(_) => self.is_at_end = !has_read,
            // The games before the error come first.
            Err(error) if has_read => self.failure = Some(Arc::new(error)),
            Err(error) => return Err(error),
        }
        refused?;
        self.decode()
    }

    /// Adds bytes that have been read to the text. There are some if not all are UTF-8.
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

/// # Errors
/// The first bytes of a stream are those of a compressed one.
fn refuse_compression(bytes: &[u8]) -> io::Result<()> {
    let Some(name) = compression(bytes) else { return Ok(()) };
    let message = format!("the input is compressed with {name}; decompress it first");
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
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
