//! Sums over lanes, counts within lanes, and the order of lanes.

use super::word::NibbleWord;

/// The sum of all nibbles of `x` as unsigned numbers: at most 120 for a `u32`, 240 for a `u64`, 480 for a `u128`.
///
/// `b = (x & 0x0F0F..) + ((x >> 4) & 0x0F0F..); (b * 0x0101..) >> 56`: neighbours are added into bytes, and
/// the product has the sum of all bytes in its highest one (CPW, "Population Count"). For a `u128`, two
/// such sums are added.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sum(0x1234_5678_u32), 36);
/// assert_eq!(swar::sum(u128::MAX), 480);
/// ```
#[inline(always)]
pub fn sum<W: NibbleWord>(x: W) -> u32 {
    let [low, high] = x.halves().map(|x| {
        let bytes = (x & 0x0F0F_0F0F_0F0F_0F0F) + ((x >> 4) & 0x0F0F_0F0F_0F0F_0F0F);
        bytes.wrapping_mul(0x0101_0101_0101_0101).to_le_bytes()[7]
    });
    u32::from(low) + u32::from(high)
}

/// The nibbles of `x` in the opposite order: lane `i` of 8, 16 or 32 becomes lane `7 - i`, `15 - i` or `31 - i`.
///
/// One instruction reverses the bytes; then the two nibbles of each byte are swapped.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::reverse(0x1234_5678_u32), 0x8765_4321);
/// ```
#[inline(always)]
pub fn reverse<W: NibbleWord>(x: W) -> W {
    let x = x.swap_bytes();
    let m = W::repeat(0x0F0F_0F0F_0F0F_0F0F);
    ((x & m) << 4) | ((x >> 4) & m)
}

/// The number of one bits of every lane of four bits, 0 to 4, in that lane.
///
/// `x -= (x >> 1) & 0x5555..; (x & 0x3333..) + ((x >> 2) & 0x3333..)`: the first two steps of the count of
/// Wilkes, Wheeler and Gill (CPW, "Population Count").
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::popcount(0x0137_F842_u32), 0x0123_4111);
/// ```
#[inline(always)]
pub fn popcount<W: NibbleWord>(x: W) -> W {
    let x = x.minus((x >> 1) & W::repeat(0x5555_5555_5555_5555));
    let m = W::repeat(0x3333_3333_3333_3333);
    (x & m).plus((x >> 2) & m)
}
