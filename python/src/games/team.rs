//! Threads that read a file ahead.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadbit_pgn::Reader;

use super::columns::Wanted;
use super::part::Part;
use super::source::Source;
use crate::errors::Fault;
use crate::work::{Threads, locked};

/// The time between two checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The parts that are read ahead, for each thread: one is filled while another waits for its turn.
const PARTS: usize = 2;

/// About how many positions a part has. The larger parts are, the fewer batches begin in one and end in the next, and only
/// the positions of those are copied.
const POSITIONS: usize = 1 << 16;

/// The most blocks of a file that make a part.
const BLOCKS: usize = 8;

/// Threads that take parts off a file in turn, and play them at the same time.
///
/// ```text
/// thread 0   cut 0 | play 0 ............ | cut 2 | play 2 ........ |
/// thread 1           cut 1 | play 1 ............ | cut 3 | play 3 ..
/// caller                                 0         1               2    in order
/// ```
///
/// Each part is filled into an empty one. The caller sends another for each that it takes, if it can one that it no
/// longer needs, so that a large file takes little new memory. Without empty parts the threads wait; when the caller is
/// gone, they end.
pub(super) struct Team {
    parts: Mutex<Receiver<(usize, Answer)>>,
    empties: Sender<Part>,
    /// Parts that are no longer needed.
    spare: Vec<Part>,
    /// Parts that were ready before their turn.
    early: BTreeMap<usize, Answer>,
    /// The number of the next part.
    next: usize,
    /// The process that the threads belong to.
    process: u32,
}

/// The games of a part, and the error behind them.
type Answer = (Part, Result<(), Failure>);

/// Why a file cannot be read on.
enum Failure {
    File(io::Error),
    Internal,
}

/// What one thread uses at a time.
struct Desk {
    reader: Reader<Source>,
    empties: Receiver<Part>,
    /// The number of the next part.
    next: usize,
    is_at_end: bool,
}

impl Team {
    /// # Errors
    /// No thread can be started.
    pub(super) fn new(
        reader: Reader<Source>,
        wanted: &Wanted,
        skips: bool,
        threads: Threads,
    ) -> io::Result<Self> {
        let (sender, parts) = channel();
        let (empties, receiver) = channel();
        for _ in 0..PARTS * usize::from(threads.0) {
            // The receiver is below.
            let _ = empties.send(Part::default());
        }
        let desk = Desk { reader, empties: receiver, next: 0, is_at_end: false };
        let desk = Arc::new(Mutex::new(desk));
        for number in 0..threads.0 {
            let (desk, parts, wanted) = (Arc::clone(&desk), sender.clone(), wanted.clone());
            let mut worker = Worker { desk, parts, wanted, skips, blocks: Vec::new(), positions: 0 };
            let work = move || while worker.work() {};
            match thread::Builder::new().name("quadbit games".into()).spawn(work) {
                Err(error) if number == 0 => return Err(error),
                // The others do the work.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        Ok(Self {
            parts: Mutex::new(parts),
            empties,
            spare: Vec::new(),
            early: BTreeMap::new(),
            next: 0,
            process: process::id(),
        })
    }

    /// # Errors
    /// `RuntimeError` if the threads are in another process.
    pub(super) fn check_process(&self) -> PyResult<()> {
        if self.process == process::id() {
            return Ok(());
        }
        let text = "an iterator does not survive a fork: make it in the new process";
        Err(PyRuntimeError::new_err(text))
    }

    /// The next part of the file, with the error behind its games; `None` at the end.
    ///
    /// # Errors
    /// The exception of a signal; `RuntimeError` if there is an error in quadbit.
    pub(super) fn next_part(&mut self, py: Python<'_>) -> PyResult<Option<(Part, io::Result<()>)>> {
        let (part, end) = loop {
            if let Some(answer) = self.early.remove(&self.next) {
                break answer;
            }
            match py.detach(|| locked(&self.parts).recv_timeout(PATIENCE)) {
                Ok((number, answer)) => drop(self.early.insert(number, answer)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        };
        self.next += 1;
        // At the end of the file the threads are gone.
        let _ = self.empties.send(self.spare.pop().unwrap_or_default());
        match end {
            Ok(()) => Ok(Some((part, Ok(())))),
            Err(Failure::File(error)) => Ok(Some((part, Err(error)))),
            Err(Failure::Internal) => Err(Fault::internal().into_exception(py)),
        }
    }

    /// Takes back a part whose games are no longer needed.
    pub(super) fn give_back(&mut self, mut part: Part) {
        part.clear();
        self.spare.push(part);
    }
}

/// A thread.
struct Worker {
    desk: Arc<Mutex<Desk>>,
    parts: Sender<(usize, Answer)>,
    wanted: Wanted,
    skips: bool,
    /// The text of the last part, and its positions.
    blocks: Vec<Reader<io::Empty>>,
    positions: usize,
}

impl Worker {
    /// Takes a part off the file and plays it. Returns whether there may be more.
    fn work(&mut self) -> bool {
        let mut desk = locked(&self.desk);
        if desk.is_at_end {
            return false;
        }
        let Ok(mut part) = desk.empties.recv() else { return false };
        let number = desk.next;
        desk.next += 1;
        let blocks = &mut self.blocks;
        let most = (POSITIONS * blocks.len()).checked_div(self.positions).unwrap_or(2).clamp(1, BLOCKS);
        let end = without_panic(|| {
            blocks.drain(..).for_each(|block| desk.reader.give_back(block));
            while blocks.len() < most
                && let Some(block) = desk.reader.next_block()?
            {
                blocks.push(block);
            }
            Ok(())
        });
        let may_go_on = blocks.len() == most;
        desk.is_at_end = !may_go_on;
        drop(desk);
        let played = without_panic(|| {
            for block in blocks.iter_mut() {
                part.fill(block, &self.wanted, self.skips);
            }
            Ok(())
        });
        self.positions = part.len();
        self.parts.send((number, (part, played.and(end)))).is_ok() && may_go_on
    }
}

fn without_panic(work: impl FnOnce() -> io::Result<()>) -> Result<(), Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(Failure::File),
        Err(_) => Err(Failure::Internal),
    }
}
