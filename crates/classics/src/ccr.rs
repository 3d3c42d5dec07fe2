//! The Compact Chessboard Representation: 64 nibbles as eight words of 32 bits, or as four of
//! 64, walked with masks.
//!
//! ```text
//!   word          h g f e d c b a
//!    7          0x9 5 7 d b 7 5 9      r n b k q .. : a nibble a square, the a-file lowest
//!    6          0x3 3 3 3 3 3 3 3
//!    :
//!    1          0x2 2 2 2 2 2 2 2      a place is a mask, not a number: 0x0000_0F00 is the c-file
//!    0          0x8 4 6 c a 6 4 8
//!                                      one file up       mask << 4; 0 is the edge
//!   four words, two ranks each:        one rank up       with eight words the next word,
//!    0     0x2222_2222_846c_a648                         with four mask << 32; 0 is the next word
//! ```
//!
//! **Devised by** Vladan Vučković for Axon and its parallel version Achilles: ICGA Journal 31(3), 2008, and Yugoslav
//! Journal of Operations Research 22(1), 2012, 265-284. **Claimed** by the abstract of 2012: that it "performs very
//! well" on machines of 32 and of 64 bits. **Doubted** by Maksim Korzh, who had tried it (CCC, 25 November 2018): he
//! saw no benefit, since reaching a square by number takes two bit operations and a multiplication more than
//! `board[square]`, and asked how it could be faster than 0x88. **Measured**, before whole words were compared, at
//! commit 6a498e6 in instructions a leaf (kiwipete, three plies deep; bulk counting, then every leaf made): Korzh is
//! right about 0x88. The eight words take 111 and 386, four words 125 and 403, 0x88 with the same scanning and the same
//! rays 86 and 264. But the masks are better than getting nibbles by number, which takes 157 and 403.
//!
//! **Ours** finds moves as the summaries describe, but for one thing: [`swar::eq`] finds the pieces of a side in a
//! whole word, where a loop would take its nibbles from the low end. Then the piece code is branched on. Along a ray
//! the mask is shifted and the word under it gives the contents of the square: zero is empty, and a mask of zero is the
//! edge. A mask becomes a number only when a move is kept. We did not have the papers' full text, so three things are
//! our interpretation: the codes are the workspace's own, as is the order of the files, and moves are legal as they are
//! found, by rays from the king, as on the other boards without lists.
//!
//! Compare it with [`nibble`](crate::nibble), the same nibbles read and written by number.
//!
//! What must not be lost: along a ray no square becomes a number. With numbers this is the board `nibble`.

use quadbit_nibble::swar::{self, NibbleWord};
use quadbit_x88::Square;

use crate::square_board::{Cell, Cells, Cursor, Rays, Scanning, SquareBoard};

/// 64 nibbles in eight words of 32 bits, a rank each, walked with masks. Pieces are found by scanning the words,
/// attacks by looking along rays.
pub type Ccr = SquareBoard<EightWords, Scanning<EightWords>, Rays>;

/// The bit of each nibble that is set for black pieces.
const BLACK: u64 = 0x1111_1111_1111_1111;

/// The contents of a square: its piece code, shifted to the bits of the square in the word of its rank, and the mask
/// of these bits.
#[derive(Clone, Copy, Debug)]
pub struct Under {
    /// The piece code, shifted to the bits of the square in the word of its rank; all other bits are zero.
    pub there: u64,
    /// The mask: the four bits of the nibble.
    pub mask: u64,
}

impl Cell for Under {
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.there == 0
    }

    #[inline(always)]
    fn stops<const IS_BLACK: bool>(self) -> bool {
        if IS_BLACK { self.there & BLACK != 0 } else { self.there != 0 && self.there & BLACK == 0 }
    }

    #[inline(always)]
    fn role(self) -> u8 {
        self.nibble() >> 1
    }

    #[inline(always)]
    fn nibble(self) -> u8 {
        (self.there >> self.mask.trailing_zeros()) as u8
    }
}

/// A square of [`EightWords`]: the index of its word, which is the rank, and the mask of its nibble in the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfEight {
    row: u8,
    mask: u32,
}

impl Cursor for OfEight {
    #[inline(always)]
    fn of(square: Square) -> Self {
        Self::from_number(square.index() as u8)
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::from_low_bits(self.number().into())
    }

    #[inline(always)]
    fn from_number(number: u8) -> Self {
        Self { row: number >> 3, mask: 15 << (4 * (number & 7)) }
    }

    #[inline(always)]
    fn number(self) -> u8 {
        self.row << 3 | (self.mask.trailing_zeros() >> 2) as u8
    }

    #[inline(always)]
    fn rank(self) -> u8 {
        self.row
    }

    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        let mask = if FILES < 0 { self.mask >> (-4 * FILES) } else { self.mask << (4 * FILES) };
        let row = self.row.wrapping_add_signed(RANKS as i8);
        if mask != 0 && (RANKS == 0 || row < 8) { Some(Self { row, mask }) } else { None }
    }
}

/// 64 nibbles, one word for each rank; the a-file is the lowest nibble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EightWords([u32; 8]);

impl Cells for EightWords {
    type Cursor = OfEight;
    type Cell = Under;

    fn empty() -> Self {
        Self([0; 8])
    }

    #[inline(always)]
    fn get(&self, at: OfEight) -> Under {
        Under { there: (self.0[usize::from(at.row & 7)] & at.mask).into(), mask: at.mask.into() }
    }

    #[inline(always)]
    fn code(&self, at: OfEight) -> u8 {
        self.get(at).nibble()
    }

    #[inline(always)]
    fn set(&mut self, at: OfEight, code: u8) {
        let word = &mut self.0[usize::from(at.row & 7)];
        *word = *word & !at.mask | u32::from(code) << at.mask.trailing_zeros();
    }

    /// Walks with masks: along a rank only the mask moves, along a file only the row. The walk ends when the
    /// mask becomes zero or there is no row.
    #[inline(always)]
    fn ray<const FILES: isize, const RANKS: isize>(
        &self,
        from: OfEight,
    ) -> impl Iterator<Item = (OfEight, Under)> {
        let (mut row, mut mask) = (usize::from(from.row), from.mask);
        core::iter::from_fn(move || {
            mask = if FILES < 0 { mask >> (-4 * FILES) } else { mask << (4 * FILES) };
            // One below the first row wraps to the largest number, which is not a row.
            row = row.wrapping_add_signed(RANKS);
            let word = self.0.get(row)?;
            let under = Under { there: (word & mask).into(), mask: mask.into() };
            if mask == 0 { None } else { Some((OfEight { row: row as u8, mask }, under)) }
        })
    }

    #[inline(always)]
    fn scan<const IS_BLACK: bool>(&self, mut ask: impl FnMut(OfEight, Under) -> bool) -> bool {
        for (row, &word) in (0..).zip(&self.0) {
            let mut found = pieces::<IS_BLACK, _>(word);
            while found != 0 {
                let mask = 15 << (found.trailing_zeros() - 3);
                let under = Under { there: (word & mask).into(), mask: mask.into() };
                if ask(OfEight { row, mask }, under) {
                    return true;
                }
                found &= found - 1;
            }
        }
        false
    }
}

/// Finds the pieces of a side in a word of nibbles: sets the highest bit of each of their nibbles, and no other bit.
/// Two comparisons for all nibbles at once: the colour's bit is equal, and the nibble is not zero.
#[inline(always)]
pub fn pieces<const IS_BLACK: bool, W: NibbleWord>(word: W) -> W {
    let black = W::repeat(BLACK);
    let color = if IS_BLACK { black } else { W::default() };
    swar::eq(word & black, color) & !swar::zero(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks [`pieces`] with each nibble in each place of a word, all others being empty, white pieces or black
    /// pieces.
    #[test]
    fn pieces_of_a_side_are_found() {
        for (code, lane) in (0..16_u32).flat_map(|code| (0..8).map(move |lane| (code, lane))) {
            for others in [0, 0x2222_2222, 0x9999_9999] {
                let word = others & !(15 << (4 * lane)) | code << (4 * lane);
                let nibbles = |is_side: fn(u32) -> bool| {
                    (0..8)
                        .filter(|lane| is_side(word >> (4 * lane) & 15))
                        .fold(0, |set, lane| set | 8 << (4 * lane))
                };
                assert_eq!(pieces::<true, _>(word), nibbles(|code| code & 1 != 0), "{word:08x}");
                assert_eq!(
                    pieces::<false, _>(word),
                    nibbles(|code| code != 0 && code & 1 == 0),
                    "{word:08x}"
                );
            }
        }
    }

    /// A mask steps to the right file and rank, from every square, by every step of a king or a knight.
    #[test]
    fn masks_step_as_squares_do() {
        macro_rules! step {
            ($($files:literal $ranks:literal,)*) => {
                for from in Square::ALL {
                    $(
                        let expected = from.offset($files, $ranks);
                        assert_eq!(OfEight::of(from).step::<$files, $ranks>().map(OfEight::square), expected, "{from}");
                    )*
                }
            };
        }
        step!(0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1,);
        step!(1 2, 2 1, 2 -1, 1 -2, -1 -2, -2 -1, -2 1, -1 2,);
    }
}
