//! A generator of random numbers.

/// A generator of random numbers; the field is its state, at first the seed. The same seed gives the same numbers in
/// every run.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (`SplitMix64`).
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns the next random number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `n`, nearly evenly distributed.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.word() % n as u64).expect("it is below n")
    }

    /// Returns a random item of a slice; `None` if it is empty.
    pub fn of<T: Copy>(&mut self, slice: &[T]) -> Option<T> {
        (!slice.is_empty()).then(|| slice[self.below(slice.len())])
    }
}
