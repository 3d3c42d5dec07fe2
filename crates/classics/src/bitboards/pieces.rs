//! Stores, which hold the pieces of a board: eight sets, or four planes.
//!
//! 1. The generator asks a store for sets: by role, by side, all pieces.
//! 2. A move changes the store by a few calls ([`go`](Pieces::go), [`put`](Pieces::put), [`take`](Pieces::take),
//!    [`toggle_theirs`](Pieces::toggle_theirs)). The [`View`] of a call says which pieces are the side to move's.
//! 3. Taking a move back restores a copy of the store, or puts pieces back one by one, whichever is faster for it.
//!
//! All stores must give the same answers; the tests compare each with a quad-bitboard.

mod eight_sets;
mod four_planes;

use core::fmt::Debug;

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

use crate::bitboards::packed_move::{Kind, PackedMove};
use crate::bitboards::view::{View, behind, castling_targets};

pub use eight_sets::EightSets;
pub use four_planes::FourPlanes;

/// The pieces of a board as sets of squares: a set for each piece type, a set for each side.
pub trait Pieces: Copy + Debug + PartialEq {
    /// What [`unmake`](Self::unmake) needs to take a move back: a copy of the whole board, where copying it back is
    /// fastest, else the captured piece.
    type Undo: Copy + Debug;

    /// Converts the pieces of a quad-bitboard. Black's pieces form the colour set, by which a [`View`] tells the
    /// sides apart.
    fn from_quad(board: QuadBitboard) -> Self;

    /// The pieces of the side to move.
    fn own<V: View>(&self) -> Bitboard;

    /// The pieces of the side that is not to move.
    fn theirs<V: View>(&self) -> Bitboard;

    /// The pieces of type `role`, of both sides.
    fn role(&self, role: Role) -> Bitboard;

    /// The role of the piece on `square`, of either side; `None` on an empty square. By default asks the set of each
    /// role in turn.
    #[inline(always)]
    fn role_on(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).has(square))
    }

    /// The bishops and queens of both sides.
    fn diagonal_sliders(&self) -> Bitboard;

    /// The rooks and queens of both sides.
    fn orthogonal_sliders(&self) -> Bitboard;

    /// Moves the piece `mover` of the side to move from `from` to `to`, where it stands as `arriving`: the same role,
    /// or for a promotion the new one. A piece of the other side on `to` is captured.
    fn go<V: View>(&mut self, from: Square, to: Square, mover: Role, arriving: Role);

    /// Puts a piece of type `role` of the side to move on `square`, which is empty.
    fn put<V: View>(&mut self, square: Square, role: Role);

    /// Takes the piece of type `role` of the side to move off `square`.
    fn take<V: View>(&mut self, square: Square, role: Role);

    /// Takes the other side's piece, of type `role`, off `square`, or puts it back there.
    fn toggle_theirs<V: View>(&mut self, square: Square, role: Role);

    /// Returns what [`unmake`](Self::unmake) needs to take back a move to `to`. Called before the move is made.
    fn before(&self, to: Square) -> Self::Undo;

    /// Takes `mv` back, given what [`before`](Self::before) returned. The view is that of the side that made the move.
    fn unmake<V: View>(&mut self, mv: PackedMove, before: Self::Undo);

    /// Takes `mv` back piece by piece, for boards that take longer to be copied. A piece of role `captured` is put back
    /// on the target. For a capture en passant `captured` is `None`, but the pawn is put back too.
    #[inline(always)]
    fn unmake_by_piece<V: View>(&mut self, mv: PackedMove, captured: Option<Role>) {
        let (from, to, mover) = (mv.from(), mv.to(), mv.mover());
        if mv.kind() == Kind::Castling {
            let [king_target, rook_target] = castling_targets::<V>(from, to);
            self.take::<V>(king_target, Role::King);
            self.take::<V>(rook_target, Role::Rook);
            self.put::<V>(from, Role::King);
            self.put::<V>(to, Role::Rook);
            return;
        }
        self.take::<V>(to, mv.promotion().unwrap_or(mover));
        self.put::<V>(from, mover);
        if let Some(captured) = captured {
            self.toggle_theirs::<V>(to, captured);
        } else if mv.kind() == Kind::EnPassant {
            self.toggle_theirs::<V>(behind::<V>(to), Role::Pawn);
        }
    }
}

/// The pieces of a board that is flipped after every move, so that the side to move always plays up the board. A move
/// is taken back by restoring a copy, so `Undo` is `Self`.
pub trait Turn: Pieces<Undo = Self> {
    /// Flips the board for the other side: reverses the order of the ranks, and makes the other side's pieces the
    /// colour set, which holds the pieces of the side to move.
    fn turn(&mut self);
}

#[cfg(test)]
mod tests {
    use super::super::{Black, ToMove, White};
    use super::*;
    use quadbit_quad::zobrist::split_mix;
    use quadbit_x88::{Color, Piece};

    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..300).map(|n| {
            let mut board = QuadBitboard::EMPTY;
            for i in 0..n % 40 {
                let random = split_mix(64 * n + i);
                let square = Square::from_index(random as usize & 63).unwrap();
                board.put(square, Piece::ALL[(random >> 32) as usize % 12]);
            }
            board
        })
    }

    /// Compares every set and every change of the store `P`, seen by `V`, with a quad-bitboard. `own` is the side to
    /// move of the view `V`.
    fn check<P: Pieces, V: View>(own: Color) {
        for board in boards() {
            let pieces = P::from_quad(board);
            assert_eq!((pieces.own::<V>(), pieces.theirs::<V>()), (board.color(own), board.color(!own)));
            for role in Role::ALL {
                assert_eq!(pieces.role(role), board.role(role), "{role}");
            }
            assert_eq!(pieces.diagonal_sliders(), board.diagonal_sliders());
            assert_eq!(pieces.orthogonal_sliders(), board.orthogonal_sliders());
            for from in board.color(own) {
                let Some(mover) = board.piece_at(from).map(Piece::role) else { unreachable!() };
                let mut without = board;
                without.take(from);
                let mut changed = pieces;
                changed.take::<V>(from, mover);
                assert_eq!(changed, P::from_quad(without));
                changed.put::<V>(from, mover);
                assert_eq!(changed, pieces);
                for to in !board.color(own) {
                    let arriving = Role::ALL[to.index() % 6];
                    let mut expected = without;
                    expected.put(to, arriving.of(own));
                    let mut changed = pieces;
                    changed.go::<V>(from, to, mover, arriving);
                    assert_eq!(changed, P::from_quad(expected));
                }
            }
            for pawn in board.pawns() & board.color(!own) {
                let mut expected = board;
                expected.take(pawn);
                let mut changed = pieces;
                changed.toggle_theirs::<V>(pawn, Role::Pawn);
                assert_eq!(changed, P::from_quad(expected));
            }
        }
    }

    #[test]
    fn eight_sets() {
        check::<EightSets, White>(Color::White);
        check::<EightSets, Black>(Color::Black);
        check::<EightSets, ToMove>(Color::Black);
    }

    #[test]
    fn four_planes() {
        check::<FourPlanes, White>(Color::White);
        check::<FourPlanes, Black>(Color::Black);
        check::<FourPlanes, ToMove>(Color::Black);
    }

    fn check_turn<P: Turn>() {
        for board in boards() {
            let mut pieces = P::from_quad(board);
            pieces.turn();
            assert_eq!(pieces, P::from_quad(board.flip_colors()));
        }
    }

    #[test]
    fn turned_boards() {
        check_turn::<EightSets>();
        check_turn::<FourPlanes>();
    }
}
