//! The argument `-`: prints one line for every line of standard input, so that the two stay aligned.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_pack::fens;

use crate::failure::Failure;
use crate::line_reader::{Line, LineReader};
use crate::position::Rules;

/// The longest line that is read, in bytes: far more than a FEN needs.
const LONGEST: usize = (1 << 16) - 1;

/// Answers every line of standard input as it comes, with the result of `reply` or with `error: ..`. The
/// result is a failure if any line was bad, even if the pipe was closed before the last one.
pub(crate) fn answer<A: Display, E: Display>(reply: impl Fn(&str) -> Result<A, E>) -> Result<(), Failure> {
    tallied(|tally| {
        let mut input = LineReader::new(io::stdin().lock(), LONGEST);
        let mut out = BufWriter::new(io::stdout().lock());
        while let Some(line) = input.next().map_err(|error| Failure::unreadable(&error))? {
            tally.answer(line, &reply, &mut out)?;
            // Flush only when no more input is ready: a program that waits gets its answers now, and a file
            // is processed in large pieces.
            if !input.has_line() {
                out.flush()?;
            }
        }
        Ok(())
    })
}

/// Like [`answer`], for answers that depend only on the position. Lines that arrive together are parsed
/// together; `write` writes a line for each position.
pub(crate) fn answer_positions(
    rules: Rules,
    write: impl Fn(&[Position], &mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let level = Level::auto();
    let mut positions = vec![Position::start(); TOGETHER];
    let reply = |fen: &str| {
        let mut answer = Vec::new();
        write(&[rules.read(fen)?], &mut answer).expect("a vector takes all bytes");
        answer.truncate(answer.len() - 1);
        Ok::<_, String>(String::from_utf8_lossy(&answer).into_owned())
    };
    tallied(|tally| {
        let mut input = LineReader::new(io::stdin().lock(), LONGEST);
        let mut out = BufWriter::new(io::stdout().lock());
        loop {
            // Reads lines up to the first bad one, which is then read by itself.
            let reading = fens::read(level, rules.validity(), input.ahead(), &mut positions);
            write(&positions[..reading.positions], &mut out)?;
            tally.lines += reading.positions as u64;
            input.pass(reading.good);
            if !input.has_line() {
                out.flush()?;
            }
            if reading.positions == TOGETHER {
                continue;
            }
            let Some(line) = input.next().map_err(|error| Failure::unreadable(&error))? else {
                return Ok(());
            };
            tally.answer(line, reply, &mut out)?;
            if !input.has_line() {
                out.flush()?;
            }
        }
    })
}

/// The maximum number of lines that are parsed together.
const TOGETHER: usize = 1024;

/// Calls `answer`, and fails with the tally if any line was bad.
fn tallied(answer: impl FnOnce(&mut Tally) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut tally = Tally { lines: 0, bad: 0 };
    match answer(&mut tally) {
        Err(failure) if !failure.is_reader_gone() => Err(failure),
        _ if tally.bad > 0 => Err(Failure::Input(format!("bad lines: {} of {}", tally.bad, tally.lines))),
        done => done,
    }
}

/// The number of lines that have been answered, and how many of them were bad.
struct Tally {
    lines: u64,
    bad: u64,
}

impl Tally {
    fn answer<A: Display, E: Display>(
        &mut self,
        line: Line<'_>,
        reply: impl Fn(&str) -> Result<A, E>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        self.lines += 1;
        match text(line).map_err(str::to_owned).and_then(|text| reply(text).map_err(|e| e.to_string())) {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(error) => {
                self.bad += 1;
                writeln!(out, "error: {error}")?;
            }
        }
        Ok(())
    }
}

/// The text of a line without a byte order mark, or the reason why it cannot be answered.
fn text(line: Line<'_>) -> Result<&str, &'static str> {
    let Line::Whole(bytes) = line else {
        return Err("the line is too long");
    };
    match str::from_utf8(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)) {
        Ok(text) if text.trim().is_empty() => Err("the line is empty"),
        Ok(text) => Ok(text),
        Err(_) => Err("the line is not UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, text};

    #[test]
    fn lines_that_have_no_answer() {
        assert_eq!(text(Line::Whole(b" a\tb ")), Ok(" a\tb "));
        assert_eq!(text(Line::Whole(b"\xef\xbb\xbfa")), Ok("a"));
        for blank in [&b""[..], b" \t ", "\u{a0}".as_bytes()] {
            assert_eq!(text(Line::Whole(blank)), Err("the line is empty"));
        }
        assert_eq!(text(Line::Whole(b"a\xff\xfe")), Err("the line is not UTF-8"));
        assert_eq!(text(Line::Cut(b"a")), Err("the line is too long"));
    }
}
