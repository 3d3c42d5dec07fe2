//! An iterator over batches, which are made on threads of its own.
//!
//! 1. One thread at a time draws the positions of the next batch; other threads of the Rust loader decode meanwhile.
//! 2. Then the same thread finds the inputs of these positions and pads the rows, while the next thread draws.
//!
//! Batches are drawn and returned in one order, so nothing in them depends on the number of threads.

use std::ffi::CString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_data::loader::{self, Bad, Loader, Mark, Marks, Options, Source};
use quadbit_pack::Format;

use super::batch::{Batch, Failure, Packet, Progress, Rooms, Width};
use crate::errors::Fault;
use crate::work::{Workers, locked};

/// An iterator over the batches of a `Loader`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Batches {
    packets: Workers<Result<(Packet, Option<Marks>), Failure>>,
    /// The loader's marks after the batch that was returned last, from which a saved state is made.
    marks: Mutex<Option<Marks>>,
    progress: Option<Py<PyAny>>,
    epoch: u64,
    /// The number of batches that were skipped, returned, or refused for the width or size of their rows.
    passed: AtomicU64,
    rooms: Arc<Rooms>,
}

/// How the batches of a loader are delivered: the form of their rows, and what happens to bad records.
pub(super) struct Plan {
    /// The width of padded rows; `None` with the layout `csr`, whose rows follow one another without padding.
    pub(super) width: Option<Width>,
    pub(super) prefetch: usize,
    /// Whether bad records are left out.
    pub(super) skips: bool,
    pub(super) endless: bool,
    pub(super) select: Option<Py<PyAny>>,
    pub(super) progress: Option<Py<PyAny>>,
}

impl Batches {
    /// Makes the iterator over the batches of all files after the first `skip` batches. Of the skipped batches, those
    /// before `mark` are not even read. The files are read when the first batch is asked for.
    ///
    /// # Errors
    /// `ValueError` if the mark belongs to another loader.
    pub(super) fn new(
        options: Options,
        files: Vec<(PathBuf, Format)>,
        (epoch, skip, mark): (u64, u64, Option<Mark>),
        plan: Plan,
    ) -> PyResult<Self> {
        let sources = move || -> Vec<Source> {
            files.iter().map(|(path, format)| Source::file(path, *format)).collect()
        };
        let Plan { width, prefetch, skips, endless, select, progress } = plan;
        let threads = options.threads;
        let mut loader = Loader::new(options, sources());
        if endless {
            loader = loader.endless(sources);
        }
        if let Some(select) = select {
            loader = loader.choosing(move |batch| selected(&select, batch));
        }
        if let Some(mark) = mark {
            loader = loader.resume(mark).map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        loader = loader.skip(skip);
        let mut is_over = false;
        let drawn = move |_: &_| {
            if !is_over {
                let drawn = loader.draw();
                let bad = loader.bad().clone();
                let drawn = match (drawn, &bad.first) {
                    (Ok(None), Some(first)) if !skips => Err(Failure::Record(first.clone())),
                    (Ok(drawn), _) => Ok((drawn, loader.progress(), bad)),
                    (Err(error), _) => Err(Failure::File(error)),
                };
                // A file that cannot be read does not end the batches: the files after it follow.
                is_over = !matches!(&drawn, Ok((Some(_), ..)) | Err(Failure::File(_)));
                return Some(drawn);
            }
            None
        };
        let ahead = prefetch.saturating_add(threads - 1);
        let threads = u16::try_from(threads).unwrap_or(u16::MAX);
        let rooms = Arc::new(Rooms::new());
        let laid_in = Arc::clone(&rooms);
        let packets = Workers::new("quadbit loader", threads, false, ahead, drawn, move |drawn| {
            let (drawn, done, bad) = drawn?;
            let marks = drawn.as_ref().map(|drawn| drawn.marks.clone());
            Ok((Packet::new(drawn, width, done, bad, &laid_in)?, marks))
        });
        Ok(Self { packets, marks: Mutex::default(), progress, epoch, passed: skip.into(), rooms })
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let Some(packet) = self.packets.next(py)? else { return Ok(None) };
        if let Err(Failure::Width(_) | Failure::Memory(_)) = packet {
            self.passed.fetch_add(1, Relaxed);
        }
        let (packet, marks) = packet.map_err(|failure| match failure {
            Failure::File(error) => error.into(),
            Failure::Record(record) => Fault::record(&record).into_exception(py),
            Failure::Width(text) => PyValueError::new_err(text),
            Failure::Memory(numbers) => {
                PyMemoryError::new_err(format!("not enough memory for {numbers} numbers of padded rows"))
            }
        })?;
        self.rooms.add_for(&packet);
        if marks.is_some() {
            *locked(&self.marks) = marks;
        }
        let bad = packet.bad.clone();
        let (batch, done): (Option<Batch>, Progress) = packet.into_python(py)?;
        let passed = self.passed.fetch_add(batch.is_some().into(), Relaxed);
        if batch.is_none() && passed == 0 {
            let Progress { bytes, bad_records, .. } = done;
            let text = format!(
                "no batch at all in {bytes} bytes with {bad_records} bad records: the rule keeps no position, the files \
                 are empty, have another format or too few positions for a batch, or the share of this rank is empty"
            );
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text)?, 1)?;
        } else if let (None, Some(first)) = (&batch, bad.first) {
            let Bad { records, bytes, .. } = bad;
            let text = format!("{records} bad records, {bytes} bytes of them lost; the first is {first}");
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text)?, 1)?;
        }
        if let Some(progress) = &self.progress {
            progress.call1(py, (done,))?;
        }
        Ok(batch)
    }

    /// The arguments with which `loader.epoch(**state)` goes on after the last batch: `n`, `skip` and `mark`. It takes
    /// about 0.1 s for the usual window.
    fn state_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = PyDict::new(py);
        let mark = py.detach(|| locked(&self.marks).as_ref().and_then(Marks::last));
        state.set_item("n", self.epoch)?;
        state.set_item("skip", self.passed.load(Relaxed))?;
        state.set_item("mark", mark.map(|mark| mark.to_numbers()))?;
        Ok(state)
    }
}

/// Asks the Python function `select` which positions of `batch` it selects. An exception of the function goes through
/// the loader as an error. If Python exits, no position is selected.
fn selected(select: &Py<PyAny>, batch: loader::Batch<i32>) -> io::Result<Vec<bool>> {
    let n = batch.len();
    let answer = |py: Python<'_>| -> PyResult<Vec<bool>> {
        let mask = select.call1(py, (Packet::columns(batch).into_python(py)?.0,))?;
        let mask = mask.bind(py).extract::<PyReadonlyArray1<'_, bool>>();
        let mask = mask.map(|mask| mask.as_array().to_vec()).ok().filter(|mask| mask.len() == n);
        mask.ok_or_else(|| PyTypeError::new_err(format!("select: expected an array of {n} bool")))
    };
    Python::try_attach(answer).unwrap_or_else(|| Ok(vec![false; n])).map_err(io::Error::from)
}
