//! The moves of a position, without allocation.
//!
//! 1. A list is an array of 256 moves and a length: more than the 218 of any position, so that adding needs no growth.
//! 2. Adding, removing and cutting change the length; a list is read as the slice of its first moves.
//!
//! The moves after the length have no meaning and must never be read.

use core::array;
use core::fmt;
use core::iter::Take;
use core::ops::{Deref, DerefMut};

use quadbit_quad::Bitboard;
use quadbit_x88::Square;

use super::mv::Move;

/// A list of up to 256 moves, without allocation: more than the 218 of any position. `M` is the type of a move, for
/// example [`Candidate`](crate::Candidate); its `Default` fills the end of the list.
///
/// ```
/// use quadbit_movegen::Position;
/// let moves = Position::start().legal_moves();
/// assert_eq!(moves.len(), 20);
/// for mv in moves {
///     assert_eq!(mv.promotion(), None);
/// }
/// ```
#[derive(Clone)]
pub struct MoveList<M = Move> {
    moves: [M; CAPACITY],
    len: usize,
}

const CAPACITY: usize = 256;

impl MoveList {
    /// The number of moves for which any list has room, 256: more than any position has.
    pub const CAPACITY: usize = CAPACITY;

    /// The empty list. A list of another type of move begins as [`MoveList::default()`](Default::default).
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move::new(Square::A1, Square::A1); CAPACITY], len: 0 }
    }
}

impl<M: Copy + Default> MoveList<M> {
    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps only the first `len` moves; a shorter list is unchanged.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Adds `mv` at the end.
    ///
    /// # Panics
    /// If the list is full: it already has 256 moves.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Adds a move for each square of `targets`, from a1 on: what `mv` returns for the square.
    ///
    /// Writes four moves at a time and counts only those that exist, because a loop that ends after each move is
    /// mispredicted for nearly every piece.
    ///
    /// # Panics
    /// If the list has more than 252 moves while targets are left; no position has so many.
    #[inline(always)]
    pub(super) fn add(&mut self, targets: Bitboard, mv: impl Fn(Square) -> M) {
        let (mut rest, mut len) = (targets.0, self.len);
        while rest != 0 {
            for mv_or_none in &mut self.moves[len..len + 4] {
                // With h8 added, no set is empty, so its lowest square takes one instruction to find.
                *mv_or_none = mv(Bitboard(rest | 1 << 63).first_or_a1());
                len += usize::from(rest != 0);
                rest &= rest.wrapping_sub(1);
            }
        }
        self.len = len;
    }
}

impl<M: Copy + Default> Default for MoveList<M> {
    #[inline]
    fn default() -> Self {
        Self { moves: [M::default(); CAPACITY], len: 0 }
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves[..self.len]
    }
}

impl<M> DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.moves[..self.len]
    }
}

impl<M: fmt::Debug> fmt::Debug for MoveList<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<M> IntoIterator for MoveList<M> {
    type Item = M;
    type IntoIter = Take<array::IntoIter<M, CAPACITY>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = core::slice::Iter<'a, M>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<M: Copy + Default> Extend<M> for MoveList<M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        for mv in moves {
            self.push(mv);
        }
    }
}

impl<M: Copy + Default> FromIterator<M> for MoveList<M> {
    /// Makes a list of all `moves`, in their order.
    ///
    /// # Panics
    /// If there are more than 256 moves.
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        let mut list = Self::default();
        list.extend(moves);
        list
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_quad::zobrist::split_mix;
    use std::format;
    use std::vec::Vec;

    #[test]
    fn all_ways_through_a_list_are_those_of_a_slice() {
        let mut list: MoveList = Square::ALL.into_iter().map(|to| Move::new(Square::A1, to)).collect();
        list.reverse();
        let moves: Vec<Move> = list.to_vec();
        assert_eq!((moves.len(), moves[0]), (64, Move::new(Square::A1, Square::H8)));
        assert_eq!((&list).into_iter().copied().collect::<Vec<_>>(), moves);
        assert_eq!(format!("{list:?}"), format!("{moves:?}"));

        let mut taken = list.clone().into_iter();
        for (n, &mv) in moves.iter().enumerate() {
            assert_eq!(taken.size_hint(), (64 - n, Some(64 - n)));
            assert_eq!(taken.next(), Some(mv));
        }
        assert_eq!((taken.len(), taken.next()), (0, None));

        list.clear();
        assert!(list.is_empty());
        list.extend(moves.iter().copied());
        assert_eq!(*list, *moves);
    }

    #[test]
    fn moves_added_four_at_a_time_are_those_of_the_set() {
        let mut list = MoveList::new();
        let mut expected = Vec::new();
        for n in 0..400 {
            if expected.len() > 180 {
                (list, expected) = (MoveList::new(), Vec::new());
            }
            // The first two sets are empty and only a1. The others are random, with from half of the squares to almost
            // none; if `n` is odd, h8 is among them.
            let set = (0..n % 7).fold(split_mix(n), |set, m| set & split_mix(1000 * m + n));
            let targets = Bitboard(if n < 2 { n } else { set | n << 63 });
            list.add(targets, |to| Move::new(Square::B1, to));
            expected.extend(targets.into_iter().map(|to| Move::new(Square::B1, to)));
            assert_eq!(*list, *expected, "{targets:?}");
        }
    }

    #[test]
    #[should_panic(expected = "index is 256")]
    fn the_257th_move_does_not_fit() {
        let mut list = MoveList::new();
        for _ in 0..257 {
            list.push(Move::new(Square::A1, Square::A2));
        }
    }
}
