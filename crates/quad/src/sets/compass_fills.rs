//! The attacks of sliders in all eight directions at once, in four words: one for each kind of line.
//!
//! 1. [`CompassFills::new`] prepares the empty squares: for each line, the squares that one, two and four steps can
//!    cross.
//! 2. [`CompassFills::attacks`] fills from the sliders of four lines in four lanes by three doublings, once upwards and
//!    once downwards.
//!
//! A step must never wrap around an edge: `ABOVE` and `BELOW` see to that.

#[cfg(any(test, not(feature = "simd")))]
mod plain;
#[cfg(feature = "simd")]
mod vectors;

use cfg_if::cfg_if;
#[cfg(feature = "simd")]
use quadbit_nibble::simd::{Level, dispatch};

use super::{FILE_A, FILE_H};
use crate::bitboard::Bitboard;
use crate::sets::words::Four;

/// Fills in all eight directions, which find the squares that sliders attack, prepared from the empty squares of a
/// board for any number of sets of sliders.
///
/// A word for each of the four lines, in the order of [`attacks::lines`](crate::attacks::lines): rank, file,
/// diagonal (towards h8), antidiagonal (towards a8). Each line is filled in both directions, towards h8 by
/// shifts to the left and towards a1 by shifts to the right, with Kogge and Stone's three doublings, as a
/// [`Ray`](super::Ray) does it in one direction.
///
/// 10 operations on four words to prepare, 22 for each set of sliders. With the feature `simd` they are vector
/// operations of the level that the build promises, so they are inlined and no CPU feature is checked at run time. With
/// AVX2, which shifts each word by its own distance, all sliders of a side together cost as much as two single lookups;
/// without it, as five or six.
///
/// ```
/// use quadbit_quad::Bitboard;
/// use quadbit_quad::sets::{Four, CompassFills};
/// use quadbit_x88::Square;
/// let rooks = Bitboard::of(Square::B2) | Bitboard::of(Square::F6);
/// let bishops = Bitboard::of(Square::D2);
/// let fills = CompassFills::new(!(rooks | bishops));
/// let [up, down] = fills.attacks(Four([rooks.0, rooks.0, bishops.0, bishops.0]));
/// assert_eq!(
///     Bitboard(up.0[1] | up.0[2]).to_string(), // files and diagonals, upwards
///     ". 1 . . . 1 . .\n\
///      . 1 . . . 1 . .\n\
///      . 1 . . . . . 1\n\
///      . 1 . . . . 1 .\n\
///      . 1 . . . 1 . .\n\
///      . 1 . . 1 . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n"
/// );
/// assert_eq!(Bitboard(down.0[2]), Bitboard::of(Square::C1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CompassFills {
    /// Towards east, north, north-east and north-west: the empty squares that a slider can enter in one
    /// step, in two, in four.
    up: [Four; 3],
    /// Towards west, south, south-west and south-east: the empty squares that a slider can enter in one step, in
    /// two, in four.
    down: [Four; 3],
}

/// The distance of one step on each line, in bits.
const STEPS: [u64; 4] = [1, 8, 9, 7];
/// The distance of two steps on each line, in bits.
const TWO_STEPS: [u64; 4] = [2, 16, 18, 14];
/// The distance of four steps on each line, in bits.
const FOUR_STEPS: [u64; 4] = [4, 32, 36, 28];

/// For ranks, files, diagonals and antidiagonals: the squares that one step to the east, north, north-east or
/// north-west can reach without wrapping around the edge.
const ABOVE: [u64; 4] = [!FILE_A, !0, !FILE_A, !FILE_H];
/// For ranks, files, diagonals and antidiagonals: the squares that one step to the west, south, south-west or
/// south-east can reach without wrapping around the edge.
const BELOW: [u64; 4] = [!FILE_H, !0, !FILE_H, !FILE_A];

impl CompassFills {
    /// Prepares the fills. Sliders move over the squares of `empty` and stop on the first square outside of it.
    #[inline(always)]
    pub fn new(empty: Bitboard) -> Self {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                dispatch!(Level::baseline(), s => vectors::prepare(s, empty.0))
            } else {
                plain::prepare(empty.0)
            }
        }
    }

    /// The squares that sliders attack, up to and including the first piece: first upwards (east, north, north-east,
    /// north-west), then downwards (west, south, south-west, south-east). `sliders` has one word for each line: the
    /// sliders that move along ranks, along files, along diagonals (towards h8) and along antidiagonals (towards a8).
    ///
    /// In one direction a square is attacked by at most one slider, so the sizes of the eight sets add up to the number
    /// of moves, pins ignored, and of own pieces that are protected.
    #[inline(always)]
    pub fn attacks(&self, sliders: Four) -> [Four; 2] {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                dispatch!(Level::baseline(), s => vectors::attacks(s, self, sliders))
            } else {
                plain::attacks(self, sliders)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::Ray;
    use crate::zobrist::split_mix;
    use quadbit_x88::Direction;

    const UP: [Direction; 4] =
        [Direction::East, Direction::North, Direction::NorthEast, Direction::NorthWest];

    /// Dense, middling, sparse and empty boards: the occupied squares, and sliders for each line. The sliders on
    /// diagonals may be on empty squares.
    fn boards() -> impl Iterator<Item = (u64, Four)> {
        (0..20_000).map(|n| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| split_mix(4 * n + i));
            let occupied = [a, a & b, a & b & c, 0][n as usize % 4];
            (occupied, Four([occupied & d, occupied & c & d, d & b & c, occupied]))
        })
    }

    #[test]
    fn compass_fills_are_eight_rays() {
        for (occupied, sliders) in boards() {
            let [up, down] = CompassFills::new(Bitboard(!occupied)).attacks(sliders);
            for (line, direction) in UP.into_iter().enumerate() {
                let ray = |direction| Ray::new(direction, !occupied).attacks(sliders.0[line]);
                assert_eq!(up.0[line], ray(direction), "{direction}");
                assert_eq!(down.0[line], ray(direction.opposite()), "{}", direction.opposite());
            }
        }
    }

    #[test]
    fn plain_words_fill_alike() {
        for (occupied, sliders) in boards() {
            let expected = CompassFills::new(Bitboard(!occupied)).attacks(sliders);
            assert_eq!(plain::attacks(&plain::prepare(!occupied), sliders), expected);
        }
    }

    #[cfg(feature = "simd")]
    #[test]
    fn every_level_fills_alike() {
        quadbit_nibble::simd::testing::at_every_level!(s => {
            for (occupied, sliders) in boards() {
                let expected = plain::attacks(&plain::prepare(!occupied), sliders);
                assert_eq!(vectors::attacks(s, &vectors::prepare(s, !occupied), sliders), expected);
            }
        });
    }
}
