//! `-`: one line out for every line in, so that the two stay aligned.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use crate::failure::Failure;

/// A line of so many bytes or more is answered with an error, and not kept.
const LONGEST: u64 = 1 << 16;

/// The argument `-`.
#[derive(clap::Args)]
pub(crate) struct Source {
    /// Read a FEN a line from standard input, and answer each line with one line
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "fen")]
    stdin: Option<String>,
}

impl Source {
    pub(crate) fn is_stdin(&self) -> bool {
        self.stdin.is_some()
    }
}

/// Answers every line of standard input with what `reply` makes of it, or with `error: ..`, as they come. After the
/// last line, it is a failure if any was bad.
pub(crate) fn answer<A: Display, E: Display>(reply: impl Fn(&str) -> Result<A, E>) -> Result<(), Failure> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut bytes = Vec::new();
    let (mut lines, mut bad) = (0_u64, 0_u64);
    while let Some(line) = next_line(&mut input, &mut bytes)? {
        lines += 1;
        match line.map_err(str::to_owned).and_then(|fen| reply(fen).map_err(|error| error.to_string())) {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(error) => {
                bad += 1;
                writeln!(out, "error: {error}")?;
            }
        }
        // Whoever sends a line and waits gets the answer now; a file goes through in large pieces.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    if bad == 0 { Ok(()) } else { Err(Failure::Input(format!("{bad} of {lines} lines are bad"))) }
}

/// The next line without its end, read into `bytes`, or what is wrong with it; `None` after the last.
pub(crate) fn next_line<'a>(
    input: &mut impl BufRead,
    bytes: &'a mut Vec<u8>,
) -> io::Result<Option<Result<&'a str, &'static str>>> {
    bytes.clear();
    if input.by_ref().take(LONGEST).read_until(b'\n', bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() as u64 == LONGEST {
        skip_line(input)?;
        return Ok(Some(Err("the line is too long")));
    }
    Ok(Some(match str::from_utf8(bytes) {
        Ok(line) if line.trim().is_empty() => Err("the line is empty"),
        Ok(line) => Ok(line.strip_suffix('\r').unwrap_or(line)),
        Err(_) => Err("the line is not UTF-8"),
    }))
}

/// Reads to the end of the line and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, next_line};

    /// What each line of the input is read as.
    fn read(mut input: &[u8]) -> Vec<Result<String, &'static str>> {
        let mut bytes = Vec::new();
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, &mut bytes).unwrap() {
            lines.push(line.map(str::to_owned));
        }
        lines
    }

    #[test]
    fn every_line_is_one_line() {
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b""), []);
        assert_eq!(read(b"a\nb"), [text("a"), text("b")]);
        assert_eq!(
            read(b"a b \r\n\n \t\r\n\rc\n"),
            [text("a b "), Err("the line is empty"), Err("the line is empty"), text("\rc")]
        );
        assert_eq!(read(b"a\n\xff\xfe\nb\n"), [text("a"), Err("the line is not UTF-8"), text("b")]);
    }

    #[test]
    fn long_lines_are_not_kept() {
        let limit = usize::try_from(LONGEST).unwrap();
        for (length, kept) in [(limit - 1, true), (limit, false), (5 * limit + 3, false)] {
            let mut input = vec![b'x'; length];
            input.extend_from_slice(b"\nnext\n");
            let lines = read(&input);
            assert_eq!(lines.len(), 2, "a line of {length} bytes");
            assert_eq!(lines[0].is_ok(), kept, "a line of {length} bytes");
            assert_eq!(lines[1], Ok("next".to_owned()));
            // The same line at the end of the input, without a line break behind it.
            assert_eq!(read(&input[..length]).len(), 1);
        }
    }
}
