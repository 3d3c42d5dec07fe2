//! Environments as pickles, which also serve as copies and checkpoints.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use quadbit_movegen::{Move, Position};

use super::{Env, filled};
use crate::positions::Positions;

/// What a pickle of an environment holds besides its settings: the seed; whether the last reset or step has reached all
/// games; the position at which each current game began; the moves of all games in a row; and for each game the number
/// of these moves, the number of games that have begun in its lane, its plies, and whether it is over.
type State<'py> = (
    u64,
    bool,
    PyRef<'py, Positions>,
    PyReadonlyArray1<'py, u16>,
    PyReadonlyArray1<'py, u64>,
    PyReadonlyArray1<'py, u64>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, bool>,
);

#[pymethods]
impl Env {
    /// Pickles hold the settings and all moves of the current games. A copy, or an environment from a pickle,
    /// goes on as the original would have.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, env) = (slf.py(), slf.borrow());
        let starts: Vec<Position> = env.lanes.iter().map(|lane| *lane.game.start()).collect();
        let moves: Vec<u16> =
            env.lanes.iter().flat_map(|lane| lane.game.moves().map(Move::to_bits)).collect();
        let state = (
            env.seed,
            env.is_whole,
            Positions::from(starts),
            filled(py, moves.into_iter())?,
            filled(py, env.lanes.iter().map(|lane| lane.game.moves().len() as u64))?,
            filled(py, env.lanes.iter().map(|lane| lane.begun))?,
            filled(py, env.lanes.iter().map(|lane| lane.plies))?,
            filled(py, env.lanes.iter().map(|lane| lane.is_over))?,
        );
        let arguments = (env.lanes.len(), &env.settings, state).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_unpickle")?, arguments))
    }

    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        n: usize,
        settings: &Bound<'_, PyDict>,
        state: State<'_>,
    ) -> PyResult<Py<Self>> {
        let made = py.get_type::<Self>().call((n,), Some(settings))?.cast_into::<Self>()?;
        let mut env = made.borrow_mut();
        let bad = || PyValueError::new_err("a pickle of an Env is damaged");
        let (seed, is_whole, starts, moves, lengths, begun, plies, over) = state;
        let (starts, moves, lengths) = (starts.as_slice(), moves.as_slice()?, lengths.as_slice()?);
        let (begun, plies, over) = (begun.as_slice()?, plies.as_slice()?, over.as_slice()?);
        let lists = [starts.len(), lengths.len(), begun.len(), plies.len(), over.len()];
        if lists != [n; 5] {
            return Err(bad());
        }
        (env.seed, env.is_whole) = (seed, is_whole);
        let mut rest = moves;
        let Self { lanes, rules, .. } = &mut *env;
        for (place, lane) in lanes.iter_mut().enumerate() {
            let (own, behind) = rest.split_at_checked(usize::try_from(lengths[place])?).ok_or_else(bad)?;
            rest = behind;
            let own = own.iter().map(|&bits| Move::from_bits(bits));
            lane.restore(starts[place], own, rules).map_err(|_| bad())?;
            (lane.begun, lane.plies, lane.is_over) = (begun[place], plies[place], over[place]);
        }
        drop(env);
        Ok(made.unbind())
    }
}
