//! Random numbers from a seed: equal seeds give equal numbers on every machine and for any number of threads.

use quadbit_quad::zobrist::split_mix;

/// A sequence of random numbers that depends only on a seed and the number of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64, game: u64) -> Self {
        Self(split_mix(split_mix(seed) ^ game))
    }

    /// Returns the next random number, from 0 to `below` - 1, or 0 if `below` is 0.
    pub(crate) fn number(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        // The upper half of a product is as evenly distributed as its random factor, except for a bias of at most
        // `below` / 2^64.
        let product = u128::from(split_mix(self.0)) * below as u128;
        usize::try_from(product >> 64).unwrap_or_default()
    }

    /// Returns a random one of `items`, of which there must be at least one.
    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.number(items.len())]
    }
}
