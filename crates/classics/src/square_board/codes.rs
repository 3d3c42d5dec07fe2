//! The codes by which boards of bytes and nibbles store pieces.

use quadbit_x88::{Color, Piece};

use super::cells::Cell;

/// The plain nibble of the whole workspace: 0 for an empty square, `role << 1 | color` for a piece.
///
/// One AND cannot test the colour, since an empty square has none. Instead a 16-bit word with a bit for
/// each code is looked up.
///
/// ```text
///   code   15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
///                 k  K  q  Q  r  R  b  B  n  N  p  P     .
///   white   0  0  0  1  0  1  0  1  0  1  0  1  0  1  0  0    0x1554
///   black   0  0  1  0  1  0  1  0  1  0  1  0  1  0  0  0    0x2AA8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain(u8);

/// Reads the code that a byte of the board holds.
impl From<u8> for Plain {
    #[inline(always)]
    fn from(byte: u8) -> Self {
        Self(byte)
    }
}

impl Cell for Plain {
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn stops<const BLACK: bool>(self) -> bool {
        let pieces: u32 = if BLACK { 0x2AA8 } else { 0x1554 };
        pieces >> (self.0 & 15) & 1 != 0
    }

    #[inline(always)]
    fn role(self) -> u8 {
        self.nibble() >> 1
    }

    #[inline(always)]
    fn nibble(self) -> u8 {
        self.0
    }
}

/// The nibble with a bit for each colour above it, so that one AND tests the colour. A sentinel, which marks a cell off
/// the board, has both bits and stops both sides.
///
/// ```text
///   bit 5      4      3 2 1   0
///       black  white  role    black again
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colored(u8);

impl Colored {
    const WHITE: u8 = 0x10;
    const BLACK: u8 = 0x20;

    /// The code of cells off the board.
    pub(crate) const SENTINEL: u8 = Self::WHITE | Self::BLACK;
}

/// Reads the code that a byte of the board holds.
impl From<u8> for Colored {
    #[inline(always)]
    fn from(byte: u8) -> Self {
        Self(byte)
    }
}

impl Cell for Colored {
    #[inline(always)]
    fn of(piece: Piece) -> u8 {
        let color = match piece.color() {
            Color::White => Self::WHITE,
            Color::Black => Self::BLACK,
        };
        color | piece.code()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn stops<const BLACK: bool>(self) -> bool {
        self.0 & if BLACK { Self::BLACK } else { Self::WHITE } != 0
    }

    #[inline(always)]
    fn is_sentinel(self) -> bool {
        self.0 == Self::SENTINEL
    }

    #[inline(always)]
    fn role(self) -> u8 {
        self.0 >> 1 & 7
    }

    #[inline(always)]
    fn nibble(self) -> u8 {
        self.0 & 15
    }
}
