//! Long work: without the GIL, on several threads, stopped by Ctrl-C.
//!
//! 1. A [`Queue`] hands out tasks in order, one at a time, and turns a panic into a [`Fault`].
//! 2. [`run`] does the tasks of one call, with the caller as one of the threads. [`watch`] is for tasks that may take
//!    hours: the caller only waits, and can stop them.
//! 3. [`Workers`] outlive the call. Their answers come in the order of the tasks.
//!
//! While it waits, the caller checks for signals every [`PATIENCE`], because no other thread can: Python tells signals
//! to its main thread only.
//!
//! Work runs without the GIL, so that other threads of Python go on; no answer depends on the number of threads.

use std::collections::BTreeMap;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::Fault;
use crate::numbers;

/// The number of positions that a thread takes at a time: at least tens of microseconds of work.
pub(crate) const BLOCK: usize = 1024;

/// The time between two checks for signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// The largest number of threads.
const MOST_THREADS: u16 = 1024;

/// Reads a number of threads, 1 to [`MOST_THREADS`]: `None` and 1 mean the calling thread, 0 means one for each core.
pub(crate) fn threads(threads: &Bound<'_, PyAny>) -> PyResult<u16> {
    if threads.is_none() {
        return Ok(1);
    }
    let number = match numbers::number(threads, "threads", 0..=MOST_THREADS.into())? {
        0 => thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        number => number,
    };
    Ok(u16::try_from(number).unwrap_or(MOST_THREADS).min(MOST_THREADS))
}

/// Does all tasks with the GIL released. The calling thread works too, and checks for signals between tasks.
///
/// An error ends the work. Tasks are handed out in order, and those that have begun are finished, so the
/// error with the lowest index is the same for any number of threads.
///
/// # Errors
/// The first error as an exception; the exception of a signal, such as `KeyboardInterrupt`.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    threads: u16,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), Fault> + Sync,
) -> PyResult<()> {
    launch(py, threads - 1, true, tasks, work, || ())
}

/// Calls `work` for each item and its index, on threads and with checks for signals as [`run`] does; a task is `block`
/// items.
///
/// # Errors
/// As for [`run`].
pub(crate) fn run_each<T: Send>(
    py: Python<'_>,
    threads: u16,
    block: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(usize, T) -> Result<(), Fault> + Sync,
) -> PyResult<()> {
    let mut items = items.enumerate();
    let blocks = iter::from_fn(|| {
        let block: Vec<_> = items.by_ref().take(block).collect();
        (!block.is_empty()).then_some(block)
    });
    run(py, threads, blocks, |block| block.into_iter().try_for_each(|(index, item)| work(index, item)))
}

/// Does all tasks on threads of their own, with the GIL released, while the caller waits. A signal calls `stop`, after
/// which the tasks should end soon.
///
/// # Errors
/// The errors of [`run`]; `RuntimeError` if no thread can be started.
pub(crate) fn watch<T: Send>(
    py: Python<'_>,
    threads: u16,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), Fault> + Sync,
    stop: impl Fn() + Sync,
) -> PyResult<()> {
    launch(py, threads, false, tasks, work, stop)
}

/// Does one long task as [`watch`] does, and returns its answer.
///
/// # Errors
/// As for [`watch`].
pub(crate) fn watch_one<A: Send>(
    py: Python<'_>,
    work: impl Fn() -> A + Sync,
    stop: impl Fn() + Sync,
) -> PyResult<A> {
    let answer = Mutex::new(None);
    let task = |()| {
        *locked(&answer) = Some(work());
        Ok(())
    };
    watch(py, 1, iter::once(()), task, stop)?;
    answer.into_inner().ok().flatten().ok_or_else(|| Fault::internal().into_exception(py))
}

/// Does all tasks on `threads` threads, and on the caller if it `helps`. The caller checks for signals between tasks
/// and while it waits for the threads. A signal ends the work; if it comes while the caller waits, `stop` is called.
fn launch<T: Send>(
    py: Python<'_>,
    threads: u16,
    helps: bool,
    mut tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), Fault> + Sync,
    stop: impl Fn() + Sync,
) -> PyResult<()> {
    let (queue, work) = (&Queue::new(|_: &_| tasks.next()), &work);
    let (caller, working) = (&thread::current(), &AtomicUsize::new(0));
    let signals = py.detach(|| {
        thread::scope(|scope| {
            for number in 0..threads {
                working.fetch_add(1, Relaxed);
                let worker = || {
                    let done = queue.work(work, || Ok(()));
                    working.fetch_sub(1, Relaxed);
                    caller.unpark();
                    done
                };
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, worker) {
                    working.fetch_sub(1, Relaxed);
                    if number == 0 && !helps {
                        return Err(no_thread(&error));
                    }
                    // If a thread cannot be started, the threads that run do the work.
                    break;
                }
            }
            let mut last = Instant::now();
            let mut between = || {
                if last.elapsed() < PATIENCE {
                    return Ok(());
                }
                last = Instant::now();
                check_signals()
            };
            let mut signals = if helps { queue.work(work, &mut between) } else { Ok(()) };
            while working.load(Relaxed) > 0 {
                thread::park_timeout(PATIENCE);
                if signals.is_ok() {
                    signals = between().inspect_err(|_| {
                        queue.end();
                        stop();
                    });
                }
            }
            signals
        })
    });
    signals.and_then(|()| queue.outcome(py))
}

/// Tasks that threads share, and the error with the lowest index so far.
struct Queue<F> {
    /// The number of the next task, and the function that makes the tasks from that number on; its argument is the
    /// number of threads that wait.
    tasks: Mutex<(usize, F)>,
    /// The number of threads that wait for their turn to take a task.
    waiting: AtomicUsize,
    is_over: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl<T, F: FnMut(&AtomicUsize) -> Option<T>> Queue<F> {
    fn new(tasks: F) -> Self {
        let (waiting, is_over, fault) = Default::default();
        Self { tasks: Mutex::new((0, tasks)), waiting, is_over, fault }
    }

    /// Does the next task. Returns its number with its answer, or with a fault if it panics; `None` if no task is left,
    /// or the work has ended.
    fn step<A>(&self, work: impl FnOnce(T) -> A) -> Option<(usize, Result<A, Fault>)> {
        self.waiting.fetch_add(1, Relaxed);
        let mut tasks = locked(&self.tasks);
        self.waiting.fetch_sub(1, Relaxed);
        if self.is_over.load(Relaxed) {
            return None;
        }
        let number = tasks.0;
        tasks.0 += 1;
        let task = without_panic(|| tasks.1(&self.waiting)).transpose();
        if task.is_none() {
            self.end();
        }
        drop(tasks);
        let answer = task?.and_then(|task| without_panic(|| work(task)));
        if answer.is_err() {
            self.end();
        }
        Some((number, answer))
    }

    /// Does tasks by `work`, and calls `between` after each. Stops when no task is left, or when a task or `between`
    /// fails. Returns the error of `between`; that of a task is kept in `fault`.
    fn work(
        &self,
        work: &impl Fn(T) -> Result<(), Fault>,
        mut between: impl FnMut() -> PyResult<()>,
    ) -> PyResult<()> {
        while let Some((_, done)) = self.step(work) {
            if let Err(fault) = done.flatten() {
                self.end();
                let mut first = locked(&self.fault);
                if first.as_ref().is_none_or(|first| fault.index < first.index) {
                    *first = Some(fault);
                }
            }
            between().inspect_err(|_| self.end())?;
        }
        Ok(())
    }

    /// Ends the work: hands out no more tasks.
    fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Succeeds, or returns the error with the lowest index as an exception of Python.
    fn outcome(&self, py: Python<'_>) -> PyResult<()> {
        locked(&self.fault).take().map_or(Ok(()), |fault| Err(fault.into_exception(py)))
    }
}

/// Threads that go on between calls, and their answers in the order of the tasks. A caller that helps does tasks
/// itself instead of waiting: if all threads have work, nothing has to be woken, and no core is taken from them.
///
/// ```text
/// thread         task 0 ......... | task 2 ......... | task 4 ...
/// caller waits                    0                  1
/// caller helps     task 1 ........0 1 | task 3 ........2 3 | ...
/// ```
pub(crate) struct Workers<A> {
    shared: Arc<Shared<A>>,
    /// The name that the threads have.
    name: &'static str,
    /// The number of threads.
    threads: u16,
    /// Whether the caller does tasks, too, as long as the next answer is missing.
    helps: bool,
    /// The most tasks that may begin after the one whose answer the caller has asked for.
    ahead: usize,
    /// The process that the threads belong to, once they are started.
    process: OnceLock<u32>,
}

/// What the threads and the caller share.
struct Shared<A> {
    step: Box<Step<A>>,
    state: Mutex<State<A>>,
    /// Notified when an answer comes, when another task may begin, and when a thread ends.
    changed: Condvar,
}

/// Does the next task and returns its number and answer; `None` if no task is left.
type Step<A> = dyn Fn() -> Option<(usize, Result<A, Fault>)> + Send + Sync;

struct State<A> {
    /// Answers that the caller has not taken, by the numbers of their tasks.
    answers: BTreeMap<usize, Result<A, Fault>>,
    /// The number of the answer that the caller takes next.
    next: usize,
    /// The number of tasks that have begun.
    begun: usize,
    /// The number of tasks that may begin before the caller asks for another answer.
    may_begin: usize,
    /// The number of threads that have not ended.
    working: usize,
    /// Whether no task is left, or the caller is gone, so that the threads should end.
    is_over: bool,
}

impl<A: Send + 'static> Workers<A> {
    /// Makes workers that have not begun: their threads are started when the first answer is asked for. `tasks` makes
    /// the tasks, on one thread at a time, and is given the number of threads that wait for it meanwhile. If `helps`,
    /// the caller does tasks too; without threads `helps` must be set. Up to `ahead` tasks may begin after the one
    /// whose answer is asked for.
    pub(crate) fn new<T>(
        name: &'static str,
        threads: u16,
        helps: bool,
        ahead: usize,
        tasks: impl FnMut(&AtomicUsize) -> Option<T> + Send + 'static,
        work: impl Fn(T) -> A + Send + Sync + 'static,
    ) -> Self {
        let queue = Queue::new(tasks);
        let state =
            State { answers: BTreeMap::new(), next: 0, begun: 0, may_begin: 0, working: 0, is_over: false };
        let step = Box::new(move || queue.step(&work));
        let shared = Shared { step, state: Mutex::new(state), changed: Condvar::new() };
        Self { shared: Arc::new(shared), name, threads, helps, ahead, process: OnceLock::new() }
    }

    /// Returns the answer to the next task; `None` if there are no more tasks.
    ///
    /// # Errors
    /// The exception of a signal, after which the answer can be asked for again; `RuntimeError` if the threads are in
    /// another process or cannot be started, and for an error inside quadbit.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<A>> {
        self.ask()?;
        loop {
            py.check_signals()?;
            if let Poll::Ready(answer) = py.detach(|| self.shared.next(self.helps)) {
                return answer.transpose().map_err(|fault| fault.into_exception(py));
            }
        }
    }

    /// Checks that the threads, if there are any, are in this process.
    ///
    /// # Errors
    /// `RuntimeError` if the threads are in another process.
    pub(crate) fn check_process(&self) -> PyResult<()> {
        if self.process.get().is_none_or(|&process| process == process::id()) {
            return Ok(());
        }
        let text = "an iterator does not survive a fork: make it in the new process";
        Err(PyRuntimeError::new_err(text))
    }

    /// Lets the task of the next answer begin, and up to `ahead` tasks after it. The first call starts the threads.
    fn ask(&self) -> PyResult<()> {
        self.check_process()?;
        let mut state = locked(&self.shared.state);
        if self.threads > 0 && self.process.set(process::id()).is_ok() {
            for _ in 0..self.threads {
                let shared = Arc::clone(&self.shared);
                match thread::Builder::new().name(self.name.into()).spawn(move || shared.work()) {
                    Ok(_) => state.working += 1,
                    Err(error) if state.working == 0 && !self.helps => return Err(no_thread(&error)),
                    // If a thread cannot be started, the threads that run do the work.
                    Err(_) => break,
                }
            }
        }
        state.may_begin = (state.next + 1).saturating_add(self.ahead);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl<A> Shared<A> {
    /// Does the tasks that may begin, and waits while none may, until the workers are over.
    fn work(&self) {
        let mut state = locked(&self.state);
        while !state.is_over {
            state = if state.begun < state.may_begin {
                self.work_once(state)
            } else {
                self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
        state.working -= 1;
        self.changed.notify_all();
    }

    /// Does the next task and adds its answer to `state`.
    fn work_once<'a>(&'a self, mut state: MutexGuard<'a, State<A>>) -> MutexGuard<'a, State<A>> {
        state.begun += 1;
        drop(state);
        let done = (self.step)();
        let mut state = locked(&self.state);
        match done {
            Some((number, answer)) => drop(state.answers.insert(number, answer)),
            None => state.is_over = true,
        }
        self.changed.notify_all();
        state
    }

    /// Returns the answer to the task `next`; `None` if there are no more tasks. As long as the answer is missing, the
    /// caller does tasks that may begin, if it `helps`; then it waits, but no longer than [`PATIENCE`], after which the
    /// result is `Pending`.
    fn next(&self, helps: bool) -> Poll<Option<Result<A, Fault>>> {
        let is_missing = |state: &State<A>| !state.answers.contains_key(&state.next);
        let mut state = locked(&self.state);
        while helps && is_missing(&state) && state.begun < state.may_begin && !state.is_over {
            state = self.work_once(state);
        }
        let is_waiting = |state: &mut State<A>| state.working > 0 && is_missing(state);
        let waited = self.changed.wait_timeout_while(state, PATIENCE, is_waiting);
        let (mut state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        let next = state.next;
        match state.answers.remove(&next) {
            None if waited.timed_out() => Poll::Pending,
            answer => {
                state.next += 1;
                Poll::Ready(answer)
            }
        }
    }
}

impl<A> Drop for Workers<A> {
    /// Ends the threads. Does nothing in a forked process, which has none of them, and in which the lock may be held
    /// for ever.
    fn drop(&mut self) {
        if self.process.get() == Some(&process::id()) {
            locked(&self.shared.state).is_over = true;
            self.shared.changed.notify_all();
        }
    }
}

/// Calls `work`, and returns its answer, or a fault if it panics.
fn without_panic<A>(work: impl FnOnce() -> A) -> Result<A, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Fault::internal())
}

/// Makes the exception of threads that cannot be started.
fn no_thread(error: &std::io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("no thread can be started: {error}"))
}

/// Runs the Python handlers of the signals that have come.
///
/// # Errors
/// The exception that a handler raises.
pub(crate) fn check_signals() -> PyResult<()> {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    Python::attach(|py| py.check_signals())
}

/// Locks a mutex, even after a panic, which cannot leave its value half changed.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
