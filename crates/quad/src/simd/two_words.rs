//! The conversions of the wiki's article on quad-bitboards, in vectors of two words.
//!
//! Both are for SSE2, where a board is two registers. [`to_bitboards`](crate::QuadBitboard::to_bitboards) and
//! [`to_mailbox`](crate::QuadBitboard::to_mailbox) do the same work at any level; these two are here to be compared with them.
//!
//! Source: `quad2hexBB` and `quadBB2Board` in <https://www.chessprogramming.org/Quad-Bitboards>.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u16x8, u32x4, u64x2};

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// Sixteen disjoint sets, one for each code. 19 operations on vectors.
///
/// ```text
///   planes    q0  q1 | q2  q3        a vector is two words
///
///   4 vectors of q0 with q2 and q1 with q3:    neither    first    second    both
///   2 of the left halves:                      q0 q2 = 00 10       01 11
///   4 of the right halves, twice each:         q1 q3 = 00 00       10 10       01 01       11 11
///   8 intersections, each with the sets of two codes
/// ```
///
/// ```
/// use quadbit_nibble::simd::{Level, dispatch};
/// use quadbit_quad::{QuadBitboard, simd::two_words};
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::C2, Role::Bishop.of(Color::White));
/// let sets = dispatch!(Level::auto(), s => two_words::to_bitboards(s, board));
/// assert_eq!(
///     sets[6].to_string(),
///     ". . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . 1 . . . . .\n\
///      . . . . . . . .\n"
/// );
/// ```
#[inline(always)]
pub fn to_bitboards<S: Simd>(s: S, board: QuadBitboard) -> [Bitboard; 16] {
    let [q0, q1, q2, q3] = board.planes().map(|plane| plane.0);
    let (low, high) = (u64x2::simd_from(s, [q0, q1]), u64x2::simd_from(s, [q2, q3]));
    let both = low & high;
    let neither = !(low | high);
    let (first, second) = (low ^ both, high ^ both);

    let without_q2 = neither.zip_low(first);
    let with_q2 = second.zip_low(both);
    let mut sets = [Bitboard::EMPTY; 16];
    // The codes of each vector without bits 0 and 2.
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

/// The mailbox of 64 codes, a1 first. 66 operations on vectors.
///
/// Every plane is copied into both words and taken apart by files, two files to a vector. The shift that moves the bits of the
/// left file to the plane's place in the code leaves those of the right file one place higher, which is put right once for
/// all planes. That makes four vectors, each with the codes of two files in the order of the ranks, and three steps of
/// interleaving put the files together:
///
/// ```text
///   vector     word 0                     word 1
///   n          a1 a2 a3 .. a8             b1 b2 b3 .. b8         files a and b, c and d, e and f, g and h
///   bytes      a1 b1 a2 b2 a3 b3 a4 b4    a5 b5 ..
///   pairs      a1 b1 c1 d1 a2 b2 c2 d2    a3 b3 ..               the upper ranks in a vector of their own
///   fours      a1 b1 c1 d1 e1 f1 g1 h1    a2 b2 ..
/// ```
///
/// ```
/// use quadbit_nibble::simd::{Level, dispatch};
/// use quadbit_quad::{QuadBitboard, simd::two_words};
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::C1, Role::Bishop.of(Color::White));
/// let mailbox = dispatch!(Level::auto(), s => two_words::to_mailbox(s, board));
/// assert_eq!(mailbox[..4], [0, 0, 6, 0]);
/// ```
#[inline(always)]
pub fn to_mailbox<S: Simd>(s: S, board: QuadBitboard) -> [u8; 64] {
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::zobrist::split_mix;
    use quadbit_nibble::simd::testing::at_every_level;
    use quadbit_x88::Square;

    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..500).map(|n| QuadBitboard::from_planes([0, 1, 2, 3].map(|p| Bitboard(split_mix(4 * n + p)))))
    }

    #[test]
    fn both_agree_with_the_square_by_square_form_and_with_ours() {
        at_every_level!(s => for board in boards() {
            let (sets, mailbox) = (to_bitboards(s, board), to_mailbox(s, board));
            for square in Square::ALL {
                let code = board.code(square);
                assert_eq!(mailbox[square.index()], code);
                for (other, set) in (0..).zip(sets) {
                    assert_eq!(set.has(square), other == code);
                }
            }
            assert_eq!(sets, board.to_bitboards());
            assert_eq!(mailbox, board.to_mailbox());
        });
    }
}
