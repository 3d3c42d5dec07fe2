//! The thread that reads commands while another counts.
//!
//! 1. Lines of standard input become commands in a queue; `stop` and `quit` act on the running count at once.
//! 2. [`Listener::next`] takes the next command; [`Listener::count`] runs a count that the other thread can
//!    stop.
//! 3. At `quit` and at the end of input a running count is stopped, unless commands still wait, or the count has only
//!    just begun: then the two are taken to have been sent together, and the count is finished.
//!
//! A `stop` belongs to the count before it, also if that has not begun yet.

use std::io::{self, StdinLock, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadbit_perft::Progress;

use super::from_command;
use crate::failure::Failure;
use crate::line_reader::{Line, LineReader};
use crate::room::has_room;

/// The longest command that is read, in bytes. The longest game has fewer than 12,000 plies, of at
/// most six bytes each.
pub(super) const LONGEST: usize = 1 << 20;

/// The limit of commands that wait while one is executed. When the queue is full, the sender has to wait.
const BACKLOG: usize = 64;

/// The least time after which `quit` and the end of input stop a count. If they come earlier, they are taken to be sent
/// together with the count, as by `printf 'go perft 6\nquit\n' | quadbit uci`, and wait for it.
const TOGETHER: Duration = Duration::from_millis(250);

/// The time between two reports of a count after the end of input. A report that cannot be written shows that the
/// output is closed.
const REPORT: Duration = Duration::from_secs(10);

/// A line of standard input, whole or only its beginning, or the failure to read one.
pub(super) enum Heard {
    Whole(String),
    /// The beginning of a line that is too long.
    Cut(String),
    Failed(Failure),
}

/// The state that the listening and the counting thread share.
#[derive(Default)]
struct Shared {
    /// The running count, and when it began.
    counting: Mutex<Option<(Instant, Arc<Progress>)>>,
    /// The number of commands that wait in the queue.
    waiting: AtomicUsize,
}

/// A command, and the progress of the count that it may ask for, which can be stopped before it begins.
struct Command {
    heard: Heard,
    progress: Arc<Progress>,
}

/// Standard input, read on a thread of its own.
pub(super) struct Listener {
    shared: Arc<Shared>,
    heard: Commands,
    /// The progress of the count that the current command may ask for.
    progress: Arc<Progress>,
}

/// Where the next command comes from.
enum Commands {
    Thread(Receiver<Command>),
    /// Without memory for a thread, each command is read when the previous one is done.
    InOrder(LineReader<StdinLock<'static>>),
}

impl Listener {
    pub(super) fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let (say, heard) = mpsc::sync_channel(BACKLOG);
        let theirs = Arc::clone(&shared);
        let is_started = has_room(1) && thread::Builder::new().spawn(move || theirs.listen(say)).is_ok();
        let heard = if is_started { Commands::Thread(heard) } else { Commands::InOrder(input()) };
        Self { shared, heard, progress: Arc::default() }
    }

    /// The next command; `None` after the last one.
    pub(super) fn next(&mut self) -> Option<Heard> {
        let command = match &mut self.heard {
            Commands::InOrder(input) => hear(input)?,
            Commands::Thread(heard) => {
                let command = heard.recv().ok()?;
                self.shared.waiting.fetch_sub(1, SeqCst);
                command
            }
        };
        self.progress = command.progress;
        Some(command.heard)
    }

    /// Runs a count that a line of standard input can stop; `None` if it was stopped, also by a `stop` that came before
    /// it began.
    pub(super) fn count<T>(&self, count: impl FnOnce(&Progress) -> T) -> Option<T> {
        *self.shared.counting() = Some((Instant::now(), Arc::clone(&self.progress)));
        let result = count(&self.progress);
        *self.shared.counting() = None;
        (!self.progress.is_stopped()).then_some(result)
    }
}

fn input() -> LineReader<StdinLock<'static>> {
    LineReader::new(io::stdin().lock(), LONGEST)
}

/// Reads the next line as a command; `None` at the end of input. Bytes that are not UTF-8 are replaced; no command
/// accepts the replacement, so a position with it is refused.
fn hear(input: &mut LineReader<StdinLock<'static>>) -> Option<Command> {
    let heard = match input.next() {
        Ok(line) => match line? {
            Line::Whole(bytes) => Heard::Whole(String::from_utf8_lossy(bytes).into_owned()),
            Line::Cut(bytes) => Heard::Cut(String::from_utf8_lossy(bytes).into_owned()),
        },
        Err(error) => Heard::Failed(Failure::unreadable(&error)),
    };
    Some(Command { heard, progress: Arc::default() })
}

impl Shared {
    /// Reads commands and passes them on to the counting thread, except for `isready` and `stop` while a count is
    /// running: these it obeys itself. If no count is running, `stop` stops the count of the last command that asks for
    /// one, before it begins.
    fn listen(&self, say: SyncSender<Command>) {
        let mut input = input();
        let mut asked = Arc::<Progress>::default();
        while let Some(command) = hear(&mut input) {
            let is_last = matches!(command.heard, Heard::Failed(_));
            let word = match &command.heard {
                Heard::Whole(line) => from_command(line).split_ascii_whitespace().next().unwrap_or_default(),
                _ => "",
            };
            match word {
                "isready" if self.counting().is_some() => {
                    // If standard output is closed, the counting thread fails when it prints its result.
                    let _ = writeln!(io::stdout(), "readyok");
                    continue;
                }
                "stop" => {
                    if let Some((_, progress)) = &*self.counting() {
                        progress.stop();
                        continue;
                    }
                    // `go infinite` waits for `stop` too, so it is passed on.
                    asked.stop();
                }
                "quit" => self.end(),
                word if matches!(word, "go" | "perft") || word.starts_with("divide:") => {
                    asked = Arc::clone(&command.progress);
                }
                _ => {}
            }
            self.waiting.fetch_add(1, SeqCst);
            if say.send(command).is_err() {
                return;
            }
            if is_last {
                break;
            }
        }
        self.end();
        drop(say);
        self.report();
    }

    /// At `quit` and at the end of input, stops the running count, unless it has just begun (see [`TOGETHER`]) or
    /// commands still wait.
    fn end(&self) {
        if let Some((start, progress)) = &*self.counting()
            && start.elapsed() >= TOGETHER
            && self.waiting.load(SeqCst) == 0
        {
            progress.stop();
        }
    }

    /// After the end of input: reports from time to time, and stops the count if the output is closed. Never returns:
    /// the thread ends with the program.
    fn report(&self) {
        loop {
            thread::sleep(REPORT);
            if let Some((start, progress)) = &*self.counting()
                && start.elapsed() >= REPORT
            {
                let time = start.elapsed().as_millis();
                if writeln!(io::stdout(), "info time {time} nodes {}", progress.nodes()).is_err() {
                    progress.stop();
                }
            }
        }
    }

    fn counting(&self) -> MutexGuard<'_, Option<(Instant, Arc<Progress>)>> {
        self.counting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
