//! `Positions.from_pgn`: a whole PGN file as one batch.

use pyo3::prelude::*;

use super::options::Rows;
use super::read_all;
use crate::choices::{SKIPS, choose};
use crate::positions::Positions;
use crate::work;

#[pymethods]
impl Positions {
    /// The positions of the games of a PGN file, which is given as in `read_pgn`: a path, an open file, bytes or a
    /// buffer.
    ///
    /// `plies`: `every` position of a game, those in which a move was `played` (all but the last), or the
    /// `final` one. A game that cannot be played raises `PgnError`, which names its number and the byte; with
    /// `on_error="skip"` it ends before its first bad move, and a `UserWarning` says how many games do. `standard`
    /// refuses games that begin with castling rights of Chess960.
    ///
    /// With `labels`, the result is (positions, moves, results, games): the move that was played, uint16, 0
    /// if none; the result of the game, float32, 1 if white has won, 0.5, 0, or NaN if unknown; and the
    /// number of the game in the file, int64.
    #[staticmethod]
    #[pyo3(signature = (source, *, plies = "every", standard = false, on_error = "raise", labels = false, threads = 1))]
    fn from_pgn<'py>(
        source: &Bound<'py, PyAny>,
        plies: &str,
        standard: bool,
        on_error: &str,
        labels: bool,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = choose("plies", plies, &Rows::PLIES)?;
        let skips = choose("on_error", on_error, &SKIPS)?;
        let all = read_all(source, rows, standard, skips, threads)?;
        let py = source.py();
        if !labels {
            return Ok(all.positions(py)?.into_bound(py).into_any());
        }
        Ok((all.positions(py)?, all.moves, all.results, all.games).into_pyobject(py)?.into_any())
    }
}
