//! Reading the games of a stream.
//!
//! 1. [`Buffer`] reads the stream ahead as text.
//! 2. [`Player`] plays the first game of the text ahead and finds its end at the same time. If the text may go on, it
//!    is read on and the game is played again.
//! 3. Games that the rule leaves out are skipped by `GameTexts` before that, without being played.
//! 4. A block of games is split off the buffer and becomes a reader of its own, for another thread. Only its end is
//!    searched for (`cut`).
//!
//! All steps must agree on where a game ends: [`GameTokens`](crate::game_tokens::GameTokens).

mod buffer;
mod cut;
mod game;
mod notes;
mod player;
mod range;
mod tag_rule;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use std::io::{self, Read};

use buffer::Buffer;
pub use game::{StreamedGame, StreamedTree};
use player::Player;
use tag_rule::TagRule;

use quadbit_movegen::{Position, Validity};
use quadbit_rule::Rule;

use crate::error::{PgnError, PgnErrorKind};
use crate::finder::{Found, games_of};
use crate::game_tokens::GameEnd;
use crate::record::GameText;
use crate::tokens::{Token, Tokens};
use crate::tree::Builder;

/// Reads the games of a stream and plays their main lines, in one pass and in memory of bounded size.
///
/// Games and their moves are those of [`records`](super::records) and [`GameText::moves`]. The stream may hold
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
/// let error = game.error.unwrap();
/// assert_eq!(error.to_string(), "after 2 half moves: no such move is legal in this position");
/// assert!(text[error.offset as usize..].starts_with(b"Ke3"));
///
/// let game = reader.next_game()?.unwrap();
/// assert_eq!((game.moves().len(), game.error), (2, None));
/// assert!(text[game.bytes.start as usize..].starts_with(b"[White \"B\"]"));
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
    buffer: Buffer<R>,
    /// The memory of the texts of blocks that were given back, to be used for later blocks.
    spare: Vec<String>,
    /// The offset in the stream at which the range to read ends: games that begin there or later are not read.
    end: u64,
    /// The number of games that have been read or left out by the rule: the number of the next game.
    number: u64,
    /// The rule that chooses the games to be returned, as far as their tags decide.
    rule: TagRule,
    player: Player,
}

/// The next game of a stream. `read` is the game in the form that the caller of [`Reader::next_with`] wants.
struct Next<T> {
    read: T,
    /// The byte of the buffer's text at which the game begins.
    begin: usize,
    number: u64,
    /// Whether the game ends only because it is too long.
    is_too_long: bool,
}

/// The number of bytes that a [`Reader`] reads at a time. While it reads a longer game, it reads more.
const BLOCK: usize = 1 << 18;

/// The longest game, in bytes. Tests use a smaller limit.
const LONGEST: usize = if cfg!(test) { 1 << 16 } else { 1 << 26 };

impl<R: Read> Reader<R> {
    /// Creates a reader of all games of the stream `input`. The reader leaves out clocks, evaluations and glyphs
    /// (NAGs).
    pub fn new(input: R) -> Self {
        Self::with_block(input, BLOCK)
    }

    fn with_block(input: R, block: usize) -> Self {
        Self::with_buffer(Buffer::new(input, block, 0))
    }

    fn with_buffer(buffer: Buffer<R>) -> Self {
        Self {
            buffer,
            spare: Vec::new(),
            end: u64::MAX,
            number: 0,
            rule: TagRule::default(),
            player: Player::default(),
        }
    }

    /// Makes the reader also read clocks, evaluations, annotation glyphs and comments: see [`StreamedGame::notes`],
    /// [`StreamedGame::glyphs`] and [`StreamedGame::comments`].
    ///
    /// ```
    /// use quadbit_pgn::{Eval, Reader};
    /// let text = "1. e4! { [%eval 0.25] [%clk 0:03:00] } e5 $6 {a} 2. Nf3 {b} {c} *";
    /// let mut reader = Reader::new(text.as_bytes()).with_notes();
    /// let game = reader.next_game()?.unwrap();
    /// let notes: Vec<_> = game.notes().collect();
    /// assert_eq!(notes[0].eval, Some(Eval::Centipawns(25)));
    /// assert_eq!(notes[0].clock.unwrap().as_secs(), 180);
    /// assert_eq!(notes[1].eval, None);
    /// assert_eq!(game.glyphs().collect::<Vec<_>>(), [(0, 1), (1, 6)]);
    /// assert_eq!(game.comments().skip(1).collect::<Vec<_>>(), [(1, "a"), (2, "b"), (2, "c")]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_notes(mut self) -> Self {
        self.player.read_notes();
        self
    }

    /// Makes the reader also read the comments that programs for matches of engines write: evaluation, from the view of
    /// the side that has moved, depth and time, as in `{+0.22/8 1.2s}`. Includes [`with_notes`](Self::with_notes).
    ///
    /// ```
    /// use quadbit_pgn::{Eval, Reader};
    /// let text = "1. e4 {+0.22/8 1.2s} e5 {-M5/20 0.05s, White mates} *";
    /// let mut reader = Reader::new(text.as_bytes()).with_match_notes();
    /// let notes: Vec<_> = reader.next_game()?.unwrap().notes().collect();
    /// assert_eq!((notes[0].eval, notes[0].depth), (Some(Eval::Centipawns(22)), Some(8)));
    /// assert_eq!((notes[1].eval, notes[1].spent.unwrap().as_millis()), (Some(Eval::Mate(5)), 50));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_match_notes(mut self) -> Self {
        self.player.read_notes().read_matches();
        self
    }

    /// If `validity` is [`Validity::Standard`], makes the reader return an error for a game whose start position has a
    /// castling right that only Chess960 has. Other values change nothing: start positions are read leniently.
    ///
    /// ```
    /// use quadbit_movegen::Validity;
    /// use quadbit_pgn::Reader;
    /// let text = "[FEN \"4k3/8/8/8/8/8/8/4KR2 w K - 0 1\"]\n\n1. O-O *\n";
    /// let mut reader = Reader::new(text.as_bytes()).with_validity(Validity::Standard);
    /// let error = reader.next_game()?.unwrap().error.unwrap();
    /// assert_eq!(error.to_string(), "the tag FEN: castling: a right of Chess960, not of standard chess");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_validity(mut self, validity: Validity) -> Self {
        self.player.validity = validity;
        self
    }

    /// Makes the reader return only the games whose tags leave it possible that `rule` holds; if all its conditions are
    /// about tags, these are the games in which it holds. The moves of other games are neither played nor checked, so
    /// that passing them takes a small part of the time.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let text = "[WhiteElo \"1900\"]\n\n1. e5 *\n\n[WhiteElo \"2000\"]\n\n1. d4 *\n";
    /// let mut reader = Reader::new(text.as_bytes()).with_rule("WhiteElo>=2000 and white".parse()?);
    /// let game = reader.next_game()?.unwrap();
    /// assert_eq!((game.number, game.moves().len(), game.error), (1, 1, None));
    /// assert!(reader.next_game()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_rule(mut self, rule: Rule) -> Self {
        self.rule = TagRule::new(rule);
        self
    }

    /// Makes the reader stop playing a game once fewer than `pieces` pieces are left, at most 32 plies later. The moves
    /// and positions of the game end there, and later moves are not checked.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let game = format!("1. e4 d5 2. exd5 Qxd5 {} 20. Ke9 *", "3. Nf3 Nf6 4. Ng1 Ng8 ".repeat(8));
    /// let mut reader = Reader::new(game.as_bytes()).with_least_pieces(31);
    /// let game = reader.next_game()?.unwrap();
    /// assert_eq!((game.moves().len(), game.error), (8, None));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_least_pieces(mut self, pieces: u32) -> Self {
        self.player.least_pieces = pieces;
        self
    }

    /// Makes the reader read only the tags and the results of games. Moves are neither played nor checked: a
    /// [`StreamedGame`] then has no moves and no positions, and the only error it can have is that it is too long.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White \"B\"]\n\n1/2-1/2\n";
    /// let mut reader = Reader::new(text.as_bytes()).without_moves();
    /// let mut games = Vec::new();
    /// while let Some(game) = reader.next_game()? {
    ///     games.push((game.result().unwrap().to_string(), game.bytes.clone()));
    /// }
    /// assert_eq!(games, [("1-0".into(), 0..34), ("1/2-1/2".into(), 34..55)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.player.is_idle = true;
        self
    }

    /// The number of the next game, from 0: how many games this reader has read, including those that the rule of
    /// [`with_rule`](Self::with_rule) leaves out, but not those of blocks that were taken off by
    /// [`next_block`](Self::next_block).
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read, there is not enough memory, or the stream is no PGN: it is compressed or in UTF-16,
    /// which the error names, or has words but no game.
    pub fn next_game(&mut self) -> io::Result<Option<StreamedGame<'_>>> {
        self.next_by(None)
    }

    /// Reads the next game; returns `None` at the end of the stream. The position before each of its moves is added to
    /// `positions`, which takes less time than making the moves again.
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
        let play = |player: &mut Player, text: &str| {
            if let Some(positions) = &mut positions {
                positions.truncate(before);
            }
            Ok(player.play(text, positions.as_deref_mut())?)
        };
        let next = self.next_with(play, |played| (played.end, played.is_game));
        let next = next.inspect_err(|_| {
            if let Some(positions) = positions {
                positions.truncate(before);
            }
        });
        let Some(next) = next? else { return Ok(None) };
        let Next { read: played, begin, number, is_too_long } = next;
        let fault = if is_too_long { Some((0, PgnErrorKind::TooLong)) } else { played.fault };
        let error = fault.map(|(at, kind)| PgnError { offset: self.buffer.offset_of(begin + at), kind });
        Ok(Some(StreamedGame {
            record: GameText::new(&self.buffer.text[begin..self.buffer.begin], 0),
            widened: self.buffer.widened_in(begin..self.buffer.begin),
            begin,
            tags: &self.player.tags,
            number,
            bytes: self.buffer.offset_of(begin)..self.buffer.offset_of(self.buffer.begin),
            moves: &self.player.moves,
            notes: self.player.notes(),
            result: played.end.result,
            start: played.start,
            position: played.position,
            error,
        }))
    }

    /// Reads the next game by `read`, which is called again with more text if some of the game is missing. `found`
    /// returns the end of the game that was read, and whether there is a game.
    fn next_with<T>(
        &mut self,
        mut read: impl FnMut(&mut Player, &str) -> io::Result<T>,
        found: impl Fn(&T) -> (GameEnd, bool),
    ) -> io::Result<Option<Next<T>>> {
        if !self.rule.is_empty() {
            self.pass_others()?;
        }
        if self.is_behind_end(self.buffer.begin) {
            return Ok(None);
        }
        let (read, is_too_long) = loop {
            let read = read(&mut self.player, self.buffer.ahead())?;
            let is_whole = self.buffer.is_at_end() || found(&read).0.is_whole;
            if is_whole || self.buffer.is_too_long() {
                break (read, !is_whole);
            }
            self.buffer.fill()?;
        };
        let (begin, (end, is_game)) = (self.buffer.begin, found(&read));
        self.buffer.begin += end.length;
        if is_game || is_too_long {
            let number = self.number;
            self.number += 1;
            return Ok(Some(Next { read, begin, number, is_too_long }));
        }
        let is_all = self.number == 0 && self.buffer.offset_of(begin) == 0;
        let mut rest = Tokens::new(&self.buffer.text[begin..]);
        if is_all && rest.any(|token| matches!(token, Token::Word(_))) {
            let text = "the text has no tag, move or result of a game";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(None)
    }

    /// Reads the next game with its variations, comments and glyphs; returns `None` at the end of the stream.
    ///
    /// A line ends at its first word that is no legal move: the rest of the line is left out, with the variations
    /// inside it, and the error is kept. Other lines are not affected. [`with_least_pieces`](Self::with_least_pieces)
    /// and [`without_moves`](Self::without_moves) change nothing here.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// let mut reader = Reader::new(&b"1. e4 (1. d4 Ke8 d5 {lost}) e5 {kept} *\n\n1. c4 *"[..]);
    /// let game = reader.next_tree()?.unwrap();
    /// assert!(game.tree.unwrap().to_string().ends_with("1. e4 (1. d4) 1... e5 {kept} *\n"));
    /// assert_eq!(game.errors[0].to_string(), "after 1 half move: no such move is legal in this position");
    /// assert_eq!(game.errors[0].offset, 13);
    /// assert_eq!(reader.next_tree()?.unwrap().number, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`next_game`](Self::next_game).
    pub fn next_tree(&mut self) -> io::Result<Option<StreamedTree>> {
        let build = |player: &mut Player, text: &str| {
            let full = |error| io::Error::new(io::ErrorKind::OutOfMemory, error);
            Builder::read(text, player.validity).map_err(full)
        };
        let Some(next) = self.next_with(build, |built| (built.end, built.is_game))? else { return Ok(None) };
        let (mut errors, first) = (next.read.errors, self.buffer.offset_of(next.begin));
        errors.extend(next.is_too_long.then_some(PgnError { offset: 0, kind: PgnErrorKind::TooLong }));
        for error in &mut errors {
            error.offset += first;
        }
        Ok(Some(StreamedTree {
            number: next.number,
            bytes: first..self.buffer.offset_of(self.buffer.begin),
            tree: (!next.read.has_no_start).then_some(next.read.tree),
            errors,
        }))
    }

    /// Whether the byte `place` of the text lies after the range of the stream that is read.
    fn is_behind_end(&self, place: usize) -> bool {
        self.buffer.offset_of(place) >= self.end
    }

    /// Skips the games before the next one that matches the rule. A game whose tags are cut off, by the end of the
    /// stream or in a comment that does not end, is not skipped, so that it is reported.
    fn pass_others(&mut self) -> io::Result<()> {
        loop {
            let is_all = self.buffer.is_all();
            let mut games = games_of(self.buffer.ahead());
            let (mut begin, mut number) = (self.buffer.begin, self.number);
            let is_found = loop {
                if self.is_behind_end(begin) {
                    break true;
                }
                match games.find(self.rule.begin()) {
                    Found::Game(game, end) if end.is_whole || is_all => {
                        if end.result.is_none() && game.has_cut_tags() {
                            break true;
                        }
                        begin += game.text().len();
                        number += 1;
                    }
                    Found::Stop => break true,
                    Found::Game(..) | Found::Nothing => break false,
                }
            };
            (self.buffer.begin, self.number) = (begin, number);
            if is_all || is_found {
                return Ok(());
            }
            self.buffer.fill()?;
        }
    }

    /// Takes the next games off the stream, at least one and usually a few hundred, without playing them. Returns them
    /// as a reader with the rule and the options of this one, or `None` at the end. The offsets of the new reader are
    /// those in the whole stream. Its games are numbered from 0: when all are read, its [`number`](Self::number) says
    /// how many there were.
    ///
    /// This takes a small part of the time of reading the games: where possible, the end of the last one is searched
    /// for from the end of the text that has been read.
    ///
    /// # Errors
    /// The stream cannot be read, it is compressed or in UTF-16, or there is not enough memory.
    pub fn next_block(&mut self) -> io::Result<Option<Reader<io::Empty>>> {
        // Memory that this thread has just given back is in the cache of its core, so it is used for this block.
        if let Some(mut memory) = self.spare.pop() {
            memory.try_reserve(self.buffer.text.len())?;
            memory.push_str(&self.buffer.text);
            self.buffer.text = memory;
        }
        if self.buffer.ahead().is_empty() && !self.buffer.is_at_end() {
            self.buffer.fill()?;
        }
        if self.is_behind_end(self.buffer.begin) {
            return Ok(None);
        }
        let length = loop {
            let text = self.buffer.ahead();
            // At the end of the stream, or if a game is too long, the last block has all the text that has been read.
            let length = if self.buffer.is_all() { text.len() } else { cut::whole_games(text) };
            if length > 0 {
                break length;
            }
            if self.buffer.is_all() {
                return Ok(None);
            }
            self.buffer.fill()?;
        };
        Ok(Some(Reader {
            buffer: self.buffer.split_off(self.buffer.begin + length)?,
            spare: Vec::new(),
            end: self.end,
            number: 0,
            rule: self.rule.clone(),
            player: self.player.fresh(),
        }))
    }

    /// Takes back a block whose games have been read: the memory of its text is used again for a later block. Memory
    /// that the system has to clear for each block would take up to a tenth of the time of playing it.
    pub fn give_back(&mut self, block: Reader<io::Empty>) {
        let mut text = block.buffer.text;
        text.clear();
        self.spare.push(text);
    }
}
