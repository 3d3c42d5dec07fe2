//! `-`: one line out for every line in, so that the two stay aligned.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};

use crate::failure::Failure;
use crate::line_reader::{Line, LineReader};

/// The longest line that is read, in bytes: far more than a FEN needs.
const LONGEST: usize = (1 << 16) - 1;

/// Answers every line of standard input as it comes, with what `reply` makes of it or with `error: ..`. The result is a
/// failure if any line was bad, even if the reader left before the last one.
pub(crate) fn answer<A: Display, E: Display>(reply: impl Fn(&str) -> Result<A, E>) -> Result<(), Failure> {
    let mut tally = Tally { lines: 0, bad: 0 };
    match tally.answer(reply) {
        Err(failure) if !failure.is_reader_gone() => Err(failure),
        _ if tally.bad > 0 => Err(Failure::Input(tally.to_string())),
        done => done,
    }
}

/// The lines that have been answered.
struct Tally {
    lines: u64,
    bad: u64,
}

impl Tally {
    fn answer<A: Display, E: Display>(
        &mut self,
        reply: impl Fn(&str) -> Result<A, E>,
    ) -> Result<(), Failure> {
        let mut input = LineReader::new(io::stdin().lock(), LONGEST);
        let mut out = BufWriter::new(io::stdout().lock());
        while let Some(line) = input.next().map_err(|error| Failure::unreadable(&error))? {
            self.lines += 1;
            match text(line).map_err(str::to_owned).and_then(|text| reply(text).map_err(|e| e.to_string())) {
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(error) => {
                    self.bad += 1;
                    writeln!(out, "error: {error}")?;
                }
            }
            // A partner that waits for its answers gets them now; a file goes through in large pieces.
            if !input.has_line() {
                out.flush()?;
            }
        }
        Ok(())
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lines, bad } = self;
        write!(f, "bad lines: {bad} of {lines}")
    }
}

/// The text of a line that can be answered.
fn text(line: Line<'_>) -> Result<&str, &'static str> {
    let Line::Whole(bytes) = line else {
        return Err("the line is too long");
    };
    match str::from_utf8(bytes) {
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
        for blank in [&b""[..], b" \t ", "\u{a0}".as_bytes()] {
            assert_eq!(text(Line::Whole(blank)), Err("the line is empty"));
        }
        assert_eq!(text(Line::Whole(b"a\xff\xfe")), Err("the line is not UTF-8"));
        assert_eq!(text(Line::Cut(b"a")), Err("the line is too long"));
    }
}
