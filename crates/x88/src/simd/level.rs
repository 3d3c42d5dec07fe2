//! Operations on the rays of a piece, with forms for AVX2 and AVX-512.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::{avx2, avx512};
use crate::direction::Direction;
use crate::simd::eight_rays::EightRays;
use crate::simd::tables::{NUMBERS, lanes_of};
use crate::square::Square;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64, u32x4, u32x8, u32x16, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::{BitSimd, at_level};

/// A list to which vectors of `u32` are appended, each with only its first lanes.
pub trait LaneSink {
    /// Appends the first `len` elements of `lanes`; `len` is at most `N`, which is at most 16.
    fn push<const N: usize>(&mut self, lanes: [u32; N], len: usize);
}

/// Vector operations on the rays of a piece (the squares that it attacks on an empty board, a set for each direction)
/// and on boards of 64 bytes, as methods of every SIMD token of `fearless_simd`.
pub trait RaySimd: BitSimd {
    /// Finds the nearest occupied square on each of the eight `rays`. Returns the squares found that are also in
    /// `targets`, clockwise from north, in the first lanes, and how many there are. An occupied square that is not a
    /// target still hides the squares behind it. The other lanes hold arbitrary numbers below 64.
    ///
    /// `occupied` and `targets` are each given twice: first as they are, then rotated by 180 degrees (bits reversed).
    #[inline(always)]
    fn nearest(self, rays: &EightRays, occupied: [u64; 2], targets: [u64; 2]) -> (u32x8<Self>, usize) {
        at_level!(self: Self, Avx512(token) => {
            let (squares, count) = avx512::nearest(token, rays, occupied[0], targets[0]);
            (squares.simd_into(self), count)
        });
        at_level!(self: Self, Avx2(token) => {
            let (squares, count) = avx2::nearest(token, rays, occupied, targets);
            (squares.simd_into(self), count)
        });
        let (mut squares, mut count) = ([0; 8], 0);
        for (direction, ray) in Direction::ALL.into_iter().zip(rays.clockwise()) {
            let seen = ray & occupied[0];
            // The added bit is found only if `seen` is empty.
            let square = if direction.is_towards_a1() {
                (seen | 1).ilog2()
            } else {
                (seen | 1 << 63).trailing_zeros()
            };
            // Without a branch: a square that does not count is overwritten by the next one.
            squares[count & 7] = square;
            count += usize::from(seen != 0 && targets[0] >> square & 1 == 1);
        }
        (u32x8::load_array(self, squares), count)
    }

    /// Looks up `board[square]` for each lane of `squares`, whose numbers must be below 64.
    #[inline(always)]
    fn codes_on(self, board: &[u8; 64], squares: u32x8<Self>) -> u32x8<Self> {
        at_level!(self: Self, Avx512(token) => avx512::codes_on(token, board, squares.into()).simd_into(self));
        at_level!(self: Self, Avx2(token) => avx2::codes_on(token, board, squares.into()).simd_into(self));
        u32x8::load_array(self, squares.to_array().map(|square| board[square as usize & 63].into()))
    }

    /// Looks up `board[square]` for each byte of `squares`: bits 0 to 5 are the square, bit 6 is ignored, and if bit 7
    /// is set, the result is 0. 22 operations at AVX2.
    #[inline(always)]
    fn bytes_on(self, board: u8x64<Self>, squares: u8x64<Self>) -> u8x64<Self> {
        at_level!(self: Self, Avx2(token) => {
            let ((a, b), (c, d)) = (board.split(), squares.split());
            let [first, second] = avx2::bytes_on(token, [a.into(), b.into()], [c.into(), d.into()]);
            let first: fearless_simd::u8x32<Self> = first.simd_into(self);
            first.combine(second)
        });
        board.swizzle_dyn_precise(squares & 0xbf)
    }

    /// The sum of the eight bytes of each word of 64 bits. If only one byte of a word is not zero, this moves it to the
    /// lowest byte. 2 operations at AVX2.
    #[inline(always)]
    fn sums_of_bytes(self, bytes: u8x64<Self>) -> u64x8<Self> {
        at_level!(self: Self, Avx2(token) => {
            let (low, high) = bytes.split();
            let low: fearless_simd::u64x4<Self> = avx2::sums_of_bytes(token, low.into()).simd_into(self);
            low.combine(avx2::sums_of_bytes(token, high.into()))
        });
        bytes.pairwise_widening_add().pairwise_widening_add().pairwise_widening_add()
    }

    /// A copy of `board` with `byte` on `square`.
    #[inline(always)]
    fn with_byte(self, board: u8x64<Self>, square: Square, byte: u8) -> u8x64<Self> {
        at_level!(self: Self, Avx512(token) => {
            avx512::with_byte(token, board.into(), 1 << square.index(), byte.cast_signed()).simd_into(self)
        });
        let is_here = u8x64::simd_from(self, NUMBERS).simd_eq(NUMBERS[square.index()]);
        is_here.select(u8x64::splat(self, byte), board)
    }

    /// Like [`compress`](Self::compress), for at most eight lanes set in `lanes`: faster at AVX-512.
    #[inline(always)]
    fn compress_8(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        at_level!(self: Self, Avx512(token) => {
            let packed: u32x16<Self> = avx512::compress(token, words.into(), lanes).simd_into(self);
            out.push(packed.split().0.to_array(), lanes.count_ones() as usize);
        });
        self.compress(words, lanes, out);
    }

    /// Appends to `out`, lowest first and without gaps, the words whose lanes are set in `lanes` (bit `i` for lane
    /// `i`).
    #[inline(always)]
    fn compress(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        at_level!(self: Self, Avx512(token) => {
            let packed: u32x16<Self> = avx512::compress(token, words.into(), lanes).simd_into(self);
            out.push(packed.to_array(), lanes.count_ones() as usize);
        });
        at_level!(self: Self, Avx2(token) => {
            let (low, high) = words.split();
            out.push(avx2::compress(token, low.into(), lanes & 0xff), (lanes & 0xff).count_ones() as usize);
            out.push(avx2::compress(token, high.into(), lanes >> 8), (lanes >> 8).count_ones() as usize);
        });
        let (low, high) = words.split();
        let ((a, b), (c, d)) = (low.split(), high.split());
        compress_4(self, a, lanes & 15, out);
        compress_4(self, b, lanes >> 4 & 15, out);
        compress_4(self, c, lanes >> 8 & 15, out);
        compress_4(self, d, lanes >> 12, out);
    }
}

impl<S: Simd> RaySimd for S {}

/// For each set of the four lanes of a `u32x4`, bit `i` for lane `i`: the indices of the bytes of its lanes, in order,
/// as a shuffle takes them; then the bytes of lane 0.
static COMPRESS_4: [[u8; 16]; 16] = const_array!(16, |set| {
    let lanes = lanes_of(set, [0, 1, 2, 3, 4, 5, 6, 7]);
    const_array!(16, |byte: u8| 4 * lanes[byte as usize / 4] + byte % 4)
});

#[inline(always)]
fn compress_4<S: Simd>(s: S, words: u32x4<S>, lanes: u16, out: &mut impl LaneSink) {
    let bytes = u8x16::load_array_ref(s, &COMPRESS_4[(lanes & 15) as usize]);
    out.push(words.swizzle_dyn(bytes).to_array(), lanes.count_ones() as usize);
}
