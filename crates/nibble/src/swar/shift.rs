//! Shifts that stay within their lane.

use super::arithmetic::sub;
use super::word::{NibbleRow, high};

/// Every lane shifted to the left, filled with zeros; a count of 4 or more gives 0.
///
/// The word is shifted, and the bits from the lower neighbour are masked off.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shl(0x1F7_u32, 1), 0x2EE);
/// ```
#[inline(always)]
pub fn shl<W: NibbleRow>(x: W, count: u32) -> W {
    if count > 3 {
        return x.every(0);
    }
    (x << count) & x.every(((15 << count) & 15) * 0x1111_1111_1111_1111)
}

/// The unsigned number in every lane shifted to the right, filled with zeros; a count of 4 or more gives 0.
///
/// The word is shifted, and the bits from the higher neighbour are masked off.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shr_unsigned(0x1F8_u32, 1), 0x074);
/// ```
#[inline(always)]
pub fn shr_unsigned<W: NibbleRow>(x: W, count: u32) -> W {
    if count > 3 {
        return x.every(0);
    }
    (x >> count) & x.every((15 >> count) * 0x1111_1111_1111_1111)
}

/// The signed number in every lane shifted to the right, filled with copies of the sign; a count of 4 or more
/// leaves only the sign.
///
/// `s = H >> n; ((x >>u n) ^ s) - s`, where >>u is [`shr_unsigned`]: the shifted sign is extended upwards.
/// (Warren, 2-7.) The difference is that of [`sub`](super::sub), so it is exact in each lane.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::shr_signed(0x7F8_u32, 1), 0x3FC);
/// ```
#[inline(always)]
pub fn shr_signed<W: NibbleRow>(x: W, count: u32) -> W {
    let count = if count > 3 { 3 } else { count };
    let sign = high(x) >> count;
    sub(shr_unsigned(x, count) ^ sign, sign)
}
