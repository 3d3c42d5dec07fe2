//! Looking at a board of bytes along rays, in vectors.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};
use quadbit_x88::Square;
use quadbit_x88::simd::{NeighborSimd, Neighbors};

use crate::list::Buffer;
use crate::scene::{Scene, Sight};
use crate::threat::place;

#[derive(Clone, Copy)]
pub(crate) struct Rays<S: NeighborSimd>(pub(crate) u8x64<S>);

impl<S: NeighborSimd> Scene for Rays<S> {
    type Sight = RaySight<S>;

    #[inline(always)]
    fn code(self, square: Square) -> u8 {
        self.0[square.index()]
    }

    #[inline(always)]
    fn with(self, square: Square, code: u8) -> Self {
        Self(self.0.token().with_byte(self.0, square, code))
    }

    #[inline(always)]
    fn look(self, from: Square) -> RaySight<S> {
        RaySight { neighbors: Neighbors::look(self.0.token(), self.0, from), from }
    }

    #[inline(always)]
    fn look_past(self, from: Square, empty: Square) -> RaySight<S> {
        RaySight { neighbors: Neighbors::look_past(self.0.token(), self.0, from, empty), from }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct RaySight<S: NeighborSimd> {
    neighbors: Neighbors<S>,
    from: Square,
}

impl<S: NeighborSimd> Sight for RaySight<S> {
    /// The lanes of some directions.
    type Ways = u16;

    const NONE: u16 = 0;

    #[inline(always)]
    fn line_and_way_back(from: Square, to: Square) -> [u16; 2] {
        let way = Neighbors::<S>::direction_lane(from, to);
        let back = Neighbors::<S>::opposite_lanes(way);
        [way | back, back]
    }

    #[inline(always)]
    fn write_attacked<const N: usize>(self, code: u8, out: &mut Buffer<N>) {
        let places = self.neighbors.places();
        let here = place(self.from, code) << 16;
        places.token().compress_8(places | here, self.neighbors.attacked(code), out);
    }

    #[inline(always)]
    fn write_pairs<const N: usize>(self, code: u8, except: u16, out: &mut Buffer<N>) {
        let places = self.neighbors.places();
        let (s, here) = (places.token(), place(self.from, code));
        s.compress_8(places | here << 16, self.neighbors.attacked(code) & !except, out);
        s.compress((places << 16) | here, self.neighbors.attackers() & !except, out);
    }

    #[inline(always)]
    fn write_through<const N: usize>(self, except: u16, out: &mut Buffer<N>) {
        let pairs: u32x16<S> = (self.neighbors.places() << 16) | self.neighbors.opposite();
        pairs.token().compress_8(pairs, self.neighbors.through() & !except, out);
    }
}
