//! Operations on bits by shifts, masks and loops, for levels that have no instruction for them.

use fearless_simd::{Simd, SimdInt};

/// Exchanges neighbouring fields of `width` bits in every word of `v`; `low` has ones in the lower field of each pair.
#[inline(always)]
fn swap_neighbours<S: Simd, V: SimdInt<S, Element = u64>>(v: V, width: u32, low: u64) -> V {
    ((v >> width) & low) | ((v & low) << width)
}

/// Reverses the bits of every byte: fields of 1, 2 and 4 bits change places.
#[inline(always)]
pub(super) fn reverse_bits_in_bytes<S: Simd, V: SimdInt<S, Element = u64>>(v: V) -> V {
    let v = swap_neighbours(v, 1, 0x5555_5555_5555_5555);
    let v = swap_neighbours(v, 2, 0x3333_3333_3333_3333);
    swap_neighbours(v, 4, 0x0F0F_0F0F_0F0F_0F0F)
}

/// Reverses the bytes of every word: fields of 8, 16 and 32 bits change places. For SSE2.
#[inline(always)]
pub(super) fn reverse_bytes<S: Simd, V: SimdInt<S, Element = u64>>(v: V) -> V {
    let v = swap_neighbours(v, 8, 0x00FF_00FF_00FF_00FF);
    let v = swap_neighbours(v, 16, 0x0000_FFFF_0000_FFFF);
    (v >> 32) | (v << 32)
}

/// The number of one bits of every word, summed in fields of 2, 4, 8, .. bits (Wilkes, Wheeler and
/// Gill, 1957). For SSE2.
#[inline(always)]
pub(super) fn popcount<S: Simd, V: SimdInt<S, Element = u64>>(v: V) -> V {
    let v = v - ((v >> 1) & 0x5555_5555_5555_5555);
    let v = (v & 0x3333_3333_3333_3333) + ((v >> 2) & 0x3333_3333_3333_3333);
    let v = (v + (v >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let v = v + (v >> 8);
    let v = v + (v >> 16);
    (v + (v >> 32)) & 0x7F
}

/// Gathers the bits of `x` at the ones of `mask` into the low bits, in order.
#[inline(always)]
pub(super) const fn pext(x: u64, mut mask: u64) -> u64 {
    let mut gathered = 0;
    let mut to = 1;
    while mask != 0 {
        let from = mask & mask.wrapping_neg();
        if x & from != 0 {
            gathered |= to;
        }
        to <<= 1;
        mask ^= from;
    }
    gathered
}

/// Scatters the low bits of `x` to the ones of `mask`, in order.
#[inline(always)]
pub(super) const fn pdep(mut x: u64, mut mask: u64) -> u64 {
    let mut scattered = 0;
    while mask != 0 {
        let to = mask & mask.wrapping_neg();
        if x & 1 != 0 {
            scattered |= to;
        }
        x >>= 1;
        mask ^= to;
    }
    scattered
}

/// The indices of the first `N` ones of `set`, ascending; zeros after the last.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "an index is below 64")]
pub(super) fn indices<const N: usize>(mut set: u64) -> [u8; N] {
    const { assert!(N <= 64, "a word has 64 bits") }
    let mut indices = [0; N];
    for index in &mut indices {
        // An empty set has 64 trailing zeros; the mask turns 64 into 0.
        *index = set.trailing_zeros() as u8 & 63;
        set &= set.wrapping_sub(1);
    }
    indices
}
