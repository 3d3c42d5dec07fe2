//! Numbered pieces of one side, and sets of them.

use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use quadbit_x88::{Role, Square};

/// A set of the pieces of one side: bit `n` is piece `n` of its [`Pieces`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PieceSet(pub u16);

impl PieceSet {
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// The set of one piece, 0 to 15; empty for any other number.
    #[inline]
    pub const fn of(number: u32) -> Self {
        if number < 16 { Self(1 << number) } else { Self::EMPTY }
    }

    /// The number of pieces in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest number, which is that of the least valuable piece.
    #[inline]
    pub const fn first(self) -> Option<u32> {
        if self.is_empty() { None } else { Some(self.0.trailing_zeros()) }
    }

    /// The numbers in the set, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..16).filter(move |number| self.0 >> number & 1 == 1)
    }
}

impl BitAnd for PieceSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PieceSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PieceSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Sub for PieceSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The pieces of one side by number: at most sixteen, pawns first and the king last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    squares: [Square; 16],
    kinds: [PieceSet; 6],
    len: u32,
}

impl Pieces {
    pub(crate) const NONE: Self = Self { squares: [Square::A1; 16], kinds: [PieceSet::EMPTY; 6], len: 0 };

    /// Numbers a piece; `None` if all numbers are taken, which happens in no position.
    pub(crate) fn push(&mut self, role: Role, square: Square) -> Option<u32> {
        let number = self.len;
        *self.squares.get_mut(number as usize)? = square;
        self.kinds[role.index()] |= PieceSet::of(number);
        self.len += 1;
        Some(number)
    }

    /// The number of pieces.
    #[inline]
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are no pieces. A side of a position has at least a king.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The square of a piece; `None` if there is no piece with this number.
    #[inline]
    pub fn square(&self, number: u32) -> Option<Square> {
        self.squares[..self.len as usize].get(number as usize).copied()
    }

    /// The pieces of one kind.
    #[inline]
    pub const fn of(&self, role: Role) -> PieceSet {
        self.kinds[role.index()]
    }

    /// Knights and bishops.
    #[inline]
    pub fn minors(&self) -> PieceSet {
        self.of(Role::Knight) | self.of(Role::Bishop)
    }

    /// Rooks and queens.
    #[inline]
    pub fn majors(&self) -> PieceSet {
        self.of(Role::Rook) | self.of(Role::Queen)
    }
}
