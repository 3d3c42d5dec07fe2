//! The results of reading files: positions, and their labels for training.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use quadbit_movegen::{Color, GameResult, Position};
use quadbit_pack::Sample;

use crate::memory::with_capacity;

/// Positions and their labels, in order. If a source has no labels of a kind, their list is empty.
#[derive(Debug, Default)]
pub(crate) struct Harvest {
    pub(crate) positions: Vec<Position>,
    /// The move that was played.
    pub(crate) moves: Vec<u16>,
    /// From white's view, in the engine's unit.
    pub(crate) scores: Vec<i16>,
    /// White's points: 1, 0.5, 0, or NaN if unknown.
    pub(crate) results: Vec<f32>,
    /// The number of the game in its file.
    pub(crate) games: Vec<i64>,
}

impl Harvest {
    pub(crate) fn push(&mut self, sample: &Sample) {
        self.positions.push(sample.position);
        self.scores.extend(sample.score);
        self.results.push(points(sample.result));
    }

    /// Removes the samples after `length`. (No record has scores for only some of its samples.)
    pub(crate) fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.scores.truncate(length);
        self.results.truncate(length);
    }

    /// All parts, one after the other.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(crate) fn concat(parts: &[Self]) -> PyResult<Self> {
        Ok(Self {
            positions: joined(parts, |part| &part.positions)?,
            moves: joined(parts, |part| &part.moves)?,
            scores: joined(parts, |part| &part.scores)?,
            results: joined(parts, |part| &part.results)?,
            games: joined(parts, |part| &part.games)?,
        })
    }
}

/// The lists of all parts joined.
fn joined<'a, T: Copy + 'a>(
    parts: &'a [Harvest],
    list: impl Fn(&'a Harvest) -> &'a Vec<T>,
) -> PyResult<Vec<T>> {
    let mut all = with_capacity(parts.iter().map(|part| list(part).len()).sum())?;
    for part in parts {
        all.extend_from_slice(list(part));
    }
    Ok(all)
}

/// A list as an array, without copying.
pub(crate) fn array<T: numpy::Element>(py: Python<'_>, list: Vec<T>) -> Bound<'_, PyArray1<T>> {
    list.into_pyarray(py)
}

/// White's points.
pub(crate) const fn points(result: GameResult) -> f32 {
    match result {
        GameResult::Win(Color::White) => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Win(Color::Black) => 0.0,
        GameResult::Unknown => f32::NAN,
    }
}

/// The result of white's points; `None` for other numbers.
pub(crate) fn result(points: f64) -> Option<GameResult> {
    match points {
        1.0 => Some(GameResult::Win(Color::White)),
        0.5 => Some(GameResult::Draw),
        0.0 => Some(GameResult::Win(Color::Black)),
        _ => points.is_nan().then_some(GameResult::Unknown),
    }
}
