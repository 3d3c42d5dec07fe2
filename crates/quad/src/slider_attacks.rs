//! The squares that the sliders of both sides attack, at once.

#[cfg(any(test, all(feature = "simd", target_feature = "avx2")))]
mod by_line;
#[cfg(any(test, not(all(feature = "simd", target_feature = "avx2"))))]
mod in_pairs;

use cfg_if::cfg_if;
use quadbit_x88::Color;

use crate::quad_bitboard::QuadBitboard;
use crate::sets::{ByDirection, ByLine};

cfg_if! {
    if #[cfg(all(feature = "simd", target_feature = "avx2"))] {
        use by_line as form;
    } else {
        use in_pairs as form;
    }
}

/// The squares that the rooks, bishops and queens of a board attack, for both sides and in all eight directions.
///
/// Counting moves needs both sides: the other side's attacks are forbidden to the king and show which pieces
/// are pinned; one's own are the moves of the sliders.
///
/// [Kogge-Stone fills](crate::sets::Ray): 124 operations on two words, one for each side. Where the build promises
/// registers of four words (AVX2, with the feature `simd`), 54 operations on four words, one for each line,
/// as in a [`CompassFills`](crate::sets::CompassFills).
///
/// ```
/// use quadbit_quad::{Bitboard, QuadBitboard, SliderAttacks, bitboard};
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::B2, Role::Rook.of(Color::White));
/// board.put(Square::F2, Role::Rook.of(Color::White));
/// board.put(Square::D6, Role::Bishop.of(Color::Black));
/// let slides = SliderAttacks::new(board);
/// let attacks: u32 = slides.of(Color::White).0.into_iter().map(|set| Bitboard(set).len()).sum();
/// assert_eq!(attacks, 25);
/// assert_eq!(
///     Bitboard(slides.lines_of(Color::Black).union()),
///     bitboard! {
///         . X . . . X . .
///         . . X . X . . .
///         . . . . . . . .
///         . . X . X . . .
///         . X . . . X . .
///         X . . . . . X .
///         . . . . . . . X
///         . . . . . . . .
///     }
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SliderAttacks(form::Slides);

impl SliderAttacks {
    /// Finds the attacks of all sliders of `board`, which stop on its occupied squares.
    #[inline(always)]
    pub fn new(board: QuadBitboard) -> Self {
        Self(form::Slides::new(board))
    }

    /// The squares that the sliders of `color` attack in each direction, up to and including the first piece.
    ///
    /// In one direction a square is attacked by at most one slider, so the sizes of the eight sets add up to the number
    /// of moves, pins ignored, and of own pieces that are protected.
    #[inline(always)]
    pub fn of(&self, color: Color) -> ByDirection<u64> {
        self.0.of(color)
    }

    /// The squares that the sliders of `color` attack along each kind of line, in both directions, up to and including
    /// the first piece.
    #[inline(always)]
    pub fn lines_of(&self, color: Color) -> ByLine<u64> {
        self.0.lines_of(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::sets::Ray;
    use crate::zobrist::split_mix;
    use quadbit_x88::Direction;

    /// Dense, middling and sparse boards of any codes.
    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..20_000).map(|n| {
            let word = |i: u64| split_mix(8 * n + i);
            let occupied = [!0, word(4), word(4) & word(5), word(4) & word(5) & word(6)][n as usize % 4];
            QuadBitboard::from_planes([0, 1, 2, 3].map(|i| Bitboard(word(i) & occupied)))
        })
    }

    /// The attacks of one side, found one direction at a time.
    fn one_by_one(board: QuadBitboard, color: Color) -> ByDirection<u64> {
        let orthogonal = (board.orthogonal_sliders() & board.color(color)).0;
        let diagonal = (board.diagonal_sliders() & board.color(color)).0;
        ByDirection(Direction::ALL.map(|direction| {
            let sliders = if direction.is_diagonal() { diagonal } else { orthogonal };
            Ray::new(direction, !board.occupied().0).attacks(sliders)
        }))
    }

    #[test]
    fn both_forms_are_rays() {
        for board in boards() {
            let (in_pairs, by_line) = (in_pairs::Slides::new(board), by_line::Slides::new(board));
            for color in Color::ALL {
                let expected = one_by_one(board, color);
                assert_eq!(in_pairs.of(color), expected, "{color:?}");
                assert_eq!(by_line.of(color), expected, "{color:?}");
                assert_eq!(in_pairs.lines_of(color), expected.lines(), "{color:?}");
                assert_eq!(by_line.lines_of(color), expected.lines(), "{color:?}");
            }
        }
    }
}
