//! Planes with the history of games, for a batch whose positions are games one after the other.
//!
//! 1. `starts` is checked and becomes the lengths of the games.
//! 2. Each game is a task: its positions go into a `History`, which writes the planes of each.
//!
//! A position's planes never reach into the game before.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadbit_inputs::history::{History, Layout};
use quadbit_movegen::Position;

use super::Positions;
use super::encoders::Planes;
use crate::choices::{choose, choose_dtype};
use crate::numbers;
use crate::output;
use crate::work;

/// The names of the layouts. A layout says which planes the networks of a program read, and in what order.
pub(crate) const LAYOUTS: [(&str, Layout); 8] = [
    ("lc0", Layout::Lc0),
    ("alphazero", Layout::AlphaZero),
    ("lc0-castling", Layout::Lc0Castling),
    ("lc0-canonical", Layout::Lc0Canonical),
    ("lc0-canonical-hectoplies", Layout::Lc0Hectoplies),
    ("lc0-canonical-v2", Layout::Lc0CanonicalV2),
    ("lc0-canonical-hectoplies-armageddon", Layout::Lc0HectopliesArmageddon),
    ("lc0-canonical-v2-armageddon", Layout::Lc0CanonicalV2Armageddon),
];

/// The types of the numbers in planes, by the names of numpy; with `uint64` a plane is one number of 64 bits.
pub(crate) const DTYPES: [(&str, Planes); 3] =
    [("uint8", Planes::Bytes), ("float32", Planes::Floats), ("uint64", Planes::Bits)];

/// A type of the numbers in planes with history: bytes or floats, 64 for each plane, or one word of 64 bits.
pub(crate) trait PlaneNumber: Element {
    /// The shape of a plane: 8 by 8 numbers, or a single one.
    const SHAPE: &[usize];
    /// Writes the planes of one position of a game: the arguments are the history of the game, the index of the
    /// position in it, the layout, and the planes.
    const WRITE: fn(&History, usize, Layout, &mut [Self]);
}

impl PlaneNumber for u8 {
    const SHAPE: &[usize] = &[8, 8];
    const WRITE: fn(&History, usize, Layout, &mut [Self]) = History::bytes;
}

impl PlaneNumber for f32 {
    const SHAPE: &[usize] = &[8, 8];
    const WRITE: fn(&History, usize, Layout, &mut [Self]) = History::floats;
}

impl PlaneNumber for u64 {
    const SHAPE: &[usize] = &[];
    const WRITE: fn(&History, usize, Layout, &mut [Self]) = History::bits;
}

/// Returns the shape of an array of planes for `n` positions.
pub(crate) fn shape<T: PlaneNumber>(n: usize, layout: Layout) -> Vec<usize> {
    [&[n, layout.planes()], T::SHAPE].concat()
}

#[pymethods]
impl Positions {
    /// The planes of each position with the seven before it in its game, for games whose positions follow each other.
    ///
    /// `starts` has the indices of the first positions of the games, from 0; by default there is one game. Positions
    /// before the first one are empty. Repetitions are looked for as far back as the halfmove clock of a position says,
    /// so clocks have to be those of the game: with 0 in every FEN there are none. `layout` is `lc0`, its classical 112
    /// planes, or `alphazero`, 119 planes. lc0's other forms are `lc0-castling`, `lc0-canonical`,
    /// `lc0-canonical-hectoplies`, `lc0-canonical-v2`, and the last two followed by `-armageddon`.
    ///
    /// `dtype` uint8 or float32: (n, planes, 8, 8), as the side to move of each position sees the board, ranks
    /// beginning with its own; planes of a number hold it, in uint8 at most 255. uint64: (n, planes), a1 the lowest
    /// bit; planes of a number have all bits if it is not 0.
    ///
    /// The planes from 13 n (lc0) or 14 n (alphazero) show the position n plies ago: 0 to 5, the pieces P, N, B, R,
    /// Q, K of the side to move; 6 to 11, those of the other side; 12, ones if the position had occurred before; 13
    /// (alphazero), if twice. lc0 from 104: the side to move may castle long, short; the other side may castle long,
    /// short; black is to move; half moves since the last capture or pawn move; zeros; ones. alphazero from 112: black
    /// is to move; the number of the move; the side to move may castle short, long; the other side may castle short,
    /// long; half moves since the last capture or pawn move.
    #[pyo3(
        signature = (starts = None, *, layout = "lc0", dtype = None, out = None, threads = 1),
        text_signature = "($self, starts=(0,), *, layout='lc0', dtype='uint8', out=None, threads=1)"
    )]
    fn history<'py>(
        &self,
        py: Python<'py>,
        starts: Option<&Bound<'py, PyAny>>,
        layout: &str,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let lengths = match starts {
            Some(starts) => lengths(&numbers::integers(starts, "starts")?, self.range.len())?,
            None => vec![self.range.len()],
        };
        self.history_of(py, &lengths, layout, dtype, out, threads)
    }
}

impl Positions {
    /// Returns the planes of games that have these `lengths`; together the games are all positions of the batch.
    pub(crate) fn history_of<'py>(
        &self,
        py: Python<'py>,
        lengths: &[usize],
        layout: &str,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let layout = choose("layout", layout, &LAYOUTS)?;
        match dtype.map_or(Ok(Planes::Bytes), |dtype| choose_dtype("dtype", dtype, &DTYPES))? {
            Planes::Bytes => self.histories::<u8>(py, lengths, layout, out, threads),
            Planes::Floats => self.histories::<f32>(py, lengths, layout, out, threads),
            Planes::Bits => self.histories::<u64>(py, lengths, layout, out, threads),
        }
    }

    /// Makes an array of the planes of each position of each game.
    fn histories<'py, T: PlaneNumber>(
        &self,
        py: Python<'py>,
        lengths: &[usize],
        layout: Layout,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = shape::<T>(self.range.len(), layout);
        let width: usize = shape[1..].iter().product();
        let mut positions = self.as_slice();
        // A signal has to stop the work even within a game: a game may have any number of positions, each of which is
        // compared with all since the last capture or pawn move.
        let is_stopped = AtomicBool::new(false);
        let work = |(game, planes): (&[Position], &mut [T])| {
            let mut history = History::new();
            for (index, (position, planes)) in game.iter().zip(planes.chunks_exact_mut(width)).enumerate() {
                if is_stopped.load(Relaxed) {
                    break;
                }
                history.push(*position);
                T::WRITE(&history, index, layout, planes);
            }
            Ok(())
        };
        let array = output::filled(py, out, &shape, |mut planes| {
            let games = lengths.iter().map(|&length| {
                let game = positions.split_off(..length).unwrap_or_default();
                (game, planes.split_off_mut(..length * width).unwrap_or_default())
            });
            work::watch(py, threads, games, work, || is_stopped.store(true, Relaxed))
        });
        array.map(Bound::into_any)
    }
}

/// Returns the lengths of games. `starts` has the indices of their first positions in a batch of `positions` positions.
///
/// # Errors
/// `ValueError` unless `starts` begins with 0, ascends, and stays below `positions`; for an empty batch it must be
/// empty.
fn lengths(starts: &[i64], positions: usize) -> PyResult<Vec<usize>> {
    let (length, last) = (i64::try_from(positions)?, positions.saturating_sub(1));
    let mut next = 0;
    for (index, &start) in starts.iter().enumerate() {
        if start < next || start >= length || index == 0 && start > 0 {
            let expected = match index {
                0 => "0, the first position of the batch".into(),
                _ => format!("{next} to {last}"),
            };
            let text = format!("starts: item {index} is {start}, expected {expected}");
            return Err(PyValueError::new_err(text));
        }
        next = start + 1;
    }
    if positions > 0 && starts.is_empty() {
        return Err(PyValueError::new_err("starts: expected at least one game"));
    }
    let ends = starts.iter().skip(1).chain([&length]);
    Ok(starts.iter().zip(ends).map(|(start, end)| usize::try_from(end - start)).collect::<Result<_, _>>()?)
}
