//! Thousands of games side by side, for reinforcement learning.
//!
//! 1. `reset` begins games in lanes; each [`Lane`] has its position, its plies, and what decides its next start.
//! 2. `step` turns one action for each lane into a move, and plays the moves on several threads.
//! 3. Where a game ends, its outcome and reward are noted, and the next game begins if the options say so.
//! 4. Observations and masks of the current positions are written to new arrays, or to those of the step before.
//!
//! What happens in a lane depends only on the options, the seed, the lane's index and its actions, not on threads or
//! other lanes.

mod actions;
mod lane;
mod observations;
mod state;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use quadbit_diagram::Diagram;
use quadbit_inputs::policy::Policy;
use quadbit_movegen::{Move, Position};

use crate::choices::choose;
use crate::ending::Ending;
use crate::errors::Fault;
use crate::keywords::Keywords;
use crate::memory::with_capacity;
use crate::numbers::{self, Words, as_array, kind};
use crate::output;
use crate::policies;
use crate::position::{OBJECT_ALIGNMENT, text};
use crate::positions::Positions;
use crate::work;
use actions::Masks;
use lane::{Lane, Rules, Step};
use observations::Observation;

/// The number of games that a thread takes at a time.
const BLOCK: usize = 64;

/// The largest number of games of an environment.
const MOST_LANES: u64 = 1 << 24;

/// Many games of chess side by side, each of which takes one action in every step.
///
/// Actions are numbers of `policy`, as in `Positions.legal_mask`: `4096`, `4672`, `1858`, `pgx` or `open_spiel`.
/// Rewards are for the side that plays the action: 1 for mate, -1 for an illegal action with `on_illegal="lose"`, else
/// 0; by default an illegal action raises `IllegalMoveError`.
///
/// `observations` are the pieces as the side to move sees them, (n, 12, 8, 8) `uint8` or `float32`; with castling
/// rights, en passant and clock, (n, 19, 8, 8), `extra-uint8` or `extra-float32` (`Positions.planes`); the last eight
/// positions of each game with repetitions, `lc0-` or `alphazero-` and `uint8`, `float32` or `uint64`
/// (`Positions.history`); or `none`. The history of a game begins after its opening plies.
///
/// Games begin with a random one of `starts`, or with the start position, followed by `opening_plies` random
/// moves. They end by mate, stalemate, insufficient material, fivefold repetition and the 75-move rule, with
/// `claim_draws` also by threefold repetition and the 50-move rule; they are truncated after `max_plies`.
///
/// `auto_reset` is `same_step` (or True): the next game begins in the step that ends one; `next_step`: in the
/// step after it, whose action is ignored; `disabled` (or False): at the next `reset`.
///
/// `masks` are the kind of `action_mask` in infos: `bool`, `bits` (packed into uint64), or `none`, the fastest
/// for `sample` and `legal_actions`. `copy=False` reuses the arrays of observations and masks in every step.
#[pyclass(module = "quadbit")]
pub(crate) struct Env {
    lanes: Vec<Lane>,
    rules: Rules,
    policy: Policy,
    /// What observations show; `None` if there are no observations.
    observations: Option<Observation>,
    /// The options as they were given, for pickles.
    settings: Py<PyDict>,
    illegal_loses: bool,
    auto_reset: AutoReset,
    masks: Masks,
    threads: u16,
    seed: u64,
    /// Whether the last reset or step has reached all games: false before the first reset, and after a reset or step
    /// that was interrupted.
    is_whole: bool,
    /// The arrays of observations and action masks that every step reuses, with `copy=False`; else `None`.
    reused: Option<Reused>,
}

const _: () = assert!(align_of::<Env>() <= OBJECT_ALIGNMENT);

/// The arrays of observations and action masks that are overwritten in every step, with `copy=False`.
#[derive(Default)]
struct Reused {
    observations: Option<Py<PyAny>>,
    mask: Option<Py<PyAny>>,
}

/// When a new game replaces one that ended: in the step that ends it, in the step after it, or at the next `reset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AutoReset {
    SameStep,
    NextStep,
    Disabled,
}

impl AutoReset {
    const NAMES: [(&str, Self); 3] =
        [("same_step", Self::SameStep), ("next_step", Self::NextStep), ("disabled", Self::Disabled)];

    /// Reads `value`, one of [`NAMES`](Self::NAMES), or `True` for `same_step` and `False` for `disabled`.
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(value) = value.cast::<PyBool>() {
            return Ok(if value.is_true() { Self::SameStep } else { Self::Disabled });
        }
        let Ok(name) = value.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!("auto_reset: expected a name, got {}", kind(value))));
        };
        choose("auto_reset", &name.to_string_lossy(), &Self::NAMES)
    }
}

/// The values of `on_illegal`, each with whether an illegal action loses the game instead of raising an error.
const ILLEGAL: [(&str, bool); 2] = [("raise", false), ("lose", true)];

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;
type Stepped<'py> =
    (Bound<'py, PyAny>, Array<'py, f32>, Array<'py, bool>, Array<'py, bool>, Bound<'py, PyDict>);

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (n = None, **options), text_signature = "(n, *, policy='4096', observations='uint8', starts=None, \
        opening_plies=0, claim_draws=True, max_plies=None, on_illegal='raise', auto_reset=True, masks='bool', copy=True, \
        threads=1)")]
    fn new(
        py: Python<'_>,
        n: Option<Bound<'_, PyAny>>,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let n = n.ok_or_else(|| PyTypeError::new_err("n: expected a number of games"))?;
        let n = usize::try_from(numbers::number(&n, "n", 1..=MOST_LANES)?)?;
        let options = options.unwrap_or_else(|| PyDict::new(py));
        let settings = options.copy()?.unbind();
        let given = Keywords::new(Some(options));
        let plies = |name, least, default: u32| {
            let number = given.take(name)?.map(|value| numbers::number(&value, name, least..=1_000_000));
            number.map_or(Ok(default), |number| Ok::<_, PyErr>(u32::try_from(number?)?))
        };
        let shown = given.get::<String>("observations")?.unwrap_or_else(|| "uint8".to_owned());
        let observations = Observation::named(&shown)?;
        let env = Self {
            lanes: vec![Lane::new(); n],
            rules: Rules {
                starts: start_positions(given.take("starts")?)?,
                opening_plies: plies("opening_plies", 0, 0)?,
                claims_draws: given.get("claim_draws")?.unwrap_or(true),
                most_plies: plies("max_plies", 1, u32::MAX)?,
                keeps_history: matches!(observations, Some(Observation::History(..))),
            },
            policy: given.take("policy")?.map_or(Ok(Policy::FromTo), |name| policies::policy(&name))?,
            observations,
            settings,
            illegal_loses: given.choice("on_illegal", &ILLEGAL)?,
            auto_reset: given
                .raw("auto_reset")?
                .map_or(Ok(AutoReset::SameStep), |name| AutoReset::read(&name))?,
            masks: given.choice("masks", &Masks::NAMES)?,
            threads: given.threads()?,
            seed: RandomState::new().hash_one(n),
            is_whole: false,
            reused: (!given.get("copy")?.unwrap_or(true)).then(Reused::default),
        };
        given.finish("Env")?;
        Ok(env)
    }

    /// The number of games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.lanes.len()
    }

    /// The number of actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.policy.size()
    }

    /// Begins new games, all or those of `mask`, and returns observations and infos.
    ///
    /// A seed begins a new sequence of starts; without one, the sequence goes on.
    #[pyo3(signature = (seed = None, *, mask = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let seed = seed.map(|seed| numbers::number(seed, "seed", 0..=u64::MAX)).transpose()?;
        let mask = mask.map(|mask| lane_mask(mask, self.lanes.len())).transpose()?;
        if mask.is_some() && !self.is_whole {
            return Err(PyRuntimeError::new_err("reset all games before some of them"));
        }
        self.is_whole = false;
        if let Some(seed) = seed {
            self.seed = seed;
        }
        let (rules, first_seed) = (&self.rules, self.seed);
        let mask = mask.as_deref();
        let blocks = self.lanes.chunks_mut(BLOCK).enumerate();
        work::run(py, self.threads, blocks, |(block, lanes)| {
            for (place, lane) in (block * BLOCK..).zip(lanes) {
                if mask.is_none_or(|mask| mask[place]) {
                    if seed.is_some() {
                        lane.forget();
                    }
                    lane.begin(rules, first_seed, place);
                }
            }
            Ok(())
        })?;
        self.is_whole = true;
        let positions = self.positions();
        let info = PyDict::new(py);
        if let Some(mask) = self.action_mask(py, &positions)? {
            info.set_item("action_mask", mask)?;
        }
        info.set_item(
            "plies",
            filled(py, self.lanes.iter().map(|lane| i32::try_from(lane.plies).unwrap_or(i32::MAX)))?,
        )?;
        Ok((self.observations(py, &positions)?, info))
    }

    /// Plays an action in each game: (observations, rewards, terminated, truncated, infos).
    ///
    /// Infos have `action_mask` (n, actions), `outcome` (the numbers of `Outcome`) and `plies`, both of the
    /// game in which the action was played. If games have ended and begun again, there are also `final_obs`,
    /// `_final_obs` (a mask of these games, the only ones whose `final_obs` has a meaning) and `final_positions`.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        if !self.is_whole {
            return Err(PyRuntimeError::new_err("call reset first"));
        }
        let moves = self.moves(py, actions)?;
        self.is_whole = false;
        let steps = self.play(py, &moves)?;
        self.is_whole = true;

        let is_over = |step: &Step| step.ending != Ending::Ongoing || step.is_truncated;
        let info = PyDict::new(py);
        info.set_item("outcome", filled(py, steps.iter().map(|step| step.ending as u8))?)?;
        info.set_item("plies", filled(py, steps.iter().map(|step| step.plies))?)?;
        let positions = self.positions();
        if let Some(mask) = self.action_mask(py, &positions)? {
            info.set_item("action_mask", mask)?;
        }
        if self.auto_reset == AutoReset::SameStep && steps.iter().any(is_over) {
            let ended: Vec<_> = steps.iter().map(|step| step.ended.as_deref()).collect();
            let last = ended.iter().zip(&self.lanes).map(|(ended, lane)| *ended.unwrap_or(lane).position());
            let finals = Positions::from(last.collect::<Vec<_>>());
            info.set_item("final_obs", self.new_observations(py, &finals, &ended, None)?)?;
            info.set_item("_final_obs", filled(py, steps.iter().map(is_over))?)?;
            info.set_item("final_positions", finals)?;
        }
        Ok((
            self.observations(py, &positions)?,
            filled(py, steps.iter().map(Step::reward))?,
            filled(py, steps.iter().map(|step| step.ending != Ending::Ongoing))?,
            filled(py, steps.iter().map(|step| step.is_truncated))?,
            info,
        ))
    }

    /// The current positions of all games.
    #[pyo3(name = "positions")]
    fn current_positions(&self) -> Positions {
        self.positions()
    }

    /// The FENs of all games.
    fn fens(&self) -> Vec<String> {
        self.lanes.iter().map(|lane| lane.position().to_string()).collect()
    }

    /// The FEN of one game.
    fn fen(&self, lane: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.lane(Some(lane))?.position().to_string())
    }

    /// The board of one game: `text` is eight lines of letters, `svg` a drawing.
    #[pyo3(signature = (lane = None, kind = "text"), text_signature = "($self, lane=0, kind='text')")]
    fn render(&self, lane: Option<&Bound<'_, PyAny>>, kind: &str) -> PyResult<String> {
        let position = self.lane(lane)?.position();
        if choose("kind", kind, &[("text", false), ("svg", true)])? {
            return Ok(Diagram::new(*position).svg().to_string());
        }
        Ok(text(position))
    }

    fn __repr__(&self) -> String {
        format!("Env: {} games, {} actions", self.lanes.len(), self.policy.size())
    }
}

impl Env {
    /// Returns one of the games played side by side, by its index; by default the first. Any other value is an
    /// `IndexError`.
    fn lane(&self, lane: Option<&Bound<'_, PyAny>>) -> PyResult<&Lane> {
        let number: i64 = lane.map_or(0, |lane| lane.extract().unwrap_or(-1));
        let lane = usize::try_from(number).ok().and_then(|number| self.lanes.get(number));
        lane.ok_or_else(|| PyIndexError::new_err(format!("lane: expected 0 to {}", self.lanes.len() - 1)))
    }

    fn positions(&self) -> Positions {
        self.lanes.iter().map(|lane| *lane.position()).collect::<Vec<_>>().into()
    }

    /// Returns the move of each of `actions`. It is `None` for an illegal action if these lose (`on_illegal="lose"`),
    /// and with `next_step` for every game that is over, because a new game begins in this step. Otherwise an illegal
    /// action, and any action in a game that is over, is an `IllegalMoveError`.
    fn moves(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Move>>> {
        let last = u16::try_from(self.policy.size() - 1).unwrap_or(u16::MAX);
        let actions = Words::new(actions, "actions", Some(self.lanes.len()), 0..=last)?;
        let mut moves = vec![None; self.lanes.len()];
        let begins = self.auto_reset == AutoReset::NextStep;
        let games = self.lanes.iter().zip(actions.as_slice()?).zip(&mut moves);
        work::run_each(py, self.threads, BLOCK, games, |place, ((lane, &action), mv)| {
            if lane.is_over && begins {
                return Ok(());
            }
            if lane.is_over {
                return Err(Fault::illegal_move(place, "the game is over: call reset with a mask of it"));
            }
            *mv = self.policy.find(lane.position(), action);
            if mv.is_none() && !self.illegal_loses {
                let fault = format!("action {action} is not legal in {}", lane.position());
                return Err(Fault::illegal_move(place, fault));
            }
            Ok(())
        })?;
        Ok(moves)
    }

    /// Plays in each game the move of `moves` with the game's index; `None` is an illegal move. A game that was over is
    /// replaced by a new one instead. With `same_step` a game that its move ends is replaced too.
    fn play(&mut self, py: Python<'_>, moves: &[Option<Move>]) -> PyResult<Vec<Step>> {
        let mut all = with_capacity(self.lanes.len())?;
        all.resize(self.lanes.len(), Step::NONE);
        let (rules, seed, auto_reset) = (&self.rules, self.seed, self.auto_reset);
        let games = self.lanes.iter_mut().zip(moves).zip(&mut all);
        work::run_each(py, self.threads, BLOCK, games, |place, ((lane, &mv), step)| {
            if lane.is_over {
                lane.begin(rules, seed, place);
                return Ok(());
            }
            *step = lane.step(mv, rules);
            if lane.is_over && auto_reset == AutoReset::SameStep {
                step.ended = Some(Box::new(lane.take()));
                lane.begin(rules, seed, place);
            }
            Ok(())
        })?;
        Ok(all)
    }
}

/// Makes a one-dimensional array of `numbers`.
fn filled<T: numpy::Element>(
    py: Python<'_>,
    numbers: impl ExactSizeIterator<Item = T>,
) -> PyResult<Array<'_, T>> {
    output::filled(py, None, &[numbers.len()], |places| {
        places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
        Ok(())
    })
}

/// Returns the positions with which games may begin, by default only the start position. Refuses an empty batch, and a
/// position in which the game is over.
fn start_positions(starts: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Position>> {
    let Some(starts) = starts else { return Ok(vec![Position::start()]) };
    let Ok(starts) = starts.cast::<Positions>() else {
        return Err(PyTypeError::new_err(format!("starts: expected Positions, got {}", kind(&starts))));
    };
    let starts = starts.get().as_slice();
    if starts.is_empty() {
        return Err(PyValueError::new_err("starts: expected at least one position"));
    }
    if let Some((index, start)) = starts.iter().enumerate().find(|(_, start)| start.outcome().is_some()) {
        return Err(PyValueError::new_err(format!("starts: item {index} is the end of a game: {start}")));
    }
    Ok(starts.to_vec())
}

/// Reads `mask`: a truth value for each of the `lanes` games played side by side.
fn lane_mask(mask: &Bound<'_, PyAny>, lanes: usize) -> PyResult<Vec<bool>> {
    let array = as_array(mask)?;
    let Ok(mask) = array.cast::<PyArray1<bool>>() else {
        return Err(PyTypeError::new_err(format!("mask: expected {lanes} truth values, got {}", kind(mask))));
    };
    numbers::expect_length("mask", mask.len()?, Some(lanes))?;
    Ok(numbers::readonly(mask)?.as_array().to_vec())
}
