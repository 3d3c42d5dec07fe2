//! What is known about a condition at every ply of a game, and how rules join such conditions.

use alloc::vec::Vec;

use quadbit_rule::{Step, Truth};

use crate::matching::BLOCK;

/// What is known about a condition at the plies of a game: bit `n` of word `w` stands for ply `64 * w + n`. Bits after
/// the last ply mean nothing.
#[derive(Clone, Debug)]
pub(super) struct Plies {
    /// The plies at which the condition holds, and those at which it does not fail: it holds there, or is unknown.
    sets: [Vec<u64>; 2],
    plies: usize,
}

impl Plies {
    /// The answers to a condition, a word for each 64 of `plies` plies.
    pub(super) fn new(answers: impl Iterator<Item = Truth<u64>>, plies: usize) -> Self {
        let (holds, may) = answers.map(|Truth { may_hold, may_fail }| (may_hold, !may_fail)).unzip();
        Self { sets: [holds, may], plies }
    }

    /// The plies at which the condition holds, a bit for each.
    pub(super) fn holds(&self) -> &[u64] {
        &self.sets[0]
    }

    /// Joins what is known about the parts of a rule by `step`, which also has the parts: `not`, `and`, `or`, `for` or
    /// `then`.
    pub(super) fn join(step: Step<Self>) -> Self {
        match step {
            Step::Not(mut a) => {
                a.sets.reverse();
                a.each(|set, _| set.iter_mut().for_each(|word| *word = !*word))
            }
            Step::And(a, b) => a.both(&b, |a, b| a & b),
            Step::Or(a, b) => a.both(&b, |a, b| a | b),
            Step::For(a, count) => a.each(|set, plies| spread(set, count as usize, plies, |a, b| a & b)),
            Step::Then(a, b, within) => {
                let within = within.map_or(usize::MAX, |within| within as usize);
                let a = a.each(|set, plies| {
                    spread(set, within, plies, |a, b| a | b);
                    shift(set, 1, |_, later| later);
                });
                a.both(&b, |a, b| a & b)
            }
        }
    }

    fn each(mut self, change: impl Fn(&mut [u64], usize)) -> Self {
        self.sets.iter_mut().for_each(|set| change(set, self.plies));
        self
    }

    fn both(mut self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.sets.iter_mut().flatten().zip(other.sets.iter().flatten()) {
            *word = join(*word, *other);
        }
        self
    }
}

/// Joins `count` copies of `set` by `join`: the set itself, the set moved one ply later, two plies later, and so on.
/// Each round doubles the number of copies that are joined.
fn spread(set: &mut [u64], count: usize, plies: usize, join: impl Fn(u64, u64) -> u64) {
    // `plies + 1` copies are enough: the last one moves the zeros before the first ply to every ply, so no run of plies
    // is longer than the game.
    let count = count.min(plies + 1);
    // Bits after the last ply mean nothing. A shift moves bits only to later plies, so these bits never reach a ply of
    // the game.
    let mut joined = 1;
    while joined < count {
        let by = joined.min(count - joined);
        shift(set, by, &join);
        joined += by;
    }
}

/// Joins each word by `join` with what comes there if each bit is moved to the ply that is `by` plies later. Zeros come
/// in at the first plies.
fn shift(words: &mut [u64], by: usize, join: impl Fn(u64, u64) -> u64) {
    let (whole, bits) = (by / BLOCK, by % BLOCK);
    // From the last word down, so that the words before are as they were.
    for n in (0..words.len()).rev() {
        let word = |n: Option<usize>| n.map_or(0, |n| words[n]);
        let at = n.checked_sub(whole);
        let low = word(at.and_then(|at| at.checked_sub(1)));
        let carried = if bits == 0 { 0 } else { low >> (BLOCK - bits) };
        words[n] = join(words[n], word(at) << bits | carried);
    }
}
