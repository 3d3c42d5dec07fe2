//! `diagnose` finds the broken rule from wrong perft numbers; `compare` finds the moves that a function lists wrongly.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_faults::{Cause, Diagnosis, Fault, Wrong, next_count};
use quadbit_movegen::{EpMode, FenStyle, Move, Position};
use quadbit_perft::compare::{Answer, Difference, Generator, Question};
use quadbit_perft::suite::Suite;

use crate::errors::FenError;
use crate::work;

/// The positions that the command line knows by name, each with its FEN.
const NAMED: &[(&str, &str)] = &include!("../../crates/cli/suites/named.in");

/// Names the broken rule from wrong perft numbers: `counts` are the numbers of a generator by depth, 1 to 9.
///
/// The dict has the right number at the greatest depth, `right`; the names of the faults that give exactly these
/// numbers, `rules`; pairs that do if none does, `guesses`; if several fit, `next`: the count that tells them apart.
#[pyfunction]
#[pyo3(signature = (fen, counts, *, threads = 1))]
pub(crate) fn diagnose<'py>(
    py: Python<'py>,
    fen: &str,
    counts: BTreeMap<u8, u64>,
    #[pyo3(from_py_with = work::threads)] threads: u16,
) -> PyResult<Bound<'py, PyDict>> {
    let read = |fen: &str| fen.parse::<Position>().map_err(|error| FenError::new_err(error.to_string()));
    let position = read(fen)?;
    if counts.is_empty() || counts.keys().any(|depth| !(1..=9).contains(depth)) {
        return Err(PyValueError::new_err("counts: expected a number for one or more depths from 1 to 9"));
    }
    let wrongs: Vec<Wrong> =
        counts.into_iter().map(|(depth, nodes)| Wrong { depth, nodes, moves: None }).collect();
    let goes_on = AtomicBool::new(true);
    let diagnose =
        || quadbit_faults::diagnose(&position, &wrongs, threads.into(), &|_| goes_on.load(Relaxed));
    let found = work::watch_one(py, diagnose, || goes_on.store(false, Relaxed))?;
    let result = PyDict::new(py);
    let Some(Diagnosis { right, rules, guesses, .. }) = found else { return Ok(result) };
    let names = |causes: &[Cause]| causes.iter().map(ToString::to_string).collect::<Vec<_>>();
    result.set_item("right", right)?;
    result.set_item("rules", names(&rules))?;
    result.set_item("guesses", guesses.iter().map(|pair| pair.map(Fault::name)).collect::<Vec<_>>())?;
    if rules.len() > 1 {
        let known = NAMED.iter().map(|&(name, fen)| Ok((name, read(fen)?))).collect::<PyResult<Vec<_>>>()?;
        if let Some(next) = next_count(&rules, &known) {
            let count = PyDict::new(py);
            count.set_item("position", next.name)?;
            count.set_item("depth", next.depth)?;
            count.set_item("right", next.right)?;
            let counts: BTreeMap<u64, Vec<String>> =
                next.counts.iter().map(|(&nodes, causes)| (nodes, names(causes))).collect();
            count.set_item("counts", counts)?;
            result.set_item("next", count)?;
        }
    }
    Ok(result)
}

/// Compares a function with the rules of chess, on the suite that ships with quadbit. `moves` takes a FEN and returns
/// the legal moves as UCI text; cases of at most `max_nodes` leaves are counted with it.
///
/// The result has a dict for each position that differs: `fen`, where the comparison began; `path`, the moves from
/// there; `at`, the FEN that differs; `differs`, a line for each difference there; `report`, all of it in lines.
#[pyfunction]
#[pyo3(signature = (moves, *, max_nodes = 1_000))]
pub(crate) fn compare(moves: Bound<'_, PyAny>, max_nodes: u128) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let py = moves.py();
    let differences = quadbit_perft::compare(&Suite::builtin(), max_nodes, Function(moves))?;
    let as_dict = |difference: Difference| {
        let dict = PyDict::new(py);
        (dict.set_item("at", difference.at())).and(dict.set_item("report", difference.to_string()))?;
        dict.set_item("fen", difference.fen)?;
        dict.set_item("path", difference.path)?;
        dict.set_item("differs", difference.differs)?;
        Ok(dict)
    };
    differences.into_iter().map(as_dict).collect()
}

/// A Python function from a FEN to the legal moves as UCI text.
struct Function<'py>(Bound<'py, PyAny>);

impl Generator for Function<'_> {
    type Error = PyErr;

    fn answer(&mut self, question: &Question<'_>) -> PyResult<Answer> {
        let legal = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let mut position: Position = question.fen.parse().map_err(|error| legal(&error))?;
        for text in question.moves {
            position.play_unchecked(Move::from_uci(text, &position).map_err(|error| legal(&error))?);
        }
        let nodes = |text: String| {
            let below = match Move::from_uci(&text, &position) {
                Ok(mv) if question.depth > 1 => self.nodes(&position.after(mv), question.depth - 1)?,
                _ => 1,
            };
            Ok((text, below))
        };
        Ok(Answer::of(self.moves(&position)?.into_iter().map(nodes).collect::<PyResult<Vec<_>>>()?))
    }
}

impl Function<'_> {
    fn moves(&self, position: &Position) -> PyResult<Vec<String>> {
        let style = FenStyle { ep: EpMode::Always, ..FenStyle::default() };
        self.0.call1((position.to_fen(style).to_string(),))?.try_iter()?.map(|text| text?.extract()).collect()
    }

    /// Counts the leaves `depth` plies below `position`; `depth` is at least one. An illegal move counts as one leaf,
    /// because there is no position after it.
    fn nodes(&self, position: &Position, depth: u8) -> PyResult<u128> {
        let moves = self.moves(position)?;
        if depth == 1 {
            return Ok(moves.len() as u128);
        }
        let below = |text: String| match Move::from_uci(&text, position) {
            Ok(mv) => self.nodes(&position.after(mv), depth - 1),
            Err(_) => Ok(1),
        };
        moves.into_iter().map(below).sum()
    }
}
