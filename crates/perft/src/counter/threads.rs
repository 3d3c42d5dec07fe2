//! The number of threads.

use core::fmt;
use std::num::NonZero;
use std::thread;

use rayon::ThreadPoolBuilder;

use super::Counter;

impl Counter {
    /// The largest number of threads.
    pub const MOST_THREADS: u16 = 1024;

    /// Counts on this many threads; 0 means as many as the machine runs at once, and 1 means the calling thread.
    ///
    /// The moves of the upper plies are divided among the threads. An idle thread takes half of another's remaining work, so uneven
    /// subtrees do no harm. All threads use the same table.
    ///
    /// # Errors
    /// [`ThreadsError`] if the number is too large or the system refuses.
    pub fn with_threads(self, threads: u16) -> Result<Self, ThreadsError> {
        if threads > Self::MOST_THREADS {
            return Err(ThreadsError::TooMany);
        }
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get).min(Self::MOST_THREADS.into()),
            asked => asked.into(),
        };
        let pool = match threads {
            1 => None,
            _ => Some(
                ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| ThreadsError::System)?,
            ),
        };
        Ok(Self { threads: pool, ..self })
    }

    /// The number of threads that count.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }
}

/// Why threads could not be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadsError {
    /// More than [`Counter::MOST_THREADS`].
    TooMany,
    /// The system refused to start them.
    System,
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "{} threads are the most", Counter::MOST_THREADS),
            Self::System => f.write_str("the system does not give so many threads"),
        }
    }
}

impl core::error::Error for ThreadsError {}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::string::ToString;
    use std::thread;

    use quadbit_movegen::Level;

    use super::{Counter, ThreadsError};

    #[test]
    fn errors_say_the_limit() {
        assert!(ThreadsError::TooMany.to_string().contains("1024"));
        assert!(ThreadsError::System.to_string().contains("threads"));
    }

    #[test]
    fn as_many_as_asked_for() {
        let threads =
            |asked| Counter::new(Level::auto()).with_threads(asked).map(|counter| counter.threads());
        assert_eq!(threads(1), Ok(1));
        // One thread is the calling one: no other is started.
        assert!(Counter::new(Level::auto()).with_threads(1).unwrap().threads.is_none());
        let has_threads = !cfg!(target_family = "wasm");
        assert_eq!(threads(3), if has_threads { Ok(3) } else { Err(ThreadsError::System) });
        assert_eq!(threads(0), Ok(thread::available_parallelism().map_or(1, NonZero::get).min(1024)));
        assert_eq!(threads(1025), Err(ThreadsError::TooMany));
        assert_eq!(threads(u16::MAX), Err(ThreadsError::TooMany));
    }
}
