//! Transposes between 64 nibbles and four bit planes: horizontal and vertical nibbles.
//!
//! 64 numbers of four bits can be stored in three ways:
//!
//! ```text
//!  planes   [u64; 4]   bit i of word p is bit p of number i     vertical nibbles; a quad-bitboard
//!  nibbles  [u8; 32]   number i is a half of byte i / 2         horizontal nibbles; NibbleArray<64, 32>
//!  codes    [u8; 64]   number i is byte i                       one number a byte
//! ```
//!
//! [`PlaneSimd`] has the six conversions between them, one board at a time, for code that is generic over a token. The
//! functions of this module convert many boards after one dispatch. Result `i` is that of board `i`. All levels give
//! the same results.
//!
//! ```
//! use quadbit_nibble::{NibbleArray, planes, simd::Level};
//!
//! let mut nibbles = [[0; 32]];
//! // Number 0 is 1 + 8 = 9, number 1 is 2, number 63 is 15.
//! let board = [1 << 63 | 1, 1 << 63 | 2, 1 << 63, 1 << 63 | 1];
//! planes::planes_to_nibbles(Level::auto(), &[board], &mut nibbles);
//! let array = NibbleArray::<64, 32>::from_bytes(nibbles[0]);
//! assert_eq!(array.to_string(), format!("92{:0<61}f", ""));
//! ```
//!
//! # The method
//!
//! A bit of the 256 has an address of eight bits: the plane (p1 p0), the rank (r2 r1 r0), the file (c2 c1
//! c0). In these terms a transpose is a permutation of the address bits, and it is made of steps that
//! exchange two of them (Knuth, TAOCP 7.1.3):
//!
//! ```text
//!  planes    p1 p0  r2 r1 r0  c2 c1 c0    the last three: the bit in the byte
//!  nibbles   r2 r1 r0  c2 c1  c0 p1 p0
//! ```
//!
//! Two address bits that are both above the byte are exchanged by interleaving bytes or words. The bit that
//! selects one of two registers and a bit within the byte are exchanged by three xors, two shifts and an and,
//! for both registers at once. The portable form needs three of these and a few interleaves, 22 or 24
//! operations on 128 bits in total. At AVX-512 one GFNI instruction does the work within the bytes.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod batch;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sse4_2;

pub use batch::{
    codes_to_nibbles, codes_to_planes, nibbles_to_codes, nibbles_to_planes, planes_to_codes,
    planes_to_nibbles,
};

use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u16x8, u32x4, u64x2};

use crate::simd::{BitSimd, at_level, is_sse2};

/// Converts one board of 64 four-bit numbers between three layouts: bit planes, packed nibbles and one code a byte.
/// A SIMD token of `fearless_simd` has these methods. The [module](self) draws the layouts.
///
/// Converting to another layout and back gives the same board, except that only the lower four bits of a code are
/// kept.
pub trait PlaneSimd: BitSimd {
    /// Converts four bit planes to 64 nibbles: bit `i` of `planes[p]` becomes bit `p` of nibble `i`, which is the lower
    /// half of byte `i / 2` if `i` is even, the upper half if it is odd.
    #[inline(always)]
    fn planes_to_nibbles(self, planes: &[u64; 4]) -> [u8; 32] {
        at_level!(self: Self, Avx512(token) => avx512::planes_to_nibbles(token, planes));
        store(self, nibbles_of_planes(self, planes))
    }

    /// Converts 64 nibbles to four bit planes: bit `p` of nibble `i` becomes bit `i` of plane `p`. Nibble `i` is the
    /// lower half of byte `i / 2` if `i` is even, the upper half if it is odd.
    #[inline(always)]
    fn nibbles_to_planes(self, nibbles: &[u8; 32]) -> [u64; 4] {
        at_level!(self: Self, Avx512(token) => avx512::nibbles_to_planes(token, nibbles));
        planes_of_nibbles(self, load(self, nibbles))
    }

    /// Converts four bit planes to 64 bytes of 0 to 15: bit `i` of `planes[p]` becomes bit `p` of byte `i`.
    #[inline(always)]
    fn planes_to_codes(self, planes: &[u64; 4]) -> [u8; 64] {
        at_level!(self: Self, Avx512(token) => avx512::planes_to_codes(token, planes));
        store(self, codes_of_nibbles(self, nibbles_of_planes(self, planes)))
    }

    /// Converts 64 bytes to four bit planes: bit `p` of byte `i` becomes bit `i` of plane `p`. The upper halves of the
    /// bytes are ignored.
    #[inline(always)]
    fn codes_to_planes(self, codes: &[u8; 64]) -> [u64; 4] {
        at_level!(self: Self, Avx512(token) => avx512::codes_to_planes(token, codes));
        planes_of_nibbles(self, nibbles_of_codes(self, load(self, codes)))
    }

    /// Converts 64 nibbles to 64 bytes of 0 to 15: the lower half of `nibbles[i]` becomes byte `2i`, the upper half
    /// byte `2i + 1`.
    #[inline(always)]
    fn nibbles_to_codes(self, nibbles: &[u8; 32]) -> [u8; 64] {
        at_level!(self: Self, Avx512(token) => avx512::nibbles_to_codes(token, nibbles));
        store(self, codes_of_nibbles(self, load(self, nibbles)))
    }

    /// Converts 64 bytes to 64 nibbles: byte `2i` becomes the lower half of byte `i` of the result, byte `2i + 1` its
    /// upper half. The upper halves of the bytes in `codes` are ignored.
    #[inline(always)]
    fn codes_to_nibbles(self, codes: &[u8; 64]) -> [u8; 32] {
        at_level!(self: Self, Avx512(token) => avx512::codes_to_nibbles(token, codes));
        store(self, nibbles_of_codes(self, load(self, codes)))
    }
}

impl<S: Simd> PlaneSimd for S {}

/// Loads `bytes` into registers of 16 bytes, the first bytes into the first register.
#[inline(always)]
fn load<S: Simd, const BYTES: usize, const REGISTERS: usize>(
    s: S,
    bytes: &[u8; BYTES],
) -> [u8x16<S>; REGISTERS] {
    const { assert!(BYTES == 16 * REGISTERS) }
    core::array::from_fn(|i| u8x16::from_slice(s, &bytes[16 * i..16 * i + 16]))
}

/// Stores registers of 16 bytes one after the other as an array of bytes.
#[inline(always)]
fn store<S: Simd, const BYTES: usize, const REGISTERS: usize>(
    _: S,
    registers: [u8x16<S>; REGISTERS],
) -> [u8; BYTES] {
    const { assert!(BYTES == 16 * REGISTERS) }
    let mut bytes = [0; BYTES];
    for (register, bytes) in registers.iter().zip(bytes.chunks_exact_mut(16)) {
        register.store_slice(bytes);
    }
    bytes
}

/// Swaps the bits of `a` at `low << shift` with the bits of `b` at `low`. In the address of a bit this exchanges the
/// bit that selects the register (`a` 0, `b` 1) with one of the three that select the place in a byte. The exchange is
/// its own inverse.
#[inline(always)]
fn exchange<S: Simd>(a: u64x2<S>, b: u64x2<S>, shift: u32, low: u64) -> (u64x2<S>, u64x2<S>) {
    let t = ((a >> shift) ^ b) & low;
    (a ^ (t << shift), b ^ t)
}

const LOW_BITS: u64 = 0x5555_5555_5555_5555;
const LOW_PAIRS: u64 = 0x3333_3333_3333_3333;
const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// Converts four planes to 64 nibbles by portable code. The comment of each line gives the address of a bit after the
/// step: register, word of the register, byte of the word, bit of the byte.
#[inline(always)]
fn nibbles_of_planes<S: Simd>(s: S, planes: &[u64; 4]) -> [u8x16<S>; 2] {
    let a = u64x2::from_slice(s, &planes[..2]);
    let b = u64x2::from_slice(s, &planes[2..]); //                    p1  p0  r2 r1 r0     c2 c1 c0
    let (a, b) = exchange(a, b, 2, LOW_PAIRS); //                     c1  p0  r2 r1 r0     c2 p1 c0
    let (a, b): (u8x16<S>, u8x16<S>) = (a.bitcast(), b.bitcast());
    let (a, b) = (a.zip_low(b), a.zip_high(b)); //                    p0  r2  r1 r0 c1     c2 p1 c0
    let (a, b) = exchange(a.bitcast(), b.bitcast(), 1, LOW_BITS); //  c0  r2  r1 r0 c1     c2 p1 p0
    let (a, b) = exchange(a, b, 4, LOW_NIBBLES); //                   c2  r2  r1 r0 c1     c0 p1 p0
    let (a, b): (u16x8<S>, u16x8<S>) = (a.bitcast(), b.bitcast());
    [a.zip_low(b).bitcast(), a.zip_high(b).bitcast()] //              r2  r1  r0 c2 c1     c0 p1 p0
}

/// Converts 64 nibbles to four planes: the exchanges of `nibbles_of_planes` in reverse order.
#[inline(always)]
fn planes_of_nibbles<S: Simd>(s: S, [a, b]: [u8x16<S>; 2]) -> [u64; 4] {
    //                                                                r2  r1  r0 c2 c1     c0 p1 p0
    let (a, b) = rotate_addresses(s, a, b); //                        c2  c1  r2 r1 r0     c0 p1 p0
    let (a, b) = exchange(a, b, 4, LOW_NIBBLES); //                   c0  c1  r2 r1 r0     c2 p1 p0
    let (a, b) = exchange(a, b, 1, LOW_BITS); //                      p0  c1  r2 r1 r0     c2 p1 c0
    let (a, b) = (a.zip_low(b), a.zip_high(b)); //                    c1  p0  r2 r1 r0     c2 p1 c0
    let (a, b) = exchange(a, b, 2, LOW_PAIRS); //                     p1  p0  r2 r1 r0     c2 c1 c0
    [a[0], a[1], b[0], b[1]]
}

/// Permutes the bytes of two registers: the five bits of each byte's address (register, byte of the register) are
/// rotated by two, so that the lowest two become the highest.
#[inline(always)]
fn rotate_addresses<S: Simd>(s: S, a: u8x16<S>, b: u8x16<S>) -> (u64x2<S>, u64x2<S>) {
    /// Byte shuffle of one register: bytes 0, 4, 8 and 12, then 1, 5, 9 and 13, and so on. The four bits of each byte's
    /// index are rotated by two.
    const FOURTHS: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

    // SSE2 has no byte shuffle, but it can narrow words. Separating the bytes of even address from those of odd address
    // rotates the bits of every address by one.
    if const { S::u64s::LEN == 2 } && is_sse2(s) {
        let (a, b) = narrow_apart(a.bitcast(), b.bitcast()); //       c1  r2  r1 r0 c2
        let (a, b) = narrow_apart(a.bitcast(), b.bitcast()); //       c2  c1  r2 r1 r0
        return (a.bitcast(), b.bitcast());
    }
    let fourths = u8x16::simd_from(s, FOURTHS); //                    r2  r1  r0 c2 c1
    let a: u32x4<S> = a.swizzle_dyn(fourths).bitcast();
    let b: u32x4<S> = b.swizzle_dyn(fourths).bitcast(); //            r2  c2  c1 r1 r0
    (a.zip_low(b).bitcast(), a.zip_high(b).bitcast()) //              c2  c1  r2 r1 r0
}

/// Returns the bytes of even index, first those of `a`, then those of `b`, and the bytes of odd index in the same
/// order.
#[inline(always)]
fn narrow_apart<S: Simd>(a: u16x8<S>, b: u16x8<S>) -> (u8x16<S>, u8x16<S>) {
    (a.narrow(b), (a >> 8).narrow(b >> 8))
}

/// Unpacks 64 nibbles into 64 bytes, in order: the lower half of each byte goes before its upper half.
#[inline(always)]
fn codes_of_nibbles<S: Simd>(s: S, [a, b]: [u8x16<S>; 2]) -> [u8x16<S>; 4] {
    let halves = |v: u8x16<S>| {
        let words: u16x8<S> = v.bitcast();
        (v & 0x0F, (words >> 4).bitcast::<u8x16<S>>() & u8x16::splat(s, 0x0F))
    };
    let ((even_a, odd_a), (even_b, odd_b)) = (halves(a), halves(b));
    [even_a.zip_low(odd_a), even_a.zip_high(odd_a), even_b.zip_low(odd_b), even_b.zip_high(odd_b)]
}

/// Packs 64 bytes into 64 nibbles, in order: the lower halves of two neighbouring bytes become the lower and the upper
/// half of one byte.
#[inline(always)]
fn nibbles_of_codes<S: Simd>(s: S, [a, b, c, d]: [u8x16<S>; 4]) -> [u8x16<S>; 2] {
    at_level!(s: S, Sse4_2..(token) => {
        let low = sse4_2::nibbles_of_two(token, a.into(), b.into()).simd_into(s);
        [low, sse4_2::nibbles_of_two(token, c.into(), d.into()).simd_into(s)]
    });
    let pairs = |v: u8x16<S>| {
        let v: u16x8<S> = v.bitcast();
        (v & 0x000F) | ((v >> 4) & 0x00F0)
    };
    [pairs(a).narrow(pairs(b)), pairs(c).narrow(pairs(d))]
}
