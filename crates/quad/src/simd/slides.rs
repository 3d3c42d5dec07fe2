//! What all sliders of the lanes attack.

use quadbit_x88::Direction;

use crate::sets::Ray;
use crate::simd::board_simd::BoardSimd;

/// The attacks of sliders in all eight directions, over one occupancy in each lane, prepared for any number of sets of sliders.
///
/// The sliders of both sides share what depends on the occupancy.
#[derive(Clone, Copy, Debug)]
pub struct Slides<S: BoardSimd> {
    orthogonal: S::Orthogonal,
    /// North-east, south-east, south-west, north-west.
    diagonal: [Ray<S::u64s>; 4],
}

impl<S: BoardSimd> Slides<S> {
    /// Prepares the slides over these occupied squares.
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

    /// The squares that sliders attack, by [`Direction::index`]: up to the first piece and with it.
    ///
    /// `sliders` are those that may slide on ranks, on files, on diagonals (towards h8 and a1) and on antidiagonals (towards a8
    /// and h1), in the order of [`attacks::lines`](crate::attacks::lines): a pinned slider is left out of all but its pin's
    /// line. They must be among the occupied squares. In one direction a square is attacked by at most one slider, so the sizes
    /// of the eight sets add up to the number of moves.
    #[inline(always)]
    pub fn attacks(&self, s: S, sliders: [S::u64s; 4]) -> [S::u64s; 8] {
        let [on_ranks, on_files, on_diagonals, on_antidiagonals] = sliders;
        let [north, east, south, west] = s.orthogonal_attacks(&self.orthogonal, on_ranks, on_files);
        let [to_north_east, to_south_east, to_south_west, to_north_west] = &self.diagonal;
        [
            north,
            to_north_east.attacks(on_diagonals),
            east,
            to_south_east.attacks(on_antidiagonals),
            south,
            to_south_west.attacks(on_diagonals),
            west,
            to_north_west.attacks(on_antidiagonals),
        ]
    }

    /// The squares that sliders attack along each line, both ways together: rank, file, diagonal, antidiagonal.
    #[inline(always)]
    pub fn attacks_on_lines(&self, s: S, sliders: [S::u64s; 4]) -> [S::u64s; 4] {
        let [north, north_east, east, south_east, south, south_west, west, north_west] =
            self.attacks(s, sliders);
        [east | west, north | south, north_east | south_west, south_east | north_west]
    }
}
