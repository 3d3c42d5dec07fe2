//! The Compact Chessboard Representation in four words of 64 bits, two ranks each.

#![expect(clippy::cast_possible_truncation, reason = "numbers of squares fit a byte")]

use quadbit_classics::ccr::{Under, pieces};
use quadbit_classics::square_board::{Cell, Cells, Cursor};
use quadbit_x88::Square;

/// A square of [`FourWords`]: the index of a word, which holds two ranks, and the mask of the square's nibble in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfFour {
    word: u8,
    mask: u64,
}

/// Returns the nibbles of a word, in both of its ranks, from which a step of `files` stays on the board.
const fn lanes(files: isize) -> u64 {
    let rank: u32 = if files < 0 { u32::MAX << (-4 * files) } else { u32::MAX >> (4 * files) };
    (rank as u64) << 32 | rank as u64
}

impl Cursor for OfFour {
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
        Self { word: number >> 4, mask: 15 << (4 * (number & 15)) }
    }

    #[inline(always)]
    fn number(self) -> u8 {
        self.word << 4 | (self.mask.trailing_zeros() >> 2) as u8
    }

    #[inline(always)]
    fn rank(self) -> u8 {
        self.word << 1 | u8::from(self.mask >> 32 != 0)
    }

    /// Steps by shifts: a step up is a shift by 32 within a word; if that leaves zero, it goes to the lower half of the
    /// next word.
    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        let Self { mut word, mut mask } = self;
        if FILES != 0 {
            mask &= lanes(FILES);
            mask = if FILES < 0 { mask >> (-4 * FILES) } else { mask << (4 * FILES) };
            if mask == 0 {
                return None;
            }
        }
        if RANKS % 2 != 0 {
            let shifted = if RANKS < 0 { mask >> 32 } else { mask << 32 };
            if shifted != 0 {
                return Some(Self { word, mask: shifted });
            }
            mask = if RANKS < 0 { mask << 32 } else { mask >> 32 };
        }
        if RANKS != 0 {
            word = word.wrapping_add_signed(if RANKS < 0 { -1 } else { 1 });
            if word >= 4 {
                return None;
            }
        }
        Some(Self { word, mask })
    }
}

/// 64 nibbles in four words, one for two ranks; the a-file of the lower rank is the lowest nibble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourWords([u64; 4]);

impl Cells for FourWords {
    type Cursor = OfFour;
    type Cell = Under;

    fn empty() -> Self {
        Self([0; 4])
    }

    #[inline(always)]
    fn get(&self, at: OfFour) -> Under {
        Under { there: self.0[usize::from(at.word & 3)] & at.mask, mask: at.mask }
    }

    #[inline(always)]
    fn code(&self, at: OfFour) -> u8 {
        self.get(at).nibble()
    }

    #[inline(always)]
    fn set(&mut self, at: OfFour, code: u8) {
        let word = &mut self.0[usize::from(at.word & 3)];
        *word = *word & !at.mask | u64::from(code) << at.mask.trailing_zeros();
    }

    #[inline(always)]
    fn scan<const IS_BLACK: bool>(&self, mut ask: impl FnMut(OfFour, Under) -> bool) -> bool {
        for (word, &lanes) in (0..).zip(&self.0) {
            let mut found = pieces::<IS_BLACK, _>(lanes);
            while found != 0 {
                let mask = 15 << (found.trailing_zeros() - 3);
                if ask(OfFour { word, mask }, Under { there: lanes & mask, mask }) {
                    return true;
                }
                found &= found - 1;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every step of a king or a knight from every square: a shifted mask must lead to the square that file and
    /// rank give, or off the board.
    #[test]
    fn masks_step_as_squares_do() {
        macro_rules! step {
            ($($files:literal $ranks:literal,)*) => {
                for from in Square::ALL {
                    $(
                        let expected = from.offset($files, $ranks);
                        assert_eq!(OfFour::of(from).step::<$files, $ranks>().map(OfFour::square), expected, "{from}");
                        assert_eq!(usize::from(OfFour::of(from).rank()), from.rank().index());
                    )*
                }
            };
        }
        step!(0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1,);
        step!(1 2, 2 1, 2 -1, 1 -2, -1 -2, -2 -1, -2 1, -1 2,);
    }
}
