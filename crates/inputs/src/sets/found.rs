//! The inputs of at most eight positions, as one side sees them.
//!
//! Stores write whole vectors, of which only the first elements count; the next store overwrites the rest.

/// The number of positions that are handled at a time.
pub(super) const BLOCK: usize = 8;

/// Room for the inputs of one position in all sets of inputs: 32 pieces in each of four sets, 256 threats and 120 pairs
/// of pawns.
pub(super) const ONE: usize = 512 + LANES;

/// Room for the inputs of one position in the four sets of pieces.
pub(super) const PIECES: usize = 128 + LANES;

/// Room for the inputs of a block of positions in all sets of inputs.
const ALL: usize = BLOCK * 512 + LANES;

/// The most numbers that one store writes; some of them may be beyond the last input.
const LANES: usize = 16;

/// The indices of the inputs of several positions that are 1, one position after the other. `ROOM` is a power of two
/// plus [`LANES`].
#[derive(Clone, Debug)]
pub(super) struct Found<const ROOM: usize = ALL> {
    indices: [u32; ROOM],
    len: usize,
    ends: [usize; BLOCK],
    positions: usize,
}

impl<const ROOM: usize> Found<ROOM> {
    pub(super) const EMPTY: Self = Self { indices: [0; ROOM], len: 0, ends: [0; BLOCK], positions: 0 };

    const MASK: usize = ROOM - LANES - 1;

    pub(super) const fn clear(&mut self) {
        self.len = 0;
        self.positions = 0;
    }

    /// Ends the inputs of a position: later ones belong to the next.
    #[inline(always)]
    pub(super) fn end_position(&mut self) {
        self.ends[self.positions % BLOCK] = self.len;
        self.positions += 1;
    }

    /// For each position, the index at which its inputs end.
    pub(super) fn ends(&self) -> &[usize] {
        &self.ends[..self.positions]
    }

    /// The inputs of all positions, in one list.
    pub(super) fn indices(&self) -> &[u32] {
        &self.indices[..self.len]
    }

    /// The inputs of each position, a slice for each.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [u32]> {
        let mut rest = &mut self.indices[..self.len];
        let mut begin = 0;
        self.ends[..self.positions].iter().map(move |end| {
            let (row, behind) = core::mem::take(&mut rest).split_at_mut(end - begin);
            (rest, begin) = (behind, *end);
            row
        })
    }

    /// Adds `index` if `counts` is true. There is no branch: otherwise the index is stored too, and the next one
    /// overwrites it.
    #[inline(always)]
    pub(super) fn push_if(&mut self, counts: bool, index: u32) {
        self.indices[self.len & Self::MASK] = index;
        self.len += usize::from(counts);
    }

    /// Adds the first `count` of `lanes`. All are stored; the next store overwrites the others.
    #[inline(always)]
    pub(super) fn push<const N: usize>(&mut self, lanes: [u32; N], count: usize) {
        const { assert!(N <= LANES) }
        // The mask changes nothing; it tells the compiler that the copy stays in bounds.
        let at = self.len & Self::MASK;
        self.indices[at..at + N].copy_from_slice(&lanes);
        self.len = at + count;
    }
}
