//! Several sets of inputs ([`Set`]) joined in one numbering ([`Sets`]).
//!
//! 1. [`Sets::new`] takes the sets in the caller's order: the numbers of each begin where those of the one before end.
//! 2. For a position, each set finds its own inputs for both sides.
//! 3. The number at which the set begins is added to each, and the inputs of all sets leave as one list a side.
//!
//! The order of the sets belongs to the numbering: a trained network relies on it.

use core::fmt;
use core::str::FromStr;

use fearless_simd::Simd;
use quadbit_movegen::Position;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;

use super::found::{BLOCK, Found, ONE, PIECES};
use super::full_threats;
use super::pawn_pairs;
use super::pieces;
use super::set::{Set, SetsError};

/// One set of inputs ([`Set`]) or several, each at most once, in one numbering: the inputs of a set are numbered after
/// those of the sets before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    pub(super) sets: [Option<Set>; MOST],
}

/// The most sets of pieces that can be joined: the memory for the inputs of a position has room for that many.
const MOST_OF_PIECES: usize = 4;

/// The most sets that can be joined: those of pieces, one of attacks, and pairs of pawns.
const MOST: usize = MOST_OF_PIECES + 2;

impl Sets {
    /// Joins `sets`: the inputs of the first come first in the numbering, then those of the next.
    ///
    /// # Errors
    /// If there is no set, one occurs twice, more than four are of pieces, or more than one of attacks.
    pub fn new(sets: impl IntoIterator<Item = Set>) -> Result<Self, SetsError> {
        let mut joined = Self { sets: [None; MOST] };
        let mut count = 0;
        for set in sets {
            if joined.iter().any(|(_, known)| known == set) {
                return Err(SetsError::Twice(set));
            }
            let count_of =
                |is_like: fn(Set) -> bool| joined.iter().filter(|&(_, known)| is_like(known)).count();
            let is_full = match set {
                Set::Pieces(_) => count_of(|known| matches!(known, Set::Pieces(_))) == MOST_OF_PIECES,
                _ => set.threats().is_some() && count_of(|known| known.threats().is_some()) > 0,
            };
            if is_full {
                return Err(SetsError::TooMany);
            }
            // No set occurs twice, at most four are of pieces and one is of attacks, so `MOST` places are enough.
            joined.sets[count] = Some(set);
            count += 1;
        }
        if count == 0 { Err(SetsError::Unknown) } else { Ok(joined) }
    }

    /// The sets in order, each with the number of its first input in the joined numbering.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Set)> {
        let mut first = 0;
        self.sets.iter().flatten().map(move |&set| {
            let base = first;
            first += set.size();
            (base, set)
        })
    }

    /// The number of inputs; every index is below it.
    pub fn size(&self) -> usize {
        self.iter().map(|(_, set)| set.size()).sum()
    }

    /// The most inputs of one position that can be 1, as one side sees the board.
    pub fn most(&self) -> usize {
        self.iter().map(|(_, set)| set.most()).sum()
    }

    /// The width of rows (in inputs) into which the positions of games fit: the sum over the sets of 32 for pieces,
    /// 128 for threats (as in nnue-pytorch) and 120 for pairs of pawns. A position may have more than 128 threats;
    /// [`most`](Self::most) is proved to be enough for every position.
    pub fn usual(&self) -> usize {
        self.iter().map(|(_, set)| set.usual()).sum()
    }

    /// Calls `visit` once for each input of one position that is 1, with the CPU instructions of `level`. The first
    /// argument is an index as the side to move sees the board, the second one as the other side sees it. Both sides
    /// have equally many inputs, each in the order of [`Order::Found`](super::Order::Found), so the two of one call
    /// may be of different pieces. For many positions, [`append`](Self::append) is faster.
    ///
    /// A trainer's callback for one position, such as bullet's `map_features`, can forward to it.
    ///
    /// ```
    /// use quadbit_inputs::sets::Sets;
    /// use quadbit_movegen::Position;
    /// use quadbit_nibble::simd::Level;
    /// let (sets, mut inputs) = ("chess768".parse::<Sets>()?, Vec::new());
    /// let position: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// sets.for_each(Level::auto(), &position, |us, them| inputs.push((us, them)));
    /// assert_eq!(inputs, [(11 * 64 + 60, 5 * 64 + 4), (5 * 64 + 4, 11 * 64 + 60)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each(&self, level: Level, position: &Position, visit: impl FnMut(usize, usize)) {
        // `PIECES` is the room for sets of pieces, `ONE` for all sets. Clearing `ONE` numbers would take almost half of
        // the time that a set of pieces takes.
        if self.iter().all(|(_, set)| matches!(set, Set::Pieces(_))) {
            self.visit::<PIECES>(level, position, visit);
        } else {
            self.visit::<ONE>(level, position, visit);
        }
    }

    /// Calls `visit` as [`for_each`](Self::for_each) does. `R` is the room for the inputs of one side.
    fn visit<const R: usize>(&self, level: Level, position: &Position, mut visit: impl FnMut(usize, usize)) {
        let mut found: [Found<R>; 2] = [Found::EMPTY, Found::EMPTY];
        dispatch!(level, s => self.append_block(s, core::slice::from_ref(position), &mut found));
        let us = position.side_to_move() as usize;
        for (&us, &them) in found[us].indices().iter().zip(found[us ^ 1].indices()) {
            visit(us as usize, them as usize);
        }
    }

    /// Calls `visit` with the inputs of each block of eight positions, as White and as Black see them.
    #[expect(clippy::large_stack_arrays, reason = "two lists of 16 KiB, made once for many positions")]
    ///
    /// # Errors
    /// The first error of `visit`, which ends the calls.
    pub(super) fn each_block<E>(
        &self,
        level: Level,
        positions: &[impl AsRef<QuadBitboard>],
        mut visit: impl FnMut(&mut [Found; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut found: [Found; 2] = [Found::EMPTY, Found::EMPTY];
        for block in positions.chunks(BLOCK) {
            found.iter_mut().for_each(Found::clear);
            dispatch!(level, s => self.append_block(s, block, &mut found));
            visit(&mut found)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn append_block<S: Simd, const R: usize>(
        &self,
        s: S,
        block: &[impl AsRef<QuadBitboard>],
        found: &mut [Found<R>; 2],
    ) {
        for position in block {
            let board = *position.as_ref();
            for (base, set) in self.iter() {
                let base = base as u32;
                match set {
                    Set::Pieces(set) => pieces::append(s, set, board, base, found),
                    Set::Pp3Wide => pawn_pairs::append(s, board, base, found),
                    _ => {
                        if let Some(numbering) = set.threats() {
                            full_threats::append(s, numbering, board, base, found);
                        }
                    }
                }
            }
            found.iter_mut().for_each(Found::end_position);
        }
    }
}

/// Writes the sets, joined by `+`.
impl fmt::Display for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (_, set)) in self.iter().enumerate() {
            write!(f, "{}{set}", if n > 0 { "+" } else { "" })?;
        }
        Ok(())
    }
}

/// Reads sets joined by `+`, in upper or lower case.
impl FromStr for Sets {
    type Err = SetsError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        for name in s.split('+') {
            name.parse::<Set>()?;
        }
        Self::new(s.split('+').filter_map(|name| name.parse().ok()))
    }
}
