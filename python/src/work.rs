//! Long work: without the GIL, on several threads, stopped by Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::Fault;
use crate::numbers;

/// The number of positions that a thread takes at a time: at least tens of microseconds of work.
pub(crate) const BLOCK: usize = 1024;

/// The time between two checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// A number of threads, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threads(pub(crate) u16);

impl Threads {
    /// The largest number.
    const MOST: u16 = 1024;
}

/// `None` and 1 mean the calling thread, 0 means one for each core.
impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(threads: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if threads.is_none() {
            return Ok(Self(1));
        }
        let most = Self::MOST;
        Ok(match numbers::number(&threads, "threads", 0..=u64::from(most))? {
            0 => {
                let cores = thread::available_parallelism().map_or(1, usize::from);
                Self(u16::try_from(cores).unwrap_or(most).min(most))
            }
            number => Self(u16::try_from(number).unwrap_or(most)),
        })
    }
}

/// Does all tasks with the GIL released. The calling thread works too, and checks for signals regularly.
///
/// An error ends the work. Tasks are handed out in order, and those that have begun are finished, so the
/// error with the lowest index is the same for any number of threads.
///
/// # Errors
/// The first error as an exception; the exception of a signal, such as `KeyboardInterrupt`.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    threads: Threads,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), Fault> + Sync,
) -> PyResult<()> {
    let work = &work;
    let crew = &Crew { tasks: Mutex::new(tasks), is_over: AtomicBool::new(false), fault: Mutex::new(None) };
    let signals = py.detach(|| {
        thread::scope(|scope| {
            for _ in 1..threads.0 {
                // If a thread cannot be started, the others do the work.
                if thread::Builder::new().spawn_scoped(scope, || crew.work(work, || Ok(()))).is_err() {
                    break;
                }
            }
            let mut last = Instant::now();
            crew.work(work, || {
                if last.elapsed() < PATIENCE {
                    return Ok(());
                }
                last = Instant::now();
                check_signals()
            })
        })
    });
    signals?;
    match locked(&crew.fault).take() {
        Some(fault) => Err(fault.into_exception(py)),
        None => Ok(()),
    }
}

/// Does one long piece of work on a thread of its own, with the GIL released. A signal calls `stop`, after
/// which the work should end soon.
///
/// # Errors
/// The exception of a signal.
pub(crate) fn watch<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn() + Sync,
) -> PyResult<T> {
    let stop = &stop;
    let (answer, signals) = py.detach(|| {
        thread::scope(|scope| {
            let caller = thread::current();
            let worker = scope.spawn(move || {
                let answer = catch_unwind(AssertUnwindSafe(work));
                caller.unpark();
                answer
            });
            let mut signals = Ok(());
            while !worker.is_finished() {
                thread::park_timeout(PATIENCE);
                if signals.is_ok() {
                    signals = check_signals();
                    if signals.is_err() {
                        stop();
                    }
                }
            }
            (worker.join(), signals)
        })
    });
    signals?;
    answer.and_then(|answer| answer).map_err(|_: Box<dyn Any + Send>| Fault::internal().into_exception(py))
}

/// Tasks, and the threads that share them.
struct Crew<I> {
    tasks: Mutex<I>,
    is_over: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl<T, I: Iterator<Item = T>> Crew<I> {
    /// Takes tasks until there are none.
    fn work(
        &self,
        work: &impl Fn(T) -> Result<(), Fault>,
        mut between: impl FnMut() -> PyResult<()>,
    ) -> PyResult<()> {
        while !self.is_over.load(Relaxed)
            && let Some(task) = self.next()
        {
            let done =
                catch_unwind(AssertUnwindSafe(|| work(task))).unwrap_or_else(|_| Err(Fault::internal()));
            if let Err(fault) = done {
                self.is_over.store(true, Relaxed);
                let mut first = locked(&self.fault);
                if first.as_ref().is_none_or(|first| fault.index < first.index) {
                    *first = Some(fault);
                }
            }
            between().inspect_err(|_| self.is_over.store(true, Relaxed))?;
        }
        Ok(())
    }

    /// The next task; `None` after a panic inside the tasks themselves.
    fn next(&self) -> Option<T> {
        let mut tasks = locked(&self.tasks);
        catch_unwind(AssertUnwindSafe(|| tasks.next())).unwrap_or_else(|_| {
            *locked(&self.fault) = Some(Fault::internal());
            None
        })
    }
}

fn check_signals() -> PyResult<()> {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    Python::attach(|py| py.check_signals())
}

/// The value of a mutex. No panic can leave it half changed.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
