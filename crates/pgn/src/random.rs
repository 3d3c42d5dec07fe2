//! Random numbers for tests.

/// Advances `state`, which must not be 0, and returns the next random number, below 2^24: xorshift64*.
pub(crate) fn random(state: &mut u64) -> usize {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as usize
}
