//! Another program that counts, connected by pipes.
//!
//! 1. [`Engine::start`] starts the command, with a [`Guard`] that kills it when this program ends, and waits
//!    for `uciok`. A script ([`Protocol::Script`]) is started anew for each question instead.
//! 2. Threads read what the program prints. The lines of standard output go into a bounded queue; the last lines of
//!    standard output and standard error are kept for a report.
//! 3. [`Engine::answer`] sends a position, `go perft` and `isready`, and reads lines until the total, or until the
//!    program is ready if it prints none.
//!
//! Every answer has a time limit, and a limit of lines and bytes: the other program may do anything.

mod answer;
#[cfg(unix)]
mod guard;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadbit_movegen::CastlingStyle;
use quadbit_perft::compare::{Answer, Question};

use crate::line_reader::{Line, LineReader};

pub(crate) use answer::read;
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
    /// Whether positions of Chess960 may be asked although the engine does not offer the option `UCI_Chess960`.
    assume_chess960: bool,
    offers_chess960: bool,
    is_chess960: bool,
    /// How many `isready` the program has been sent and has not answered.
    pending: usize,
    process: Option<Process>,
}

/// A program that runs.
struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<Said>,
    /// The thread that reads standard error.
    errors: JoinHandle<()>,
    last: LastLines,
    #[cfg(unix)]
    _guard: Guard,
}

/// Why a program did not answer.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// The program cannot be used at all, for this reason.
    Unusable(String),
    /// The program gave no answer: how it failed (it ended, did not answer in time, or printed too much), the last
    /// lines that it printed, and whether it hangs.
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

/// How many of the lines that a program has printed last are kept to be shown with an error.
const KEPT: usize = 5;

/// The longest line that an engine may send, in bytes.
const LONGEST: usize = 1 << 16;

/// The number of lines that an engine may send before it answers.
const MOST_LINES: usize = 100_000;

/// The limit of lines that wait to be processed. When the queue is full, the engine has to wait.
const BACKLOG: usize = 256;

/// The most time for an answer once the engine has hung.
const AFTER_A_HANG: Duration = Duration::from_secs(2);

/// The answer to `isready`.
const READY: &str = "readyok";

/// What to do about a program that does not answer at all.
const FLUSH: &str = " (if it answers in a terminal, it does not flush its output: flush it after each line, or try `stdbuf -oL` \
                     before the command)";

impl Engine {
    /// Prepares to ask the program of `command`, which is split into words as in a shell. With [`Protocol::Uci`] the
    /// program is started and must answer `uciok`; a script is started only when it is asked. Each answer, `uciok`
    /// included, must come within `timeout`.
    pub(crate) fn start(
        command: &str,
        protocol: Protocol,
        timeout: Duration,
        assume_chess960: bool,
    ) -> Result<Self, EngineError> {
        let command = command.to_owned();
        let mut engine = Self {
            command,
            protocol,
            timeout,
            assume_chess960,
            offers_chess960: false,
            is_chess960: false,
            pending: 0,
            process: None,
        };
        if protocol == Protocol::Uci {
            engine.restart()?;
        }
        Ok(engine)
    }

    /// Starts a program that speaks UCI, in place of one that runs.
    fn restart(&mut self) -> Result<(), EngineError> {
        self.process = Some(Process::start(&self.command, &[]).map_err(EngineError::Unusable)?);
        (self.is_chess960, self.pending) = (false, 0);
        self.say("uci")?;
        let mut offers_chess960 = false;
        self.read("uciok", |line, _| {
            offers_chess960 |= offered(line).is_some_and(|name| name.eq_ignore_ascii_case(CHESS960));
            (line == "uciok").then_some(())
        })?;
        self.offers_chess960 = offers_chess960;
        Ok(())
    }

    /// Whether castling can be written in `style`, both in what is sent to the engine and in its answers. It can always
    /// be written by the king's squares; as king takes rook if the engine offers the option for it, or needs no option.
    pub(crate) fn takes(&self, style: CastlingStyle) -> bool {
        let needs_no_option = self.protocol == Protocol::Script || self.assume_chess960;
        style == CastlingStyle::Standard || self.offers_chess960 || needs_no_option
    }

    /// The counts of a position, or, if the program breaks, an answer that says how. The next call starts a broken
    /// program again; once the program has hung, each answer gets at most [`AFTER_A_HANG`].
    ///
    /// # Errors
    /// [`EngineError::Unusable`].
    pub(crate) fn answer(&mut self, question: &Question<'_>) -> Result<Answer, EngineError> {
        let is_chess960 = question.style == CastlingStyle::Chess960;
        let answer = match self.protocol {
            Protocol::Uci => self.set_chess960(is_chess960).and_then(|()| self.go_perft(question)),
            Protocol::Script => self.run_script(question),
        };
        let Err(EngineError::Broken { how, last, hangs }) = answer else { return answer };
        self.process = None;
        self.timeout = if hangs { self.timeout.min(AFTER_A_HANG) } else { self.timeout };
        let failure = [how].into_iter().chain(last.into_iter().map(|line| format!("it printed: {line}")));
        Ok(Answer { failure: failure.collect(), ..Answer::default() })
    }

    /// Starts the program if it does not run, and sets whether castling is written as king takes rook, if the program
    /// offers the option for it.
    fn set_chess960(&mut self, is_on: bool) -> Result<(), EngineError> {
        if self.process.is_none() {
            self.restart()?;
        }
        if is_on != self.is_chess960 && self.offers_chess960 {
            self.is_chess960 = is_on;
            self.say(&format!("setoption name {CHESS960} value {is_on}"))?;
        }
        Ok(())
    }

    fn go_perft(
        &mut self,
        &Question { fen, moves, depth, .. }: &Question<'_>,
    ) -> Result<Answer, EngineError> {
        let mut answer = Answer::default();
        self.set_position(fen, moves, &format!("go perft {depth}"))?;
        self.read("Nodes searched: N", |line, _| {
            answer::add(&mut answer, line);
            // A program that prints no total has printed all its moves once it answers `isready`.
            let is_whole = answer.total.is_some() || line == READY && !answer.moves.is_empty();
            is_whole.then_some(())
        })?;
        Ok(answer)
    }

    /// Sends a position and a command, and asks whether the program is ready, so that each answer has an end.
    fn set_position(&mut self, fen: &str, moves: &[String], command: &str) -> Result<(), EngineError> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.pending += 1;
        self.say(&format!("position fen {fen}{moves}\n{command}\nisready"))
    }

    /// The FEN and the key that the program prints for a position, if it answers `d` with lines `Fen:` and `Key:`;
    /// `None` for a line that it does not print, and for a script.
    pub(crate) fn display(
        &mut self,
        fen: &str,
        moves: &[String],
    ) -> Result<[Option<String>; 2], EngineError> {
        let mut printed = [None, None];
        if self.protocol == Protocol::Uci {
            self.set_position(fen, moves, "d")?;
            self.read(READY, |line, pending| {
                for (name, value) in ["Fen:", "Key:"].into_iter().zip(&mut printed) {
                    let text = line.strip_prefix(name).map(|text| text.trim().to_owned());
                    *value = text.or_else(|| value.take());
                }
                (pending == 0).then_some(())
            })?;
        }
        Ok(printed)
    }

    fn run_script(&mut self, question: &Question<'_>) -> Result<Answer, EngineError> {
        let &Question { fen, moves, depth, .. } = question;
        let mut arguments = vec![depth.to_string(), fen.to_owned()];
        arguments.extend((!moves.is_empty()).then(|| moves.join(" ")));
        self.process = Some(Process::start(&self.command, &arguments).map_err(EngineError::Unusable)?);
        let mut answer = Answer::default();
        let end = self.read("its counts", |line, _| {
            answer::add(&mut answer, line);
            None::<Infallible>
        });
        match end {
            // A position without moves has an empty table, and some programs print no total for it. So output without
            // counts is an answer if the script has succeeded.
            Err(EngineError::Broken { hangs: false, .. }) if self.succeeded() => Ok(answer),
            Err(error) => Err(error),
        }
    }

    /// Takes the process out of `self`, and returns whether it ended with exit code 0 within 0.2 s.
    fn succeeded(&mut self) -> bool {
        self.process.take().and_then(|mut process| process.ended()).is_some_and(|status| status.success())
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

    /// Reads lines until `found` returns a value for one. `found` gets the line, and how many `isready` the program has
    /// not answered. `wanted` is the name of the line in errors. The time limit covers all lines together.
    fn read<T>(
        &mut self,
        wanted: &str,
        mut found: impl FnMut(&str, usize) -> Option<T>,
    ) -> Result<T, EngineError> {
        let deadline = Instant::now() + self.timeout;
        for _ in 0..MOST_LINES {
            let line = self.next_line(wanted, deadline)?;
            self.pending -= usize::from(line.trim() == READY).min(self.pending);
            if let Some(answer) = found(line.trim(), self.pending) {
                return Ok(answer);
            }
        }
        Err(self
            .broken(format!("the engine sent {MOST_LINES} lines, and none of them was `{wanted}`"), false))
    }

    fn next_line(&mut self, wanted: &str, deadline: Instant) -> Result<String, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let ended = || EngineError::Unusable("the engine does not run".to_owned());
        let process = self.process.as_mut().ok_or_else(ended)?;
        // Without this check, a line that is already in the queue would still be received after the deadline.
        let said =
            if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { process.output.recv_timeout(left) };
        let (how, hangs) = match said {
            Ok(Ok(line)) => return Ok(line),
            Ok(Err(how)) => (how, false),
            Err(RecvTimeoutError::Timeout) => {
                let flush = if wanted == "uciok" { FLUSH } else { "" };
                let seconds = self.timeout.as_secs_f64();
                (format!("the engine did not print `{wanted}` within {seconds} s{flush}"), true)
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = process.ended().map_or_else(String::new, how);
                (format!("the engine ended before it printed `{wanted}`{status}"), false)
            }
        };
        Err(self.broken(how, hangs))
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
        let deaf = |error| format!("no thread can be started to listen to it: {error}");
        thread::Builder::new().spawn(move || listen(output, &kept, Some(&said))).map_err(deaf)?;
        let errors =
            thread::Builder::new().spawn(move || listen(errors, &kept_errors, None)).map_err(deaf)?;
        Ok(Self {
            child,
            input,
            output: heard,
            errors,
            last,
            #[cfg(unix)]
            _guard: guard,
        })
    }

    /// Waits up to 0.2 s for the end of the process and for its last lines on standard error. Returns its exit status;
    /// `None` if it has not ended.
    fn ended(&mut self) -> Option<ExitStatus> {
        for _ in 0..20 {
            let ended = self.child.try_wait().ok().flatten();
            if ended.is_some() && self.errors.is_finished() {
                return ended;
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.child.try_wait().ok().flatten()
    }
}

/// How a process ended, as the end of a message: its exit code, or the name of the signal.
fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = signal_hook::low_level::signal_name(signal).unwrap_or("an unknown signal");
        return format!(", by {name}");
    }
    status.code().map_or_else(String::new, |code| format!(", with exit code {code}"))
}

/// What to do about `command`, of which the word `program` cannot be started, in parentheses; empty if nothing is
/// known.
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

/// The name in the line `option name NAME type ..`; `None` for other lines.
fn offered(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.trim())
}

/// Passes the engine's lines on until its output ends, a line is too long, or the receiver is gone. Keeps up to 200
/// characters of the last lines that are not blank. Bytes that are not UTF-8 are replaced: they cannot be part of an
/// answer, but they do not end it.
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
        // An error is ignored, because the engine may have ended already. The guard kills everything else that the
        // command started.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
