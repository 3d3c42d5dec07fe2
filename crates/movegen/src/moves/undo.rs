//! Taking moves back, and passing.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

use super::make::IllegalMove;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::{CastlingRights, Wing};
use crate::position::en_passant::EnPassant;
use crate::position::zobrist;

/// What a move destroys, in 24 bytes: [`Position::undo`] restores it. A position itself has 64, and copying it is often
/// quicker; this is for stacks of many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    key: u64,
    pawn_key: u64,
    halfmoves: u16,
    castling: CastlingRights,
    en_passant: EnPassant,
    /// The nibble that stood on the square the move went to: 0, an enemy piece, or the rook of a castling.
    target: u8,
    /// By how much the number of the move rose.
    fullmoves: u8,
}

static_assertions::assert_eq_size!(Undo, [u64; 3]);

impl Position {
    /// Makes a move that is known to be legal, as [`play_unchecked`](Self::play_unchecked) does, and returns what
    /// [`undo`](Self::undo) needs to take it back.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let mut position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let undo = position.play_undoable(mv);
    /// position.undo(mv, undo);
    /// assert_eq!(position, Position::start());
    /// ```
    #[inline]
    pub fn play_undoable(&mut self, mv: Move) -> Undo {
        let before = *self;
        self.play_unchecked(mv);
        Undo {
            key: before.key,
            pawn_key: before.pawn_key,
            halfmoves: before.halfmoves,
            castling: before.castling,
            en_passant: before.en_passant,
            target: before.board.code(mv.to()),
            fullmoves: (self.fullmoves - before.fullmoves) as u8,
        }
    }

    /// Takes back the last move made: the position is the same as before, in every bit. Moves must be taken back in reverse
    /// order, each with its own value; anything else leaves a position without meaning.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        let us = !self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let own_rook = Role::Rook.of(us).code();
        let mut put = |square: Square, code: u8| {
            self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(square), code));
        };
        if undo.target == own_rook {
            let king = Role::King.of(us).code();
            let wing = Wing::of(from, to);
            put(wing.king_target(us), king);
            put(wing.rook_target(us), own_rook);
            put(from, king);
            put(to, own_rook);
        } else {
            let placed = self.board.code(to);
            let mover = if mv.promotion().is_some() { Role::Pawn.of(us).code() } else { placed };
            self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(to), placed ^ undo.target));
            self.board = self.board.xor(QuadBitboard::splat(Bitboard::of(from), mover));
            let captured_en_passant =
                mover >> 1 == Role::Pawn.code() && undo.target == 0 && from.file() != to.file();
            if captured_en_passant {
                self.board.put_code(Square::new(to.file(), from.rank()), mover ^ 1);
            }
        }
        self.side_to_move = us;
        self.key = undo.key;
        self.pawn_key = undo.pawn_key;
        self.halfmoves = undo.halfmoves;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.fullmoves -= u32::from(undo.fullmoves);
    }

    /// Passes: the other side moves next, and no double push is remembered. Chess has no such move, but searches do.
    ///
    /// # Errors
    /// [`IllegalMove`] with [`Move::NULL`] in check: the king could be taken. The position is unchanged then.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let mut position = Position::start();
    /// position.play_null()?;
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    /// # Ok::<(), quadbit_movegen::IllegalMove>(())
    /// ```
    pub fn play_null(&mut self) -> Result<(), IllegalMove> {
        if self.is_check() {
            return Err(IllegalMove(Move::NULL));
        }
        self.forget_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(self.side_to_move as u32);
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::BLACK_TO_MOVE;
        Ok(())
    }
}
