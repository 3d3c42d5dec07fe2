//! One batch of a loader.
//!
//! 1. On one of the loader's threads, [`Packet::new`] finds the inputs of a batch, as padded rows or one after another.
//! 2. With the interpreter's lock, [`Packet::into_python`] makes arrays that take over the memory: nothing is copied.
//! 3. The positions are made from the batch's samples when Python first asks for them.
//!
//! The loader's progress travels with the batch, so that it counts what Python has received, not what threads have
//! read ahead.

use std::hint::black_box;
use std::io;
use std::sync::Mutex;

use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use quadbit_data::loader::{self, Bad, BadRecord, Drawn, Samples};
use quadbit_inputs::sets::RowsError;

use crate::output::{self, array_of as array};
use crate::positions::Positions;
use crate::positions::encoders::width_of;
use crate::work::locked;

/// Positions with their inputs and labels, as arrays. Scores and results are white's, or with `view="mover"` those of
/// the side to move.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Batch {
    samples: Samples,
    positions: PyOnceLock<Py<Positions>>,
    /// The inputs as white and as black see the positions: two int32 arrays, (n, width), or with the layout `csr`
    /// one-dimensional; `None` without inputs.
    #[pyo3(get)]
    indices: Option<Py<PyTuple>>,
    /// Where the inputs of each position begin, and the end of the last ones: two int64 arrays, (n + 1,);
    /// `None` if rows are padded.
    #[pyo3(get)]
    offsets: Option<Py<PyTuple>>,
    /// The moves that were played or found best: (n,) uint16, 0 if there is none.
    #[pyo3(get)]
    moves: Py<PyAny>,
    /// The scores for white, or with `view="mover"` for the side to move, in centipawns or in the engine's
    /// unit: (n,) float32, NaN if there is none.
    #[pyo3(get)]
    scores: Py<PyAny>,
    /// The results of the games as points of white, or with `view="mover"` of the side to move: (n,) float32,
    /// 1 if that side won, 0.5 for a draw, 0 if it lost; NaN if unknown.
    #[pyo3(get)]
    results: Py<PyAny>,
    /// Plies since the beginning of the game: (n,) int32.
    #[pyo3(get)]
    plies: Py<PyAny>,
    /// Whether black is to move: (n,) bool.
    #[pyo3(get)]
    black_to_move: Py<PyAny>,
    /// The numbers of pieces, kings included: (n,) uint8. Stockfish's bucket is `(piece_counts - 1) // 4`.
    #[pyo3(get)]
    piece_counts: Py<PyAny>,
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.samples.iter().len()
    }

    /// The positions: `Positions`, n of them, made when they are read first.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<&Py<Positions>> {
        self.positions.get_or_try_init(py, || {
            let positions: Vec<_> = self.samples.iter().map(|sample| sample.position).collect();
            Py::new(py, Positions::from(positions))
        })
    }

    /// The inputs of a batch with the layout `csr` as rows filled with -1: two int32 arrays, (n, width), white's first.
    ///
    /// The `width` is by default that of the widest row, or of the arrays of `out`. `out` takes the rows: two arrays
    /// that do not overlap, such as those of tensors in pinned memory.
    #[pyo3(signature = (width = None, *, out = None), text_signature = "($self, width=None, *, out=None)")]
    fn padded<'py>(
        &self,
        py: Python<'py>,
        width: Option<&Bound<'py, PyAny>>,
        out: Option<[Bound<'py, PyAny>; 2]>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (Some(indices), Some(offsets)) = (&self.indices, &self.offsets) else {
            return Err(PyValueError::new_err("padded: expected a batch with layout='csr'"));
        };
        let indices: [PyReadonlyArray1<'_, i32>; 2] = indices.bind(py).as_any().extract()?;
        let offsets: [PyReadonlyArray1<'_, i64>; 2] = offsets.bind(py).as_any().extract()?;
        let offsets = [offsets[0].as_slice()?, offsets[1].as_slice()?];
        let width = match (width, &out) {
            (Some(width), _) => Width { numbers: width_of(width)?, is_least: false },
            (None, Some([white, _])) => {
                let numbers = output::of_type::<i32>(white)?.shape().last().map_or(1, |&width| width.max(1));
                Width { numbers, is_least: false }
            }
            (None, None) => Width { numbers: 1, is_least: true },
        };
        let width = width.for_rows(offsets.into_iter());
        let indices = [indices[0].as_slice()?, indices[1].as_slice()?];
        let (shape, out) = ([self.__len__(), width], out.as_ref());
        let mut second = None;
        // The array of black is opened inside the call for the array of white, so that arrays that overlap are refused
        // before anything is written.
        let first = output::filled(py, out.map(|[white, _]| white), &shape, |white| {
            let filled = output::filled(py, out.map(|[_, black]| black), &shape, |black| {
                let both = indices.into_iter().zip(offsets).zip([white, black]);
                py.detach(|| {
                    for ((indices, offsets), rows) in both {
                        pad(indices, offsets, width, rows)?;
                    }
                    Ok(())
                })
                .map_err(PyValueError::new_err::<String>)
            });
            second = Some(filled?);
            Ok(())
        })?;
        PyTuple::new(py, [Some(first), second])
    }

    fn __repr__(&self) -> String {
        format!("Batch: {} positions", self.__len__())
    }
}

/// How far a loader has got.
#[pyclass(frozen, get_all, module = "quadbit")]
pub(crate) struct Progress {
    /// How many bytes of the files the batches so far stand for; of compressed files, the compressed bytes.
    pub(super) bytes: u64,
    /// The number of bytes of all files; `None` if the length of one is not known, as of a pipe.
    total_bytes: Option<u64>,
    /// The positions in the batches so far.
    positions: u64,
    /// The bad records so far. The positions before the damage in a chunk of binpack or a game of viriformat are kept.
    pub(super) bad_records: u64,
    /// The bytes of such chunks and games after the damage, which cannot be decoded: how many positions they held is
    /// not known.
    pub(super) lost_bytes: u64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let whole = self.total_bytes.map_or_else(String::new, |whole| format!(" of {whole}"));
        format!(
            "Progress: {}{whole} bytes, {} positions, {} bad records, {} bytes lost",
            self.bytes, self.positions, self.bad_records, self.lost_bytes
        )
    }
}

/// A batch that has been made and not yet returned to Python, or the end of all batches.
pub(super) struct Packet {
    batch: Option<(loader::Batch<i32>, Option<Rows>)>,
    moves: Vec<u16>,
    plies: Vec<i32>,
    done: loader::Progress,
    pub(super) bad: Bad,
}

/// The number of elements of each padded row: the indices of a position's inputs, then fillers.
#[derive(Clone, Copy)]
pub(super) struct Width {
    pub(super) numbers: usize,
    /// Whether rows are wider if a position has more inputs.
    pub(super) is_least: bool,
}

impl Width {
    /// Returns the number of elements that each padded row gets: `numbers`, or if `is_least` as many as the widest row
    /// needs, but not fewer. `sides` has, for each side, the offsets at which the inputs of the positions begin.
    fn for_rows<'a>(self, sides: impl Iterator<Item = &'a [i64]>) -> usize {
        let widest = |offsets: &[i64]| offsets.windows(2).map(|pair| pair[1].abs_diff(pair[0])).max();
        let widest = if self.is_least { sides.filter_map(widest).max() } else { None };
        widest.map_or(0, |widest| usize::try_from(widest).unwrap_or(usize::MAX)).max(self.numbers)
    }
}

/// Writes a row of `rows` for each position: its inputs from `indices`, which begin and end at `offsets`, then -1 up to
/// `width`.
///
/// # Errors
/// A position has more inputs than `width`; the offsets do not fit the indices.
fn pad(indices: &[i32], offsets: &[i64], width: usize, rows: &mut [i32]) -> Result<(), String> {
    for (position, (row, ends)) in rows.chunks_exact_mut(width).zip(offsets.windows(2)).enumerate() {
        let place = |at| usize::try_from(ends[at]).unwrap_or(usize::MAX);
        let inputs = indices.get(place(0)..place(1)).ok_or("offsets: expected those of the indices")?;
        let error = || format!("width: {}", RowsError { position, inputs: inputs.len() });
        let (row, rest) = row.split_at_mut_checked(inputs.len()).ok_or_else(error)?;
        row.copy_from_slice(inputs);
        rest.fill(-1);
    }
    Ok(())
}

/// Why a loader gives no batch.
pub(super) enum Failure {
    File(io::Error),
    Record(BadRecord),
    Width(String),
    /// There is no memory for padded rows of this many numbers.
    Memory(usize),
}

/// The inputs of both sides in padded rows.
struct Rows {
    sides: [Vec<i32>; 2],
    width: usize,
}

/// Memory for the rows of batches to come, allocated by the thread that takes the batches: glibc reuses it once it is
/// freed. Freed memory that other threads have allocated goes back to the system, and each batch of 40 MB then has
/// 10,000 page faults.
pub(super) struct Rooms(Mutex<Vec<Vec<i32>>>);

impl Rooms {
    /// Makes an empty store. Also frees a block of almost 32 MiB that was never touched: from then on, glibc keeps
    /// freed blocks up to this size, its largest such limit, instead of returning each to the system.
    pub(super) fn new() -> Self {
        drop(black_box(Vec::<u8>::with_capacity((32 << 20) - (1 << 16))));
        Self(Mutex::default())
    }

    /// Adds memory for a batch as large as `packet`, if this has padded rows and there is enough memory.
    pub(super) fn add_for(&self, packet: &Packet) {
        let Some((_, Some(rows))) = &packet.batch else { return };
        for side in &rows.sides {
            let mut room = Vec::new();
            if room.try_reserve_exact(side.len()).is_ok() {
                locked(&self.0).push(room);
            }
        }
    }

    /// Takes memory for the rows of one side; an empty vector if no memory is kept.
    fn take(&self) -> Vec<i32> {
        locked(&self.0).pop().unwrap_or_default()
    }

    /// Returns the inputs of `drawn`, padded to `width`, or to the width of the position with most inputs if `width`
    /// may grow.
    fn rows(&self, drawn: &Drawn, width: Width) -> Result<Rows, Failure> {
        let mut sides = [self.take(), self.take()];
        let Width { numbers: mut width, is_least } = width;
        loop {
            let numbers = drawn.samples.iter().len() * width;
            for side in &mut sides {
                side.clear();
                side.try_reserve_exact(numbers).map_err(|_| Failure::Memory(2 * numbers))?;
            }
            match drawn.pad(width, &mut sides) {
                Ok(()) => return Ok(Rows { sides, width }),
                Err(RowsError { inputs, .. }) if is_least => width = inputs,
                Err(error) => return Err(Failure::Width(format!("width: {error}"))),
            }
        }
    }
}

impl Packet {
    /// Makes a packet of `drawn`, with the inputs in padded rows if there is a `width`, else one after another. Without
    /// `drawn`, makes the end of all batches.
    ///
    /// # Errors
    /// A position has more inputs than padded rows have places; there is not enough memory for them.
    pub(super) fn new(
        drawn: Option<Drawn>,
        width: Option<Width>,
        done: loader::Progress,
        bad: Bad,
        rooms: &Rooms,
    ) -> Result<Self, Failure> {
        let (batch, rows) = match (drawn, width) {
            (None, _) => return Ok(Self { batch: None, moves: Vec::new(), plies: Vec::new(), done, bad }),
            (Some(drawn), None) => (drawn.make(), None),
            (Some(drawn), Some(width)) => {
                let rows = rooms.rows(&drawn, width)?;
                (drawn.without_inputs(), Some(rows))
            }
        };
        Ok(Self::of(batch, rows, done, bad))
    }

    /// Makes a batch of positions and labels without inputs, for the function `select`. It does not count in the
    /// progress.
    pub(super) fn columns(batch: loader::Batch<i32>) -> Self {
        Self::of(batch, None, loader::Progress { bytes: 0, whole: None, positions: 0 }, Bad::default())
    }

    fn of(batch: loader::Batch<i32>, rows: Option<Rows>, done: loader::Progress, bad: Bad) -> Self {
        let moves = batch.moves.iter().map(|mv| mv.map_or(0, quadbit_movegen::Move::to_bits)).collect();
        let plies = batch.plies.iter().map(|&ply| i32::try_from(ply).unwrap_or(i32::MAX)).collect();
        Self { batch: Some((batch, rows)), moves, plies, done, bad }
    }

    /// Makes the arrays of Python, which take over the memory.
    pub(super) fn into_python(self, py: Python<'_>) -> PyResult<(Option<Batch>, Progress)> {
        let Self { batch, moves, plies, done, bad } = self;
        let loader::Progress { bytes, whole: total_bytes, positions } = done;
        let Bad { records: bad_records, bytes: lost_bytes, .. } = bad;
        let done = Progress { bytes, total_bytes, positions, bad_records, lost_bytes };
        let Some((batch, rows)) = batch else { return Ok((None, done)) };
        let n = batch.len();
        let (indices, offsets) = match (rows, batch.sides) {
            (Some(Rows { sides, width }), _) => {
                let rows = |side: Vec<i32>| side.into_pyarray(py).reshape([n, width]);
                let [white, black] = sides;
                (Some([rows(white)?, rows(black)?].map(|side| side.into_any().unbind())), None)
            }
            (None, [white, _]) if white.is_empty() => (None, None),
            (None, [white, black]) => {
                let indices = [white.indices, black.indices].map(|side| array(py, side));
                (Some(indices), Some([white.offsets, black.offsets].map(|side| array(py, side))))
            }
        };
        let both = |sides: Option<[Py<PyAny>; 2]>| {
            sides.map(|sides| PyTuple::new(py, sides).map(Bound::unbind)).transpose()
        };
        let batch = Batch {
            samples: batch.samples,
            positions: PyOnceLock::new(),
            indices: both(indices)?,
            offsets: both(offsets)?,
            moves: array(py, moves),
            scores: array(py, batch.scores),
            results: array(py, batch.results),
            plies: array(py, plies),
            black_to_move: array(py, batch.black_to_move),
            piece_counts: array(py, batch.piece_counts),
        };
        Ok((Some(batch), done))
    }
}
