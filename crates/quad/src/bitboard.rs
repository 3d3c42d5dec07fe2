//! A set of squares.

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use bytemuck::{Pod, Zeroable};
use quadbit_x88::{Color, File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 1 is b1, .. bit 63 is h8.
///
/// The usual set operators work: `|` union, `&` intersection, `^` symmetric difference, `-` difference,
/// `!` complement.
///
/// ```
/// use quadbit_quad::Bitboard;
/// use quadbit_x88::{File, Rank};
/// let cross = Bitboard::file(File::D) | Bitboard::rank(Rank::Third);
/// assert_eq!(
///     cross.to_string(),
///     ". . . 1 . . . .\n\
///      . . . 1 . . . .\n\
///      . . . 1 . . . .\n\
///      . . . 1 . . . .\n\
///      . . . 1 . . . .\n\
///      1 1 1 1 1 1 1 1\n\
///      . . . 1 . . . .\n\
///      . . . 1 . . . .\n"
/// );
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);

    /// The a-file, from which the other files are shifted.
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    /// The first rank, from which the other ranks are shifted.
    const RANK_1: u64 = 0x0000_0000_0000_00ff;

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The eight squares of a file.
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A << file.index())
    }

    /// The eight squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(Self::RANK_1 << (8 * rank.index()))
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square at all.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more. Three operations, no population count.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares are in the set, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square of the set (a1 first); `None` if it is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// The highest square of the set (h8 first); `None` if it is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match self.0.checked_ilog2() {
            Some(index) => Some(Square::from_low_bits(index)),
            None => None,
        }
    }

    /// The lowest square of a set that the caller knows to be not empty; a1 if it is empty after all.
    #[inline]
    pub const fn first_or_a1(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }

    /// Takes the lowest square out of the set; `None` if it is empty.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set with a square added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with a square taken out.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The set as the other side sees it: ranks in reverse order, one byte swap.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Every square one rank up for white, down for black; what leaves the board is gone.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_x88::{Color, Rank};
    /// let seventh = Bitboard::rank(Rank::Seventh);
    /// assert_eq!(seventh.forward(Color::White), Bitboard::rank(Rank::Eighth));
    /// assert_eq!(seventh.forward(Color::Black), Bitboard::rank(Rank::Sixth));
    /// ```
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// A plain shift of the word, towards h8; the caller masks what wraps around the edge.
impl Shl<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

/// A plain shift of the word, towards a1; the caller masks what wraps around the edge.
impl Shr<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], a1 first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0 = self.0.without(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}
impl core::iter::FusedIterator for Squares {}

/// Eight rows of `1` and `.`, the eighth rank first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::new(file, rank)) { '1' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

/// The word in groups of four hex digits, and the drawing.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| self.0 >> shift & 0xffff);
        write!(f, "Bitboard(0x{a:04x}_{b:04x}_{c:04x}_{d:04x})\n{self}")
    }
}
