//! The method for boards of bytes: along rays, in vectors.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::QuadBitboard;
use quadbit_x88::Square;
use quadbit_x88::simd::{Neighbors, RaySimd};

use crate::byte_board::ByteBoard;
use crate::list::Buffer;
use crate::scene::{Scene, SceneAt, Sight};
use crate::threat::place;

#[derive(Clone, Copy)]
pub(crate) struct Rays<S: RaySimd>(pub(crate) u8x64<S>);

impl<S: RaySimd> Scene for Rays<S> {
    type Sight = RaySight<S>;

    #[inline(always)]
    fn with(self, square: Square, code: u8) -> Self {
        Self(self.0.token().with_byte(self.0, square, code))
    }

    #[inline(always)]
    fn look(self, from: Square) -> RaySight<S> {
        RaySight { neighbors: Neighbors::look(self.0.token(), self.0, from), from }
    }

    #[inline(always)]
    fn to_bytes(self) -> ByteBoard {
        ByteBoard::from_codes(self.0.to_array())
    }
}

impl<S: PlaneSimd + RaySimd> SceneAt<S> for Rays<S> {
    #[inline(always)]
    fn of_planes(s: S, board: QuadBitboard) -> Self {
        Self(u8x64::load_array(s, s.planes_to_codes(&board.planes().map(|plane| plane.0))))
    }

    #[inline(always)]
    fn of_bytes(s: S, board: &ByteBoard) -> Self {
        Self(u8x64::load_array_ref(s, board.codes()))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct RaySight<S: RaySimd> {
    neighbors: Neighbors<S>,
    from: Square,
}

impl<S: RaySimd> Sight for RaySight<S> {
    /// A set of directions: for each, the bit of its lane in [`Neighbors`].
    type Directions = u16;

    const NONE: u16 = 0;

    #[inline(always)]
    fn line_and_direction_back(from: Square, to: Square) -> [u16; 2] {
        let direction = Neighbors::<S>::direction_lane(from, to);
        let back = Neighbors::<S>::opposite_lanes(direction);
        [direction | back, back]
    }

    #[inline(always)]
    fn write_pairs<const N: usize>(self, code: u8, except: u16, out: &mut Buffer<N>) {
        let pairs = self.neighbors.places() | (place(self.from, code) << 16);
        let s = pairs.token();
        s.compress_8(pairs, self.neighbors.attacked(code) & !except, out);
        // The same two places in the other order.
        let pairs = (pairs << 16) | (pairs >> 16);
        s.compress(pairs, self.neighbors.attackers() & !except, out);
    }

    #[inline(always)]
    fn write_through<const N: usize>(self, except: u16, out: &mut Buffer<N>) {
        let pairs: u32x16<S> = (self.neighbors.places() << 16) | self.neighbors.opposite();
        pairs.token().compress_8(pairs, self.neighbors.through() & !except, out);
    }
}
