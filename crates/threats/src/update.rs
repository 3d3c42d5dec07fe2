//! What changes on a board, and which pairs that ends and begins, whatever looks at the board.
//!
//! One change of a square is simple: a piece that goes takes its pairs along, and sliders look through the square; a piece that comes
//! brings its pairs, and sliders stop at it. Doing so for both squares of a move gives pairs that end and begin at once, if the two squares are
//! on one line. [`travel`] looks from both squares at the board *without* the piece and leaves out the right directions instead:
//!
//! ```text
//!   L . a . b . R      L and R: the nearest pieces; or a piece on b is captured
//! ```
//! - `L` and `R` see the piece on `a` before and on `b` after the move, and never each other. So nothing goes through `a` or
//!   `b` on this line.
//! - The pairs of a captured piece are counted on the board without `a`; it has one with the mover, which the mover's count has already,
//!   and the one with `L`, which is not there before the move. So the direction to `a` is left out.

use quadbit_movegen::{CastlingSide, Move};
use quadbit_x88::{Color, Role, Square};

use crate::changes::Changes;
use crate::scene::{Scene, Sight};

/// A legal move, or [`Move::NULL`], on a board with these nibbles on its first and last square. Returns the board after it.
#[inline(always)]
pub(crate) fn make<B: Scene>(board: B, mv: Move, [mover, target]: [u8; 2], changes: &mut Changes) -> B {
    changes.clear();
    let (from, to) = (mv.from(), mv.to());
    let is_pawn = mover >> 1 == Role::Pawn.code();
    if from == to {
        return board;
    }
    if target == 0 && is_pawn && from.file() != to.file() {
        return capture_en_passant(board, mv, mover, changes);
    }
    if target != 0 && (mover ^ target) & 1 == 0 {
        return castle(board, mv, [mover, target], changes);
    }
    let placed = mv.promotion().map_or(mover, |role| role.code() << 1 | mover & 1);
    travel(board, &Travel { from, to, mover, target, placed, is_clear: true }, changes)
}

/// The way of a piece from one square to another.
pub(crate) struct Travel {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The nibble that leaves.
    pub(crate) mover: u8,
    /// The nibble that it captures, or 0.
    pub(crate) target: u8,
    /// The nibble that arrives.
    pub(crate) placed: u8,
    /// Whether nothing stands between the squares, if they are on one line.
    pub(crate) is_clear: bool,
}

/// Moves a piece to another square. Returns the board after it.
#[inline(always)]
pub(crate) fn travel<B: Scene>(board: B, travel: &Travel, changes: &mut Changes) -> B {
    let &Travel { from, to, mover, target, placed, is_clear } = travel;
    let board = board.with(from, 0);
    let (here, there) = (board.look(from), board.look(to));
    let [line, back] =
        if is_clear { [B::Sight::line(from, to), B::Sight::way(to, from)] } else { [B::Sight::NONE; 2] };
    here.write_pairs(mover, B::Sight::NONE, &mut changes.removed);
    here.write_through(line, &mut changes.added);
    there.write_pairs(placed, B::Sight::NONE, &mut changes.added);
    if target == 0 {
        there.write_through(line, &mut changes.removed);
    } else {
        there.write_pairs(target, back, &mut changes.removed);
    }
    board.with(to, placed)
}

/// Replaces what stands on a square. Returns the board after it.
#[inline(always)]
pub(crate) fn change<B: Scene>(board: B, square: Square, [old, new]: [u8; 2], changes: &mut Changes) -> B {
    if old == new {
        return board;
    }
    let sight = board.look(square);
    if old == 0 {
        sight.write_through(B::Sight::NONE, &mut changes.removed);
    } else {
        sight.write_pairs(old, B::Sight::NONE, &mut changes.removed);
    }
    if new == 0 {
        sight.write_through(B::Sight::NONE, &mut changes.added);
    } else {
        sight.write_pairs(new, B::Sight::NONE, &mut changes.added);
    }
    board.with(square, new)
}

#[inline(always)]
fn capture_en_passant<B: Scene>(board: B, mv: Move, mover: u8, changes: &mut Changes) -> B {
    let (from, to) = (mv.from(), mv.to());
    let victim = Square::new(to.file(), from.rank());
    let pawn = Travel { from, to, mover, target: 0, placed: mover, is_clear: true };
    let board = travel(board, &pawn, changes);
    let board = change(board, victim, [mover ^ 1, 0], changes);
    changes.cancel();
    board
}

/// The king takes the rook with which it castles.
#[inline(always)]
fn castle<B: Scene>(board: B, mv: Move, [king, rook]: [u8; 2], changes: &mut Changes) -> B {
    let us = if king & 1 == 0 { Color::White } else { Color::Black };
    let side = CastlingSide::of(mv.from(), mv.to());
    let steps = [
        (mv.from(), [king, 0]),
        (mv.to(), [rook, 0]),
        (side.king_target(us), [0, king]),
        (side.rook_target(us), [0, rook]),
    ];
    let mut board = board;
    for (square, codes) in steps {
        board = change(board, square, codes, changes);
    }
    changes.cancel();
    board
}
