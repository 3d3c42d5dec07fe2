//! Counts of sequences of moves.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use numpy::PyArrayDyn;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use quadbit_movegen::{Level, Position};
use quadbit_perft::{Counter, Progress};

use super::Positions;
use crate::memory::with_capacity;
use crate::numbers;
use crate::output;
use crate::work::{self, Threads};

#[pymethods]
impl Positions {
    /// The number of sequences of `depth` legal moves from each position: (n,) uint64. Threads take whole
    /// positions; `Position.perft` divides one among them, and can keep counts in a table.
    #[pyo3(
        signature = (depth, *, out = None, threads = Threads(1)),
        text_signature = "($self, depth, *, out=None, threads=1)"
    )]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        depth: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        let depth = u8::try_from(numbers::number(depth, "depth", 0..=255)?)?;
        let positions = self.as_slice();
        let array = output::array::<u64>(py, out, &[positions.len()])?;
        let mut memory = output::memory(&array)?;
        let counts = output::slice(&mut memory)?;
        // Each thread has a count of its own, which a signal stops.
        let mut running = with_capacity(usize::from(threads.0))?;
        running.resize_with(usize::from(threads.0), Progress::new);
        let shares = work::watch(
            py,
            || share_out(positions, depth, &running),
            || running.iter().for_each(Progress::stop),
        )?;
        for (place, count) in shares.into_iter().flatten() {
            counts[place] = u64::try_from(count)
                .map_err(|_| PyOverflowError::new_err(format!("position {place}: more than 2**64 - 1")))?;
        }
        drop(memory);
        Ok(array)
    }
}

/// The largest depth that takes no longer than milliseconds, so that nothing need stop it.
const SHORT: u8 = 3;

/// The counts that each thread has found, with the places of their positions.
fn share_out(positions: &[Position], depth: u8, running: &[Progress]) -> Vec<Vec<(usize, u128)>> {
    let next = &AtomicUsize::new(0);
    let work = move |progress: &Progress| {
        let counter = Counter::new(Level::auto());
        let mut counts = Vec::new();
        while !progress.is_stopped() {
            let place = next.fetch_add(1, Relaxed);
            let Some(position) = positions.get(place) else { break };
            let count = if depth <= SHORT {
                counter.perft(position, depth)
            } else {
                counter.divide_watched(position, depth, progress).into_iter().map(|(_, nodes)| nodes).sum()
            };
            counts.push((place, count));
        }
        counts
    };
    thread::scope(|scope| {
        // If a thread cannot be started, the others do the work.
        let start = |progress| thread::Builder::new().spawn_scoped(scope, move || work(progress)).ok();
        let others: Vec<_> = running[1..].iter().map_while(start).collect();
        let mut shares = vec![work(&running[0])];
        for thread in others {
            shares.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        shares
    })
}
