//! Routines of the wiki's articles as written there, for comparison with the crate's own.
//!
//! Source: `quad2hexBB` and `quadBB2Board` in <https://www.chessprogramming.org/Quad-Bitboards>, for SSE2,
//! where a board is two registers.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, i8x32, u8x16, u16x8, u32x4, u64x2, u64x4};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Square;

/// Returns sixteen disjoint sets, one for each code. This takes 19 operations on vectors.
///
/// ```text
///   planes    q0  q1 | q2  q3        a vector is two words
///
///   4 vectors of q0 with q2 and q1 with q3:    neither    first    second    both
///   2 of the left halves:                      q0 q2 = 00 10       01 11
///   4 of the right halves, twice each:         q1 q3 = 00 00       10 10       01 01       11 11
///   8 intersections, each with the sets of two codes
/// ```
#[inline(always)]
pub(crate) fn to_bitboards<S: Simd>(s: S, board: QuadBitboard) -> [Bitboard; 16] {
    let [q0, q1, q2, q3] = board.planes().map(|plane| plane.0);
    let (low, high) = (u64x2::simd_from(s, [q0, q1]), u64x2::simd_from(s, [q2, q3]));
    let both = low & high;
    let neither = !(low | high);
    let (first, second) = (low ^ both, high ^ both);

    let without_q2 = neither.zip_low(first);
    let with_q2 = second.zip_low(both);
    let mut sets = [Bitboard::EMPTY; 16];
    // Bits 1 and 3 of the codes come from the right halves, which are equal within a vector: `code` has these bits. The
    // left halves add bits 0 and 2.
    for (code, halves) in [(0, neither), (2, first), (8, second), (10, both)] {
        let halves = halves.zip_high(halves);
        for (code, others) in [(code, without_q2), (code + 4, with_q2)] {
            let [even, odd] = (halves & others).into();
            sets[code] = Bitboard(even);
            sets[code + 1] = Bitboard(odd);
        }
    }
    sets
}

/// Returns the mailbox of 64 codes, a1 first. This takes 66 operations on vectors.
///
/// Every plane is copied into both words and split by files, two files to a vector. The shift that moves the bits of
/// the left file to the plane's place in the code leaves those of the right file one place too high, which is corrected
/// once for all planes. This gives four vectors, each with the codes of two files in the order of the ranks, and three
/// steps of interleaving combine the files:
///
/// ```text
///   vector     word 0                     word 1
///   n          a1 a2 a3 .. a8             b1 b2 b3 .. b8         files a and b, c and d, e and f, g and h
///   bytes      a1 b1 a2 b2 a3 b3 a4 b4    a5 b5 ..
///   pairs      a1 b1 c1 d1 a2 b2 c2 d2    a3 b3 ..               the upper ranks in a vector of their own
///   fours      a1 b1 c1 d1 e1 f1 g1 h1    a2 b2 ..
/// ```
#[inline(always)]
pub(crate) fn to_mailbox<S: Simd>(s: S, board: QuadBitboard) -> [u8; 64] {
    const FILE_A: u64 = Bitboard::file(quadbit_x88::File::A).0;
    let planes = board.planes().map(|plane| u64x2::splat(s, plane.0));
    let files = |first: u32| -> u8x16<S> {
        let mask = u64x2::simd_from(s, [FILE_A << first, FILE_A << (first + 1)]);
        let mut codes = u64x2::splat(s, 0);
        for (place, plane) in (0..).zip(planes) {
            let bits = plane & mask;
            codes |= if place < first { bits >> (first - place) } else { bits << (place - first) };
        }
        let right = codes.zip_high(codes) >> 1;
        codes.bitcast::<u8x16<S>>().zip_low(right.bitcast::<u8x16<S>>())
    };
    let [ab, cd, ef, gh] = [0, 2, 4, 6].map(|first| files(first).bitcast::<u16x8<S>>());
    let left: [u32x4<S>; 2] = [ab.zip_low(cd).bitcast(), ab.zip_high(cd).bitcast()];
    let right: [u32x4<S>; 2] = [ef.zip_low(gh).bitcast(), ef.zip_high(gh).bitcast()];

    let mut mailbox = [0; 64];
    for (half, codes) in mailbox.chunks_exact_mut(32).enumerate() {
        let (low, high) = codes.split_at_mut(16);
        left[half].zip_low(right[half]).bitcast::<u8x16<S>>().store_slice(low);
        left[half].zip_high(right[half]).bitcast::<u8x16<S>>().store_slice(high);
    }
    mailbox
}

/// The top bit of every eighth byte: one of each plane.
const TOPS: u32 = 0x8080_8080;

/// Brings the bits 7, 15, 23 and 31 of a word to its bits 28 to 31.
const GATHER: u32 = 1 << 21 | 1 << 14 | 1 << 7 | 1;

/// Returns the nibble on a square, found by the top bits of all bytes: `vpsllq`, `vpmovmskb`, and three steps on the
/// word of 32 top bits.
///
/// Source: <https://www.chessprogramming.org/AVX2>, "Vertical Nibble".
#[expect(clippy::cast_possible_truncation, reason = "a square's number, and a mask of 32 bits")]
#[inline(always)]
pub(crate) fn code_by_bytes<S: Simd>(s: S, board: QuadBitboard, square: Square) -> u8 {
    let [a, b, c, d] = board.planes();
    let planes = u64x4::simd_from(s, [a.0, b.0, c.0, d.0]);
    let at_the_top: i8x32<S> = (planes << (square.index() as u32 ^ 63)).bitcast();
    let top_bits = at_the_top.simd_lt(i8x32::splat(s, 0)).to_bitmask() as u32;
    ((top_bits & TOPS).wrapping_mul(GATHER) >> 28) as u8
}
