//! The squares of the men that may move, of several positions in one list.

use quadbit_nibble::simd::BitSimd;
use quadbit_quad::Bitboard;

/// The squares of eight positions, ascending in each. A loop over one list ends once; a loop for each position would end as a
/// surprise each time.
pub(super) struct Movers {
    /// Each `64 * position + square`.
    numbers: [u16; 9 * MEN],
    len: usize,
}

/// The most men of one side.
const MEN: usize = 16;

impl Movers {
    pub(super) const EMPTY: Self = Self { numbers: [0; 9 * MEN], len: 0 };

    /// Puts the squares of at most eight positions into an empty list, at most sixteen of each.
    #[inline(always)]
    pub(super) fn fill<S: BitSimd>(&mut self, s: S, squares: &[Bitboard]) {
        let mut len = 0;
        for (first, squares) in (0..).step_by(64).zip(squares) {
            let list: [u8; MEN] = s.indices(squares.0);
            for (number, square) in self.numbers[len..len + MEN].iter_mut().zip(list) {
                *number = first + u16::from(square);
            }
            len = (len + squares.count() as usize).min(8 * MEN);
        }
        self.len = len;
    }

    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers[..self.len]
    }
}
