//! Conditions on one sample, taken together into one of each kind.
//!
//! 1. [`Gate::add`] narrows a range or a set of allowed values by a condition.
//! 2. [`Gate::admits`] tests labels, [`Gate::passes`] chance by result and by ply. Both have few branches, since
//!    branches on such data are mispredicted.
//!
//! Positions are made later, and only of samples that are kept: the conditions here may need only labels and the parts
//! of a position.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use quadbit_movegen::{Color, GameResult};
use quadbit_pack::Labels;
use quadbit_rule::{Condition, PlyCurve};

use super::Random;
use crate::kept::Kept;
use crate::likely::is_likely;
use crate::matching::ply;

/// The conditions on one sample, all of a kind taken together: each a range or a set of allowed values.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// Which samples are allowed: bit 0 for those without a score, bit 1 for those with one.
    has_score: u8,
    /// Which results are allowed: bit 0 for White has won, bit 1 for a draw, bit 2 for Black has won, bit 3 for an
    /// unknown result.
    results: u8,
    scores: RangeInclusive<i32>,
    score_sizes: RangeInclusive<i32>,
    plies: RangeInclusive<i32>,
    /// The bound below which the sample's random number of 53 bits must be.
    random: u64,
    curves: Vec<PlyCurve>,
    likely: bool,
}

const ANY: RangeInclusive<i32> = i32::MIN..=i32::MAX;

impl Gate {
    /// The gate that all samples pass, to which conditions are added.
    pub(super) const OPEN: Self = Self {
        has_score: 0b11,
        results: 0b1111,
        scores: ANY,
        score_sizes: ANY,
        plies: ANY,
        random: 1 << Random::BITS,
        curves: Vec::new(),
        likely: false,
    };

    /// Adds `condition`, which must hold if `holds` is true and fail otherwise, and returns true. Returns false if the
    /// gate cannot test it, for example because it needs more than one sample.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a probability of 53 bits is a whole number"
    )]
    pub(super) fn add(&mut self, condition: &Condition, holds: bool) -> bool {
        match (condition, holds) {
            (Condition::HasScore, _) => self.has_score &= answer(holds),
            (Condition::Score(range), true) => {
                self.has_score &= answer(true);
                self.scores = both(&self.scores, range);
            }
            (Condition::ScoreSize(range), true) => {
                self.has_score &= answer(true);
                self.score_sizes = both(&self.score_sizes, range);
            }
            (Condition::Ply(range), true) => self.plies = both(&self.plies, range),
            (Condition::Result(result), true) => self.results &= result_bit(*result),
            (Condition::Random(chance), true) => {
                // Rounds up: the conversion rounds down, and the comparison adds 1 if it has changed the number.
                let scaled = chance * Random::WHOLE;
                let floor = scaled as u64;
                self.random = self.random.min(floor + u64::from(Random::as_float(floor) < scaled));
            }
            (Condition::LikelyResult, true) => {
                self.has_score &= answer(true);
                self.likely = true;
            }
            (Condition::SoftPly(curve), true) => self.curves.push(curve.clone()),
            _ => return false,
        }
        true
    }

    /// Whether a sample passes by its labels, its ply and its first random number.
    #[inline(always)]
    pub(super) fn admits(&self, labels: &Labels, ply: u32, random: Random) -> bool {
        if random.bits_of(0) >= self.random {
            return false;
        }
        let score = i32::from(labels.score.unwrap_or_default());
        allows(self.has_score, labels.score.is_some())
            & (self.results & result_bit(labels.result) != 0)
            & has(&self.scores, score)
            & has(&self.score_sizes, score.abs())
            & has(&self.plies, i32::try_from(ply).unwrap_or(i32::MAX))
    }

    /// Whether a sample that [`admits`](Self::admits) lets through is kept: by chance, which depends on its score, its
    /// ply and the result of its game.
    #[inline]
    pub(super) fn passes(&self, sample: &Kept, random: Random) -> bool {
        let labels = &sample.labels;
        let (score, ply) = (labels.score.unwrap_or_default(), ply(labels, &|| sample.position()));
        let is_likely = !self.likely || is_likely(score, ply, labels.result, random.of(1));
        is_likely
            & self
                .curves
                .iter()
                .map(|curve| curve.at(ply))
                .all(|chance| chance >= 1.0 || random.of(2) < chance)
    }
}

const fn answer(wanted: bool) -> u8 {
    1 << wanted as u8
}

const fn allows(answers: u8, answer: bool) -> bool {
    answers >> answer as u8 & 1 == 1
}

const fn result_bit(result: GameResult) -> u8 {
    match result {
        GameResult::Win(Color::White) => 1,
        GameResult::Draw => 2,
        GameResult::Win(Color::Black) => 4,
        GameResult::Unknown => 8,
    }
}

/// The range of the numbers that are in both ranges.
fn both(a: &RangeInclusive<i32>, b: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    *a.start().max(b.start())..=*a.end().min(b.end())
}

/// Like [`RangeInclusive::contains`], without a branch.
#[inline(always)]
fn has(range: &RangeInclusive<i32>, number: i32) -> bool {
    (*range.start() <= number) & (number <= *range.end())
}

#[cfg(test)]
mod tests {
    use super::{Condition, Gate};

    /// The bound for a probability is the probability in units of 2^-53, rounded up.
    #[test]
    fn random_numbers_have_an_exact_bound() {
        for (chance, bound) in [(0.0, 0), (0.25, 1 << 51), (1.0, 1 << 53), (0.3, 0x9_9999_9999_999a)] {
            let mut gate = Gate::OPEN;
            assert!(gate.add(&Condition::Random(chance), true));
            assert_eq!(gate.random, bound, "{chance}");
        }
    }
}
