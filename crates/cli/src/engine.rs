//! Another program that counts, connected by two pipes.
//!
//! 1. [`Engine::start`] starts the command, with a [`Guard`] that kills it when this program ends, and waits
//!    for `uciok`.
//! 2. A thread passes its lines on, in a queue that is bounded.
//! 3. [`Engine::divide`] sends a position and `go perft`, and reads lines until the total.
//!
//! Every answer has a time limit, and a limit of lines and bytes: the other program may do anything.

mod answer;
#[cfg(unix)]
mod guard;

use std::io::{ErrorKind, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::line_reader::{Line, LineReader};

pub(crate) use answer::Answer;
use answer::{move_count, total};
#[cfg(unix)]
use guard::Guard;

/// An engine that speaks the UCI protocol, with Stockfish's `go perft N`. It is killed when it is dropped
/// and, on Unix, also when this program is killed.
pub(crate) struct Engine {
    process: Child,
    input: ChildStdin,
    output: Receiver<Said>,
    timeout: Duration,
    offers_chess960: bool,
    #[cfg(unix)]
    _guard: Guard,
}

/// A line of the engine, or why its output cannot be read.
type Said = Result<String, String>;

/// The longest line that an engine may send, in bytes.
const LONGEST: usize = 1 << 16;

/// The number of lines that an engine may send before it answers.
const MOST_LINES: usize = 100_000;

/// The limit of lines that wait to be processed. When the queue is full, the engine has to wait.
const BACKLOG: usize = 256;

impl Engine {
    /// Starts the program `command`, split into words as in a shell, and waits until it says `uciok`. This and each
    /// later answer must come within `timeout`.
    ///
    /// # Errors
    /// The reason, as text.
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<Self, String> {
        let words = shell_words::split(command).map_err(|error| format!("`{command}`: {error}"))?;
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        let guard = Guard::start().map_err(|error| format!("`sh` cannot be started: {error}"))?;
        #[cfg(unix)]
        guard.watch(&mut command);
        let mut process =
            command.spawn().map_err(|error| format!("`{program}` cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("`{program}` has no pipes"));
        };
        let (said, heard) = mpsc::sync_channel(BACKLOG);
        let mut engine = Self {
            process,
            input,
            output: heard,
            timeout,
            offers_chess960: false,
            #[cfg(unix)]
            _guard: guard,
        };
        let listener = thread::Builder::new().spawn(move || listen(output, &said));
        listener.map_err(|error| format!("no thread can be started to listen to it: {error}"))?;
        engine.say("uci")?;
        let mut offers_chess960 = false;
        engine.wait_for("uciok", |line| {
            offers_chess960 |= offered(line).is_some_and(|name| name.eq_ignore_ascii_case(CHESS960));
            (line.trim() == "uciok").then_some(())
        })?;
        engine.offers_chess960 = offers_chess960;
        Ok(engine)
    }

    /// Whether the engine has the option `UCI_Chess960`.
    pub(crate) fn offers_chess960(&self) -> bool {
        self.offers_chess960
    }

    /// Sets whether castling is written as king takes rook.
    pub(crate) fn set_chess960(&mut self, is_on: bool) -> Result<(), String> {
        self.say(&format!("setoption name {CHESS960} value {is_on}"))
    }

    /// The engine's divide of the position after some moves from a FEN.
    pub(crate) fn divide(&mut self, fen: &str, moves: &[String], depth: u8) -> Result<Answer, String> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position fen {fen}{moves}"))?;
        self.say(&format!("go perft {depth}"))?;
        let mut counts = Vec::new();
        let total = self.wait_for("Nodes searched: N", |line| {
            counts.extend(move_count(line));
            total(line)
        })?;
        counts.sort_unstable();
        Ok(Answer { moves: counts, total })
    }

    /// Sends a line. If the engine has ended, this is not an error: reading its answer reports it.
    fn say(&mut self, line: &str) -> Result<(), String> {
        match writeln!(self.input, "{line}") {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(format!("cannot write to the engine: {error}"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the engine's lines until `found` recognizes the wanted one. The time limit
    /// covers all lines together.
    fn wait_for<T>(&mut self, wanted: &str, mut found: impl FnMut(&str) -> Option<T>) -> Result<T, String> {
        let deadline = Instant::now() + self.timeout;
        for _ in 0..MOST_LINES {
            let line = self.next_line(wanted, deadline)?;
            if let Some(answer) = found(&line) {
                return Ok(answer);
            }
        }
        Err(format!("the engine sent {MOST_LINES} lines, and none of them was `{wanted}`"))
    }

    fn next_line(&self, wanted: &str, deadline: Instant) -> Said {
        let late =
            || Err(format!("the engine did not print `{wanted}` within {} s", self.timeout.as_secs_f64()));
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // Without this check, a line that is already in the queue would still be received.
            return late();
        }
        match self.output.recv_timeout(left) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => late(),
            Err(RecvTimeoutError::Disconnected) => {
                Err(format!("the engine ended before it printed `{wanted}`"))
            }
        }
    }
}

/// The option by which castling is written as king takes rook.
const CHESS960: &str = "UCI_Chess960";

/// The name in the line `option name NAME type ..`.
fn offered(line: &str) -> Option<&str> {
    let (name, _) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.trim())
}

/// Passes the engine's lines on until its output ends or the receiver is gone. Bytes that are not UTF-8 are
/// replaced: they cannot be part of an answer, but they do not end it.
fn listen(output: ChildStdout, said: &SyncSender<Said>) {
    let mut output = LineReader::new(output, LONGEST);
    loop {
        let line = match output.next() {
            Ok(Some(Line::Whole(bytes))) => Ok(String::from_utf8_lossy(bytes).into_owned()),
            Ok(Some(Line::Cut(_))) => Err(format!("the engine sent a line of more than {LONGEST} bytes")),
            Err(error) => Err(format!("the engine's output cannot be read: {error}")),
            Ok(None) => return,
        };
        let is_last = line.is_err();
        if said.send(line).is_err() || is_last {
            return;
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already. The guard kills everything else that the command started.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
