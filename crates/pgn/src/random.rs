//! Random numbers for tests.

/// The next number of a series, below 2^24: xorshift64*. A state must not be zero.
pub(crate) fn random(state: &mut u64) -> usize {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as usize
}
