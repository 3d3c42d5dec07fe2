//! Moves by number: which piece, and which of its destinations.

use quadbit_movegen::{Color, Move, Position};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

#[cfg(feature = "alloc")]
use super::bits::BitWriter;
use super::bits::{Bits, width};

/// The destinations of a piece if checks did not matter.
struct Destinations {
    squares: Bitboard,
    /// Rooks to castle with, the long side first; only a king has them.
    castling: Bitboard,
    /// How many numbers each square has: four for promotions, otherwise one.
    numbers: u32,
}

impl Destinations {
    fn of(position: &Position, from: Square) -> Option<Self> {
        let board = position.board();
        let us = position.side_to_move();
        let (own, occupied) = (board.color(us), board.occupied());
        let role = position.get(from)?.role();
        let attacked = match role {
            Role::Pawn => return Some(Self::of_pawn(position, from, us, occupied)),
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
            Role::King => attacks::king(from),
        };
        let castling = match role {
            Role::King => position.castling_rights().rooks_of(us),
            _ => Bitboard::EMPTY,
        };
        Some(Self { squares: attacked - own, castling, numbers: 1 })
    }

    fn of_pawn(position: &Position, from: Square, us: Color, occupied: Bitboard) -> Self {
        let step = |from: Bitboard| match us {
            Color::White => Bitboard(from.0 << 8),
            Color::Black => Bitboard(from.0 >> 8),
        };
        let ep = position.ep().map_or(Bitboard::EMPTY, Bitboard::of);
        let captures = attacks::pawn(us, from) & (position.board().color(!us) | ep);
        let one = step(Bitboard::of(from)) - occupied;
        let can_go_two = from.rank() == Rank::Second.relative_to(us);
        let two = if can_go_two { step(one) - occupied } else { Bitboard::EMPTY };
        let numbers = if from.rank() == Rank::Seventh.relative_to(us) { 4 } else { 1 };
        Self { squares: captures | one | two, castling: Bitboard::EMPTY, numbers }
    }

    #[cfg(feature = "alloc")]
    fn count(&self) -> u32 {
        self.numbers * self.squares.count() + self.castling.count()
    }
}

/// Reads a move. `None` if there is no such piece or destination, or if the move is not legal.
#[inline]
pub(super) fn read(position: &Position, bits: &mut Bits<'_>) -> Option<Move> {
    let own = Numbered::new(position.board().color(position.side_to_move()));
    let from = own.get(bits.take(width(own.count()))?.into())?;
    let Destinations { squares, castling, numbers } = Destinations::of(position, from)?;
    let squares = Numbered::new(squares);
    let steps = squares.count();
    let number = u32::from(bits.take(width(numbers * steps + castling.count()))?);
    let mv = if numbers == 4 {
        Move::promoting(from, squares.get(number / 4)?, PROMOTIONS[number as usize % 4])
    } else if number < steps {
        Move::new(from, squares.get(number)?)
    } else {
        Move::new(from, Numbered::new(castling).get(number - steps)?)
    };
    position.is_legal(mv).then_some(mv)
}

/// Writes a legal move.
#[cfg(feature = "alloc")]
pub(super) fn write(position: &Position, mv: Move, bits: &mut BitWriter) {
    let own = position.board().color(position.side_to_move());
    bits.put(below(own, mv.from()) as u8, width(own.count()));
    let Some(destinations) = Destinations::of(position, mv.from()) else { return };
    let number = match mv.promotion() {
        Some(role) => 4 * below(destinations.squares, mv.to()) + (role as u32 - Role::Knight as u32),
        None if position.is_castling(mv) => {
            destinations.squares.count() + below(destinations.castling, mv.to())
        }
        None => below(destinations.squares, mv.to()),
    };
    bits.put(number as u8, width(destinations.count()));
}

/// The roles of a promotion, by their numbers.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A set whose squares have numbers: for each byte, how many squares it and the bytes below have.
#[derive(Clone, Copy)]
struct Numbered {
    set: u64,
    sums: u64,
}

impl Numbered {
    #[inline]
    const fn new(Bitboard(set): Bitboard) -> Self {
        let bits = set - (set >> 1 & 0x5555_5555_5555_5555);
        let bits = (bits & 0x3333_3333_3333_3333) + (bits >> 2 & 0x3333_3333_3333_3333);
        let bits = (bits + (bits >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self { set, sums: bits.wrapping_mul(LOWEST) }
    }

    #[inline]
    const fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The square with a number, without a loop whose length would be mispredicted.
    ///
    /// Source: Vigna, "Broadword implementation of rank/select queries", 2008.
    #[inline]
    fn get(self, number: u32) -> Option<Square> {
        if number >= self.count() {
            return None;
        }
        // The bytes whose squares, with those below, are not enough.
        let below = (((u64::from(number) * LOWEST) | HIGHEST) - self.sums) >> 7 & LOWEST;
        let shift = below.wrapping_mul(LOWEST) >> 56 << 3;
        let rest = number - (self.sums << 8 >> shift & 0xff) as u32;
        let file = NTH[rest as usize & 7][(self.set >> shift & 0xff) as usize];
        Some(Square::from_low_bits(shift as u32 | u32::from(file)))
    }
}

/// The lowest bit of each byte, and the highest.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = LOWEST << 7;

/// The places of the bits of each byte, by their number. 2 KiB.
static NTH: [[u8; 256]; 8] = {
    let mut nth = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut number) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[number][byte] = bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

/// The number of squares of a set that are below one.
#[cfg(feature = "alloc")]
fn below(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard((1 << square.index()) - 1)).count()
}
