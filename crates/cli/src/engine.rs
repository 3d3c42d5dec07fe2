//! Another program that counts, connected by pipes.
//!
//! 1. [`Engine::start`] starts the command, with a [`Guard`] that kills it when this program ends, and waits
//!    for `uciok`. A script ([`Protocol::Script`]) is started anew for each question instead.
//! 2. Threads pass its lines on: its output in a queue that is bounded, the last lines of both streams for a report.
//! 3. [`Engine::divide`] sends a position and `go perft`, and reads lines until the total. A program that prints none
//!    is asked `isready`, so that its answer has an end.
//!
//! Every answer has a time limit, and a limit of lines and bytes: the other program may do anything.

mod answer;
#[cfg(unix)]
mod guard;

use std::collections::VecDeque;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::line_reader::{Line, LineReader};

pub(crate) use answer::Answer;
#[cfg(unix)]
use guard::Guard;

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// By UCI, with Stockfish's `go perft N`.
    Uci,
    /// By its arguments, as perftree does: `DEPTH FEN MOVES`.
    Script,
}

/// A program that counts. It is killed when it is dropped and, on Unix, also when this program is killed.
pub(crate) struct Engine {
    command: String,
    protocol: Protocol,
    timeout: Duration,
    offers_chess960: bool,
    is_chess960: bool,
    /// Whether the end of an answer is the answer to `isready`.
    ends_by_ready: bool,
    process: Option<Process>,
}

/// A program that runs.
struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<Said>,
    last: LastLines,
    #[cfg(unix)]
    _guard: Guard,
}

/// Why a program did not answer.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// The program cannot be used at all, for this reason.
    Unusable(String),
    /// The program ended or did not answer in time: how, and the last lines that it printed.
    Broken { how: String, last: Vec<String>, hangs: bool },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(how) | Self::Broken { how, .. } => f.write_str(how),
        }
    }
}

/// A line of the engine, or why its output cannot be read.
type Said = Result<String, String>;

/// The last lines that a program has printed on both streams.
type LastLines = Arc<Mutex<VecDeque<String>>>;

/// The number of last lines that are kept.
const KEPT: usize = 5;

/// The longest line that an engine may send, in bytes.
const LONGEST: usize = 1 << 16;

/// The number of lines that an engine may send before it answers.
const MOST_LINES: usize = 100_000;

/// The limit of lines that wait to be processed. When the queue is full, the engine has to wait.
const BACKLOG: usize = 256;

/// How long a program that has printed moves may be silent before it is asked whether it is ready.
const SILENCE: Duration = Duration::from_millis(300);

impl Engine {
    /// A program `command`, split into words as in a shell. One that speaks UCI is started, and must say `uciok`; this
    /// and each later answer must come within `timeout`.
    pub(crate) fn start(command: &str, protocol: Protocol, timeout: Duration) -> Result<Self, EngineError> {
        let command = command.to_owned();
        let mut engine = Self {
            command,
            protocol,
            timeout,
            offers_chess960: false,
            is_chess960: false,
            ends_by_ready: false,
            process: None,
        };
        if protocol == Protocol::Uci {
            engine.restart()?;
        }
        Ok(engine)
    }

    /// Starts a program that speaks UCI, in place of one that runs.
    fn restart(&mut self) -> Result<(), EngineError> {
        self.process = None;
        self.process = Some(Process::start(&self.command, &[]).map_err(EngineError::Unusable)?);
        self.say("uci")?;
        let mut offers_chess960 = false;
        self.wait_for("uciok", |line| {
            offers_chess960 |= offered(line).is_some_and(|name| name.eq_ignore_ascii_case(CHESS960));
            (line.trim() == "uciok").then_some(())
        })?;
        self.offers_chess960 = offers_chess960;
        if self.is_chess960 { self.set_chess960(true) } else { Ok(()) }
    }

    /// Whether the engine can be told to write castling as king takes rook, or needs not be told.
    pub(crate) fn offers_chess960(&self) -> bool {
        self.offers_chess960 || self.protocol == Protocol::Script
    }

    /// Gives the engine at most this time for each later answer.
    pub(crate) fn hurry(&mut self, timeout: Duration) {
        self.timeout = self.timeout.min(timeout);
    }

    /// Sets whether castling is written as king takes rook, if the engine has the option.
    pub(crate) fn set_chess960(&mut self, is_on: bool) -> Result<(), EngineError> {
        self.is_chess960 = is_on;
        if !self.offers_chess960 || self.process.is_none() {
            return Ok(());
        }
        self.say(&format!("setoption name {CHESS960} value {is_on}"))
    }

    /// The program's divide of the position after some moves from a FEN. After an error the program is started again
    /// by the next call.
    pub(crate) fn divide(&mut self, fen: &str, moves: &[String], depth: u8) -> Result<Answer, EngineError> {
        let answer = match self.protocol {
            Protocol::Uci => self.go_perft(fen, moves, depth),
            Protocol::Script => self.run_script(fen, moves, depth),
        };
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    fn go_perft(&mut self, fen: &str, moves: &[String], depth: u8) -> Result<Answer, EngineError> {
        if self.process.is_none() {
            self.restart()?;
        }
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position fen {fen}{moves}"))?;
        self.say(&format!("go perft {depth}"))?;
        let (mut answer, mut asks) = (Answer::default(), self.ends_by_ready);
        let deadline = Instant::now() + self.timeout;
        if asks {
            self.say("isready")?;
        }
        for _ in 0..MOST_LINES {
            let silence = if asks || answer.moves.is_empty() { self.timeout } else { SILENCE };
            let Some(line) = self.next_line("Nodes searched: N", deadline, silence)? else {
                asks = true;
                self.say("isready")?;
                continue;
            };
            if asks && line.trim() == "readyok" {
                self.ends_by_ready = answer.total.is_none();
                if !answer.moves.is_empty() || answer.total.is_some() {
                    return Ok(answer.sorted());
                }
            }
            answer.add(&line);
            if answer.total.is_some() && !asks {
                return Ok(answer.sorted());
            }
        }
        Err(self.broken(
            format!("the engine sent {MOST_LINES} lines, and none of them was `Nodes searched: N`"),
            false,
        ))
    }

    fn run_script(&mut self, fen: &str, moves: &[String], depth: u8) -> Result<Answer, EngineError> {
        let mut arguments = vec![depth.to_string(), fen.to_owned()];
        arguments.extend((!moves.is_empty()).then(|| moves.join(" ")));
        self.process = Some(Process::start(&self.command, &arguments).map_err(EngineError::Unusable)?);
        let deadline = Instant::now() + self.timeout;
        let mut answer = Answer::default();
        for _ in 0..MOST_LINES {
            match self.next_line("its counts", deadline, self.timeout) {
                Ok(Some(line)) => answer.add(&line),
                Err(EngineError::Broken { hangs: false, .. }) if self.succeeded() => {
                    self.process = None;
                    // A position without moves has an empty table, and no total in some programs.
                    return Ok(answer.sorted());
                }
                Err(error) => return Err(error),
                Ok(None) => {}
            }
        }
        Err(self.broken(format!("it printed {MOST_LINES} lines"), false))
    }

    /// Whether the process has ended with exit code 0.
    fn succeeded(&mut self) -> bool {
        self.process.as_mut().and_then(Process::ended).is_some_and(|status| status.success())
    }

    /// Sends a line. If the engine has ended, this is not an error: reading its answer reports it.
    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        match self.process.as_mut().map(|process| writeln!(process.input, "{line}")) {
            Some(Err(error)) if error.kind() != ErrorKind::BrokenPipe => {
                Err(EngineError::Unusable(format!("cannot write to the engine: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Reads the engine's lines until `found` recognizes the wanted one. The time limit
    /// covers all lines together.
    fn wait_for<T>(
        &mut self,
        wanted: &str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let deadline = Instant::now() + self.timeout;
        for _ in 0..MOST_LINES {
            if let Some(answer) =
                self.next_line(wanted, deadline, self.timeout)?.and_then(|line| found(&line))
            {
                return Ok(answer);
            }
        }
        Err(self
            .broken(format!("the engine sent {MOST_LINES} lines, and none of them was `{wanted}`"), false))
    }

    /// The next line; `None` if the engine is silent for some time although the deadline has not come.
    fn next_line(
        &mut self,
        wanted: &str,
        deadline: Instant,
        silence: Duration,
    ) -> Result<Option<String>, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(process) = &mut self.process else { return Ok(None) };
        // Without this check, a line that is already in the queue would still be received.
        let said = if left.is_zero() {
            Err(RecvTimeoutError::Timeout)
        } else {
            process.output.recv_timeout(left.min(silence))
        };
        match said {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(how)) => Err(self.broken(how, false)),
            Err(RecvTimeoutError::Timeout) if silence < left => Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.timeout.as_secs_f64();
                Err(self.broken(format!("the engine did not print `{wanted}` within {seconds} s"), true))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = process.ended().map_or_else(String::new, how);
                Err(self.broken(format!("the engine ended before it printed `{wanted}`{status}"), false))
            }
        }
    }

    fn broken(&self, how: String, hangs: bool) -> EngineError {
        let last = self
            .process
            .as_ref()
            .map(|process| process.last.lock().unwrap_or_else(PoisonError::into_inner).clone());
        EngineError::Broken { how, last: last.unwrap_or_default().into(), hangs }
    }
}

impl Process {
    fn start(command: &str, more: &[String]) -> Result<Self, String> {
        let words = shell_words::split(command).map_err(|error| format!("`{command}`: {error}"))?;
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut run = Command::new(program);
        run.args(arguments).args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        let guard = Guard::start().map_err(|error| format!("`sh` cannot be started: {error}"))?;
        #[cfg(unix)]
        guard.watch(&mut run);
        let mut child = run
            .spawn()
            .map_err(|error| format!("`{program}` cannot be started: {error}{}", advice(command, program)))?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{program}` has no pipes"));
        };
        let (said, heard) = mpsc::sync_channel(BACKLOG);
        let last = LastLines::default();
        let (kept, kept_errors) = (Arc::clone(&last), Arc::clone(&last));
        let listener = thread::Builder::new().spawn(move || listen(output, &kept, Some(&said)));
        listener.map_err(|error| format!("no thread can be started to listen to it: {error}"))?;
        let listener = thread::Builder::new().spawn(move || listen(errors, &kept_errors, None));
        listener.map_err(|error| format!("no thread can be started to listen to it: {error}"))?;
        Ok(Self {
            child,
            input,
            output: heard,
            last,
            #[cfg(unix)]
            _guard: guard,
        })
    }

    /// How the process ended, if it does within a moment.
    fn ended(&mut self) -> Option<ExitStatus> {
        (0..20).find_map(|_| {
            let ended = self.child.try_wait().ok().flatten();
            if ended.is_none() {
                thread::sleep(Duration::from_millis(10));
            }
            ended
        })
    }
}

/// How a process ended that did not succeed: its exit code, or the signal by name.
fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = signal_hook::low_level::signal_name(signal).unwrap_or("an unknown signal");
        return format!(", by {name}");
    }
    status.code().map_or_else(String::new, |code| format!(", with exit code {code}"))
}

/// What to do about a command that cannot be started.
fn advice(command: &str, program: &str) -> &'static str {
    if program.starts_with('~') {
        " (`~` is not expanded here: write the whole path)"
    } else if program.contains('=') {
        " (to set a variable, write `env NAME=VALUE` before the program)"
    } else if Path::new(command).exists() {
        " (its path has blanks: put it in quotes within the quotes)"
    } else if Path::new("/usr/games").join(program).exists() {
        " (it is in /usr/games, which is not on PATH)"
    } else {
        ""
    }
}

/// The option by which castling is written as king takes rook.
const CHESS960: &str = "UCI_Chess960";

/// The name in the line `option name NAME type ..`.
fn offered(line: &str) -> Option<&str> {
    let (name, _) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.trim())
}

/// Passes the engine's lines on until its output ends or the receiver is gone, and keeps the last ones. Bytes that are
/// not UTF-8 are replaced: they cannot be part of an answer, but they do not end it.
fn listen(output: impl Read, last: &LastLines, said: Option<&SyncSender<Said>>) {
    let mut output = LineReader::new(output, LONGEST);
    loop {
        let line = match output.next() {
            Ok(Some(Line::Whole(bytes))) => Ok(String::from_utf8_lossy(bytes).into_owned()),
            Ok(Some(Line::Cut(_))) => Err(format!("the engine sent a line of more than {LONGEST} bytes")),
            Err(error) => Err(format!("the engine's output cannot be read: {error}")),
            Ok(None) => return,
        };
        if let Ok(line) = &line
            && !line.trim().is_empty()
        {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            last.push_back(line.chars().take(200).collect());
            if last.len() > KEPT {
                last.pop_front();
            }
        }
        let is_last = line.is_err();
        if said.is_some_and(|said| said.send(line).is_err()) || is_last {
            return;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already. The guard kills everything else that the command started.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
