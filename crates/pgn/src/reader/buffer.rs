//! The text of a stream: bytes are read ahead in blocks and decoded, and the offset in the stream of each byte of the
//! text can be found.
//!
//! 1. [`Buffer::fill`] drops the text of finished games, before `begin`, and appends a block that it reads.
//! 2. UTF-8 stays where it was read. Other bytes become characters of two bytes, whose places are kept.
//! 3. [`Buffer::offset_of`] subtracts one byte for each of these characters, which gives the offset in the stream.
//! 4. [`Buffer::split_off`] takes whole games away for another thread.
//!
//! An error of the stream is kept until the text before it has been used.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use std::io::{self, Read};

use super::LONGEST;

/// A part of a stream as text.
#[derive(Clone, Debug)]
pub(super) struct Buffer<R> {
    pub(super) input: R,
    /// The least number of bytes read at a time. More are read while a longer game is incomplete.
    block: usize,
    /// Whether the stream has ended or is no longer read.
    is_at_end: bool,
    /// The error of the stream, kept until the bytes before it have been used.
    failure: Option<Arc<io::Error>>,
    /// The last bytes read, if they may be the beginning of a character.
    rest: Vec<u8>,
    /// The text that has been read.
    pub(super) text: String,
    /// The byte of the text up to which games have been returned.
    pub(super) begin: usize,
    /// The offset of the first byte of the text in the stream.
    offset: u64,
    /// The bytes of `text` at which widened characters begin: Latin-1 characters, which took one byte in the stream and
    /// take two in the text.
    widened: Vec<usize>,
}

/// A buffer without text.
impl Default for Buffer<io::Empty> {
    fn default() -> Self {
        Self { is_at_end: true, ..Self::new(io::empty(), 0, 0) }
    }
}

impl<R> Buffer<R> {
    /// A buffer of the stream `input`, whose first byte has the offset `offset`. At least `block` bytes are read at a
    /// time.
    pub(super) const fn new(input: R, block: usize, offset: u64) -> Self {
        Self {
            input,
            block,
            is_at_end: false,
            failure: None,
            rest: Vec::new(),
            text: String::new(),
            begin: 0,
            offset,
            widened: Vec::new(),
        }
    }

    /// The text after the games that have been returned.
    pub(super) fn ahead(&self) -> &str {
        &self.text[self.begin..]
    }

    /// Whether no more text is read after the present one: the stream has ended, or a game is too long.
    pub(super) fn is_all(&self) -> bool {
        self.is_at_end || self.is_too_long()
    }

    /// Whether the stream has ended.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Whether the text after the games that have been returned is longer than the longest game may be.
    pub(super) fn is_too_long(&self) -> bool {
        self.text.len() - self.begin > LONGEST
    }

    /// The offset in the stream of the byte `place` of the text.
    pub(super) fn offset_of(&self, place: usize) -> u64 {
        let narrower = self.widened.partition_point(|&widened| widened < place);
        self.offset + (place - narrower) as u64
    }

    /// The bytes of the text in `range` at which widened characters begin.
    pub(super) fn widened_in(&self, range: Range<usize>) -> &[usize] {
        let place = |byte| self.widened.partition_point(|&widened| widened < byte);
        &self.widened[place(range.start)..place(range.end)]
    }

    /// Splits off the text before the byte `end`, with the list of its widened characters. The part split off takes the
    /// memory of this buffer; the rest of the text, usually a part of a game, is copied and stays in this buffer.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn split_off(&mut self, end: usize) -> io::Result<Buffer<io::Empty>> {
        let (mut rest, mut widened) = (String::new(), Vec::new());
        rest.try_reserve_exact(self.text.len() - end)?;
        rest.push_str(&self.text[end..]);
        let behind = self.widened.partition_point(|&place| place < end);
        widened.try_reserve_exact(self.widened.len() - behind)?;
        widened.extend(self.widened.drain(behind..).map(|place| place - end));
        let (begin, offset) = (self.begin, self.offset);
        (self.begin, self.offset) = (0, self.offset_of(end));
        self.text.truncate(end);
        let (text, widened) = (mem::replace(&mut self.text, rest), mem::replace(&mut self.widened, widened));
        Ok(Buffer { text, begin, offset, widened, ..Buffer::default() })
    }
}

impl<R: Read> Buffer<R> {
    /// Drops the games that have been returned, and reads on: a block, or as many bytes as a long game already has.
    ///
    /// # Errors
    /// The stream cannot be read (if bytes were read before the error, it is returned by the next call), it is
    /// compressed or in UTF-16, or there is not enough memory.
    pub(super) fn fill(&mut self) -> io::Result<()> {
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
        // Reads directly into the memory of the text, so that new bytes are not copied if they are UTF-8. Only the
        // bytes in `rest`, left over from the last reading, are copied.
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
            Ok(length) => self.is_at_end = length < room,
            // The error is kept, because the games before it are returned first.
            Err(error) if has_read => self.failure = Some(Arc::new(error)),
            Err(error) => return Err(error),
        }
        refused?;
        self.decode()
    }

    /// Adds the bytes of `rest` to the text: as they are if they are UTF-8, otherwise as Latin-1. The beginning of a
    /// character at the end stays in `rest`, unless the stream has ended.
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
            let mut latin = error.error_len().unwrap_or(invalid.len());
            // In a text in Latin-1 the bytes that follow are often no UTF-8 either, so they are decoded at the same
            // time.
            latin += invalid[latin..].windows(2).take_while(|pair| is_alone(pair[0], pair[1])).count();
            let (latin, behind) = invalid.split_at(latin);
            // Each byte of `latin` becomes a character of two bytes in the text, so this is enough for all bytes left.
            self.text.try_reserve(bytes.len() + latin.len())?;
            self.widened.try_reserve(latin.len())?;
            let places = self.text.len()..self.text.len() + 2 * latin.len();
            self.widened.extend(places.step_by(2));
            self.text.extend(latin.iter().map(|&byte| char::from(byte)));
            bytes = behind;
        };
        self.rest.drain(..self.rest.len() - incomplete);
        Ok(())
    }
}

/// Whether `byte`, at the beginning of a character, is no UTF-8 because of its own value or because the byte `next`
/// does not continue a character.
const fn is_alone(byte: u8, next: u8) -> bool {
    byte >= 0x80 && (byte < 0xc0 || next & 0xc0 != 0x80)
}

/// Refuses compressed input and UTF-16, given the first bytes of a stream.
///
/// # Errors
/// The bytes are the first ones of a compressed stream, or of text in UTF-16.
pub(super) fn refuse_compression(bytes: &[u8]) -> io::Result<()> {
    let message = if let Some(name) = compression(bytes) {
        format!("the input is compressed with {name}; decompress it first")
    } else if is_utf16(bytes) {
        "the input is text in UTF-16; convert it to UTF-8 first".to_owned()
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

/// Whether a stream is text in UTF-16, told by its byte order mark, or by two ASCII characters of 16 bits.
fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
        || matches!(bytes, [a, 0, b, 0, ..] | [0, a, 0, b, ..] if *a > 0 && *b > 0)
}

/// The program that has compressed a stream, told by its first bytes; `None` if it is not compressed.
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
