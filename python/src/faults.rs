//! `diagnose`: from wrong perft numbers to the broken rule.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_faults::{Cause, Diagnosis, Fault, Wrong, next_count};
use quadbit_movegen as movegen;

use crate::errors::FenError;
use crate::work::{self, locked};

/// The positions that have names.
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
    let read =
        |fen: &str| fen.parse::<movegen::Position>().map_err(|error| FenError::new_err(error.to_string()));
    let position = read(fen)?;
    if counts.is_empty() || counts.keys().any(|depth| !(1..=9).contains(depth)) {
        return Err(PyValueError::new_err("counts: expected a number for one or more depths from 1 to 9"));
    }
    let wrongs: Vec<Wrong> =
        counts.into_iter().map(|(depth, nodes)| Wrong { depth, nodes, moves: None }).collect();
    let (found, goes_on) = (Mutex::new(None), AtomicBool::new(true));
    let diagnosed = |()| {
        let diagnosis =
            quadbit_faults::diagnose(&position, &wrongs, threads.into(), &|_| goes_on.load(Relaxed));
        *locked(&found) = diagnosis;
        Ok(())
    };
    work::watch(py, 1, std::iter::once(()), diagnosed, || goes_on.store(false, Relaxed))?;
    let result = PyDict::new(py);
    let Some(Diagnosis { right, rules, guesses, .. }) = locked(&found).take() else { return Ok(result) };
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
