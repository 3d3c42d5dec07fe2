//! Looking at a board of bytes along rays, in vectors.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};
use quadbit_x88::Square;
use quadbit_x88::simd::{Neighbors, RaySimd};

use crate::list::Buffer;
use crate::scene::{Scene, Sight};
use crate::threat::place;

/// The bytes 0, 1, .. 63.
const SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

#[derive(Clone, Copy)]
pub(crate) struct Rays<S: RaySimd>(pub(crate) u8x64<S>);

impl<S: RaySimd> Scene for Rays<S> {
    type Sight = RaySight<S>;

    #[inline(always)]
    fn code(self, square: Square) -> u8 {
        self.0[square.index()]
    }

    #[inline(always)]
    fn with(self, square: Square, code: u8) -> Self {
        let s = self.0.token();
        let is_here = u8x64::simd_from(s, SQUARES).simd_eq(square.index() as u8);
        Self(is_here.select(u8x64::splat(s, code), self.0))
    }

    #[inline(always)]
    fn look(self, from: Square) -> RaySight<S> {
        RaySight { neighbors: Neighbors::look(self.0.token(), self.0, from), from }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct RaySight<S: RaySimd> {
    neighbors: Neighbors<S>,
    from: Square,
}

impl<S: RaySimd> Sight for RaySight<S> {
    /// The lanes of some directions.
    type Ways = u16;

    const NONE: u16 = 0;

    #[inline(always)]
    fn line(from: Square, to: Square) -> u16 {
        Neighbors::<S>::line(from, to)
    }

    #[inline(always)]
    fn way(from: Square, to: Square) -> u16 {
        Neighbors::<S>::way(from, to)
    }

    #[inline(always)]
    fn write_attacked<const N: usize>(self, code: u8, out: &mut Buffer<N>) {
        let places = self.neighbors.places();
        let here = place(self.from, code) << 16;
        places.token().compress(places | here, self.neighbors.attacked(code), out);
    }

    #[inline(always)]
    fn write_pairs<const N: usize>(self, code: u8, except: u16, out: &mut Buffer<N>) {
        let places = self.neighbors.places();
        let (s, here) = (places.token(), place(self.from, code));
        s.compress(places | here << 16, self.neighbors.attacked(code) & !except, out);
        s.compress((places << 16) | here, self.neighbors.attackers() & !except, out);
    }

    #[inline(always)]
    fn write_through<const N: usize>(self, except: u16, out: &mut Buffer<N>) {
        let pairs: u32x16<S> = (self.neighbors.places() << 16) | self.neighbors.opposite();
        pairs.token().compress(pairs, self.neighbors.through() & !except, out);
    }
}
