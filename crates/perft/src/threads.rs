//! The threads of a counter: how many, and the pool that runs them.

use core::fmt;
use std::num::NonZero;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The largest number of threads that may be asked for.
pub(crate) const MOST: u16 = 1024;

/// A pool of `threads` threads. 0 means one for each core, at most [`MOST`]; 1 means no pool: the calling thread does
/// the work.
///
/// # Errors
/// [`ThreadsError`] if the number is too large or the system cannot start the threads.
pub(crate) fn pool(threads: u16) -> Result<Option<ThreadPool>, ThreadsError> {
    let threads = number(threads)?;
    if threads == 1 {
        return Ok(None);
    }
    ThreadPoolBuilder::new().num_threads(threads).build().map(Some).map_err(|_| ThreadsError::System)
}

/// Returns the number of threads to start if `asked` are asked for. 0 asks for one thread for each core, at most
/// [`MOST`].
///
/// # Errors
/// [`ThreadsError::TooMany`] if `asked` is above [`MOST`].
fn number(asked: u16) -> Result<usize, ThreadsError> {
    match asked {
        0 => Ok(thread::available_parallelism().map_or(1, NonZero::get).min(MOST.into())),
        1..=MOST => Ok(asked.into()),
        _ => Err(ThreadsError::TooMany),
    }
}

/// Why threads could not be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadsError {
    /// More threads were asked for than [`Counter::MOST_THREADS`](crate::Counter::MOST_THREADS).
    TooMany,
    /// The system could not start that many threads.
    System,
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "at most {MOST} threads"),
            Self::System => f.write_str("the system does not provide that many threads"),
        }
    }
}

impl core::error::Error for ThreadsError {}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::string::ToString;
    use std::thread;

    use quadbit_nibble::simd::Level;

    use super::{ThreadsError, number, pool};
    use crate::Counter;

    #[test]
    fn errors_say_the_limit() {
        assert!(ThreadsError::TooMany.to_string().contains("1024"));
        assert!(ThreadsError::System.to_string().contains("threads"));
    }

    #[test]
    fn pools_have_the_number_asked_for() {
        let threads =
            |asked| Counter::new(Level::auto()).with_threads(asked).map(|counter| counter.threads());
        assert_eq!(threads(1), Ok(1));
        // One thread means the calling one: no other is started.
        assert!(pool(1).unwrap().is_none());
        let has_threads = !cfg!(target_family = "wasm");
        assert_eq!(threads(3), if has_threads { Ok(3) } else { Err(ThreadsError::System) });
        assert_eq!(threads(0), Ok(thread::available_parallelism().map_or(1, NonZero::get).min(1024)));
        assert_eq!(number(1024), Ok(1024));
        assert_eq!(threads(1025), Err(ThreadsError::TooMany));
        assert_eq!(threads(u16::MAX), Err(ThreadsError::TooMany));
    }
}
