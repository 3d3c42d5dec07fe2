//! Comparisons, which return flags, and functions of flags.

use super::word::{NibbleWord, high};

/// Sets the highest bit of every lane of four bits in which `x` is zero, and no other bit. The test is exact: no lane's
/// result depends on its neighbour.
///
/// `!(((x & K) + K) | x) & H`, where every lane of `K` is 7 and of `H` 8: adding 7 carries into the highest bit
/// unless the lower three are zero. (Mycroft's test made exact; Warren, 6-1.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::zero(0x0108_0010_u32), 0x8080_8808);
/// ```
#[inline(always)]
pub fn zero<W: NibbleWord>(x: W) -> W {
    let h = high::<W>();
    !((x & !h).plus(!h) | x) & h
}

/// Sets the highest bit of every lane of four bits where `x == y`, and no other bit: `zero(x ^ y)`.
#[inline(always)]
pub fn eq<W: NibbleWord>(x: W, y: W) -> W {
    zero(x ^ y)
}

/// Sets the highest bit of every lane of four bits where `x < y` as unsigned numbers, and no other bit.
///
/// `d = (x | H) - (y & !H); ((!x & y) | (!(x ^ y) & !d)) & H`, where `H` is the highest bit of every lane: the
/// highest bits decide, or the borrow of the lower three if they are equal. (Warren, 2-12 and 2-18.)
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::lt_unsigned(0x0187_u32, 0x1078), 0x8008);
/// ```
#[inline(always)]
pub fn lt_unsigned<W: NibbleWord>(x: W, y: W) -> W {
    ((!x & y) | (!(x ^ y) & lower_bits_borrow(x, y))) & high::<W>()
}

/// Sets the highest bit of every lane of four bits where `x < y` as signed numbers, and no other bit.
///
/// With `d` and `H` as in [`lt_unsigned`], `((x & !y) | (!(x ^ y) & !d)) & H`: if the signs differ, the
/// negative number is less.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::lt_signed(0x0187_u32, 0x1078), 0x8080);
/// ```
#[inline(always)]
pub fn lt_signed<W: NibbleWord>(x: W, y: W) -> W {
    ((x & !y) | (!(x ^ y) & lower_bits_borrow(x, y))) & high::<W>()
}

/// The highest bit of every lane where the lower three bits of `x` are less than those of `y`; the other
/// bits have no meaning.
#[inline(always)]
fn lower_bits_borrow<W: NibbleWord>(x: W, y: W) -> W {
    let h = high::<W>();
    !(x | h).minus(y & !h)
}

/// Expands flags to full lanes: 15 where the highest bit of a lane is set, 0 elsewhere. The other bits of
/// `flags` must be zero.
///
/// `(flags - (flags >> 3)) | flags`: 8 - 1 is 7, and with the 8 it becomes 15. (The formula of
/// CPW, "SIMD and SWAR Techniques", in four bits.)
#[inline(always)]
pub(super) fn expand<W: NibbleWord>(flags: W) -> W {
    flags.minus(flags >> 3) | flags
}

/// The bits of `a` where `mask` has ones, and those of `b` where it has zeros; for lanes, `mask` is
/// [`expand`]ed flags.
///
/// `b ^ ((a ^ b) & mask)`. (Warren, 2-20; CPW, "General Setwise Operations".)
#[inline(always)]
pub(super) fn select<W: NibbleWord>(mask: W, a: W, b: W) -> W {
    b ^ ((a ^ b) & mask)
}

/// The smaller of the two unsigned numbers in every lane of four bits.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::min_unsigned(0x0189_u32, 0x1098), 0x0088);
/// ```
#[inline(always)]
pub fn min_unsigned<W: NibbleWord>(x: W, y: W) -> W {
    select(expand(lt_unsigned(x, y)), x, y)
}

/// The greater of the two unsigned numbers in every lane of four bits.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::max_unsigned(0x0189_u32, 0x1098), 0x1199);
/// ```
#[inline(always)]
pub fn max_unsigned<W: NibbleWord>(x: W, y: W) -> W {
    select(expand(lt_unsigned(x, y)), y, x)
}
