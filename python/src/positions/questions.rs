//! Questions to which every position has one answer.

use bytemuck::cast_slice_mut;
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_lanes::batch;
use quadbit_movegen::{Color, Level, Move};
use quadbit_pack::pattern::{self, Rule};

use super::Positions;
use crate::choices::choose;
use crate::ending::Ending;
use crate::numbers::{Words, kind};
use crate::work::Threads;

#[pymethods]
impl Positions {
    /// The number of legal moves of each position.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
    fn legal_counts<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let level = Level::auto();
        self.answers(py, out, threads, &[], |positions, counts| batch::legal_counts(level, positions, counts))
    }

    /// Whether the side to move is in check.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
    fn in_check<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let level = Level::auto();
        self.answers(py, out, threads, &[], |positions, checks| batch::in_check(level, positions, checks))
    }

    /// Whether black is to move.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
    fn black_to_move<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        self.answers(py, out, threads, &[], |positions, answers| {
            for (position, answer) in positions.iter().zip(answers) {
                *answer = position.side_to_move() == Color::Black;
            }
        })
    }

    /// The squares that a side attacks.
    #[pyo3(signature = (side, *, out = None, threads = Threads(1)))]
    fn attack_maps<'py>(
        &self,
        py: Python<'py>,
        side: &str,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        let level = Level::auto();
        let by = choose("side", side, &[("white", Color::White), ("black", Color::Black)])?;
        self.answers(py, out, threads, &[], |positions, maps| {
            batch::attack_maps(level, positions, by, cast_slice_mut(maps));
        })
    }

    /// How the game has ended, as far as the position alone shows it.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        self.answers(py, out, threads, &[], |positions, outcomes| {
            for (position, outcome) in positions.iter().zip(outcomes) {
                *outcome = Ending::of(position.outcome()) as u8;
            }
        })
    }

    /// Whether a move is legal in each position.
    #[pyo3(signature = (moves, *, out = None, threads = Threads(1)))]
    fn is_legal<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let moves = Words::new(moves, "moves", Some(self.range.len()), 0..=u16::MAX)?;
        let moves = moves.as_slice()?;
        self.try_answers(py, out, threads, &[], |first, positions, answers| {
            for ((position, &bits), answer) in positions.iter().zip(&moves[first..]).zip(answers) {
                *answer = position.is_legal(Move::from_bits(bits));
            }
            Ok(())
        })
    }

    /// Whether each position matches all rules.
    #[pyo3(signature = (pattern, *, out = None, threads = Threads(1)))]
    fn r#where<'py>(
        &self,
        py: Python<'py>,
        pattern: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let level = Level::auto();
        let rules = rules(pattern)?;
        self.answers(py, out, threads, &[], |positions, answers| {
            pattern::matches(level, &rules, positions, answers);
        })
    }

    /// The legal moves of all positions in a row, and where those of each begin.
    #[pyo3(signature = (*, out = None, threads = Threads(1)))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        out: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        threads: Threads,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArrayDyn<i64>>)> {
        super::legal_moves::legal_moves(self.as_slice(), py, out, threads)
    }
}

/// Rules separated by blanks, or a list of them.
fn rules(pattern: &Bound<'_, PyAny>) -> PyResult<Vec<Rule>> {
    let texts: Vec<String> = if let Ok(text) = pattern.cast::<PyString>() {
        text.to_str()?.split_whitespace().map(str::to_owned).collect()
    } else if let Ok(texts) = pattern.extract() {
        texts
    } else {
        return Err(PyTypeError::new_err(format!(
            "pattern: expected rules as a str or a list, got {}",
            kind(pattern)
        )));
    };
    let rule = |text: &String| {
        text.parse().map_err(|error| PyValueError::new_err(format!("pattern: '{text}': {error}")))
    };
    texts.iter().map(rule).collect()
}
