//! The squares and the subsets of a set, one by one.

use core::iter;

use quadbit_x88::Square;

use super::Bitboard;

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Self>();
    }
}

impl Bitboard {
    /// Iterates over the squares of the set, a1 first; the iterator also goes backwards and knows its length. `for
    /// square in set` does the same.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_x88::{Rank, Square};
    /// let rank = Bitboard::rank(Rank::First);
    /// assert_eq!(rank.iter().next_back(), Some(Square::H1));
    /// assert!(rank.iter().eq(rank));
    /// ```
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Every subset of the set, each once, the empty set first and the whole set last: 2 to the power of
    /// [`len`](Self::len) sets.
    ///
    /// Source: the carry-rippler of Marcel van Kervinck,
    /// <https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_x88::Square;
    /// let set = Bitboard::of(Square::A1) | Bitboard::of(Square::C1);
    /// assert_eq!(set.subsets().map(|s| s.0).collect::<Vec<_>>(), [0b000, 0b001, 0b100, 0b101]);
    /// ```
    #[inline]
    pub fn subsets(self) -> impl Iterator<Item = Self> + Clone {
        // `now - self` adds one to the number that the bits of `now` inside the set form: the bits outside pass the
        // carry on.
        let after = move |now: &Self| Some(Self(now.0.wrapping_sub(self.0) & self.0)).filter(|set| set.any());
        iter::successors(Some(Self::EMPTY), after)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// An iterator over the squares of a [`Bitboard`], a1 first. It also goes backwards and knows its length.
///
/// ```
/// use quadbit_quad::Bitboard;
/// use quadbit_x88::{Rank, Square};
/// assert_eq!(Bitboard::rank(Rank::First).into_iter().next_back(), Some(Square::H1));
/// ```
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.len() as usize;
        (n, Some(n))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0 = self.0.without(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}
impl iter::FusedIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_from_both_ends() {
        let set = Bitboard(0x8100_0000_0042_0081);
        let mut walk = set.into_iter();
        assert_eq!(walk.len(), 6);
        assert_eq!((walk.next(), walk.next_back()), (Some(Square::A1), Some(Square::H8)));
        assert_eq!(walk.len(), 4);
        assert_eq!(walk.clone().collect::<Bitboard>(), set.without(Square::A1).without(Square::H8));
        assert!(walk.clone().rev().eq([Square::A8, Square::G3, Square::B3, Square::H1]));
        assert!(walk.eq([Square::H1, Square::B3, Square::G3, Square::A8]));
    }

    #[test]
    fn subsets_are_all_and_in_order() {
        let set = Bitboard(0x8000_0010_0000_0105);
        let mut last = None;
        let mut count = 0;
        for subset in set.subsets() {
            assert!(set.is_superset(subset));
            assert!(last < Some(subset.0), "each once, in ascending order");
            last = Some(subset.0);
            count += 1;
        }
        assert_eq!((count, last), (1 << set.len(), Some(set.0)));
        assert!(Bitboard::EMPTY.subsets().eq([Bitboard::EMPTY]));
    }
}
