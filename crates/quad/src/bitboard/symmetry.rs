//! Flips of a set, vertical and horizontal, and its transposition.
//!
//! Methods: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.

use super::Bitboard;
use quadbit_nibble::delta_swap;

impl Bitboard {
    /// The set flipped vertically, as the other side sees it: e2 for e7. One byte swap.
    ///
    /// ```
    /// # use quadbit_quad::{Bitboard, bitboard};
    /// # const F: Bitboard = Bitboard(0x0008_0838_0808_7800);
    /// assert_eq!(
    ///     F,
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . X . . . .
    ///         . . . X . . . .
    ///         . . . X X X . .
    ///         . . . X . . . .
    ///         . . . X . . . .
    ///         . . . X X X X .
    ///         . . . . . . . .
    ///     }
    /// );
    /// assert_eq!(
    ///     F.flip_ranks(),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . X X X X .
    ///         . . . X . . . .
    ///         . . . X . . . .
    ///         . . . X X X . .
    ///         . . . X . . . .
    ///         . . . X . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored left to right: a4 for h4. It is a rotation by 180 degrees followed by a vertical flip.
    ///
    /// ```
    /// # use quadbit_quad::{Bitboard, bitboard};
    /// # const F: Bitboard = Bitboard(0x0008_0838_0808_7800);
    /// assert_eq!(
    ///     F.flip_files(),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . X . . .
    ///         . . . . X . . .
    ///         . . X X X . . .
    ///         . . . . X . . .
    ///         . . . . X . . .
    ///         . X X X X . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// The set with files and ranks exchanged, mirrored about the diagonal a1 to h8: c1 for a3.
    ///
    /// Three delta swaps transpose the 8x8 matrix of bits: they exchange the off-diagonal quarters of all
    /// blocks of 2x2, 4x4 and 8x8.
    ///
    /// ```
    /// # use quadbit_quad::{Bitboard, bitboard};
    /// # const F: Bitboard = Bitboard(0x0008_0838_0808_7800);
    /// assert_eq!(
    ///     F.transpose(),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . X . . . . . .
    ///         . X . . X . . .
    ///         . X . . X . . .
    ///         . X X X X X X .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    pub const fn transpose(self) -> Self {
        /// The squares of the files b, d, f, h on the ranks 1, 3, 5, 7, which are exchanged with the squares 7 bits
        /// above.
        const ONES: u64 = 0x00aa_00aa_00aa_00aa;
        /// The blocks of two by two squares on the files c, d, g, h and the ranks 1, 2, 5, 6, which are exchanged with
        /// the blocks 14 bits above.
        const TWOS: u64 = 0x0000_cccc_0000_cccc;
        /// The block of four by four squares from e1 to h4, which is exchanged with the block 28 bits above.
        const FOURS: u64 = 0x0000_0000_f0f0_f0f0;
        let x = delta_swap!(self.0, 7, ONES);
        let x = delta_swap!(x, 14, TWOS);
        Self(delta_swap!(x, 28, FOURS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_x88::Square;

    /// Checks that `symmetry` moves every square to the one that `of` returns. Every symmetry is linear, so the images
    /// of the 64 one-square sets determine it; some unions are tested as well.
    fn check(symmetry: impl Fn(Bitboard) -> Bitboard, of: impl Fn(Square) -> Square) {
        let mut walked = Bitboard::EMPTY;
        let mut image = Bitboard::EMPTY;
        for square in Square::ALL {
            assert_eq!(symmetry(Bitboard::of(square)), Bitboard::of(of(square)), "{square}");
            if square.index() % 3 == 0 {
                walked = walked.with(square);
                image = image.with(of(square));
            }
            assert_eq!(symmetry(walked), image);
        }
    }

    /// The square of a file and a rank, each from 0 to 7.
    fn at(file: usize, rank: usize) -> Square {
        Square::from_low_bits((8 * rank + file) as u32)
    }

    #[test]
    fn symmetries_move_each_square() {
        let parts = |square: Square| (square.index() % 8, square.index() / 8);
        let by = |map: fn(usize, usize) -> Square| {
            move |square| {
                let (file, rank) = parts(square);
                map(file, rank)
            }
        };
        check(Bitboard::flip_ranks, by(|f, r| at(f, 7 - r)));
        check(Bitboard::flip_files, by(|f, r| at(7 - f, r)));
        check(Bitboard::transpose, by(|f, r| at(r, f)));
    }
}
