//! Positions in lanes: boards with the rooks that may castle.

use quadbit_quad::simd::{BoardSimd, Boards};

/// Positions in lanes, all with the same side to move: the boards and castling rights, but not
/// captures en passant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions<S: BoardSimd> {
    pub(crate) boards: Boards<S>,
    /// The castling rooks of both sides, on the first and the eighth rank. A right is valid only as long as a rook of
    /// its side is on the square, so captures do not have to clear it.
    pub(crate) castling_rooks: S::u64s,
}

impl<S: BoardSimd> Positions<S> {
    /// Every position seen from the other side: ranks in reverse order and colours exchanged.
    #[inline(always)]
    #[must_use]
    pub(crate) fn flip_colors(&self, s: S) -> Self {
        Self { boards: self.boards.flip_colors(s), castling_rooks: s.reverse_bytes(self.castling_rooks) }
    }

    /// Keeps the boards in the lanes where `mask` is all ones, and empties those where it is all zeros.
    #[inline(always)]
    #[must_use]
    pub(crate) fn within(&self, mask: S::u64s) -> Self {
        let [a, b, c, d] = self.boards.planes;
        Self {
            boards: Boards { planes: [a & mask, b & mask, c & mask, d & mask] },
            castling_rooks: self.castling_rooks & mask,
        }
    }
}
