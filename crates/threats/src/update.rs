//! The changes of a board, and the pairs that they end and begin, in either form of searching the board.
//!
//! 1. [`make`] takes the squares and nibbles of a move. Castling, captures en passant and null moves are left
//!    to [`make_rare`], which changes one square after the other.
//! 2. [`change`], for one square: when a piece leaves, its pairs end and sliders see through the square; when a
//!    piece arrives, its pairs begin and sliders stop at it.
//! 3. [`travel`], for a move of one piece: two such changes would give pairs that both end and begin, if the squares
//!    are on one line. So [`travel`] looks from both squares at the board *without* the piece and leaves out some
//!    directions:
//!
//! ```text
//!   L . a . b . R      L and R: the nearest pieces; or a piece on b is captured
//! ```
//! - `L` and `R` see the piece on `a` before and on `b` after the move, and never each other. So no pair goes
//!   through `a` or `b` on this line.
//! - The pairs of a captured piece are found on the board without `a`. Its pair with the moving piece is
//!   already among the moving piece's pairs, and its pair with `L` does not exist before the move. So the
//!   direction to `a` is left out.
//!
//! No pair may be both in the list of those that end and in that of those that begin.

use quadbit_movegen::{Effect, Move};
use quadbit_x88::Square;
use quadbit_x88::simd::RaySimd;

use crate::changes::Changes;
use crate::scene::{NONE, Scene};

/// Makes the legal move `mv`; `codes` are the nibbles on `mv.from()` and `mv.to()`. Writes the pairs of attacker and
/// attacked piece that end and begin to `changes`, and returns the board after the move. Does nothing and returns
/// `None` for castling, captures en passant and null moves, which [`make_rare`] makes.
#[inline(always)]
pub(crate) fn make<S: RaySimd>(
    board: Scene<S>,
    mv: Move,
    codes: [u8; 2],
    changes: &mut Changes,
) -> Option<Scene<S>> {
    let [[(from, mover), (second, target)], [(to, placed), (_, rook)]] = Effect::of_codes(mv, codes).codes();
    if mover == 0 || second != to || rook != 0 {
        return None;
    }
    Some(travel(board, &Travel { from, to, mover, target, placed, is_clear: true }, changes))
}

/// A move of one piece from one square to another: both squares, and the codes of the piece before and after the move
/// and of the captured piece.
pub(crate) struct Travel {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The code of the piece that leaves its square.
    pub(crate) mover: u8,
    /// The code of the captured piece, or 0.
    pub(crate) target: u8,
    /// The code of the piece that arrives: the mover's, or that of the piece to which a pawn promotes.
    pub(crate) placed: u8,
    /// Whether nothing stands between the two squares of the move, if they are on one line.
    pub(crate) is_clear: bool,
}

/// Makes the move `travel` and returns the board after it. Replaces the contents of `changes` with the pairs of
/// attacker and attacked piece that the move ends, and with those that it begins.
#[inline(always)]
pub(crate) fn travel<S: RaySimd>(board: Scene<S>, travel: &Travel, changes: &mut Changes) -> Scene<S> {
    let &Travel { from, to, mover, target, placed, is_clear } = travel;
    changes.clear();
    let board = board.with(from, 0);
    let (here, there) = (board.look(from), board.look(to));
    let [line, back] = if is_clear { here.line_and_direction_back(from, to) } else { [NONE; 2] };
    here.write_pairs(mover, NONE, &mut changes.removed);
    here.write_through(line, &mut changes.added);
    there.write_pairs(placed, NONE, &mut changes.added);
    if target == 0 {
        there.write_through(line, &mut changes.removed);
    } else {
        there.write_pairs(target, back, &mut changes.removed);
    }
    board.with(to, placed)
}

/// Replaces the nibble `old` on `square` by `new`, and adds the pairs of attacker and attacked piece that end and begin
/// to `changes`. Returns the new board.
#[inline(always)]
pub(crate) fn change<S: RaySimd>(
    board: Scene<S>,
    square: Square,
    [old, new]: [u8; 2],
    changes: &mut Changes,
) -> Scene<S> {
    if old == new {
        return board;
    }
    let sight = board.look(square);
    if old == 0 {
        sight.write_through(NONE, &mut changes.removed);
    } else {
        sight.write_pairs(old, NONE, &mut changes.removed);
    }
    if new == 0 {
        sight.write_through(NONE, &mut changes.added);
    } else {
        sight.write_pairs(new, NONE, &mut changes.added);
    }
    board.with(square, new)
}

/// Castles or captures en passant, square by square; `codes` are the nibbles on `mv.from()` and `mv.to()`. Writes the
/// pairs of attacker and attacked piece that end and begin to `changes`, without those that both end and begin, and
/// returns the board after the move. A null move, from a square to itself, changes nothing.
#[inline(always)]
pub(crate) fn make_rare<S: RaySimd>(
    board: Scene<S>,
    mv: Move,
    codes: [u8; 2],
    changes: &mut Changes,
) -> Scene<S> {
    let [removed, added] = Effect::of_codes(mv, codes).codes();
    let leaving = removed.map(|(square, code)| (square, [code, 0]));
    let arriving = added.map(|(square, code)| (square, [0, code]));
    let mut board = board;
    changes.clear();
    for (square, codes) in leaving.into_iter().chain(arriving) {
        board = change(board, square, codes, changes);
    }
    changes.cancel();
    board
}
