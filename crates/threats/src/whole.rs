//! All pairs of a board.
//!
//! A table has the squares on each of the eight rays from each square, as sets. The nearest piece on a ray is
//! the lowest bit of `ray & targets`, or the highest if the ray goes towards a1; the targets are the pieces
//! on the squares that the piece attacks on an empty board. Eight knight's steps are eight short rays.
//!
//! ```text
//!   bishop on c1:  north-east  d2 e3 f4 g5 h6   targets  e3 . g5    nearest  e3
//!                  north-west  b2 a3                     . a3                a3
//!                  the other six                         none
//! ```
//!
//! So the same code handles all pieces but pawns: a branch for each kind would be mispredicted, which costs
//! more than the empty rays. Pawns, half of all pieces, come first, one direction at a time.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod tables;

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Direction, Role, Square};

use crate::list::Buffer;
use crate::threat::{Threat, place};

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use {avx2::Halves, avx512::Words};

/// A board whose pairs are listed piece by piece.
pub(crate) trait Whole: Copy {
    /// Adds the pairs of pawns, by the square.
    fn write_pawns<const N: usize>(self, pawns: Pawns, out: &mut Buffer<N>);

    /// Adds the pairs of the pieces that the piece on a square attacks, clockwise from north.
    /// It must not be a pawn.
    fn write_attacked<const N: usize>(self, from: Square, out: &mut Buffer<N>);
}

/// Replaces a list by all pairs of a board.
#[inline(always)]
pub(crate) fn write<const N: usize>(whole: impl Whole, board: QuadBitboard, list: &mut Buffer<N>) {
    list.clear();
    let [occupied, pawns] = [board.occupied(), board.pawns()];
    for direction in [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest]
    {
        let color = if direction.ranks() > 0 { Color::White } else { Color::Black };
        let targets = (pawns & board.color(color)).step(direction) & occupied;
        whole.write_pawns(Pawns { color, direction, targets }, list);
    }
    for square in occupied - pawns {
        whole.write_attacked(square, list);
    }
}

/// The pieces that the pawns of a side attack in a direction.
#[derive(Clone, Copy)]
pub(crate) struct Pawns {
    color: Color,
    direction: Direction,
    targets: Bitboard,
}

impl Pawns {
    /// Half a pair: the place of the pawn that attacks a square.
    #[inline(always)]
    fn place(self, to: Square) -> u32 {
        let from = (to.index() as u32).wrapping_add_signed(-self.direction.shift());
        place(Square::from_low_bits(from), self.code())
    }

    #[inline(always)]
    fn code(self) -> u8 {
        Role::Pawn.of(self.color).code()
    }
}

/// The form without vectors.
#[derive(Clone, Copy)]
pub(crate) struct Scalar<'a> {
    codes: &'a [u8; 64],
    occupied: Bitboard,
}

impl<'a> Scalar<'a> {
    /// For any token.
    #[inline(always)]
    pub(crate) fn new<S>(_: S, codes: &'a [u8; 64], occupied: Bitboard) -> Self {
        Self { codes, occupied }
    }
}

impl Whole for Scalar<'_> {
    #[inline(always)]
    fn write_pawns<const N: usize>(self, pawns: Pawns, out: &mut Buffer<N>) {
        write_pawns(self.codes, pawns, out);
    }

    #[inline(always)]
    fn write_attacked<const N: usize>(self, from: Square, out: &mut Buffer<N>) {
        let code = self.codes[from.index()];
        let (rays, reach) = tables::of(code, from);
        let targets = (reach & self.occupied).0;
        let here = place(from, code) << 16;
        let Some(pairs) = out.room::<8>() else { return };
        // Without a branch: an entry that is not a pair is overwritten by the next one.
        let mut count = 0;
        for (direction, ray) in Direction::ALL.into_iter().zip(rays) {
            let seen = ray & targets;
            // The bit that is always set is the last one to be found.
            let to = if direction.is_towards_a1() {
                (seen | 1).ilog2()
            } else {
                (seen | 1 << 63).trailing_zeros()
            };
            let to = Square::from_low_bits(to);
            pairs[count] = Threat::of_lane(here | place(to, self.codes[to.index()]));
            count += usize::from(seen != 0);
        }
        out.grow(count);
    }
}

/// The pairs of pawns, one by one.
#[inline(always)]
fn write_pawns<const N: usize>(codes: &[u8; 64], pawns: Pawns, out: &mut Buffer<N>) {
    for to in pawns.targets {
        out.push_one(Threat::of_places(pawns.place(to), place(to, codes[to.index()])));
    }
}
