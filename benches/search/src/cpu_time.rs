//! The time that a thread has been running.

use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// Returns the CPU time of this thread on Linux; elsewhere the time since the first call.
pub(crate) fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Linux brings the CPU time of a thread up to date when the thread yields.
    thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = times.and_then(|times| times.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
