//! A set of squares for each direction, for each kind of line, or for each jump of a knight.
//!
//! 1. Attacks come in as an array of sets, in the order of [`Direction::index`], of the lines, or of [`Delta::KNIGHT`].
//! 2. Operators work set by set; a set on the right of `&` masks all of them.
//! 3. Directions become lines, opposite directions are exchanged, and sets move one step along their direction, or back
//!    by their jump.

use quadbit_nibble::const_array;
use quadbit_x88::{Delta, Direction};

use super::{FILE_A, FILE_B, FILE_G, FILE_H, Sets, step};
use crate::operators;

macro_rules! sets_by {
    ($(#[$doc:meta])* $name:ident, [$($n:literal)*], $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<W>(pub [W; $len]);

        impl<W: Sets> $name<W> {
            /// Puts `set` into every element.
            #[inline(always)]
            pub fn splat(set: W) -> Self {
                Self([set; $len])
            }

            /// As many elements as in this value, all of them empty sets.
            #[inline(always)]
            #[must_use]
            pub fn none(self) -> Self {
                Self::splat(self.0[0].none())
            }

            /// The union of all elements: the squares that are in any of them.
            #[inline(always)]
            #[must_use]
            pub fn union(self) -> W {
                sets_by!(@or $(self.0[$n]),*)
            }
        }

        operators!([W: Sets] $name<W>, [$($n)*]: & | ! (& W));
    };
    (@or $first:expr $(, $other:expr)*) => { $first $(| $other)* };
}

sets_by!(
    /// A set of squares for each of the eight directions, indexed by [`Direction::index`]: clockwise from north.
    ///
    /// ```
    /// use quadbit_quad::{Bitboard, bitboard};
    /// use quadbit_quad::sets::Rays;
    /// use quadbit_x88::Square;
    /// let king = Bitboard::of(Square::D4);
    /// let blocker = Bitboard::of(Square::D6);
    /// let seen = Rays::new(!blocker.0).attacks(king.0);
    /// assert_eq!(
    ///     Bitboard(seen.lines().union()),
    ///     bitboard! {
    ///         . . . . . . . X
    ///         X . . . . . X .
    ///         . X . X . X . .
    ///         . . X X X . . .
    ///         X X X . X X X X
    ///         . . X X X . . .
    ///         . X . X . X . .
    ///         X . . X . . X .
    ///     }
    /// );
    /// ```
    ByDirection, [0 1 2 3 4 5 6 7], 8
);
sets_by!(
    /// A set of squares for each kind of line, in the order of [`attacks::lines`](crate::attacks::lines): rank, file,
    /// diagonal (towards h8 and a1), antidiagonal (towards a8 and h1).
    ByLine, [0 1 2 3], 4
);
sets_by!(
    /// A set of squares for each of a knight's eight jumps, in the order of [`Delta::KNIGHT`]: clockwise from
    /// north-north-east.
    ByJump, [0 1 2 3 4 5 6 7], 8
);

impl<W: Sets> ByDirection<W> {
    /// Puts the set `rook` into the four directions of a rook, and `bishop` into the four of a bishop.
    #[inline(always)]
    pub fn rook_and_bishop(rook: W, bishop: W) -> Self {
        Self([rook, bishop, rook, bishop, rook, bishop, rook, bishop])
    }

    /// Unites the sets of opposite directions: north and south become the file, and so on.
    #[inline(always)]
    #[must_use]
    pub fn lines(self) -> ByLine<W> {
        let [n, ne, e, se, so, sw, w, nw] = self.0;
        ByLine([e | w, n | so, ne | sw, se | nw])
    }

    /// Exchanges the sets of opposite directions: north with south, and so on.
    #[inline(always)]
    #[must_use]
    pub fn opposite(self) -> Self {
        let [n, ne, e, se, so, sw, w, nw] = self.0;
        Self([so, sw, w, nw, n, ne, e, se])
    }

    /// Moves the squares of each set one step in the direction of the set; steps off the board are dropped.
    #[inline(always)]
    #[must_use]
    pub fn step(self) -> Self {
        let [n, ne, e, se, so, sw, w, nw] = self.0;
        Self([
            step(n, Direction::North),
            step(ne, Direction::NorthEast),
            step(e, Direction::East),
            step(se, Direction::SouthEast),
            step(so, Direction::South),
            step(sw, Direction::SouthWest),
            step(w, Direction::West),
            step(nw, Direction::NorthWest),
        ])
    }
}

impl<W: Sets> ByLine<W> {
    /// Puts the set `rook` into rank and file, and `bishop` into both diagonals.
    #[inline(always)]
    pub fn rook_and_bishop(rook: W, bishop: W) -> Self {
        Self([rook, rook, bishop, bishop])
    }
}

impl<W: Sets> ByJump<W> {
    /// The squares to which each of the eight jumps leads from the squares of `knights`. A square that two knights
    /// reach is in two sets. 16 operations.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_quad::sets::ByJump;
    /// use quadbit_x88::Square;
    /// let knights = Bitboard::of(Square::B1) | Bitboard::of(Square::D2);
    /// let jumps = ByJump::of_knights(knights.0);
    /// assert_eq!(Bitboard(jumps.0[0]), Bitboard::of(Square::C3) | Bitboard::of(Square::E4));
    /// assert_eq!(Bitboard(jumps.0[6]), Bitboard::of(Square::B3)); // from d2; from b1 it would leave the board
    /// ```
    #[inline(always)]
    pub fn of_knights(knights: W) -> Self {
        let k = knights;
        Self([jump(k, 0), jump(k, 1), jump(k, 2), jump(k, 3), jump(k, 4), jump(k, 5), jump(k, 6), jump(k, 7)])
    }

    /// Moves each set back by its own jump, from the squares where the jumps ended to the squares where they began. All
    /// jumps must have ended on the board, so no mask is needed. 8 operations.
    #[inline(always)]
    #[must_use]
    pub fn origins(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Self([
            Self::origin(a, 0),
            Self::origin(b, 1),
            Self::origin(c, 2),
            Self::origin(d, 3),
            Self::origin(e, 4),
            Self::origin(f, 5),
            Self::origin(g, 6),
            Self::origin(h, 7),
        ])
    }

    /// Moves the squares of `to` back by the knight's jump with index `jump` in [`Delta::KNIGHT`], to the squares where
    /// such jumps began. All jumps must have ended on the board, so no mask is needed. 1 operation.
    ///
    /// # Panics
    /// If `jump` is above 7.
    #[inline(always)]
    pub fn origin(to: W, jump: usize) -> W {
        let by = SHIFTS[jump].unsigned_abs();
        if SHIFTS[jump] > 0 { to >> by } else { to << by }
    }
}

/// The number of bits by which each jump shifts a set: positive to the left, towards h8.
const SHIFTS: [i32; 8] = const_array!(8, |n| 8 * Delta::KNIGHT[n].ranks() + Delta::KNIGHT[n].files());

/// The squares that each jump can reach without wrapping around the left or right edge.
const DESTINATIONS: [u64; 8] = const_array!(8, |n| match Delta::KNIGHT[n].files() {
    1 => !FILE_A,
    2 => !(FILE_A | FILE_B),
    -1 => !FILE_H,
    _ => !(FILE_G | FILE_H),
});

#[inline(always)]
fn jump<W: Sets>(knights: W, n: usize) -> W {
    let by = SHIFTS[n].unsigned_abs();
    (if SHIFTS[n] > 0 { knights << by } else { knights >> by }) & DESTINATIONS[n]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;
    use crate::{Bitboard, sets};
    use quadbit_x88::Square;

    #[test]
    fn operators_act_on_every_set() {
        let word = |n: u64| split_mix(n);
        let a = core::array::from_fn(|n| word(n as u64));
        let b = core::array::from_fn(|n| word(n as u64 + 100));
        let mask = word(1000);
        for n in 0..8 {
            assert_eq!((ByDirection(a) & ByDirection(b)).0[n], a[n] & b[n]);
            assert_eq!((ByDirection(a) | ByDirection(b)).0[n], a[n] | b[n]);
            assert_eq!((ByDirection(a) & mask).0[n], a[n] & mask);
            assert_eq!((!ByDirection(a)).0[n], !a[n]);
            assert_eq!(ByDirection::<u64>::splat(mask).0[n], mask);
            assert_eq!(ByDirection(a).none().0[n], 0);
        }
        let single = |n: usize| core::array::from_fn(|i| u64::from(i == n) << n);
        for n in 0..8 {
            assert_eq!(ByDirection::<u64>(single(n)).union(), 1 << n);
        }
    }

    #[test]
    fn directions_have_lines_opposites_and_steps() {
        let sets: [u64; 8] = core::array::from_fn(|n| split_mix(n as u64));
        let by_direction = ByDirection(sets);
        for direction in Direction::ALL {
            let n = direction.index();
            assert_eq!(by_direction.opposite().0[n], sets[direction.opposite().index()]);
            assert_eq!(by_direction.step().0[n], step(sets[n], direction), "{direction}");
            let kind = ByDirection::rook_and_bishop(1, 2).0[n];
            assert_eq!(kind, if direction.is_diagonal() { 2 } else { 1 }, "{direction}");
        }
        let lines = by_direction.lines();
        for (line, along) in crate::attacks::lines(Square::D4).into_iter().enumerate() {
            let both = Direction::ALL
                .into_iter()
                .filter(|direction| {
                    along.has(Square::D4.offset(direction.files(), direction.ranks()).unwrap())
                })
                .fold(0, |union, direction| union | sets[direction.index()]);
            assert_eq!(lines.0[line], both);
            let kind = ByLine::rook_and_bishop(1, 2).0[line];
            assert_eq!(kind, if line < 2 { 1 } else { 2 });
        }
    }

    #[test]
    fn jumps_go_where_knights_go_and_back() {
        for n in 0..100 {
            let knights = split_mix(n) & split_mix(n + 100);
            let jumps = ByJump::of_knights(knights);
            assert_eq!(jumps.union(), sets::knight_attacks(knights));
            for (n, delta) in Delta::KNIGHT.into_iter().enumerate() {
                let from = |square: Square| square.offset(delta.files(), delta.ranks());
                let expected: Bitboard = Bitboard(knights).into_iter().filter_map(from).collect();
                assert_eq!(Bitboard(jumps.0[n]), expected, "{delta:?}");
                let origins = Bitboard(knights).into_iter().filter(|&square| from(square).is_some());
                assert_eq!(Bitboard(jumps.origins().0[n]), origins.collect(), "{delta:?}");
            }
        }
    }
}
