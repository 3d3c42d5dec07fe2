//! What an environment shows of its games.
//!
//! Planes of the current position are made from the positions of all games; planes with history, from the history that
//! each [`Lane`] keeps.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadbit_inputs::history::Layout;

use super::lane::Lane;
use super::{BLOCK, Env};
use crate::choices::choose;
use crate::output;
use crate::positions::Positions;
use crate::positions::encoders::Planes;
use crate::positions::history::{DTYPES, LAYOUTS, PlaneNumber, shape};
use crate::work;

/// Which planes the observations are, and the type of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observation {
    /// Planes of the current position: the twelve of pieces, or all nineteen if the flag is set.
    Position(Planes, bool),
    History(Planes, Layout),
}

impl Observation {
    /// Reads the name of an observation, such as `uint8`, `extra-float32` or `lc0-uint64`; the name `none` gives
    /// `None`.
    pub(super) fn named(name: &str) -> PyResult<Option<Self>> {
        let (layout, dtype) = name.rsplit_once('-').unwrap_or(("", name));
        let found = match (layout, choose("", layout, &LAYOUTS)) {
            ("", _) if name == "none" => return Ok(None),
            (_, Ok(layout)) => choose("", dtype, &DTYPES).map(|dtype| Self::History(dtype, layout)),
            ("" | "extra", _) => {
                choose("", dtype, &Planes::DTYPES).map(|dtype| Self::Position(dtype, layout == "extra"))
            }
            (_, Err(error)) => Err(error),
        };
        let expected = || {
            let layouts = LAYOUTS.map(|(name, _)| format!("'{name}'")).join(" or ");
            format!(
                "observations: expected 'none' or a type: 'uint8' or 'float32', also behind 'extra-'; or behind \
                {layouts} and a hyphen, also 'uint64'; got '{name}'"
            )
        };
        found.map(Some).map_err(|_| PyValueError::new_err(expected()))
    }
}

impl Env {
    /// Returns the observations of all games, in the array of earlier steps if it is reused; Python's `None` if the
    /// environment gives no observations.
    pub(super) fn observations<'py>(
        &mut self,
        py: Python<'py>,
        positions: &Positions,
    ) -> PyResult<Bound<'py, PyAny>> {
        let room = self.reused.as_ref().and_then(|reused| reused.observations.as_ref());
        let lanes: Vec<_> = self.lanes.iter().map(Some).collect();
        let found = self.new_observations(py, positions, &lanes, room.map(|room| room.bind(py)))?;
        if let Some(reused) = &mut self.reused {
            reused.observations = (!found.is_none()).then(|| found.clone().unbind());
        }
        Ok(found)
    }

    /// Writes the observations of games to `out`, by default a new array of zeros, and returns the array; Python's
    /// `None` if the environment gives no observations. They are made from the games' `positions`, or from `lanes` if
    /// they show the history; for a lane that is `None` nothing is written.
    pub(super) fn new_observations<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        lanes: &[Option<&Lane>],
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.observations {
            None => Ok(py.None().into_bound(py)),
            Some(Observation::Position(dtype, extra)) => {
                positions.planes_of(py, dtype, extra, out, self.threads)
            }
            Some(Observation::History(Planes::Bytes, layout)) => self.histories::<u8>(py, layout, lanes, out),
            Some(Observation::History(Planes::Floats, layout)) => {
                self.histories::<f32>(py, layout, lanes, out)
            }
            Some(Observation::History(Planes::Bits, layout)) => self.histories::<u64>(py, layout, lanes, out),
        }
    }

    fn histories<'py, T: PlaneNumber>(
        &self,
        py: Python<'py>,
        layout: Layout,
        lanes: &[Option<&Lane>],
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = shape::<T>(lanes.len(), layout);
        let width = shape[1..].iter().product();
        let array = output::filled(py, out, &shape, |planes| {
            let blocks = lanes.chunks(BLOCK).zip(planes.chunks_mut(BLOCK * width));
            work::run(py, self.threads, blocks, |(lanes, planes)| {
                for (lane, planes) in lanes.iter().zip(planes.chunks_exact_mut(width)) {
                    if let Some(lane) = lane {
                        T::WRITE(&lane.history, lane.game.moves().len(), layout, planes);
                    }
                }
                Ok(())
            })
        });
        array.map(Bound::into_any)
    }
}
