//! An iterator over batches, which are made on a thread of its own.

use std::iter;
use std::path::PathBuf;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use quadbit_data::loader::{Loader, Options, Source};
use quadbit_pack::Format;

use super::batch::{Batch, Failure, Packet, Progress};
use crate::errors::Fault;
use crate::work::Workers;

/// An iterator over the batches of a `Loader`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Batches {
    packets: Workers<Result<Packet, Failure>>,
    progress: Option<Py<PyAny>>,
}

impl Batches {
    /// The batches of all files, which are read when the first is asked for.
    pub(super) fn new(
        options: Options,
        files: Vec<(PathBuf, Format)>,
        width: Option<usize>,
        prefetch: usize,
        skips: bool,
        progress: Option<Py<PyAny>>,
    ) -> Self {
        let sources = files.into_iter().map(|(path, format)| Source::file(path, format));
        let mut loader = Loader::new(options, sources);
        let mut is_over = false;
        let packets = iter::from_fn(move || {
            if is_over {
                return None;
            }
            let packet = next_packet(&mut loader, width, skips);
            // After an unreadable file the others follow.
            is_over = match &packet {
                Ok(packet) => packet.is_end(),
                Err(failure) => !matches!(failure, Failure::File(_)),
            };
            Some(packet)
        });
        Self { packets: Workers::new("quadbit loader", 1, prefetch, packets, |packet| packet), progress }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let Some(packet) = self.packets.next(py)? else { return Ok(None) };
        let packet = packet.map_err(|failure| match failure {
            Failure::File(error) => error.into(),
            Failure::Record(record) => Fault::record(&record).into_exception(py),
            Failure::Width(text) => PyValueError::new_err(text),
            Failure::Memory(numbers) => {
                PyMemoryError::new_err(format!("not enough memory for {numbers} numbers of padded rows"))
            }
        })?;
        let (batch, done): (Option<Batch>, Progress) = packet.into_python(py)?;
        if let Some(progress) = &self.progress {
            progress.call1(py, (done,))?;
        }
        Ok(batch)
    }
}

/// The next batch, or the end of all batches.
fn next_packet(loader: &mut Loader<i32>, width: Option<usize>, skips: bool) -> Result<Packet, Failure> {
    let next = loader.next_batch();
    let bad = loader.bad();
    match (next, &bad.first) {
        (_, Some(first)) if !skips => Err(Failure::Record(first.clone())),
        (Ok(batch), _) => Packet::new(batch, width, loader.progress(), bad.records),
        (Err(error), _) => Err(Failure::File(error)),
    }
}
