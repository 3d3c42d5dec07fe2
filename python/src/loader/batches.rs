//! An iterator over batches, which are made on threads of their own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quadbit_data::loader::{self, BadRecord, Options, Source};
use quadbit_pack::Format;

use super::batch::{Batch, Packet, Progress};
use crate::errors::Fault;
use crate::work::locked;

/// The time between two checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// An iterator over the batches of a `Loader`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Batches {
    packets: Mutex<Receiver<Result<Packet, Failure>>>,
    progress: Option<Py<PyAny>>,
    /// The process that the thread belongs to.
    process: u32,
}

/// Why there is no batch.
pub(super) enum Failure {
    File(io::Error),
    Record(BadRecord),
    Width(String),
    Internal,
}

impl Batches {
    /// Begins to load.
    pub(super) fn new(
        options: Options,
        files: Vec<(PathBuf, Format)>,
        width: Option<usize>,
        prefetch: usize,
        skips: bool,
        progress: Option<Py<PyAny>>,
    ) -> Self {
        let (sender, receiver) = sync_channel(prefetch);
        let work = move || {
            let sources = files.into_iter().map(|(path, format)| Source::file(path, format));
            let load = || load(loader::Loader::new(options, sources), width, skips, &sender);
            if catch_unwind(AssertUnwindSafe(load)).is_err() {
                let _ = sender.send(Err(Failure::Internal));
            }
        };
        // If the thread cannot be started, `work` and its sender are dropped, and `__next__` says so.
        let _ = thread::Builder::new().name("quadbit loader".into()).spawn(work);
        Self { packets: Mutex::new(receiver), progress, process: process::id() }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "an iterator does not survive a fork: make it in the new process",
            ));
        }
        let packet = loop {
            match py.detach(|| locked(&self.packets).recv_timeout(PATIENCE)) {
                Ok(packet) => break packet,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        };
        let packet = packet.map_err(|failure| match failure {
            Failure::File(error) => error.into(),
            Failure::Record(record) => Fault::record(&record).into_exception(py),
            Failure::Width(text) => PyValueError::new_err(text),
            Failure::Internal => Fault::internal().into_exception(py),
        })?;
        let (batch, done): (Option<Batch>, Progress) = packet.into_python(py)?;
        if let Some(progress) = &self.progress {
            progress.call1(py, (done,))?;
        }
        Ok(batch)
    }
}

/// Sends all batches, and what went wrong, until the iterator is dropped.
fn load(
    mut loader: loader::Loader<i32>,
    width: Option<usize>,
    skips: bool,
    sender: &SyncSender<Result<Packet, Failure>>,
) {
    loop {
        let next = loader.next_batch();
        let bad = loader.bad();
        let packet = match (next, &bad.first) {
            (_, Some(first)) if !skips => Err(Failure::Record(first.clone())),
            (Ok(batch), _) => {
                Packet::new(batch, width, loader.progress(), bad.records).map_err(Failure::Width)
            }
            (Err(error), _) => Err(Failure::File(error)),
        };
        // After an unreadable file the others follow.
        let is_last = match &packet {
            Ok(packet) => packet.is_end(),
            Err(failure) => !matches!(failure, Failure::File(_)),
        };
        if sender.send(packet).is_err() || is_last {
            return;
        }
    }
}
