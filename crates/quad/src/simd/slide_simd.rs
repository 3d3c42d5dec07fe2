//! Slides along ranks and files, at every level.

use core::fmt::Debug;

use fearless_simd::Simd;
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{BitSimd, at_other_levels};
use quadbit_x88::Direction;

use crate::sets::Ray;

/// The attacks of sliders on boards side by side, whose best method differs between SIMD levels; implemented for
/// every SIMD token of `fearless_simd`.
///
/// Costs are numbers of instructions on registers at AVX-512 and, in parentheses, at AVX2.
pub trait SlideSimd: BitSimd {
    /// The occupied squares, prepared by [`orthogonal`](Self::orthogonal) for finding attacks along ranks and files.
    type Orthogonal: Copy + Debug;

    /// Prepares attacks along ranks and files on boards whose occupied squares are `occupied`, one board in each lane.
    /// 3 operations at AVX-512 (14 at AVX2).
    fn orthogonal(self, occupied: Self::u64s) -> Self::Orthogonal;

    /// The squares that sliders attack towards north, east, south and west, as four sets: those in `on_files` attack
    /// along their files, those in `on_ranks` along their ranks. The two sets may differ: a rook pinned on its file
    /// slides along the file only. Sliders must be among the occupied squares. 18 operations at AVX-512 (34 at AVX2).
    fn orthogonal_attacks(
        self,
        prepared: &Self::Orthogonal,
        on_ranks: Self::u64s,
        on_files: Self::u64s,
    ) -> [Self::u64s; 4];

    /// The squares that a queen on `square`, one occupied square in each lane, attacks along its rank, file, diagonal
    /// and antidiagonal, up to and including the first piece; empty sets in a lane without a square. `prepared` and
    /// the four diagonal rays must be made from the same occupied squares. 38 operations at AVX-512 (81 at AVX2).
    #[inline(always)]
    fn sight(
        self,
        prepared: &Self::Orthogonal,
        [north_east, south_east, south_west, north_west]: &[Ray<Self::u64s>; 4],
        square: Self::u64s,
    ) -> [Self::u64s; 4] {
        let [north, east, south, west] = self.orthogonal_attacks(prepared, square, square);
        [
            east | west,
            north | south,
            north_east.attacks_towards(Direction::NorthEast, square)
                | south_west.attacks_towards(Direction::SouthWest, square),
            south_east.attacks_towards(Direction::SouthEast, square)
                | north_west.attacks_towards(Direction::NorthWest, square),
        ]
    }
}

// simd/avx512.rs
at_other_levels!(SlideSimd {
    type Orthogonal = Orthogonal<Self>;

    #[inline(always)]
    fn orthogonal(self, occupied: Self::u64s) -> Self::Orthogonal {
        Orthogonal::new(occupied)
    }

    #[inline(always)]
    fn orthogonal_attacks(
        self,
        prepared: &Self::Orthogonal,
        on_ranks: Self::u64s,
        on_files: Self::u64s,
    ) -> [Self::u64s; 4] {
        prepared.attacks(on_ranks, on_files)
    }
} Avx512);

/// The occupied squares, prepared for attacks along ranks and files at levels that have no faster method: attacks
/// towards east are one subtraction in each byte; in the other three directions the sliders are filled over the
/// empty squares, in steps of one, two and four.
#[derive(Clone, Copy, Debug)]
pub struct Orthogonal<S: Simd> {
    occupied: S::u64s,
    north: Ray<S::u64s>,
    south: Ray<S::u64s>,
    west: Ray<S::u64s>,
}

impl<S: Simd> Orthogonal<S> {
    #[inline(always)]
    fn new(occupied: S::u64s) -> Self {
        let empty = !occupied;
        Self {
            occupied,
            north: Ray::new(Direction::North, empty),
            south: Ray::new(Direction::South, empty),
            west: Ray::new(Direction::West, empty),
        }
    }

    #[inline(always)]
    fn attacks(&self, on_ranks: S::u64s, on_files: S::u64s) -> [S::u64s; 4] {
        [
            self.north.attacks_towards(Direction::North, on_files),
            east_attacks::<S>(on_ranks, self.occupied),
            self.south.attacks_towards(Direction::South, on_files),
            self.west.attacks_towards(Direction::West, on_ranks),
        ]
    }
}

/// What `sliders` attack towards the east, by one subtraction in each rank: `o ^ (o - 2r)`. 3 operations.
///
/// From each slider the borrow runs east to the next piece and no further, so the sliders of a rank do not
/// disturb each other. Ranks are subtracted as bytes, so no borrow leaves its rank. Sliders must be among the
/// `occupied` squares.
///
/// Source: <https://www.chessprogramming.org/SWAR_Attacks_of_Sliding_Pieces>, the subtraction of sets of bytes.
#[inline(always)]
pub(super) fn east_attacks<S: Simd>(sliders: S::u64s, occupied: S::u64s) -> S::u64s {
    let o: S::u8s = occupied.bitcast();
    let r: S::u8s = sliders.bitcast();
    let difference: S::u64s = (o - (r + r)).bitcast();
    occupied ^ difference
}
