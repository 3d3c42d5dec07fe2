//! Attacks from square to square, on any board that a function can look up.
//!
//! 1. `reaches`: one look-up by the difference of the squares says whether the piece would attack on an empty board.
//! 2. `is_clear`: for sliders, a walk tests the squares between.
//! 3. [`attackers`] asks the other way round: knights, then the first piece in each direction.

use crate::delta::Delta;
use crate::diff::Diff;
use crate::direction::Direction;
use crate::piece::Piece;
use crate::ray::{Ray, between};
use crate::square88::Square88;

/// Whether nothing stands strictly between `from` and `to`. True for neighbours and for squares that are not on
/// one line.
#[inline]
pub(crate) fn is_clear(board: impl Fn(Square88) -> Option<Piece>, from: Square88, to: Square88) -> bool {
    between(from, to).all(|square| board(square).is_none())
}

/// Whether the piece on `from` attacks `to`; false if no piece stands on `from`. A piece on `to` makes no
/// difference.
///
/// One lookup by the difference of the squares ([`Diff`]) rules out the squares that the piece cannot reach, which
/// is nearly always the answer. For a slider that can reach the target, the squares on the way are
/// then checked one by one.
///
/// `board` returns the piece on a square, so any board representation works.
///
/// ```text
///   . . . . k . . .
///   . . . . . . . .
///   . . . . n . . .      The rook does not attack the king, nor does the bishop.
///   . . . . . . . .      The bishop attacks the knight.
///   . . B . . . . .
///   . . . . . . . .
///   . . . . . . . .
///   . . . . R . . .
/// ```
///
/// ```
/// use quadbit_x88::{Piece, Square, Square88, attacks};
///
/// let board = |square: Square88| match square.to_square() {
///     Square::E8 => Piece::from_char('k'),
///     Square::E6 => Piece::from_char('n'),
///     Square::C4 => Piece::from_char('B'),
///     Square::E1 => Piece::from_char('R'),
///     _ => None,
/// };
/// assert!(!attacks(board, Square::E1.into(), Square::E8.into()));
/// assert!(!attacks(board, Square::C4.into(), Square::E8.into()));
/// assert!(attacks(board, Square::C4.into(), Square::E6.into()));
/// ```
#[inline]
pub fn attacks(board: impl Fn(Square88) -> Option<Piece>, from: Square88, to: Square88) -> bool {
    board(from).is_some_and(|piece| reaches(piece, from, to)) && is_clear(board, from, to)
}

/// Whether the piece on `from` attacks `to`: the same answer as that of [`attacks`]. By Fritz Reul's method (New
/// Architectures in Computer Chess, 2009) the walk starts at the **target**, continues to the first piece, and asks
/// whether this is the attacker.
///
/// The loop has one test, for emptiness. It needs no test for the edge and none for the end of the walk,
/// since the attacker itself stops it.
#[inline]
pub fn attacks_from_target(board: impl Fn(Square88) -> Option<Piece>, from: Square88, to: Square88) -> bool {
    if !board(from).is_some_and(|piece| reaches(piece, from, to)) {
        return false;
    }
    let Some(back) = Diff::new(to, from).unit() else { return true };
    let mut square = to.step_within(back);
    while board(square).is_none() {
        square = square.step_within(back);
    }
    square == from
}

/// Whether `piece` attacks `to` from `from` on an empty board.
#[inline]
const fn reaches(piece: Piece, from: Square88, to: Square88) -> bool {
    Diff::new(from, to).attackers().has(piece)
}

/// The squares of all pieces of both sides that attack `to`: first the knights, then along each direction
/// clockwise from north.
///
/// This is the test for boards that keep no list of pieces. It looks outwards from the target, at the first
/// piece in each direction and at the eight squares a knight's move away.
///
/// ```
/// use quadbit_x88::{Color, Piece, Square, Square88, attackers};
///
/// let board = |square: Square88| match square.to_square() {
///     Square::E8 => Piece::from_char('r'),
///     Square::F6 => Piece::from_char('N'),
///     Square::D3 => Piece::from_char('P'),
///     Square::F5 => Piece::from_char('p'),
///     Square::H1 => Piece::from_char('B'),
///     Square::G2 => Piece::from_char('k'),
///     _ => None,
/// };
/// let squares: Vec<Square> = attackers(board, Square::E4.into()).map(Square::from).collect();
/// assert_eq!(squares, [Square::F6, Square::E8, Square::F5, Square::D3]);
/// ```
#[inline]
pub fn attackers(board: impl Fn(Square88) -> Option<Piece>, to: Square88) -> impl Iterator<Item = Square88> {
    let jumps = Delta::KNIGHT.into_iter().map(|delta| (delta, 1));
    let lines = Direction::ALL.into_iter().map(|direction| (direction.delta(), 7));
    jumps.chain(lines).filter_map(move |(delta, length)| {
        let first = Ray::new(to, delta).take(length).find_map(|from| board(from).map(|piece| (piece, from)));
        first.filter(|&(piece, from)| reaches(piece, from, to)).map(|(_, from)| from)
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::testing::{Board, naive_attacks};
    use crate::{Color, Role, Square};
    use proptest::prelude::*;
    use std::vec::Vec;

    fn check(board: &Board, from: Square, to: Square) {
        let expected = naive_attacks(board, from, to);
        let lookup = |square| board.get(square);
        assert_eq!(attacks(lookup, from.into(), to.into()), expected, "{from} {to} on {board:?}");
        assert_eq!(attacks_from_target(lookup, from.into(), to.into()), expected, "{from} {to} on {board:?}");
    }

    /// Checks both functions on all pairs of squares, with all pieces, and with all ways to fill the squares between
    /// the two.
    #[test]
    fn attacks_are_those_of_the_rules_for_all_blockers() {
        let blocker = Role::Pawn.of(Color::White);
        for from in Square::ALL {
            for to in Square::ALL {
                let gap: Vec<Square88> = between(from.into(), to.into()).collect();
                for subset in 0..1_u32 << gap.len() {
                    let mut board = Board::EMPTY;
                    for (i, &square) in gap.iter().enumerate() {
                        if subset >> i & 1 == 1 {
                            board.put(square.into(), blocker);
                        }
                    }
                    assert_eq!(is_clear(|square| board.get(square), from.into(), to.into()), subset == 0);
                    check(&board, from, to);
                    for piece in Piece::ALL {
                        board.put(from, piece);
                        check(&board, from, to);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn attackers_are_all_that_attack(board: Board) {
            for to in Square::ALL {
                let mut found: Vec<Square> =
                    attackers(|square| board.get(square), to.into()).map(Square::from).collect();
                found.sort();
                let expected: Vec<Square> =
                    Square::ALL.into_iter().filter(|&from| naive_attacks(&board, from, to)).collect();
                prop_assert_eq!(found, expected);
                for from in Square::ALL {
                    check(&board, from, to);
                }
            }
        }
    }
}
