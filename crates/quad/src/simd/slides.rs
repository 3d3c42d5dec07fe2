//! The attacks of all sliders, on every board.
//!
//! 1. [`Slides::new`] prepares the diagonal rays. Sliders are filled along them over the empty squares, in steps of
//!    one, two and four.
//! 2. Along ranks and files, attacks towards the east are one subtraction in each byte, and the other three directions
//!    are fills. AVX-512 turns the board instead. The compiler computes what depends only on the occupied squares once
//!    for all calls in a frame.
//! 3. [`Slides::sight`] looks from one square, along lines rather than directions.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::avx512;
use quadbit_nibble::simd::at_level;
use quadbit_x88::Direction;

use super::east::east_attacks;
use crate::sets::{ByDirection, ByLine, Ray};
use crate::simd::board_simd::BoardSimd;

/// The attacks of sliders in all eight directions on boards side by side, prepared from the occupied squares of each
/// board, for any number of sets of sliders.
///
/// The sliders of both sides share what depends on the occupancy.
#[derive(Clone, Copy, Debug)]
pub struct Slides<S: BoardSimd> {
    occupied: S::u64s,
    /// The rays towards north-east, south-east, south-west and north-west.
    diagonal: [Ray<S::u64s>; 4],
}

impl<S: BoardSimd> Slides<S> {
    /// Prepares the attacks of sliders on boards whose occupied squares are `occupied`, one board in each lane.
    #[inline(always)]
    pub fn new(_: S, occupied: S::u64s) -> Self {
        let empty = !occupied;
        Self {
            occupied,
            diagonal: [
                Ray::new(Direction::NorthEast, empty),
                Ray::new(Direction::SouthEast, empty),
                Ray::new(Direction::SouthWest, empty),
                Ray::new(Direction::NorthWest, empty),
            ],
        }
    }

    /// The squares that `sliders` attack in each direction, up to and including the first piece.
    ///
    /// `sliders` has for each line the sliders that may slide along it: a pinned slider is only on the line of its pin.
    /// All must be among the occupied squares. In one direction a square is attacked by at most one slider, so the
    /// sizes of the eight sets add up to the number of moves and of own pieces that are protected.
    #[inline(always)]
    pub fn attacks(&self, s: S, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
        let ByLine([on_ranks, on_files, on_diagonals, on_antidiagonals]) = sliders;
        let [north, east, south, west] = self.orthogonal_attacks(s, on_ranks, on_files);
        let [to_north_east, to_south_east, to_south_west, to_north_west] = &self.diagonal;
        ByDirection([
            north,
            to_north_east.attacks_towards(Direction::NorthEast, on_diagonals),
            east,
            to_south_east.attacks_towards(Direction::SouthEast, on_antidiagonals),
            south,
            to_south_west.attacks_towards(Direction::SouthWest, on_diagonals),
            west,
            to_north_west.attacks_towards(Direction::NorthWest, on_antidiagonals),
        ])
    }

    /// The squares that a queen on `square` attacks along each line, up to and including the first piece. `square` has
    /// one square in each lane, which must be occupied; a lane without one gives empty sets.
    ///
    /// Equal to the [`attacks`](Self::attacks) of a queen by line, but faster at AVX-512.
    #[inline(always)]
    pub fn sight(&self, s: S, square: S::u64s) -> ByLine<S::u64s> {
        at_level!(s: S, Avx512(token) => ByLine(avx512::sight(s, token, self.occupied, square)));
        self.attacks(s, ByLine::splat(square)).lines()
    }

    /// The squares that sliders attack towards north, east, south and west: those in `on_files` along their files,
    /// those in `on_ranks` along their ranks. 21 operations at AVX-512 (48 at AVX2), of which 3 (14) depend on the
    /// occupied squares only.
    #[inline(always)]
    fn orthogonal_attacks(&self, s: S, on_ranks: S::u64s, on_files: S::u64s) -> [S::u64s; 4] {
        at_level!(s: S, Avx512(token) => avx512::orthogonal_attacks(s, token, self.occupied, on_ranks, on_files));
        let empty = !self.occupied;
        [
            Ray::new(Direction::North, empty).attacks_towards(Direction::North, on_files),
            east_attacks::<S>(on_ranks, self.occupied),
            Ray::new(Direction::South, empty).attacks_towards(Direction::South, on_files),
            Ray::new(Direction::West, empty).attacks_towards(Direction::West, on_ranks),
        ]
    }
}
