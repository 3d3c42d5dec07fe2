//! Counts a share of the units once more, to verify a result.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, Statistics, StatisticsCounter, StatisticsTable, Table, TableError};
use quadbit_quad::zobrist::split_mix;

use crate::failure::Failure;
use crate::units::{Columns, Plan, Unit};

/// The size of a recount's hash table, in megabytes.
const MEGABYTES: usize = 64;

/// Recounts a random share of the units, at least one, with keys that no run uses, and returns their number.
pub(super) fn recount(plan: &Plan, all: &[(Unit, Statistics)], share: f64) -> Result<usize, Failure> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a number of units that are in memory"
    )]
    let wanted = ((all.len() as f64 * share).ceil() as usize).clamp(1, all.len());
    let mut count = count_of(plan.columns).map_err(|error| Failure::Input(error.to_string()))?;
    let mut random = Random::new();
    let mut left = wanted;
    for ((unit, answer), things) in all.iter().zip((1..=all.len()).rev()) {
        if !random.chooses(&mut left, things) {
            continue;
        }
        let again = count(&unit.position, plan.depth_below());
        if again != *answer {
            let printed = writeln!(
                io::stdout(),
                "failed: {}: {} nodes in the result, {} when counted once more",
                unit.fen(),
                answer.nodes,
                again.nodes
            );
            return Err(Failure::check(printed));
        }
    }
    Ok(wanted)
}

/// A function that counts the sequences of legal moves from a position, as many plies long as the number says.
type Count = Box<dyn FnMut(&Position, u8) -> Statistics>;

/// Makes a function that counts `columns`, with a table whose keys no run uses.
fn count_of(columns: Columns) -> Result<Count, TableError> {
    let level = Level::auto();
    Ok(match columns {
        Columns::Nodes => {
            let mut counter = Counter::new(level).with_table(Table::new(MEGABYTES)?);
            counter.rekey();
            Box::new(move |position, depth| Statistics {
                nodes: counter.perft(position, depth),
                ..Statistics::default()
            })
        }
        Columns::Statistics => {
            let mut counter = StatisticsCounter::new(level).with_table(StatisticsTable::new(MEGABYTES)?);
            counter.rekey();
            Box::new(move |position, depth| counter.statistics(position, depth))
        }
    })
}

/// Random numbers, which must not be predictable: otherwise a forged unit could avoid the recount.
struct Random(u64);

impl Random {
    fn new() -> Self {
        Self(RandomState::new().hash_one(()))
    }

    /// Whether the first of `things` things is chosen, if `left` of them are to be chosen and all choices are
    /// equally likely. If it is, `left` is reduced by one. Source: Knuth, "The Art of Computer Programming",
    /// volume 2, algorithm S.
    fn chooses(&mut self, left: &mut usize, things: usize) -> bool {
        let is_chosen = self.below(things) < *left;
        *left -= usize::from(is_chosen);
        is_chosen
    }

    /// Returns a random number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        usize::try_from(split_mix(self.0) % bound.max(1) as u64).unwrap_or_default()
    }
}

/// Reads the value of `--verify`.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn seeds_differ_and_numbers_keep_their_bound() {
        assert_ne!(Random::new().0, Random::new().0);
        let mut random = Random::new();
        assert!((0..100).all(|_| random.below(3) < 3));
    }

    #[test]
    fn every_unit_is_chosen_as_often() {
        let mut chosen = [0_u32; 10];
        for seed in 0..1000 {
            let (mut random, mut left) = (Random(seed), 3);
            for (things, chosen) in (1..=10).rev().zip(&mut chosen) {
                *chosen += u32::from(random.chooses(&mut left, things));
            }
            assert_eq!(left, 0);
        }
        assert!(chosen.iter().all(|count| (230..370).contains(count)), "{chosen:?}");
    }
}
