//! What rooks attack, on every instruction set.

use fearless_simd::Simd;
use fearless_simd::prelude::*;

use quadbit_x88::Direction;

use crate::sets::Ray;

/// The portable form of [`BoardSimd::Orthogonal`](super::BoardSimd::Orthogonal): one subtraction in each byte towards east, and rays in the other directions.
#[derive(Clone, Copy, Debug)]
pub struct Orthogonal<S: Simd> {
    occupied: S::u64s,
    north: Ray<S::u64s>,
    south: Ray<S::u64s>,
    west: Ray<S::u64s>,
}

impl<S: Simd> Orthogonal<S> {
    #[inline(always)]
    pub(super) fn new(occupied: S::u64s) -> Self {
        let empty = !occupied;
        Self {
            occupied,
            north: Ray::new(Direction::North, empty),
            south: Ray::new(Direction::South, empty),
            west: Ray::new(Direction::West, empty),
        }
    }

    #[inline(always)]
    pub(super) fn attacks(&self, on_ranks: S::u64s, on_files: S::u64s) -> [S::u64s; 4] {
        [
            self.north.attacks(on_files),
            east_attacks::<S>(on_ranks, self.occupied),
            self.south.attacks(on_files),
            self.west.attacks(on_ranks),
        ]
    }
}

/// What sliders attack towards the higher bits of each byte: `o ^ (o - 2r)`, bytes apart. 3 operations.
///
/// See [`sets::east_attacks`](crate::sets::east_attacks).
#[inline(always)]
pub(super) fn east_attacks<S: Simd>(sliders: S::u64s, occupied: S::u64s) -> S::u64s {
    let o: S::u8s = occupied.bitcast();
    let r: S::u8s = sliders.bitcast();
    let difference: S::u64s = (o - (r + r)).bitcast();
    occupied ^ difference
}
