//! A board of 64 bytes, a piece code each: the form in which rays are searched, and its conversions from and to four
//! bit planes.
//!
//! Only codes of pieces and 0 are ever stored: what comes in by [`ByteBoard::from_quad`] is masked, because searches
//! look codes up in tables of sixteen.

use core::fmt;

use quadbit_movegen::Position;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Piece, Square};

/// A board as 64 bytes, one for each square, a1 first: the nibble of the piece there, or 0.
///
/// The board is one cache line and one vector of AVX-512; a permutation of its bytes lines up the squares of all rays
/// from a square. An engine that keeps one alongside its own board and updates it with
/// [`Finder::play`](crate::Finder::play) or with [`appear`](crate::Finder::appear), [`vanish`](crate::Finder::vanish)
/// and [`travel`](crate::Finder::travel) need not convert its board before each search for attacks. To undo a move,
/// keep a copy.
///
/// [`put`](Self::put) and [`take`](Self::take) store single bytes: a vector load of the same line soon
/// after stalls until the store is done, some 15 cycles. `play` and the others write the whole line,
/// which does not stall.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_threats::ByteBoard;
/// use quadbit_x88::Square;
/// let board = ByteBoard::from(&Position::start());
/// assert_eq!(board.piece_at(Square::D8).map(|piece| piece.to_char()), Some('q'));
/// assert_eq!(size_of::<ByteBoard>(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct ByteBoard([u8; 64]);

static_assertions::assert_eq_size!(ByteBoard, [u8; 64]);

impl ByteBoard {
    /// The board without pieces.
    pub const EMPTY: Self = Self([0; 64]);

    /// The piece on `square`; `None` if it is empty.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.code(square))
    }

    /// Puts `piece` on `square`, replacing any other.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.0[square.index()] = piece.code();
    }

    /// Empties `square`.
    #[inline]
    pub const fn take(&mut self, square: Square) {
        self.0[square.index()] = 0;
    }

    /// The nibbles of all squares, a1 first.
    #[inline]
    pub(crate) const fn codes(&self) -> &[u8; 64] {
        &self.0
    }

    /// Converts a quad-bitboard to bytes. Nibbles that are not pieces (1, 14, 15) become 0.
    #[inline]
    pub fn from_quad(board: QuadBitboard) -> Self {
        Self::from_codes(known(board).to_mailbox())
    }

    /// Converts the board to four bit planes.
    #[inline]
    pub fn to_quad(&self) -> QuadBitboard {
        let words = self.0.as_chunks().0;
        let mut planes = [Bitboard::EMPTY; 4];
        for (plane, bits) in planes.iter_mut().enumerate() {
            for (rank, &bytes) in words.iter().enumerate() {
                *bits |= Bitboard(gather(u64::from_le_bytes(bytes) >> plane) << (8 * rank));
            }
        }
        QuadBitboard::from_planes(planes)
    }

    /// The board of 64 bytes that are known to be nibbles of pieces.
    #[inline(always)]
    pub(crate) const fn from_codes(codes: [u8; 64]) -> Self {
        Self(codes)
    }

    #[inline(always)]
    pub(crate) const fn code(&self, square: Square) -> u8 {
        self.0[square.index()]
    }
}

/// A copy of `board` in which nibbles that are not pieces (1, 14, 15) are 0.
#[inline(always)]
pub(crate) fn known(board: QuadBitboard) -> QuadBitboard {
    QuadBitboard::from_planes(board.planes().map(|plane| plane - board.foreign()))
}

/// Gathers the lowest bits of eight bytes into one byte. The product moves bit 0 of byte `i` to bit `56 + i`; no two
/// bits are moved to the same place.
#[inline(always)]
const fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl From<&Position> for ByteBoard {
    #[inline]
    fn from(position: &Position) -> Self {
        Self::from_codes(position.board().to_mailbox())
    }
}

impl Default for ByteBoard {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Writes the letters of the pieces in rows, rank 8 first, `.` for an empty square.
impl fmt::Display for ByteBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.0.chunks_exact(8).rev() {
            for (file, &code) in row.iter().enumerate() {
                let letter = Piece::from_code(code).map_or('.', Piece::to_char);
                write!(f, "{letter}{}", if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ByteBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
