//! The attacks of all sliders, on every board.

use quadbit_x88::Direction;

use crate::sets::{ByDirection, ByLine, Ray};
use crate::simd::board_simd::BoardSimd;

/// The attacks of sliders in all eight directions on boards side by side, prepared from the occupied squares of each
/// board, for any number of sets of sliders.
///
/// The sliders of both sides share what depends on the occupancy.
#[derive(Clone, Copy, Debug)]
pub struct Slides<S: BoardSimd> {
    orthogonal: S::Orthogonal,
    /// The rays towards north-east, south-east, south-west and north-west.
    diagonal: [Ray<S::u64s>; 4],
}

impl<S: BoardSimd> Slides<S> {
    /// Prepares the attacks of sliders on boards whose occupied squares are `occupied`, one board in each lane.
    #[inline(always)]
    pub fn new(s: S, occupied: S::u64s) -> Self {
        let empty = !occupied;
        Self {
            orthogonal: s.orthogonal(occupied),
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
    /// `sliders` has for each line the sliders that may slide along it: a pinned slider is left out of all lines but
    /// its pin's. All must be among the occupied squares. In one direction a square is attacked by at most one slider,
    /// so the sizes of the eight sets add up to the number of moves and of own pieces that are protected.
    #[inline(always)]
    pub fn attacks(&self, s: S, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
        let ByLine([on_ranks, on_files, on_diagonals, on_antidiagonals]) = sliders;
        let [north, east, south, west] = s.orthogonal_attacks(&self.orthogonal, on_ranks, on_files);
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
        ByLine(s.sight(&self.orthogonal, &self.diagonal, square))
    }
}
