//! Finds pairs of attacker and attacked piece on a board of bytes: along rays, in vectors.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;
use quadbit_x88::simd::{Neighbors, RaySimd};

use crate::byte_board::ByteBoard;
use crate::list::Buffer;
use crate::threat::place;

#[derive(Clone, Copy)]
pub(crate) struct Rays<S: RaySimd>(pub(crate) u8x64<S>);

impl<S: RaySimd> Rays<S> {
    #[inline(always)]
    pub(crate) fn of_planes(s: S, board: QuadBitboard) -> Self {
        Self(u8x64::load_array(s, s.planes_to_codes(&board.planes().map(|plane| plane.0))))
    }

    #[inline(always)]
    pub(crate) fn of_bytes(s: S, board: &ByteBoard) -> Self {
        Self(u8x64::load_array_ref(s, board.codes()))
    }

    #[inline(always)]
    pub(crate) fn with(self, square: Square, code: u8) -> Self {
        Self(self.0.token().with_byte(self.0, square, code))
    }

    #[inline(always)]
    pub(crate) fn look(self, from: Square) -> RaySight<S> {
        RaySight { neighbors: Neighbors::look(self.0.token(), self.0, from), from }
    }

    #[inline(always)]
    pub(crate) fn to_bytes(self) -> ByteBoard {
        ByteBoard::from_codes(self.0.to_array())
    }
}

#[derive(Clone, Copy)]
pub(crate) struct RaySight<S: RaySimd> {
    neighbors: Neighbors<S>,
    from: Square,
}

impl<S: RaySimd> RaySight<S> {
    #[inline(always)]
    pub(crate) fn line_and_direction_back(from: Square, to: Square) -> [u64; 2] {
        let direction = Neighbors::<S>::direction_lane(from, to);
        let back = Neighbors::<S>::opposite_lanes(direction);
        [u64::from(direction | back), u64::from(back)]
    }

    #[inline(always)]
    pub(crate) fn write_pairs<const N: usize>(self, code: u8, except: u64, out: &mut Buffer<N>) {
        let pairs = self.neighbors.places() | (place(self.from, code) << 16);
        let s = pairs.token();
        s.compress_8(pairs, self.neighbors.attacked(code) & !(except as u16), out);
        // The reverse pairs, in which the piece on `from` is attacked: both halves of each word change places.
        let pairs = (pairs << 16) | (pairs >> 16);
        s.compress(pairs, self.neighbors.attackers() & !(except as u16), out);
    }

    #[inline(always)]
    pub(crate) fn write_through<const N: usize>(self, except: u64, out: &mut Buffer<N>) {
        let pairs: u32x16<S> = (self.neighbors.places() << 16) | self.neighbors.opposite();
        pairs.token().compress_8(pairs, self.neighbors.through() & !(except as u16), out);
    }
}
