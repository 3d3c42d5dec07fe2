//! A set of squares in a 64-bit word.
//!
//! 1. Sets are made of squares, files, ranks, words or drawings.
//! 2. This file asks about single squares and whole sets, and adds and removes squares; the operators, the iterator,
//!    steps and symmetries are in the modules of these names.
//! 3. Squares leave one by one, lowest first. [`Bitboard::first_or_a1`] is for loops that know that the set is not
//!    empty.
//!
//! Bit 0 is a1 and bit 63 is h8, in every file that shifts or reverses such a word.

mod draw;
mod ops;
mod squares;
mod steps;
mod symmetry;

use core::fmt;

use quadbit_x88::{File, Rank, Square};

pub use squares::Squares;

/// A set of squares: bit 0 is a1, bit 1 is b1, .. bit 63 is h8.
///
/// The usual set operators work: `|` union, `&` intersection, `^` symmetric difference, `-` difference,
/// `!` complement.
///
/// ```
/// use quadbit_quad::{Bitboard, bitboard};
/// use quadbit_x88::{File, Rank};
/// let cross = Bitboard::file(File::D) | Bitboard::rank(Rank::Third);
/// assert_eq!(
///     cross,
///     bitboard! {
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///         X X X X X X X X
///         . . . X . . . .
///         . . . X . . . .
///     }
/// );
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);

    /// The a-file, from which the other files are shifted.
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;
    /// The first rank, from which the other ranks are shifted.
    const RANK_1: u64 = 0x0000_0000_0000_00ff;

    /// All 64 squares if `condition` is true, none if not: a mask, where a branch would be mispredicted.
    #[inline]
    pub const fn all_if(condition: bool) -> Self {
        Self((condition as u64).wrapping_neg())
    }

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

    /// Whether at least one square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two or more squares. It takes three operations and no population count.
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
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares are in the set, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
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

    /// The lowest square of a set that the caller knows is not empty; a1 if it is empty after all.
    #[inline]
    pub const fn first_or_a1(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }

    /// Removes and returns the lowest square; `None` if the set is empty.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set with a square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set without a square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// Whether every square of `other` is in the set too.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether every square of the set is in `other` too.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        other.is_superset(self)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl From<u64> for Bitboard {
    /// The set of the squares whose bits are set in `bits`: bit 0 is a1, bit 63 is h8.
    ///
    /// ```
    /// use quadbit_quad::Bitboard;
    /// use quadbit_x88::Square;
    /// let set = Bitboard::from(0b101);
    /// assert!(set.iter().eq([Square::A1, Square::C1]));
    /// assert_eq!(u64::from(set), 0b101);
    /// ```
    #[inline]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

/// Draws eight rows of `1` and `.`, the eighth rank first.
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

/// Writes the word in groups of four hex digits, and the drawing.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| self.0 >> shift & 0xffff);
        write!(f, "Bitboard(0x{a:04x}_{b:04x}_{c:04x}_{d:04x})\n{self}")
    }
}
