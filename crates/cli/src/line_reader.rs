//! Lines of bytes with a limited length.

use std::io::{self, BufRead, BufReader, Read};

/// The number of bytes read at a time.
const BUFFER: usize = 1 << 16;

/// Reads a stream line by line. It holds one line at a time, and only the beginning of a
/// line that is too long.
pub(crate) struct LineReader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    longest: usize,
    /// Whether the last line was too long, so that its rest has to be skipped.
    is_cut: bool,
}

/// A line without its line break (`\n` or `\r\n`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// A complete line.
    Whole(&'a [u8]),
    /// The beginning of a line that is too long.
    Cut(&'a [u8]),
}

impl<R: Read> LineReader<R> {
    /// A reader of lines of at most `longest` bytes.
    pub(crate) fn new(input: R, longest: usize) -> Self {
        Self { input: BufReader::with_capacity(BUFFER, input), line: Vec::new(), longest, is_cut: false }
    }

    /// The next line; `None` after the last one. The last line needs no line break.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if self.is_cut {
            self.input.skip_until(b'\n')?;
            self.is_cut = false;
        }
        self.line.clear();
        let room = self.longest as u64 + 1;
        if self.input.by_ref().take(room).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.pop_if(|last| *last == b'\n').is_none() && self.line.len() > self.longest {
            self.is_cut = true;
            return Ok(Some(Line::Cut(&self.line[..self.longest])));
        }
        self.line.pop_if(|last| *last == b'\r');
        Ok(Some(Line::Whole(&self.line)))
    }

    /// The complete lines that have been read ahead, with their line breaks; none after a line that was too long, whose
    /// rest comes first.
    pub(crate) fn ahead(&self) -> &[u8] {
        let ahead = if self.is_cut { &[] } else { self.input.buffer() };
        let last = ahead.iter().rposition(|&byte| byte == b'\n');
        &ahead[..last.map_or(0, |at| at + 1)]
    }

    /// Skips the first `bytes` bytes of [`ahead`](Self::ahead). The last of them must be a line break.
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.input.consume(bytes);
    }

    /// Whether the next line can be read without waiting for the stream: its line break has been read ahead.
    pub(crate) fn has_line(&self) -> bool {
        let mut ends = self.input.buffer().iter().filter(|&&byte| byte == b'\n');
        ends.nth(self.is_cut.into()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, LineReader};

    #[test]
    fn a_line_ends_with_a_line_break_or_with_the_stream() {
        let mut reader = LineReader::new(&b"a b \r\n\n\rc\n\xff\nend\r"[..], 9);
        for expected in [&b"a b "[..], b"", b"\rc", b"\xff", b"end"] {
            assert_eq!(reader.next().unwrap(), Some(Line::Whole(expected)));
        }
        assert_eq!(reader.next().unwrap(), None);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        for (length, is_whole) in [(6, true), (7, true), (8, false), (100_000, false)] {
            let text = format!("{}\nnext\n", "x".repeat(length));
            let mut reader = LineReader::new(text.as_bytes(), 7);
            let beginning = &text.as_bytes()[..length.min(7)];
            let expected = if is_whole { Line::Whole(beginning) } else { Line::Cut(beginning) };
            assert_eq!(reader.next().unwrap(), Some(expected), "{length}");
            assert_eq!(reader.next().unwrap(), Some(Line::Whole(b"next")), "{length}");
            // The same line at the end of the stream, without a line break.
            let mut reader = LineReader::new(&text.as_bytes()[..length], 7);
            assert_eq!(reader.next().unwrap(), Some(expected), "{length}");
            assert_eq!(reader.next().unwrap(), None, "{length}");
        }
    }

    #[test]
    fn whole_lines_ahead() {
        let mut reader = LineReader::new(&b"one\ntwo\r\nthree\nfo"[..], 5);
        assert_eq!(reader.ahead(), b"");
        assert_eq!(reader.next().unwrap(), Some(Line::Whole(b"one")));
        assert_eq!(reader.ahead(), b"two\r\nthree\n");
        reader.pass(5);
        assert_eq!(reader.next().unwrap(), Some(Line::Whole(b"three")));
        assert_eq!(reader.ahead(), b"");
        // The rest of a line that was cut off is not a line.
        let mut reader = LineReader::new(&b"too long\nfour\n"[..], 3);
        assert_eq!(reader.next().unwrap(), Some(Line::Cut(b"too")));
        assert_eq!(reader.ahead(), b"");
    }

    #[test]
    fn a_line_is_there_if_its_end_is_in_the_buffer() {
        let mut reader = LineReader::new(&b"one\ntoo long\nthree\nfo"[..], 5);
        assert!(!reader.has_line());
        for (expected, has_line) in [
            (Line::Whole(b"one"), true),
            (Line::Cut(b"too l"), true),
            (Line::Whole(b"three"), false),
            (Line::Whole(b"fo"), false),
        ] {
            assert_eq!(reader.next().unwrap(), Some(expected));
            assert_eq!(reader.has_line(), has_line, "{expected:?}");
        }
        // The buffer has the rest of the line that was too long, with its line break. After it there is only a part of
        // the next line, so no line can be read without waiting.
        let mut reader = LineReader::new(&b"too long\nfo"[..], 5);
        assert_eq!(reader.next().unwrap(), Some(Line::Cut(b"too l")));
        assert!(!reader.has_line());
    }
}
