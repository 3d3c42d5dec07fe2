//! The legal actions of all games: a random one of each game, lists of all, or masks.
//!
//! 1. A lane's legal moves are listed, none if its game is over.
//! 2. Moves become numbers of the policy; a mask is written for many games at once.
//!
//! The numbers are those that `Env.step` turns back into moves.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadbit_inputs::policy::Policy;
use quadbit_movegen::{Move, Role};

use super::lane::Lane;
use super::{Array, AutoReset, BLOCK, Env, filled};
use crate::dice::Dice;
use crate::numbers::{self, kind};
use crate::output;
use crate::positions::Positions;
use crate::work;

/// The form of the masks of legal actions that an environment returns in its `infos`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Masks {
    Bools,
    Bits,
    None,
}

impl Masks {
    pub(super) const NAMES: [(&str, Self); 3] =
        [("bool", Self::Bools), ("bits", Self::Bits), ("none", Self::None)];
}

#[pymethods]
impl Env {
    /// A random legal action for each game, all equally likely: (n,) uint16. It needs no masks. A game that
    /// is over has action 0.
    ///
    /// `rng` is a `numpy.random.Generator`, from which one number is taken, or an integer as a seed.
    fn sample<'py>(&self, rng: &Bound<'py, PyAny>) -> PyResult<Array<'py, u16>> {
        let py = rng.py();
        let seed = if rng.hasattr("integers")? {
            rng.call_method1("integers", (1_u64 << 63,))?.extract()?
        } else if rng.extract::<u64>().is_ok() {
            numbers::number(rng, "rng", 0..=u64::MAX)?
        } else {
            return Err(PyTypeError::new_err(format!(
                "rng: expected a numpy.random.Generator or an integer, got {}",
                kind(rng)
            )));
        };
        let policy = self.policy;
        output::filled(py, None, &[self.lanes.len()], |actions| {
            work::run_each(
                py,
                self.threads,
                BLOCK,
                self.lanes.iter().zip(actions),
                |place, (lane, action)| {
                    let moves = legal(lane, policy);
                    if !moves.is_empty() {
                        let mut dice = Dice::new(seed, place as u64);
                        *action = policy.index(lane.position(), dice.choose(&moves));
                    }
                    Ok(())
                },
            )
        })
    }

    /// The legal actions of all games as a mask, (n, actions) bool, whatever `masks` says.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask(py, &self.positions(), false, None)
    }

    /// The legal actions of all games in a row, uint16, and the offsets at which those of each begin, (n + 1,)
    /// int64. A game that is over has none.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<(Array<'py, u16>, Array<'py, i64>)> {
        let policy = self.policy;
        let mut all = vec![Vec::new(); self.lanes.len()];
        work::run_each(py, self.threads, BLOCK, self.lanes.iter().zip(&mut all), |_, (lane, actions)| {
            *actions = legal(lane, policy).iter().map(|&mv| policy.index(lane.position(), mv)).collect();
            Ok(())
        })?;
        let mut offsets = vec![0_i64];
        for actions in &all {
            offsets.push(offsets.last().unwrap_or(&0) + i64::try_from(actions.len())?);
        }
        Ok((filled(py, all.concat().into_iter())?, filled(py, offsets.into_iter())?))
    }
}

/// Returns one legal move for each legal action of `lane`; none if the game is over.
fn legal(lane: &Lane, policy: Policy) -> Vec<Move> {
    if lane.is_over {
        return Vec::new();
    }
    // In the policy `4096`, all promotions of a pawn on one square are a single action, which stands for the queen.
    let is_action =
        |mv: &Move| policy != Policy::FromTo || mv.promotion().is_none_or(|role| role == Role::Queen);
    lane.position().legal_moves().into_iter().filter(is_action).collect()
}

impl Env {
    /// Returns the legal actions of all games as a mask, in the form that the option `masks` chooses; `None` with
    /// `masks="none"`. A game that is over has no legal actions, or all actions if the next step begins a new game.
    pub(super) fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        positions: &Positions,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let packed = match self.masks {
            Masks::None => return Ok(None),
            Masks::Bits => true,
            Masks::Bools => false,
        };
        let room = self.reused.as_ref().and_then(|reused| reused.mask.as_ref()).map(|mask| mask.bind(py));
        let mask = self.mask(py, positions, packed, room)?;
        if let Some(reused) = &mut self.reused {
            reused.mask = Some(mask.clone().unbind());
        }
        Ok(Some(mask))
    }

    fn mask<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        packed: bool,
        room: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = positions.legal_mask(py, self.policy, packed, room, self.threads)?;
        if self.lanes.iter().any(|lane| lane.is_over) {
            let is_any = self.auto_reset == AutoReset::NextStep;
            if packed {
                let size = self.policy.size();
                let word = |n: usize| match size - 64 * n {
                    rest if rest < 64 => (1 << rest) - 1,
                    _ => u64::MAX,
                };
                let row: Vec<u64> =
                    (0..self.policy.words()).map(|n| if is_any { word(n) } else { 0 }).collect();
                self.fill_over(&mask, &row)?;
            } else {
                self.fill_over(&mask, &vec![is_any; self.policy.size()])?;
            }
        }
        Ok(mask)
    }

    /// Copies `row` into the row of `mask` of each game that is over.
    fn fill_over<T: numpy::Element + Copy>(&self, mask: &Bound<'_, PyAny>, row: &[T]) -> PyResult<()> {
        output::write(&output::of_type::<T>(mask)?, |mask| {
            let lanes = mask.chunks_exact_mut(row.len()).zip(&self.lanes);
            lanes.filter(|(_, lane)| lane.is_over).for_each(|(place, _)| place.copy_from_slice(row));
            Ok(())
        })
    }
}
