//! The numbers of moves: which piece, and which of its destinations. (They are read on a [`Board`](super::board::Board).)

use quadbit_movegen::{Color, Move, Position};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

use super::bits::{BitWriter, width};

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

    fn count(&self) -> u32 {
        self.numbers * self.squares.count() + self.castling.count()
    }
}

/// Writes a legal move.
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

/// The number of squares of a set that are below one.
fn below(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard((1 << square.index()) - 1)).count()
}
