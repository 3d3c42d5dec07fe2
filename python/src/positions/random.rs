//! `Positions.random`: the last positions of random games.

use pyo3::prelude::*;

use super::Positions;
use crate::dice::Dice;
use crate::numbers;
use crate::work;

/// The number of games that a thread takes at a time: whole random games take tens of microseconds each.
const GAMES: usize = 64;

#[pymethods]
impl Positions {
    /// The positions after up to `plies` random moves from the start position of chess. Every legal
    /// move is equally likely.
    ///
    /// A game that ends earlier (by mate, stalemate, insufficient material or 75 moves) keeps its
    /// last position. The result depends only on the seed: position i is the same for every n and
    /// every number of threads.
    #[staticmethod]
    #[pyo3(signature = (n, plies, seed, *, threads = 1))]
    fn random(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        plies: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Self> {
        let n = numbers::count(n, "n")?;
        let plies = numbers::number(plies, "plies", 0..=u64::from(u32::MAX))?;
        let seed = numbers::number(seed, "seed", 0..=u64::MAX)?;
        let mut positions = Self::room(py, n)?;
        work::run_each(py, threads, GAMES, positions.iter_mut(), |game, position| {
            let mut dice = Dice::new(seed, game as u64);
            for _ in 0..plies {
                if position.outcome().is_some() {
                    break;
                }
                position.play_unchecked(dice.choose(&position.legal_moves()));
            }
            Ok(())
        })?;
        Ok(positions.into())
    }
}
