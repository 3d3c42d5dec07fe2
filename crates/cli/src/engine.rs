//! Another program that counts, at the other end of two pipes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::divided::MoveCount;

/// An engine that speaks the UCI protocol, with `go perft N` as Stockfish has it. It is ended when it is dropped.
pub(crate) struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
}

/// What an engine counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// By first move, sorted by its text.
    pub(crate) moves: Vec<MoveCount>,
    pub(crate) total: u128,
}

impl Engine {
    /// Starts a command, given as a shell would split it, and waits until it says `uciok`. Each later answer too must come
    /// within the time given.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<Self, String> {
        let words = shell_words::split(command).map_err(|error| format!("`{command}`: {error}"))?;
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut process = Command::new(program)
            .args(arguments.iter().map(OsStr::new))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("`{program}` has no pipes"));
        };
        let (line_read, lines) = mpsc::channel();
        // The thread ends with the engine's output, or when nobody wants its lines any more.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line_read.send(line).is_err() {
                    return;
                }
            }
        });
        let mut engine = Self { process, input, lines, timeout };
        engine.say("uci")?;
        engine.lines_until(|line| (line.trim() == "uciok").then_some(()))?;
        Ok(engine)
    }

    /// Says that castling is written as king takes rook.
    pub(crate) fn set_chess960(&mut self) -> Result<(), String> {
        self.say("setoption name UCI_Chess960 value true")
    }

    /// The engine's divide of the position that moves lead to from a FEN.
    pub(crate) fn divide(&mut self, fen: &str, moves: &[String], depth: u8) -> Result<Answer, String> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position fen {fen}{moves}"))?;
        self.say(&format!("go perft {depth}"))?;
        let (lines, total) = self.lines_until(total)?;
        let mut moves: Vec<MoveCount> = lines.iter().filter_map(|line| move_count(line)).collect();
        moves.sort_unstable();
        Ok(Answer { moves, total })
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// All lines until one is what was waited for.
    fn lines_until<T>(&mut self, wanted: impl Fn(&str) -> Option<T>) -> Result<(Vec<String>, T), String> {
        let deadline = Instant::now() + self.timeout;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    format!("the engine does not answer within {} s", self.timeout.as_secs_f64())
                }
                RecvTimeoutError::Disconnected => "the engine has ended without an answer".to_owned(),
            })?;
            if let Some(found) = wanted(&line) {
                return Ok((lines, found));
            }
            lines.push(line);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already; there is nothing to be done about either.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The number of the line `Nodes searched: N`.
fn total(line: &str) -> Option<u128> {
    let (name, number) = line.split_once(':')?;
    if !name.trim().eq_ignore_ascii_case("nodes searched") {
        return None;
    }
    number.trim().parse().ok()
}

/// The line `e2e4: 20`; engines that leave the colon out, or write a dash, are understood too.
fn move_count(line: &str) -> Option<MoveCount> {
    let mut words = line.split([' ', '\t', ':', '-']).filter(|word| !word.is_empty());
    let (uci, nodes) = (words.next()?, words.next()?);
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_move = uci.get(..2).is_some_and(is_square)
        && uci.get(2..4).is_some_and(is_square)
        && matches!(uci.get(4..), Some("" | "q" | "r" | "b" | "n" | "Q" | "R" | "B" | "N"));
    match words.next() {
        None if is_move => Some(MoveCount { uci: uci.to_ascii_lowercase(), nodes: nodes.parse().ok()? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{move_count, total};

    #[test]
    fn lines_of_engines() {
        for line in ["e7e8q: 20", "e7e8q 20", "e7e8Q : 20", "  e7e8q - 20 "] {
            let read = move_count(line).map(|count| (count.uci, count.nodes));
            assert_eq!(read, Some(("e7e8q".to_owned(), 20)), "{line:?}");
        }
        for line in [
            "",
            "e2e4",
            "e2e9: 1",
            "e2e4: x",
            "e2e4x: 1",
            "e2e4: 1 2",
            "info depth 20",
            "ä2e4: 1",
            "e2e4: -1x",
        ] {
            assert_eq!(move_count(line), None, "{line:?}");
        }
        for line in ["Nodes searched: 8902", "Nodes searched  : 8902", "nodes searched:8902"] {
            assert_eq!(total(line), Some(8_902), "{line:?}");
        }
        for line in ["", "Nodes: 8902", "Nodes searched 8902", "Nodes searched: many", "e2e4: 20"] {
            assert_eq!(total(line), None, "{line:?}");
        }
    }
}
