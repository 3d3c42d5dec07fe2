//! Making moves on a board of cells and taking them back.

use quadbit_movegen::CastlingSide;
use quadbit_x88::{Color, Role};

use super::attack_scheme::AttackScheme;
use super::cells::{Cell, Cells, Cursor};
use super::mv::{CellMove, Kind};
use super::piece_finder::PieceFinder;
use super::{SquareBoard, State, right};

/// What a move destroys and taking it back needs: the captured piece, the castling rights, the cell that a double push
/// jumped over, and the attack scheme, of type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo<S> {
    /// The code of the captured piece, or that of an empty cell.
    captured: u8,
    /// The number that [`PieceFinder::remove`] returned for the captured piece, which [`PieceFinder::restore`] needs.
    slot: u8,
    /// The number that [`PieceFinder::promote`] returned, which taking back a promotion needs.
    promoted: u8,
    rights: u8,
    jumped: Option<u8>,
    scheme: S,
}

impl<C: Cells, P: PieceFinder<C>, S: AttackScheme<C, P>> SquareBoard<C, P, S> {
    #[inline(always)]
    pub(super) fn make_move(&mut self, mv: CellMove<C::Cursor>) -> Undo<S> {
        let us = self.state.side;
        let (from, to) = (C::Cursor::from_number(mv.from()), C::Cursor::from_number(mv.to()));
        let State { rights, jumped, .. } = self.state;
        let mut undo = Undo { captured: C::EMPTY, slot: 0, promoted: 0, rights, jumped, scheme: self.scheme };
        self.scheme.follow(mv);
        self.state.jumped = None;
        self.state.side = !us;
        if let Kind::Castling(side) = mv.kind() {
            self.castle(us, side, from, to, false);
            self.state.rights &= !(3 << right(us, CastlingSide::King));
            return undo;
        }
        undo.captured = self.cells.code(to);
        if undo.captured != C::EMPTY {
            undo.slot = self.pieces.remove(&mut self.cells, !us, to);
        }
        let code = self.cells.code(from);
        self.cells.set(from, C::EMPTY);
        self.cells.set(to, code);
        self.pieces.follow(&mut self.cells, us, from, to);
        match mv.kind() {
            Kind::Any | Kind::Castling(_) => {}
            Kind::DoublePush => self.state.jumped = Some(behind(to, us).number()),
            Kind::EnPassant => {
                let pawn = behind(to, us);
                undo.captured = self.cells.code(pawn);
                undo.slot = self.pieces.remove(&mut self.cells, !us, pawn);
                self.cells.set(pawn, C::EMPTY);
            }
            Kind::Promotion(role) => {
                self.cells.set(to, C::Cell::of(role.of(us)));
                undo.promoted = self.pieces.promote(&mut self.cells, us, to);
            }
        }
        if self.state.rights != 0 {
            self.revoke(us, from.number(), to.number());
        }
        undo
    }

    #[inline(always)]
    pub(super) fn unmake_move(&mut self, mv: CellMove<C::Cursor>, undo: Undo<S>) {
        let us = !self.state.side;
        let (from, to) = (C::Cursor::from_number(mv.from()), C::Cursor::from_number(mv.to()));
        self.state.side = us;
        self.state.rights = undo.rights;
        self.state.jumped = undo.jumped;
        self.scheme = undo.scheme;
        let mut code = self.cells.code(to);
        let mut stood_on = to;
        match mv.kind() {
            Kind::Any | Kind::DoublePush => {}
            Kind::Castling(side) => return self.castle(us, side, from, to, true),
            Kind::EnPassant => stood_on = behind(to, us),
            Kind::Promotion(_) => {
                self.pieces.demote(&mut self.cells, us, to, undo.promoted);
                code = C::Cell::of(Role::Pawn.of(us));
            }
        }
        self.cells.set(to, C::EMPTY);
        self.cells.set(from, code);
        self.pieces.follow(&mut self.cells, us, to, from);
        if undo.captured != C::EMPTY {
            self.cells.set(stood_on, undo.captured);
            self.pieces.restore(&mut self.cells, !us, stood_on, undo.slot);
        }
    }

    /// Castles, or takes castling back if `back`; `king` and `rook` are the cells before castling. Both pieces leave
    /// their cells before either arrives, because in Chess960 one may go to where the other stood.
    #[cold]
    fn castle(&mut self, us: Color, side: CastlingSide, king: C::Cursor, rook: C::Cursor, back: bool) {
        let mut kings = [king, C::Cursor::of(side.king_target(us))];
        let mut rooks = [rook, C::Cursor::of(side.rook_target(us))];
        if back {
            kings.reverse();
            rooks.reverse();
        }
        self.cells.set(kings[0], C::EMPTY);
        self.cells.set(rooks[0], C::EMPTY);
        self.cells.set(kings[1], C::Cell::of(Role::King.of(us)));
        self.cells.set(rooks[1], C::Cell::of(Role::Rook.of(us)));
        self.pieces.follow_both(&mut self.cells, us, kings, rooks);
    }

    /// Ends castling rights after a move of side `us` from cell `from` to cell `to`: both rights of `us` if its king
    /// has moved, and the right of a rook of either side that has moved or was captured.
    #[inline]
    fn revoke(&mut self, us: Color, from: u8, to: u8) {
        if self.pieces.king(&self.cells, us).number() == to {
            self.state.rights &= !(3 << right(us, CastlingSide::King));
        }
        for (right, &rook) in self.state.rooks.iter().enumerate() {
            if rook == from || rook == to {
                self.state.rights &= !(1 << right);
            }
        }
    }
}

/// The cell behind `pawn`, as its side `color` sees the board.
#[inline(always)]
fn behind<C: Cursor>(pawn: C, color: Color) -> C {
    let cell = match color {
        Color::White => pawn.forward::<true, 0>(),
        Color::Black => pawn.forward::<false, 0>(),
    };
    cell.unwrap_or(pawn)
}
