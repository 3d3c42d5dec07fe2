//! Walks over the board, square by square in one direction.
//!
//! 1. [`Ray`] repeats a step until the mask `0x88` says that it has left the board.
//! 2. [`between`] finds the step from one square to another by their difference. It ends at a square that is known to
//!    be on the board, and tests nothing.
//!
//! Both work in the 0x88 numbers, where a step over any edge shows in one of two bits.

use crate::delta::Delta;
use crate::diff::Diff;
use crate::direction::Direction;
use crate::square88::Square88;

/// A walk that repeats one step up to the edge of the board. In constants, call [`advance`](Self::advance)
/// instead of `next`.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// The 0x88 number of the next square; once it is off the board, it no longer changes.
    next: u8,
    delta: Delta,
}

impl Ray {
    /// The squares that repeated steps `delta` reach from `from`, nearest first, without `from`.
    /// [`Delta::ZERO`] leads nowhere: its ray is empty.
    #[inline]
    pub(crate) const fn new(from: Square88, delta: Delta) -> Self {
        if delta.get() == 0 {
            return Self::EMPTY;
        }
        Self { next: from.get().wrapping_add_signed(delta.get()), delta }
    }

    const EMPTY: Self = Self { next: 0x88, delta: Delta::ZERO };

    /// Returns the next square and moves on, `None` beyond the edge: [`next`](Iterator::next) as a `const fn`.
    #[inline]
    pub(crate) const fn advance(&mut self) -> Option<Square88> {
        let square = Square88::from_raw(self.next);
        if square.is_some() {
            self.next = self.next.wrapping_add_signed(self.delta.get());
        }
        square
    }
}

impl Square88 {
    /// The squares from this one in `direction` up to the edge, nearest first, without this one.
    ///
    /// ```
    /// use quadbit_x88::{Direction, Square, Square88};
    /// let ray = Square88::from_square(Square::F2).ray(Direction::NorthEast);
    /// assert_eq!(ray.map(Square88::to_square).collect::<Vec<_>>(), [Square::G3, Square::H4]);
    /// ```
    #[inline]
    pub fn ray(self, direction: Direction) -> impl Iterator<Item = Square88> + Clone {
        Ray::new(self, direction.delta())
    }
}

impl Iterator for Ray {
    type Item = Square88;

    #[inline]
    fn next(&mut self) -> Option<Square88> {
        self.advance()
    }
}

/// The squares strictly between `from` and `to`, in this order; none unless the two are on one line.
///
/// ```text
///   . . . . . . . .
///   . . . . . . . .
///   . . . . . . . .
///   . . . . . . . x
///   . . . . . . 3 .      between(d1, h5)
///   . . . . . 2 . .
///   . . . . 1 . . .
///   . . . x . . . .
/// ```
///
/// ```
/// use quadbit_x88::{Square, Square88, between};
///
/// let squares: Vec<Square> = between(Square::D1.into(), Square::H5.into()).map(Square88::to_square).collect();
/// assert_eq!(squares, [Square::E2, Square::F3, Square::G4]);
/// assert_eq!(between(Square::B1.into(), Square::C3.into()).count(), 0);
/// ```
#[inline]
pub fn between(from: Square88, to: Square88) -> impl Iterator<Item = Square88> + Clone {
    // Steps are not tested for the edge, because the walk ends at `to`, which is on the board.
    let (mut next, step) = match Diff::new(from, to).unit() {
        Some(step) => (from.step_within(step), step),
        None => (to, Delta::ZERO),
    };
    core::iter::from_fn(move || {
        let square = next;
        if square == to {
            return None;
        }
        next = square.step_within(step);
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{Direction, Square};
    use std::vec::Vec;

    /// The squares that repeated steps of `files` and `ranks` reach from `from`, found without 0x88 numbers.
    fn naive_ray(from: Square, files: i32, ranks: i32) -> Vec<Square> {
        (1..8).map_while(|i| from.offset(i * files, i * ranks)).collect()
    }

    /// The direction from `from` to `to`, and the number of squares between them; `None` if they are not on one line.
    fn naive_line(from: Square, to: Square) -> Option<(Direction, usize)> {
        Direction::ALL.into_iter().find_map(|direction| {
            let ray = naive_ray(from, direction.files(), direction.ranks());
            ray.iter().position(|&square| square == to).map(|distance| (direction, distance))
        })
    }

    #[test]
    fn rays_are_walks_by_file_and_rank() {
        for from in Square::ALL {
            for files in -7..=7 {
                for ranks in -7..=7 {
                    let delta = Delta::new(files, ranks).unwrap();
                    let expected =
                        if delta == Delta::ZERO { Vec::new() } else { naive_ray(from, files, ranks) };
                    let mut ray = Ray::new(from.into(), delta);
                    let squares: Vec<Square> = ray.by_ref().map(Square::from).collect();
                    assert_eq!(squares, expected, "{from} {delta}");
                    assert_eq!(ray.next(), None);
                }
            }
            for direction in Direction::ALL {
                let squares: Vec<Square> = Square88::from(from).ray(direction).map(Square::from).collect();
                assert_eq!(squares, naive_ray(from, direction.files(), direction.ranks()));
            }
        }
    }

    #[test]
    fn gaps_are_walks_by_file_and_rank() {
        let mut on_a_line = 0;
        for from in Square::ALL {
            for to in Square::ALL {
                let gap: Vec<Square> = between(from.into(), to.into()).map(Square::from).collect();
                let Some((direction, distance)) = naive_line(from, to) else {
                    assert_eq!(gap.len(), 0, "{from} {to}");
                    continue;
                };
                on_a_line += 1;
                let ray = naive_ray(from, direction.files(), direction.ranks());
                assert_eq!(gap, ray[..distance], "{from} {to}");
            }
        }
        // A queen on an empty board has 1456 moves from all squares together.
        assert_eq!(on_a_line, 1456);
    }
}
