//! Sums, differences, averages and absolute values, wrapping and saturating.
//!
//! One or two words come in, one leaves, and each lane is on its own. Wrapping forms come first: the highest bits are
//! taken out, so that no carry or borrow leaves a lane, and put back by an exclusive or. Averages follow from `and`,
//! `or` and half of the exclusive or. Saturating forms take the wrapping result, find the lanes that overflowed
//! ([`lt_unsigned`], or the sign bits), and [`select`] the limit there.
//!
//! Every formula is in the comment of its function, most with their source. A test compares the result for all 256
//! pairs of numbers, in every lane, with a computation on single numbers.

use super::compare::{expand, lt_unsigned, select};
use super::word::{NibbleWord, high, low};

/// `x + y` in every lane of four bits, modulo 16. The formula is that of [`add_in`].
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::add(0x0078_99FF_u32, 0x0018_78F1), 0x0080_01E0);
/// ```
#[inline(always)]
pub fn add<W: NibbleWord>(x: W, y: W) -> W {
    add_in(high(), x, y)
}

/// `x - y` in every lane of four bits, modulo 16. The formula is that of [`sub_in`].
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sub(0x0080_01E0_u32, 0x0018_78F1), 0x0078_99FF);
/// ```
#[inline(always)]
pub fn sub<W: NibbleWord>(x: W, y: W) -> W {
    sub_in(high(), x, y)
}

/// `(x + y) / 2` of the unsigned numbers in every lane of four bits, rounded down. The formula is that of
/// [`avg_floor_in`].
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::avg_floor(0x01_F5_u32, 0x00_FA), 0x00_F7);
/// ```
#[inline(always)]
pub fn avg_floor<W: NibbleWord>(x: W, y: W) -> W {
    avg_floor_in(high(), x, y)
}

/// `x + y` in lanes (bit fields) of any widths, modulo `2^width` each. `h` has the highest bit of each lane set; the
/// lowest lane begins at bit 0. Below, `H` is `h`.
///
/// `((x & !H) + (y & !H)) ^ ((x ^ y) & H)`: the lower bits are added, and the highest is the sum of three bits
/// without its carry. (Warren, "Hacker's Delight", 2-18; CPW, "SIMD and SWAR Techniques".)
///
/// ```
/// use quadbit_nibble::swar;
/// // Bytes; a lane of 16 bits above two of 8.
/// assert_eq!(swar::add_in(0x8080_8080_u32, 0x01FF_7F80, 0x0101_0180), 0x0200_8000);
/// assert_eq!(swar::add_in(0x8000_8080_u32, 0x01FF_7F80, 0x0101_0180), 0x0300_8000);
/// ```
#[inline(always)]
pub fn add_in<W: NibbleWord>(h: W, x: W, y: W) -> W {
    (x & !h).plus(y & !h) ^ ((x ^ y) & h)
}

/// `x - y` in lanes (bit fields) of any widths, modulo `2^width` each. `h` has the highest bit of each lane set; the
/// lowest lane begins at bit 0. Below, `H` is `h`.
///
/// `((x | H) - (y & !H)) ^ ((x ^ !y) & H)`: the highest bit is set so that the lower ones can borrow from it.
/// (Warren, 2-18.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sub_in(0x8080_8080_u32, 0x0200_8000, 0x0101_0180), 0x01FF_7F80);
/// ```
#[inline(always)]
pub fn sub_in<W: NibbleWord>(h: W, x: W, y: W) -> W {
    (x | h).minus(y & !h) ^ ((x ^ !y) & h)
}

/// `(x + y) / 2` of unsigned numbers in lanes (bit fields) of any widths, rounded down. `h` has the highest bit of each
/// lane set; the lowest lane begins at bit 0. Below, `H` is `h`, and `L` has the lowest bits.
///
/// `(x & y) + (((x ^ y) >> 1) & !H)`: the common bits plus half of the others. The shift moves the lowest bit of a
/// lane to the highest bit of the lane below it, where it is masked; CPW masks it before the shift, with `!L`.
/// (Dietz, "The Aggregate Magic Algorithms"; Warren, 2-5.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::avg_floor_in(0x8080_8080_u32, 0x01FF_7F80, 0x0100_0180), 0x017F_4080);
/// ```
#[inline(always)]
pub fn avg_floor_in<W: NibbleWord>(h: W, x: W, y: W) -> W {
    (x & y).plus(((x ^ y) >> 1) & !h)
}

/// `(x + y + 1) / 2` of the unsigned numbers in every lane of four bits: the average, rounded up.
///
/// `(x | y) - (((x ^ y) & !L) >> 1)`, where `L` is the lowest bit of every lane: all bits minus half of those that are
/// not common. (Warren, 2-5.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::avg_ceil(0x01_F5_u32, 0x00_FA), 0x01_F8);
/// ```
#[inline(always)]
pub fn avg_ceil<W: NibbleWord>(x: W, y: W) -> W {
    (x | y).minus(((x ^ y) & !low::<W>()) >> 1)
}

/// `-y` in every lane of four bits, modulo 16; -8 stays -8.
///
/// `(H - (y & !H)) ^ (!y & H)`, where `H` is the highest bit of every lane: [`sub`] from zero.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::neg(0x0178_9F_u32), 0x0F98_71);
/// ```
#[inline(always)]
pub fn neg<W: NibbleWord>(y: W) -> W {
    let h = high::<W>();
    h.minus(y & !h) ^ (!y & h)
}

/// The absolute value of the signed number in every lane of four bits, 0 to 8. The absolute value of -8 is 8, which has
/// the same bits.
///
/// The bits of negative lanes are inverted, and one is added. (Warren, 2-4, in lanes.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::abs(0x0178_9F_u32), 0x0178_71);
/// ```
#[inline(always)]
pub fn abs<W: NibbleWord>(x: W) -> W {
    let negative = x & high::<W>();
    (x ^ expand(negative)).plus(negative >> 3)
}

/// `x + y` of the unsigned numbers in every lane of four bits, at most 15.
///
/// With `z = add(x, y)`, a carry leaves the lanes where `(x & y) | ((x | y) & !z)` has the highest bit. All bits of
/// these lanes are set. (Warren, 2-13.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sat_add_unsigned(0x18FF_u32, 0x1781), 0x2FFF);
/// ```
#[inline(always)]
pub fn sat_add_unsigned<W: NibbleWord>(x: W, y: W) -> W {
    let z = add(x, y);
    let carry = ((x & y) | ((x | y) & !z)) & high::<W>();
    z | expand(carry)
}

/// `x - y` of the unsigned numbers in every lane of four bits, at least 0.
///
/// `sub(x, y)`, with 0 in the lanes where `x < y`.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sat_sub_unsigned(0x18F3_u32, 0x1784), 0x0170);
/// ```
#[inline(always)]
pub fn sat_sub_unsigned<W: NibbleWord>(x: W, y: W) -> W {
    sub(x, y) & !expand(lt_unsigned(x, y))
}

/// `x + y` of the signed numbers in every lane of four bits, at least -8 and at most 7.
///
/// With `z = add(x, y)`, a lane overflows if both operands have the same sign and the sum has the other: if
/// `!(x ^ y) & (x ^ z)` has the highest bit (Warren, 2-13). The result of the lane is then 7, or -8 if `x` is negative:
/// 7 plus the sign bit of `x`.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sat_add_signed(0x7788_u32, 0x1F1F), 0x7698);
/// ```
#[inline(always)]
pub fn sat_add_signed<W: NibbleWord>(x: W, y: W) -> W {
    let z = add(x, y);
    let overflow = !(x ^ y) & (x ^ z) & high::<W>();
    select(expand(overflow), limit_beside(x), z)
}

/// `x - y` of the signed numbers in every lane of four bits, at least -8 and at most 7.
///
/// With `z = sub(x, y)`, a lane overflows if `(x ^ y) & (x ^ z)` has the highest bit. The result of the lane is then 7,
/// or -8 if `x` is negative.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::sat_sub_signed(0x7788_u32, 0xF1F1), 0x7698);
/// ```
#[inline(always)]
pub fn sat_sub_signed<W: NibbleWord>(x: W, y: W) -> W {
    let z = sub(x, y);
    let overflow = (x ^ y) & (x ^ z) & high::<W>();
    select(expand(overflow), limit_beside(x), z)
}

/// The limit of a saturating sum in every lane of four bits, by the sign of `x`: 7, or 8 (which is -8) where `x` is
/// negative.
#[inline(always)]
fn limit_beside<W: NibbleWord>(x: W) -> W {
    ((x >> 3) & low::<W>()).plus(!high::<W>())
}
