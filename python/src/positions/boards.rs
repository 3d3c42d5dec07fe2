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
    /// A key for each position, equal for equal positions.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
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

    /// The keys of opening books in the Polyglot format.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
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

    /// A piece code for each square.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
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

    /// A nibble for each square, two in a byte.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
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
