//! A range of a file, which several machines share.
//!
//! A reader goes back from its range to the nearest line that is certainly outside comments, reads on to the first
//! game whose end is certain (`cut`), and then returns the games that begin in the range. Every reader must find the
//! same games, or ranges that cover a file would lose one or read it twice.

use alloc::vec::Vec;
use core::ops::Range;
use std::io::{self, Read, Seek, SeekFrom};

use super::buffer::{Buffer, refuse_compression};
use super::cut::{Uncertain, line_behind_comment, tags_behind_move};
use super::{BLOCK, LONGEST, Reader};
use crate::bytes;
use crate::finder::{Found, games_of};

/// The number of bytes before a range that are looked at first; then twice as many, and so on. Tests use a smaller
/// number.
const BEFORE: u64 = if cfg!(test) { 1 << 4 } else { 1 << 16 };

impl<R: Read + Seek> Reader<R> {
    /// A reader of the games that begin in `range`, counted in bytes of `input`; the last one may end after the
    /// range. A game begins where the previous one ends, so ranges that cover a file without overlapping have each
    /// game once.
    ///
    /// Offsets are those in the whole file; numbers count from the first game of the range.
    ///
    /// A part of the file before the range is read to find a place where a game certainly begins: usually a few games,
    /// but up to 128 MiB if the file has no comments in `{ }`.
    ///
    /// ```
    /// use quadbit_pgn::Reader;
    /// use std::io::Cursor;
    /// let text = "[A \"1\"]\n\n1. e4 {\n[A \"0\"]} *\n\n[A \"2\"]\n\n1. d4 *\n\n[A \"3\"]\n\n1. c4 *\n";
    /// let games = |range| -> std::io::Result<Vec<u64>> {
    ///     let (mut reader, mut games) = (Reader::of_range(Cursor::new(text), range)?, Vec::new());
    ///     while let Some(game) = reader.next_game()? {
    ///         games.push(game.bytes.start);
    ///     }
    ///     Ok(games)
    /// };
    /// assert_eq!(games(0..20)?, [0]);
    /// assert_eq!(games(20..40)?, [29]);
    /// assert_eq!(games(40..100)?, [47]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The stream cannot be read or cannot seek, it is compressed or in UTF-16, or there is not enough memory.
    pub fn of_range(input: R, range: Range<u64>) -> io::Result<Self> {
        Self::of_range_with_block(input, range, BLOCK)
    }

    pub(super) fn of_range_with_block(mut input: R, range: Range<u64>, block: usize) -> io::Result<Self> {
        input.rewind()?;
        let mut first = Vec::new();
        input.by_ref().take(8).read_to_end(&mut first)?;
        refuse_compression(&first)?;
        let mut before = BEFORE;
        loop {
            let begin = range.start.saturating_sub(before);
            let line =
                if begin == 0 { Some(0) } else { line_outside_comments(&mut input, begin..range.start)? };
            if let Some(offset) = line {
                input.seek(SeekFrom::Start(offset))?;
                let buffer = Buffer::new(input, block, offset);
                let mut reader = Self { end: range.end, ..Self::with_buffer(buffer) };
                let is_certain = if offset == 0 {
                    reader.pass_games_before(range.start)?;
                    true
                } else {
                    reader.pass_to_tags()? && reader.pass_games_before(range.start)?
                };
                if is_certain {
                    return Ok(reader);
                }
                input = reader.buffer.input;
            }
            before *= 2;
        }
    }

    /// Skips the text before the first tags that certainly begin a game. Returns whether there are any.
    fn pass_to_tags(&mut self) -> io::Result<bool> {
        loop {
            match tags_behind_move(&self.buffer.text) {
                Ok(Some(begin)) => {
                    self.buffer.begin = begin;
                    return Ok(true);
                }
                Ok(None) => {}
                Err(Uncertain) => return Ok(false),
            }
            if self.buffer.is_all() {
                return Ok(false);
            }
            self.buffer.fill()?;
        }
    }

    /// Passes the games that begin before the byte `place` of the file. Returns whether there were any: if so, the next
    /// game certainly begins where it would if the file had been read from its beginning.
    fn pass_games_before(&mut self, place: u64) -> io::Result<bool> {
        let mut has_passed = false;
        loop {
            let (mut games, mut begin) = (games_of(self.buffer.ahead()), self.buffer.begin);
            let is_all = self.buffer.is_all();
            while self.buffer.offset_of(begin) < place
                && let Found::Game(game, end) = games.find(&mut ())
                && (end.is_whole || is_all)
            {
                begin += game.text().len();
                has_passed = true;
            }
            self.buffer.begin = begin;
            if self.buffer.is_at_end() || self.buffer.offset_of(begin) >= place {
                return Ok(has_passed);
            }
            self.buffer.fill()?;
        }
    }
}

/// The offset of the first line in `range` of a file that is certainly not in a comment; `None` if there is none.
fn line_outside_comments(input: &mut (impl Read + Seek), range: Range<u64>) -> io::Result<Option<u64>> {
    input.seek(SeekFrom::Start(range.start))?;
    let length = range.end - range.start;
    let mut read = Vec::new();
    read.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    input.by_ref().take(length).read_to_end(&mut read)?;
    let has_brace = bytes::find_any(&read, *b"{}").is_some();
    // A comment around all these bytes would be longer than the longest game, so they are outside comments.
    let is_plain = !has_brace && read.len() > LONGEST;
    let line =
        if is_plain { bytes::find(&read, b'\n').map(|end| end + 1) } else { line_behind_comment(&read) };
    Ok(line.map(|line| range.start + line as u64))
}
