//! The numbers of moves: which piece, and which of its destinations.
//!
//! 1. A piece is numbered among the pieces of the side to move, in order of squares.
//! 2. [`destinations`] gives the squares to which it could move if checks did not matter, with castling and
//!    promotions.
//! 3. [`read`] and [`write`] turn a number into a move and back.
//!
//! The numbering is that of the reference program: a change makes files unreadable.

use quadbit_movegen::{Move, Position};
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

use super::bits::BitWriter;
use super::bits::{Window, width};
use super::board::{Board, Plays};
use crate::move_code::PROMOTIONS;

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
        if self.promotes { 4 * self.squares.len() } else { self.squares.len() + self.castling.len() }
    }
}

/// The destinations of the piece of the side to move on `from`.
#[inline(always)]
fn destinations(board: &Board, from: Square) -> Destinations {
    let &Board { us, own, enemy, ep, rooks, .. } = board;
    let (occupied, role) = (own | enemy, board.role_code(from));
    // There is no branch for each role, which would be mispredicted: `reach` gives the squares that the role reaches on
    // an empty board, and `open` the squares on its lines to which no piece bars the way, and a knight's jumps. A
    // king's steps are the first squares of the lines.
    let [a, b, c, d] = attacks::queen_lines(from, occupied);
    let open = a | b | c | d | attacks::knight(from);
    let attacked = attacks::reach(role << 1 | us as u8, from) & open;
    // Only a pawn on the last rank would be rotated to the opposite rank, and no pawn is on the last rank.
    let step = |set: Bitboard| Bitboard(set.0.rotate_left(8 + 48 * us as u32)) - occupied;
    let one = step(Bitboard::of(from));
    let two = step(one & Bitboard::rank(Rank::Third.relative_to(us)));
    let is_pawn = role == Role::Pawn.code();
    let [targets, pushes] = if is_pawn { [enemy | ep, one | two] } else { [!own, Bitboard::EMPTY] };
    let squares = attacked & targets | pushes;
    let castling = if rooks.any() && role == Role::King.code() { rooks & own } else { Bitboard::EMPTY };
    // Computed without a branch on the role, which would be mispredicted.
    let last = u64::from(is_pawn) * BACK_RANKS;
    Destinations { squares, castling, promotes: squares.intersects(Bitboard(last)) }
}

/// The first and the last rank, on which pawns promote.
pub(super) const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// Reads a move of the side to move, legal or not. Returns it with its origin and its destination, which is the rook's
/// square in castling. `None` if the piece or the destination does not exist.
#[inline(always)]
pub(super) fn read<S: PackSimd>(s: S, board: &Board, bits: &mut Window) -> Option<(Move, [Square; 2])> {
    // `% 64` saves a comparison: a set has at most 64 squares, and an empty set gives `None` for every number.
    let from = s.nth_square(board.own, bits.take_below(board.own.len()) % 64)?;
    let destinations = destinations(board, from);
    let number = bits.take_below(destinations.count());
    let Destinations { squares, castling, promotes } = destinations;
    if promotes {
        let to = s.nth_square(squares, number / 4)?;
        return Some((Move::promoting(from, to, PROMOTIONS[number as usize % 4]), [from, to]));
    }
    let to = match number.checked_sub(squares.len()) {
        Some(number) if castling.any() => s.nth_square(castling, number),
        _ => s.nth_square(squares, number % 64),
    }?;
    Some((Move::new(from, to), [from, to]))
}

/// Appends the numbers of the piece and of the destination of the legal move `mv` to `bits`.
pub(super) fn write(position: &Position, mv: Move, bits: &mut BitWriter) {
    let board = Board::of(position);
    bits.put(below(board.own, mv.from()) as u8, width(board.own.len()));
    let destinations = destinations(&board, mv.from());
    let number = match mv.promotion() {
        Some(role) => {
            4 * below(destinations.squares, mv.to()) + u32::from(role.code() - PROMOTIONS[0].code())
        }
        None if position.is_castling(mv) => {
            destinations.squares.len() + below(destinations.castling, mv.to())
        }
        None => below(destinations.squares, mv.to()),
    };
    bits.put(number as u8, width(destinations.count()));
}

/// The number of squares of `set` below `square`.
fn below(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard((1 << square.index()) - 1)).len()
}
