//! What is known about a condition at every ply of a game, and what joins such conditions.

use alloc::vec::Vec;

use quadbit_rule::{Step, Truth};

use crate::matching::BLOCK;

/// What is known about a condition at the plies of a game: bit `n` of word `w` stands for ply `64 * w + n`. Bits behind
/// the last ply mean nothing.
#[derive(Clone, Debug)]
pub(super) struct Plies {
    pub(super) words: Vec<Truth<u64>>,
    pub(super) plies: usize,
}

impl Plies {
    /// Joins what is known about parts of a rule.
    pub(super) fn join(step: Step<Self>) -> Self {
        match step {
            Step::Not(a) => a.each(|a| Truth::join(Step::Not(a))),
            Step::And(a, b) => a.both(&b, |a, b| Truth::join(Step::And(a, b))),
            Step::Or(a, b) => a.both(&b, |a, b| Truth::join(Step::Or(a, b))),
            Step::For(a, count) => {
                let holds = a.run(count, |truth| truth.may_hold);
                let may = a.run(count, |truth| !truth.may_fail);
                a.with(&holds, &may)
            }
            Step::Then(a, b, within) => {
                let held = a.earlier(within, |truth| truth.may_hold);
                let may_have_held = a.earlier(within, |truth| !truth.may_fail);
                a.with(&held, &may_have_held).both(&b, |a, b| Truth::join(Step::And(a, b)))
            }
        }
    }

    fn each(mut self, join: impl Fn(Truth<u64>) -> Truth<u64>) -> Self {
        self.words.iter_mut().for_each(|word| *word = join(*word));
        self
    }

    fn both(mut self, other: &Self, join: impl Fn(Truth<u64>, Truth<u64>) -> Truth<u64>) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, &other)| *word = join(*word, other));
        self
    }

    /// What holds at the plies `holds`, and fails at all that are not in `may`.
    fn with(mut self, holds: &[u64], may: &[u64]) -> Self {
        for (word, (&holds, &may)) in self.words.iter_mut().zip(holds.iter().zip(may)) {
            *word = Truth { may_hold: holds, may_fail: !may };
        }
        self
    }

    /// The plies that end `count` plies of `set` in a row.
    fn run(&self, count: u32, set: impl Fn(&Truth<u64>) -> u64) -> Vec<u64> {
        self.spread(count as usize, set, |all, shifted| all & shifted)
    }

    /// The plies before which a ply of `set` comes, at most `within` plies earlier.
    fn earlier(&self, within: Option<u32>, set: impl Fn(&Truth<u64>) -> u64) -> Vec<u64> {
        let within = within.map_or(usize::MAX, |within| within as usize);
        let mut words = self.spread(within, set, |any, shifted| any | shifted);
        shift(&mut words, 1);
        words
    }

    /// Joins `count` copies of `set`, of which each is a ply later than the one before. The number of copies that are
    /// joined doubles from step to step.
    fn spread(
        &self,
        count: usize,
        set: impl Fn(&Truth<u64>) -> u64,
        join: impl Fn(u64, u64) -> u64,
    ) -> Vec<u64> {
        // Another ply before the first one shows that a row of plies is too long for the game.
        let count = count.min(self.plies + 1);
        let mut words: Vec<u64> = self.words.iter().map(set).collect();
        // Unknown bits behind the last ply move away from the others.
        let mut joined = 1;
        while joined < count {
            let by = joined.min(count - joined);
            let mut later = words.clone();
            shift(&mut later, by);
            words.iter_mut().zip(later).for_each(|(word, later)| *word = join(*word, later));
            joined += by;
        }
        words
    }
}

/// Moves bits to plies that are `by` later.
fn shift(words: &mut [u64], by: usize) {
    let (whole, bits) = (by / BLOCK, by % BLOCK);
    for n in (0..words.len()).rev() {
        let word = |n: Option<usize>| n.map_or(0, |n| words[n]);
        let at = n.checked_sub(whole);
        let low = word(at.and_then(|at| at.checked_sub(1)));
        let carried = if bits == 0 { 0 } else { low >> (BLOCK - bits) };
        words[n] = word(at) << bits | carried;
    }
}
