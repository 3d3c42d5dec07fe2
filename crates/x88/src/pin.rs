//! Pieces that block a slider: pins and discovered checks.
//!
//! [`slider_behind`] is the test: are two squares on one line, is the line clear, and is the first piece behind a
//! slider that moves along it? [`pinner`] asks it about the enemy's sliders and a piece before its own king;
//! [`uncovers`] about the sliders of the side that moves and a move that leaves the line to the enemy's king.
//!
//! The look-up of the line must come first: it nearly always says no, and saves the walks.

use crate::attack::is_clear;
use crate::color::Color;
use crate::diff::Diff;
use crate::piece::Piece;
use crate::ray::Ray;
use crate::square88::Square88;

/// Finds a slider of `side` that would attack `target` if the piece on `blocker` were not there, and returns its
/// square; `None` if there is no such slider.
///
/// This is a test by Paul Wiereyn (1985), with its questions in the order of the engine Fruit:
/// 1. Are `target` and `blocker` on one line? This takes one lookup by their difference, and the answer is nearly
///    always no.
/// 2. Is the line between them clear?
/// 3. Is the first piece behind `blocker`, seen from `target`, a piece of `side` that moves along the line?
///
/// [`pinner`] looks for a slider of the blocker's enemy, [`uncovers`] for one of the blocker's own side.
#[inline]
pub fn slider_behind(
    board: impl Fn(Square88) -> Option<Piece>,
    target: Square88,
    blocker: Square88,
    side: Color,
) -> Option<Square88> {
    let unit = Diff::new(target, blocker).unit()?;
    if !is_clear(&board, target, blocker) {
        return None;
    }
    let (behind, piece) =
        Ray::new(blocker, unit).find_map(|square| board(square).map(|piece| (square, piece)))?;
    // The blocker is between `behind` and `target`, and only sliders attack along a line from that far: a piece that
    // attacks `target` from `behind` on an empty board is a slider.
    let is_slider = Diff::new(behind, target).attackers().has(piece);
    (piece.color() == side && is_slider).then_some(behind)
}

/// The square of the slider that pins the piece on `piece` to its king on `king`; `None` if the piece is not
/// pinned, or if no piece stands there.
///
/// The pinned piece may still move along the line. A slider behind two pieces is not found: an en passant capture takes
/// two pawns off one rank at once, so its legality has to be tried on the board.
///
/// ```text
///   . . . . . . . .
///   . . . . . . . .
///   . . . . r . . .
///   . . . . . . . .      The rook pins the knight.
///   . . . . N . . .
///   . . . . . . . .
///   . . . . K . . .
///   . . . . . . . .
/// ```
///
/// ```
/// use quadbit_x88::{Piece, Square, Square88, pinner};
///
/// let board = |square: Square88| match square.to_square() {
///     Square::E2 => Piece::from_char('K'),
///     Square::E4 => Piece::from_char('N'),
///     Square::E6 => Piece::from_char('r'),
///     _ => None,
/// };
/// assert_eq!(pinner(board, Square::E2.into(), Square::E4.into()), Some(Square::E6.into()));
/// ```
#[inline]
pub fn pinner(
    board: impl Fn(Square88) -> Option<Piece>,
    king: Square88,
    piece: Square88,
) -> Option<Square88> {
    let side = !board(piece)?.color();
    slider_behind(board, king, piece, side)
}

/// The square of the slider that attacks `king` once a piece of the slider's side has moved from `from` to `to`; `None`
/// if the move uncovers none, or if `from` is empty. If an enemy king stands on `king`, this is the test for a
/// discovered check.
///
/// ```text
///   . . . . k . . .
///   . . . . . . . .
///   . . . . . . . .
///   . . . . . . . .      Every move of the bishop uncovers the rook.
///   . . . . B . . .      A pawn's push there would not.
///   . . . . . . . .
///   . . . . . . . .
///   . . . . R . . .
/// ```
///
/// ```
/// use quadbit_x88::{Piece, Square, Square88, uncovers};
///
/// let board = |square: Square88| match square.to_square() {
///     Square::E8 => Piece::from_char('k'),
///     Square::E4 => Piece::from_char('B'),
///     Square::E1 => Piece::from_char('R'),
///     _ => None,
/// };
/// let (king, bishop, rook): (Square88, Square88, Square88) = (Square::E8.into(), Square::E4.into(), Square::E1.into());
/// assert_eq!(uncovers(board, king, bishop, Square::B7.into()), Some(rook));
/// assert_eq!(uncovers(board, king, bishop, Square::E5.into()), None);
/// ```
#[inline]
pub fn uncovers(
    board: impl Fn(Square88) -> Option<Piece>,
    king: Square88,
    from: Square88,
    to: Square88,
) -> Option<Square88> {
    if stays_on_line(king, from, to) {
        return None;
    }
    let side = board(from)?.color();
    slider_behind(board, king, from, side)
}

/// Whether a move from `from` to `to` stays on the same side of the same line through `king`, after Wiereyn: the step
/// from `king` towards `from` is also the step towards `to`. Such a move neither leaves a pin nor uncovers anything.
#[inline]
const fn stays_on_line(king: Square88, from: Square88, to: Square88) -> bool {
    match (Diff::new(king, from).unit(), Diff::new(king, to).unit()) {
        (Some(a), Some(b)) => a.get() == b.get(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::testing::{Board, naive_attacks};
    use crate::{Role, Square};
    use proptest::prelude::*;
    use std::vec::Vec;

    /// The squares of the pieces of `side` that attack `to`.
    fn attackers(board: &Board, side: Color, to: Square) -> Vec<Square> {
        let is_of_side = |from: &Square| board.at(*from).is_some_and(|piece| piece.color() == side);
        Square::ALL.into_iter().filter(is_of_side).filter(|&from| naive_attacks(board, from, to)).collect()
    }

    /// The square that is in `after` and not in `before`, if there is one; there must not be two. (No move opens two
    /// lines to one square.)
    fn new_attacker(before: &[Square], after: &[Square]) -> Option<Square> {
        let mut new = after.iter().filter(|square| !before.contains(square));
        let first = new.next().copied();
        assert_eq!(new.next(), None);
        first
    }

    proptest! {
        /// A piece is pinned if the enemy has one more attacker of the king after the piece is taken away.
        #[test]
        fn a_pin_is_what_taking_the_piece_away_shows(board: Board) {
            for king in Square::ALL {
                for square in Square::ALL.into_iter().filter(|&square| square != king) {
                    let found = pinner(|square| board.get(square), king.into(), square.into()).map(Square::from);
                    let expected = board.at(square).and_then(|piece| {
                        let side = !piece.color();
                        let before = attackers(&board, side, king);
                        new_attacker(&before, &attackers(&board.without(square), side, king))
                    });
                    prop_assert_eq!(found, expected, "king {} piece {}", king, square);
                }
            }
        }

        /// A move uncovers a piece that attacks the king after the move and did not before, other than
        /// the piece that moved.
        #[test]
        fn a_discovery_is_what_making_the_move_shows(board: Board, king in 0..64_usize) {
            let king = Square::ALL[king];
            let lookup = |square| board.get(square);
            for from in Square::ALL.into_iter().filter(|&from| from != king) {
                let Some(piece) = board.at(from) else { continue };
                let before = attackers(&board, piece.color(), king);
                let push = if piece.color() == Color::White { 1 } else { -1 };
                for to in Square::ALL.into_iter().filter(|&to| to != king) {
                    let is_push = piece.role() == Role::Pawn && from.offset(0, push) == Some(to);
                    let may_go = naive_attacks(&board, from, to) || is_push && board.at(to).is_none();
                    if !may_go {
                        continue;
                    }
                    let mut moved = board.without(from);
                    moved.put(to, piece);
                    let mut after = attackers(&moved, piece.color(), king);
                    after.retain(|&square| square != to);
                    let found = uncovers(lookup, king.into(), from.into(), to.into()).map(Square::from);
                    prop_assert_eq!(found, new_attacker(&before, &after), "king {} {}{}", king, from, to);
                }
            }
        }
    }
}
