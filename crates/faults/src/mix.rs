//! Keys made of bits.

/// Spreads the bits of a number over all 64, one to one: the last step of Steele, Lea and Flood's `SplitMix64`.
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
