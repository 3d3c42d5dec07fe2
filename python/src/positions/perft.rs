//! `Positions.perft`: counts the sequences of legal moves from each position of a batch.

use numpy::PyArrayDyn;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, Progress};

use super::Positions;
use super::columns::columns;
use crate::errors::Fault;
use crate::numbers;
use crate::output;
use crate::work;

columns! {
    /// The number of sequences of `depth` legal moves from each position: (n,) uint64. Threads take whole
    /// positions; `Position.perft` divides one among them, and can keep counts in a table.
    fn perft(this, py, out, threads, depth: &Bound<'_, PyAny>) -> u64 {
        let depth = u8::try_from(numbers::number(depth, "depth", 0..=255)?)?;
        let positions = this.as_slice();
        let block = if depth <= SHORT { TOGETHER } else { 1 };
        let (counter, progress) = (&Counter::new(Level::auto()), &Progress::new());
        let count = |position: &Position| {
            if depth <= SHORT {
                counter.perft(position, depth)
            } else {
                counter.divide(position, depth, progress).into_iter().map(|(_, nodes)| nodes).sum()
            }
        };
        let work = |(number, (positions, counts)): (usize, (&[Position], &mut [u64]))| {
            for (index, (position, nodes)) in (block * number..).zip(positions.iter().zip(counts)) {
                *nodes = u64::try_from(count(position))
                    .map_err(|_| Fault::new(PyOverflowError::new_err, "position", index, "more than 2**64 - 1"))?;
            }
            Ok(())
        };
        output::filled(py, out, &[positions.len()], |counts| {
            let blocks = positions.chunks(block).zip(counts.chunks_mut(block));
            work::watch(py, threads, blocks.enumerate(), work, || progress.stop())
        })
    }
}

/// The largest depth that takes only milliseconds, so that it need not be interruptible.
const SHORT: u8 = 3;

/// The number of positions that a thread takes at a time, if the depth is short.
const TOGETHER: usize = 64;
