//! The attacks of all sliders on two words side by side, White's and Black's, in one direction after the other.

use quadbit_x88::{Color, Direction};

use crate::quad_bitboard::QuadBitboard;
use crate::sets::{ByDirection, ByLine, Ray, Two};

#[derive(Clone, Copy, Debug)]
pub(super) struct Slides(ByDirection<Two>);

impl Slides {
    #[inline(always)]
    pub(super) fn new(board: QuadBitboard) -> Self {
        let black = board.black();
        let (orthogonal, diagonal) = (board.orthogonal_sliders(), board.diagonal_sliders());
        Self(fill(
            !board.occupied().0,
            (orthogonal - black).0,
            (orthogonal & black).0,
            (diagonal - black).0,
            (diagonal & black).0,
        ))
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color) -> ByDirection<u64> {
        ByDirection(self.0.0.map(|both| both.0[color.index()]))
    }

    #[inline(always)]
    pub(super) fn lines_of(&self, color: Color) -> ByLine<u64> {
        self.of(color).lines()
    }
}

/// Fills all eight directions. The function is not inlined, and takes the sliders of white and black as plain words, so
/// that compilers vectorize it: inlined among scalar code they split the pairs into words, and a pair that is loaded
/// just after its words were stored one by one stalls.
#[inline(never)]
fn fill(
    empty: u64,
    white_orthogonal: u64,
    black_orthogonal: u64,
    white_diagonal: u64,
    black_diagonal: u64,
) -> ByDirection<Two> {
    let empty = Two::splat(empty);
    let orthogonal = Two([white_orthogonal, black_orthogonal]);
    let diagonal = Two([white_diagonal, black_diagonal]);
    ByDirection([
        Ray::new(Direction::North, empty).attacks(orthogonal),
        Ray::new(Direction::NorthEast, empty).attacks(diagonal),
        Ray::new(Direction::East, empty).attacks(orthogonal),
        Ray::new(Direction::SouthEast, empty).attacks(diagonal),
        Ray::new(Direction::South, empty).attacks(orthogonal),
        Ray::new(Direction::SouthWest, empty).attacks(diagonal),
        Ray::new(Direction::West, empty).attacks(orthogonal),
        Ray::new(Direction::NorthWest, empty).attacks(diagonal),
    ])
}
