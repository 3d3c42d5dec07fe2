//! A square as two nibbles, rank and file, in the numbers of 0x88.
//!
//! 1. A square comes from its file and rank, from its number of 0 to 63, or from a 0x88 number that is checked.
//! 2. [`Square88::step`] adds a [`Delta`], and one `and` with 0x88 shows whether the result is on the board.
//! 3. It is converted back by three operations, or used as the index of a board of 128 cells.
//!
//! A `Square88` is on the board at all times: numbers off the board exist only between an addition and its test.

use core::fmt;
use core::str::FromStr;

use crate::delta::Delta;
use crate::file::File;
use crate::parse_error::ParseError;
use crate::rank::Rank;
use crate::square::Square;
use quadbit_nibble::const_array;

/// One of the 64 squares by its 0x88 number, `16 * rank + file`: the rank in the high nibble, the
/// file in the low one.
///
/// ```text
///   8 | 70 71 72 73 74 75 76 77 | 78 79 7a 7b 7c 7d 7e 7f
///   7 | 60 61 62 63 64 65 66 67 | 68 69 6a 6b 6c 6d 6e 6f
///   6 | 50 51 52 53 54 55 56 57 | 58 59 5a 5b 5c 5d 5e 5f
///   5 | 40 41 42 43 44 45 46 47 | 48 49 4a 4b 4c 4d 4e 4f
///   4 | 30 31 32 33 34 35 36 37 | 38 39 3a 3b 3c 3d 3e 3f
///   3 | 20 21 22 23 24 25 26 27 | 28 29 2a 2b 2c 2d 2e 2f
///   2 | 10 11 12 13 14 15 16 17 | 18 19 1a 1b 1c 1d 1e 1f
///   1 | 00 01 02 03 04 05 06 07 | 08 09 0a 0b 0c 0d 0e 0f
///     +-------------------------+
///        a  b  c  d  e  f  g  h     off the board
/// ```
///
/// A file or a rank needs three bits of its nibble. The fourth bit is set once a step has left the board, over any
/// edge, so one `and` with `0x88` tests all four edges. A `Square88` is always on the board; the numbers on the right
/// exist only between an addition and its test, as in [`step`](Self::step).
///
/// ```
/// use quadbit_x88::{Delta, Direction, Square, Square88};
///
/// let e4 = Square88::from_square(Square::E4);
/// assert_eq!(e4.get(), 0x34);
/// assert_eq!(e4.to_square(), Square::E4);
/// assert_eq!(e4.step(Direction::North.delta()), Some("e5".parse().unwrap()));
///
/// let h1 = Square88::from_square(Square::H1);
/// assert_eq!(h1.step(Direction::East.delta()), None);
/// let knight: Vec<Square88> = Delta::KNIGHT.into_iter().filter_map(|delta| h1.step(delta)).collect();
/// assert_eq!(knight.iter().map(ToString::to_string).collect::<Vec<_>>(), ["f2", "g3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square88(u8);

impl Square88 {
    /// The number of cells of the 16x8 board, 128: the length of an array that is indexed by [`index`](Self::index).
    pub const BOARD_LEN: usize = 128;

    /// All 64 squares, from a1 to h8. Indexed by [`Square::index`], this is also the table of what
    /// [`from_square`](Self::from_square) calculates.
    pub const ALL: [Self; 64] = const_array!(64, |i| Self::from_square(Square::ALL[i]));

    /// The square on `file` and `rank`: `16 * rank + file`.
    ///
    /// ```
    /// use quadbit_x88::{File, Rank, Square88};
    /// let d6 = Square88::new(File::D, Rank::Sixth);
    /// assert_eq!(d6.get(), 0x53);
    /// assert_eq!((d6.file(), d6.rank()), (File::D, Rank::Sixth));
    /// ```
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 4 | file as u8)
    }

    /// The file: `n & 7` of the 0x88 number `n`.
    #[inline]
    pub const fn file(self) -> File {
        File::from_low_bits(self.0 as usize & 7)
    }

    /// The rank: `n >> 4` of the 0x88 number `n`.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self.0 as usize >> 4)
    }

    /// Whether a number is that of a square: the highest bit of both nibbles is clear.
    #[inline]
    pub const fn is_on_board(number: u8) -> bool {
        number & 0x88 == 0
    }

    /// Whether a number is below the first or above the eighth rank: the sign test, which ignores the files.
    ///
    /// This is half of [`is_on_board`](Self::is_on_board), and enough for a step that stays on its file, such
    /// as a pawn's push. The programmer David Kittinger used it in his chess computers. He found a test of a register,
    /// this one or the mask, cheaper than reading sentinels around the board from memory.
    ///
    /// ```
    /// use quadbit_x88::Square88;
    /// let (a1, h8) = (0x00_u8, 0x77_u8);
    /// assert!(Square88::is_beyond_ranks(a1.wrapping_sub(16)));
    /// assert!(Square88::is_beyond_ranks(h8.wrapping_add(16)));
    /// assert!(!Square88::is_beyond_ranks(h8.wrapping_add(1)));
    /// ```
    #[inline]
    pub const fn is_beyond_ranks(number: u8) -> bool {
        number.cast_signed() < 0
    }

    /// The square with a given 0x88 number; `None` for the 192 bytes that are off the board.
    #[inline]
    pub const fn from_raw(number: u8) -> Option<Self> {
        if Self::is_on_board(number) { Some(Self(number)) } else { None }
    }

    /// The 0x88 number, 0x00 for a1 to 0x77 for h8.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The 0x88 number as an index. The compiler sees that it is at most 0x77, so `board[square.index()]` on
    /// a `[T; 128]` needs no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 0x77) as usize
    }

    /// Converts a square from its number of 0 to 63: `s + (s & !7)`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below 64")]
    pub const fn from_square(square: Square) -> Self {
        let s = square.index() as u8;
        Self(s + (s & !7))
    }

    /// Converts the square to its number of 0 to 63: `(n + (n & 7)) >> 1`, three operations.
    #[inline]
    pub const fn to_square(self) -> Square {
        let n = self.0;
        Square::from_low_bits((n + (n & 7)) as u32 >> 1)
    }

    /// The square flipped vertically, on the same file: e2 for e7.
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 0x70)
    }

    /// The square that a step leads to; `None` off the board. It costs one addition and one test.
    #[inline]
    pub const fn step(self, delta: Delta) -> Option<Self> {
        Self::from_raw(self.0.wrapping_add_signed(delta.get()))
    }

    /// The square to which `delta` leads. The caller knows that the step stays on the board; if it does not, the mask
    /// makes it an arbitrary square.
    #[inline]
    pub(crate) const fn step_within(self, delta: Delta) -> Self {
        Self(self.0.wrapping_add_signed(delta.get()) & 0x77)
    }
}

impl From<Square> for Square88 {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<Square88> for Square {
    #[inline]
    fn from(square: Square88) -> Self {
        square.to_square()
    }
}

/// Prints the name, `a1` to `h8`.
impl fmt::Display for Square88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_square(), f)
    }
}

/// Prints the name and the number: `e4=34`.
impl fmt::Debug for Square88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}={:02x}", self.0)
    }
}

impl FromStr for Square88 {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.parse().map(Self::from_square)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn all_256_numbers_are_told_apart() {
        let mut squares = Square88::ALL.into_iter();
        for number in 0..=255_u8 {
            let (rank, file) = (number / 16, number % 16);
            let on_board = rank < 8 && file < 8;
            assert_eq!(Square88::is_on_board(number), on_board, "{number:02x}");
            assert_eq!(Square88::is_beyond_ranks(number), rank >= 8, "{number:02x}");
            let square = Square88::from_raw(number);
            assert_eq!(square, if on_board { squares.next() } else { None });
            if let Some(square) = square {
                assert_eq!(square.get(), number);
                assert_eq!(square.index(), usize::from(number));
            }
        }
        assert_eq!(squares.next(), None);
    }

    #[test]
    fn conversions_and_names_agree_with_those_of_squares() {
        for square in Square::ALL {
            let square88 = Square88::from(square);
            assert_eq!(square88, Square88::ALL[square.index()]);
            assert_eq!(Square::from(square88), square);
            assert_eq!(square88.to_string(), square.to_string());
            assert_eq!(square.to_string().parse(), Ok(square88));
            assert_eq!(square88.flip_rank(), square.flip_rank().into());
            assert_eq!((square88.file(), square88.rank()), (square.file(), square.rank()));
            assert_eq!(Square88::new(square.file(), square.rank()), square88);
        }
        assert_eq!(std::format!("{:?}", Square88::from(Square::E4)), "e4=34");
        assert_eq!("e9".parse::<Square88>(), Err(ParseError::SQUARE));
    }

    /// Checks that one mask finds every step over an edge, for all squares and all 225 steps.
    #[test]
    fn a_step_off_the_board_is_seen() {
        for square in Square::ALL {
            for files in -7..=7 {
                for ranks in -7..=7 {
                    let delta = Delta::new(files, ranks).unwrap();
                    let expected = square.offset(files, ranks);
                    assert_eq!(
                        Square88::from(square).step(delta).map(Square::from),
                        expected,
                        "{square} {delta}"
                    );
                }
            }
        }
    }
}
