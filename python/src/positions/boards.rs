//! The boards in other representations, and keys.

use bytemuck::cast_slice_mut;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use quadbit_lanes::batch;
use quadbit_movegen::{Level, QuadBitboard};

use super::Positions;
use crate::work::Threads;

#[pymethods]
impl Positions {
    /// A key for each position, equal for equal positions: (n,) uint64. Clocks do not count.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn keys<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        self.answers(py, out, threads, &[], |positions, keys| {
            for (position, key) in positions.iter().zip(keys) {
                *key = position.key();
            }
        })
    }

    /// The keys of opening books in the Polyglot format: (n,) uint64.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn polyglot_keys<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        self.answers(py, out, threads, &[], |positions, keys| {
            for (position, key) in positions.iter().zip(keys) {
                *key = position.polyglot_key();
            }
        })
    }

    /// A code for each square, a1, b1 to h8: (n, 64) uint8. 0 is empty, P 2, N 4, B 6, R 8, Q 10, K 12,
    /// and one more for black.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn mailbox<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let level = Level::auto();
        self.answers(py, out, threads, &[64], |positions, codes| {
            batch::mailboxes(level, positions, cast_slice_mut(codes));
        })
    }

    /// The codes of `mailbox` with two squares in each byte, the first in the low half: (n, 32) uint8.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn nibbles<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let level = Level::auto();
        self.answers(py, out, threads, &[32], |positions, nibbles| {
            let boards: Vec<QuadBitboard> = positions.iter().map(quadbit_movegen::Position::board).collect();
            quadbit_quad::batch::to_nibbles(level, &boards, cast_slice_mut(nibbles));
        })
    }
}
