//! The numbers of moves: which piece, and which of its destinations.
//!
//! 1. A piece is numbered among the pieces of the side to move, in order of squares.
//! 2. [`destinations`] gives the squares to which it could move if checks did not matter, with castling and
//!    promotions.
//! 3. [`read`] and [`write`] turn a number into a move and back; [`is_legal`] tests what the numbering leaves
//!    open.
//!
//! The numbering is that of the reference program: a change makes files unreadable.

use quadbit_movegen::{Move, Position};
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

use super::bits::BitWriter;
use super::bits::{Window, width};

/// The roles to which a pawn promotes, in the order of their numbers in the format.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The destinations that a piece would have if checks did not matter, as the format numbers them.
struct Destinations {
    squares: Bitboard,
    /// The rooks with which a king may castle, the long side first; empty for other pieces.
    castling: Bitboard,
    /// Whether each destination takes four numbers, one for each promotion.
    promotes: bool,
}

impl Destinations {
    /// How many numbers the destinations take: one each, or four each if the piece promotes there.
    #[inline(always)]
    fn count(&self) -> u32 {
        if self.promotes { 4 * self.squares.count() } else { self.squares.count() + self.castling.count() }
    }
}

/// The destinations of the piece of the side to move on `from`.
#[inline(always)]
fn destinations(position: &Position, from: Square) -> Destinations {
    let (board, us) = (position.board(), position.side_to_move());
    let (own, occupied) = (board.color(us), board.occupied());
    let code = board.code(from);
    let role = Role::from_code(code >> 1);
    if role == Some(Role::Pawn) {
        let enemy = (occupied - own) | position.ep().map_or(Bitboard::EMPTY, Bitboard::of);
        let one = Bitboard::of(from).forward(us) - occupied;
        let two = (one & Bitboard::rank(Rank::Third.relative_to(us))).forward(us) - occupied;
        let squares = attacks::pawn(us, from) & enemy | one | two;
        let promotes = from.rank() == Rank::Seventh.relative_to(us);
        return Destinations { squares, castling: Bitboard::EMPTY, promotes };
    }
    // No branch for each role, which would be mispredicted: on an empty board a piece reaches squares on lines, which
    // must be free, and a knight's jumps. A king's steps are the first squares of the lines.
    let open = attacks::bishop(from, occupied) | attacks::rook(from, occupied) | attacks::knight(from);
    let attacked = attacks::reach(code, from) & open;
    let castling = if role == Some(Role::King) && !position.castling_rights().is_empty() {
        position.castling_rights().rooks_of(us)
    } else {
        Bitboard::EMPTY
    };
    Destinations { squares: attacked - own, castling, promotes: false }
}

/// Reads a move of the side to move, legal or not. `None` if the piece or the destination does not exist.
#[inline(always)]
pub(super) fn read<S: PackSimd>(s: S, position: &Position, bits: &mut Window) -> Option<Move> {
    let own = position.board().color(position.side_to_move());
    let from = s.nth_square(own, bits.take(width(own.count())))?;
    let destinations = destinations(position, from);
    let number = bits.take(width(destinations.count()));
    let Destinations { squares, castling, promotes } = destinations;
    if promotes {
        let to = s.nth_square(squares, number / 4)?;
        return Some(Move::promoting(from, to, PROMOTIONS[number as usize % 4]));
    }
    let to = match number.checked_sub(squares.count()) {
        Some(number) if !castling.is_empty() => s.nth_square(castling, number),
        _ => s.nth_square(squares, number),
    };
    Some(Move::new(from, to?))
}

/// Whether `mv`, which [`read`] has found in `position`, is legal. Its piece reaches its target, so the move
/// can only be illegal because of a check, a pin, a step of the king, or a capture en passant.
#[inline(always)]
pub(super) fn is_legal(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let needs_test = position.pinned(us).with(position.king(us)).has(mv.from());
    !(needs_test || position.is_check() || position.ep().is_some()) || position.is_legal(mv)
}

/// Writes the number of a legal move.
pub(super) fn write(position: &Position, mv: Move, bits: &mut BitWriter) {
    let own = position.board().color(position.side_to_move());
    bits.put(below(own, mv.from()) as u8, width(own.count()));
    let destinations = destinations(position, mv.from());
    let number = match mv.promotion() {
        Some(role) => 4 * below(destinations.squares, mv.to()) + u32::from(role.code() - Role::Knight.code()),
        None if position.is_castling(mv) => {
            destinations.squares.count() + below(destinations.castling, mv.to())
        }
        None => below(destinations.squares, mv.to()),
    };
    bits.put(number as u8, width(destinations.count()));
}

/// The number of squares of `set` below `square`.
fn below(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard((1 << square.index()) - 1)).count()
}
