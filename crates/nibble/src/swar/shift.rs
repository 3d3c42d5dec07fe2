//! Shifts that stay within their lane.

use super::arithmetic::sub;
use super::word::{Lanes, high};

/// Every lane shifted to the left, zeros coming in; a count of 4 or more leaves nothing.
///
/// The word is shifted, and what came over from the lower neighbour is masked off.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shl(0x1F7_u32, 1), 0x2EE);
/// ```
#[inline(always)]
pub fn shl<W: Lanes>(x: W, count: u32) -> W {
    if count > 3 {
        return x.every(0);
    }
    (x << count) & x.every(((15 << count) & 15) * 0x1111_1111_1111_1111)
}

/// The unsigned number in every lane shifted to the right, zeros coming in; a count of 4 or more leaves nothing.
///
/// The word is shifted, and what came over from the higher neighbour is masked off.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shr_unsigned(0x1F8_u32, 1), 0x074);
/// ```
#[inline(always)]
pub fn shr_unsigned<W: Lanes>(x: W, count: u32) -> W {
    if count > 3 {
        return x.every(0);
    }
    (x >> count) & x.every((15 >> count) * 0x1111_1111_1111_1111)
}

/// The signed number in every lane shifted to the right, copies of the sign coming in; a count of 4 or more
/// leaves the sign.
///
/// `s = H >> n; ((x >>u n) ^ s) - s`, >>u being [`shr_unsigned`]: where the sign has gone to is extended
/// upwards. (Warren, 2-7.) The difference is exact in each lane, because it is taken as by
/// [`sub`](super::sub).
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shr_signed(0x7F8_u32, 1), 0x3FC);
/// ```
#[inline(always)]
pub fn shr_signed<W: Lanes>(x: W, count: u32) -> W {
    let count = if count > 3 { 3 } else { count };
    let sign = high(x) >> count;
    sub(shr_unsigned(x, count) ^ sign, sign)
}
