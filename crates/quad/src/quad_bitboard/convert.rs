//! A board in other forms: mailboxes of bytes, nibble arrays, sixteen sets, the 0x88 board.
//!
//! Each pair of `to_` and `from_` is a transpose of bits. With the feature `simd` the work is that of
//! `nibble`'s `planes`, at the level that the build promises; without it, or in constants, a loop over squares
//! or codes. The tests compare all forms, so they must agree for any code, 0 to 15, on any square.

use cfg_if::cfg_if;
use quadbit_nibble::NibbleArray;
use quadbit_x88::{Square, Square88};

use super::QuadBitboard;
use crate::bitboard::Bitboard;

cfg_if! {
    if #[cfg(feature = "simd")] {
        use quadbit_nibble::planes::PlaneSimd;
        use quadbit_nibble::simd::{Level, dispatch};

        use super::sixteen_sets::sixteen_sets;
    }
}

/// Conversions of one board to and from mailboxes, packed nibbles, sets and the 0x88 board. With the feature `simd`
/// they use the vector instructions that the build guarantees; the functions of `batch` convert many boards with the
/// best instructions of the machine.
impl QuadBitboard {
    #[cfg(feature = "simd")]
    const fn words(self) -> [u64; 4] {
        let [a, b, c, d] = self.planes;
        [a.0, b.0, c.0, d.0]
    }

    const fn from_words([a, b, c, d]: [u64; 4]) -> Self {
        Self::from_planes([Bitboard(a), Bitboard(b), Bitboard(c), Bitboard(d)])
    }

    /// The board whose nibble on each square is what `code` returns for it.
    #[cfg(not(feature = "simd"))]
    fn from_squares(code: impl Fn(Square) -> u8) -> Self {
        let mut board = Self::EMPTY;
        for square in Square::ALL {
            board.put_code(square, code(square));
        }
        board
    }

    /// The mailbox of 64 codes from 0 to 15, a1 first.
    ///
    /// ```
    /// use quadbit_quad::QuadBitboard;
    /// use quadbit_x88::{Color, Role, Square};
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::B1, Role::Knight.of(Color::White));
    /// assert_eq!(board.to_mailbox()[..4], [0, 4, 0, 0]);
    /// assert_eq!(QuadBitboard::from_mailbox(&board.to_mailbox()), board);
    /// ```
    #[inline]
    pub fn to_mailbox(self) -> [u8; 64] {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                dispatch!(Level::baseline(), s => s.planes_to_codes(&self.words()))
            } else {
                Square::ALL.map(|square| self.code(square))
            }
        }
    }

    /// The board with `codes[s]` on each square `s`, a1 first. The upper four bits of a code are ignored.
    #[inline]
    pub fn from_mailbox(codes: &[u8; 64]) -> Self {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                Self::from_words(dispatch!(Level::baseline(), s => s.codes_to_planes(codes)))
            } else {
                Self::from_squares(|square| codes[square.index()])
            }
        }
    }

    /// The array of 64 nibbles, a1 first: 32 bytes, like the board itself.
    ///
    /// ```
    /// use quadbit_quad::QuadBitboard;
    /// use quadbit_x88::{Color, Role, Square};
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::A1, Role::Rook.of(Color::White));
    /// board.put(Square::C1, Role::Bishop.of(Color::Black));
    /// assert_eq!(board.to_nibbles().to_string(), format!("807{:0<61}", ""));
    /// assert_eq!(QuadBitboard::from_nibbles(board.to_nibbles()), board);
    /// ```
    #[inline]
    pub fn to_nibbles(self) -> NibbleArray<64, 32> {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                let bytes = dispatch!(Level::baseline(), s => s.planes_to_nibbles(&self.words()));
                NibbleArray::from_bytes(bytes)
            } else {
                let codes = Square::ALL.map(|square| self.code(square));
                NibbleArray::from_bytes(core::array::from_fn(|n| codes[2 * n] | codes[2 * n + 1] << 4))
            }
        }
    }

    /// The board with nibble `s` of the array on each square `s`, a1 first.
    #[inline]
    pub fn from_nibbles(nibbles: NibbleArray<64, 32>) -> Self {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                Self::from_words(dispatch!(Level::baseline(), s => s.nibbles_to_planes(nibbles.as_bytes())))
            } else {
                Self::from_squares(|square| nibbles.get(square.index()).map_or(0, u8::from))
            }
        }
    }

    /// The squares of each code, as sixteen disjoint sets that cover all squares: set `c` has the squares whose nibble
    /// is `c`.
    ///
    /// With the feature `simd` it takes 15 vector operations at SSE2, 9 at AVX2, 5 at AVX-512.
    ///
    /// ```
    /// use quadbit_quad::{Bitboard, QuadBitboard};
    /// let sets = QuadBitboard::EMPTY.to_bitboards();
    /// assert_eq!(sets[0], Bitboard::ALL);
    /// assert!(sets[1..].iter().all(|set| set.is_empty()));
    /// ```
    #[inline]
    pub fn to_bitboards(self) -> [Bitboard; 16] {
        cfg_if! {
            if #[cfg(feature = "simd")] {
                dispatch!(Level::baseline(), s => sixteen_sets(s, self))
            } else {
                self.one_by_one()
            }
        }
    }

    /// The sixteen sets of [`to_bitboards`](Self::to_bitboards), found one by one. Compilers vectorize this, but not a
    /// tree of intersections, which takes twice as long.
    #[inline(always)]
    pub(super) fn one_by_one(self) -> [Bitboard; 16] {
        core::array::from_fn(|code| self.of(code as u8))
    }

    /// The board with code `c` on the squares of `sets[c]`. The set of code 0, the empty squares, is ignored; a square
    /// that is in several sets gets the bits of all their codes.
    #[inline]
    pub const fn from_bitboards(sets: &[Bitboard; 16]) -> Self {
        let mut planes = [0; 4];
        let mut code = 1;
        while code < 16 {
            let mut p = 0;
            while p < 4 {
                if code >> p & 1 != 0 {
                    planes[p] |= sets[code].0;
                }
                p += 1;
            }
            code += 1;
        }
        Self::from_words(planes)
    }

    /// The 0x88 board: 128 codes, of which the right half of each row is off the board and stays 0.
    ///
    /// ```
    /// use quadbit_quad::QuadBitboard;
    /// use quadbit_x88::{Color, Role, Square, Square88};
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::E4, Role::Pawn.of(Color::White));
    /// assert_eq!(board.to_x88()[0x34], 2);
    /// ```
    #[inline]
    pub fn to_x88(self) -> [u8; Square88::BOARD_LEN] {
        let codes = self.to_mailbox();
        let mut board = [0; Square88::BOARD_LEN];
        for (row, rank) in board.chunks_exact_mut(16).zip(codes.chunks_exact(8)) {
            row[..8].copy_from_slice(rank);
        }
        board
    }

    /// The squares that are not empty, each with its code (1 to 15), a1 first.
    #[inline]
    pub fn iter_codes(self) -> impl Iterator<Item = (Square, u8)> {
        let [b0, b1, b2, b3] = self.planes;
        (b0 | b1 | b2 | b3).into_iter().map(move |square| (square, self.code(square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;

    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..2000).map(|n| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| split_mix(4 * n + i));
            let mask = if n % 2 == 0 { !0 } else { a.rotate_left(7) };
            QuadBitboard::from_words([a & mask, b & mask, c & mask, d & mask])
        })
    }

    #[test]
    fn every_form_has_every_code() {
        for board in boards() {
            let mailbox = board.to_mailbox();
            let nibbles = board.to_nibbles();
            let sets = board.to_bitboards();
            let x88 = board.to_x88();
            for square in Square::ALL {
                let code = board.code(square);
                assert_eq!(mailbox[square.index()], code);
                assert_eq!(nibbles.get(square.index()).map(u8::from), Some(code));
                for (other, set) in (0..).zip(sets) {
                    assert_eq!(set.has(square), other == code);
                    assert_eq!(set, board.of(other));
                }
                assert_eq!(x88[Square88::from_square(square).index()], code);
            }
            assert_eq!(
                x88.iter().map(|code| u32::from(*code)).sum::<u32>(),
                mailbox.iter().map(|code| u32::from(*code)).sum::<u32>()
            );
            let walked = Square::ALL.into_iter().map(|square| (square, board.code(square)));
            assert!(board.iter_codes().eq(walked.filter(|&(_, code)| code != 0)));
        }
    }

    #[test]
    fn every_form_leads_back() {
        for board in boards() {
            let dirty = board.to_mailbox().map(|code| code | 0xa0);
            assert_eq!(QuadBitboard::from_mailbox(&dirty), board);
            assert_eq!(QuadBitboard::from_nibbles(board.to_nibbles()), board);
            assert_eq!(QuadBitboard::from_bitboards(&board.to_bitboards()), board);
            let x88 = board.to_x88();
            assert!((0..128_u8).all(|number| {
                let square = Square88::from_raw(number).map(Square88::to_square);
                x88[usize::from(number)] == square.map_or(0, |square| board.code(square))
            }));
        }
    }
}
