//! The board on which the moves of a chain are played where few positions are wanted.
//!
//! 1. `of` takes a position apart: the pieces of each side, the planes that name their kinds, rights and clocks.
//! 2. `play` makes a move on it and asks one question: does an enemy piece attack the king now? Castling, promotions,
//!    and moves that capture en passant or allow it, are left to [`Position`].
//! 3. [`Board::parts`] puts a position together again.
//!
//! A board has no keys, checkers or pins. A chain must have the same legal moves and the same parts after each move as
//! when it is played on positions: a test compares the two.

use quadbit_movegen::{CastlingRights, Color, Move, Position, PositionBuilder};
use quadbit_quad::zobrist::board_keys;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Role, Square};

/// A position without what can be computed from it. A double push is remembered only if a capture en passant is legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(super) us: Color,
    /// The pieces of the side to move.
    pub(super) own: Bitboard,
    /// The pieces of the other side.
    pub(super) enemy: Bitboard,
    /// The planes 1 to 3 of the quad-bitboard, whose bits on a square are the code of the role.
    pub(super) kinds: [Bitboard; 3],
    /// The rooks of both sides with which there is a right to castle.
    pub(super) rooks: Bitboard,
    /// The square on which a capture en passant is legal; empty if there is none.
    pub(super) ep: Bitboard,
    /// The half-move clock, which may exceed the 16 bits that a position has for it.
    pub(super) halfmoves: u32,
    /// The move number, which may exceed the 16 bits that a position has for it.
    pub(super) fullmoves: u32,
}

/// What a chain is played on: positions, or boards, which are faster but have no keys, checkers or pins.
pub(crate) trait Plays: Copy {
    /// The board or position on which a chain that begins with `position` is played.
    fn of(position: &Position) -> Self;

    /// Returns the position that has been reached.
    fn position(&self) -> Position;

    /// Returns the board by which the format numbers pieces and destinations.
    fn board(&self) -> Board;

    /// Makes the move `mv`. `squares` are its origin and its destination, which is the rook's square in castling. The
    /// piece must be able to reach the destination if checks do not matter. Returns false if the move is not legal:
    /// then `self` must not be used any more.
    fn play(&mut self, mv: Move, squares: [Square; 2]) -> bool;
}

impl Plays for Position {
    fn of(position: &Position) -> Self {
        *position
    }

    fn position(&self) -> Position {
        *self
    }

    fn board(&self) -> Board {
        Board::of(self)
    }

    /// Makes a move, which can only be illegal because of a check, a pin, a step of the king, or a capture en passant.
    #[inline(always)]
    fn play(&mut self, mv: Move, _: [Square; 2]) -> bool {
        let us = self.side_to_move();
        let needs_test = self.pinned(us).with(self.king(us)).has(mv.from());
        let is_legal = !(needs_test || self.is_check() || self.ep().is_some()) || self.is_legal(mv);
        if is_legal {
            *self = self.after(mv);
        }
        is_legal
    }
}

impl Plays for Board {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        Self::of_any(position)
    }

    fn position(&self) -> Position {
        let parts = self.parts();
        parts.build_unchecked(board_keys(parts.board))
    }

    fn board(&self) -> Board {
        *self
    }

    #[inline(always)]
    fn play(&mut self, mv: Move, [from, to]: [Square; 2]) -> bool {
        let [left, reached] = [from, to].map(Bitboard::of);
        let role = self.role_code(from);
        let is_pawn = role == Role::Pawn.code();
        let [b1, b2, b3] = self.kinds;
        // If `to` is on the a- or h-file, one of the squares of `beside` is on another rank. A common move may then
        // take the path for rare moves, which is slower but gives the same position.
        let beside = Bitboard(0b101 << to.index() >> 1) & (b1 - (b2 | b3)) & self.enemy;
        let allows_en_passant = is_pawn & (from.index() ^ to.index() == 16) & beside.any();
        if self.ep.any() | self.own.intersects(reached) | (mv != Move::new(from, to)) | allows_en_passant {
            return self.played_rare(mv).map(|played| *self = played).is_some();
        }
        if self.rooks.any() {
            let ended = if role == Role::King.code() { self.own } else { left };
            self.rooks = self.rooks - ended - reached;
        }
        // Computed without a branch, which would be mispredicted.
        let is_reversible = !(is_pawn | self.enemy.intersects(reached));
        self.halfmoves = (self.halfmoves + 1) * u32::from(is_reversible);
        self.fullmoves += self.us as u32;
        for kind in &mut self.kinds {
            let moved = Bitboard(u64::from(kind.has(from)) << to.index());
            *kind = (*kind - (left | reached)) | moved;
        }
        (self.own, self.enemy) = (self.enemy - reached, (self.own - left) | reached);
        self.us = !self.us;
        let [b1, b2, b3] = self.kinds;
        let (pawns, knights, kings) = (b1 - (b2 | b3), b2 - (b1 | b3), b2 & b3);
        let (king, occupied) = ((kings & self.enemy).first_or_a1(), self.own | self.enemy);
        // A common function for the attackers of both sides would take 1.03 times as many instructions in all.
        let attackers = attacks::pawn(!self.us, king) & pawns
            | attacks::knight(king) & knights
            | attacks::king(king) & kings
            | attacks::bishop(king, occupied) & (b1 - pawns)
            | attacks::rook(king, occupied) & (b3 - kings);
        !attackers.intersects(self.own)
    }
}

impl Board {
    /// Takes apart a position with or without keys.
    #[inline(always)]
    fn of_any<const KEYED: bool>(position: &Position<KEYED>) -> Self {
        let (board, us) = (position.board(), position.side_to_move());
        let [_, kinds @ ..] = board.planes();
        Self {
            us,
            own: board.color(us),
            enemy: board.color(!us),
            kinds,
            rooks: position.castling_rights().rooks(),
            ep: position.ep().map_or(Bitboard::EMPTY, Bitboard::of),
            halfmoves: position.halfmoves().into(),
            fullmoves: position.fullmoves().into(),
        }
    }

    /// The parts of the position. A clock above 65,535 becomes 65,535.
    #[inline(always)]
    pub(crate) fn parts(&self) -> PositionBuilder {
        PositionBuilder {
            board: self.planes(),
            side_to_move: self.us,
            castling: CastlingRights::from_rooks(self.rooks),
            en_passant: self.ep.first().map(Square::file),
            halfmoves: self.halfmoves.try_into().unwrap_or(u16::MAX),
            fullmoves: self.fullmoves.try_into().unwrap_or(u16::MAX),
        }
    }

    /// Returns the quad-bitboard of all pieces.
    #[inline(always)]
    fn planes(&self) -> QuadBitboard {
        let black = if self.us == Color::White { self.enemy } else { self.own };
        let [b1, b2, b3] = self.kinds;
        QuadBitboard::from_planes([black, b1, b2, b3])
    }

    /// Returns the code of the role on `square`, 0 for an empty square.
    #[inline(always)]
    pub(super) fn role_code(&self, square: Square) -> u8 {
        let [b1, b2, b3] = self.kinds.map(|plane| u8::from(plane.has(square)));
        b1 | b2 << 1 | b3 << 2
    }

    /// Returns the board after `mv`, which may be of any kind, by way of a [`Position`]; `None` if the move is not
    /// legal.
    #[cold]
    #[inline(never)]
    fn played_rare(self, mv: Move) -> Option<Self> {
        let position = self.parts().build_keyless_unchecked();
        position.is_legal(mv).then(|| Self::of_any(&position.after(mv)))
    }
}
