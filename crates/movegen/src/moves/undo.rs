//! Moves made in place and taken back, and null moves.

use quadbit_quad::Bitboard;

use super::effect::Effect;
use super::make::IllegalMoveError;
use super::mv::Move;
use crate::position::Position;
use crate::position::state::State;
use crate::position::zobrist::{self, Keys};

/// The data that a move destroys, in 32 bytes, for [`Position::undo`] to restore. A position itself takes 64 bytes, and
/// copying it is often faster; `Undo` is for stacks of many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    keys: Keys,
    checks_and_pins: Bitboard,
    /// The state before the move, with the codes that were on the move's two squares.
    state: State,
}

static_assertions::assert_eq_size!(Undo, [u64; 4]);

impl<const KEYED: bool> Position<KEYED> {
    /// Makes a move in place if it is legal, and returns the data that [`undo`](Self::undo)
    /// needs to take it back.
    ///
    /// # Errors
    /// [`IllegalMoveError`]; the position is unchanged then.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let mut position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let undo = position.play(mv)?;
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// assert!(position.play(mv).is_err());
    /// position.undo(mv, undo);
    /// assert_eq!(position, Position::start());
    /// # Ok::<(), quadbit_movegen::IllegalMoveError>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMoveError> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMoveError(mv)) }
    }

    /// Makes a move that is known to be legal in place, as [`after`](Self::after) does on a copy, and returns
    /// the data that [`undo`](Self::undo) needs to take it back.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let before = *self;
        *self = self.after_called(mv);
        Undo {
            keys: before.keys,
            checks_and_pins: before.checks_and_pins,
            state: before.state.with_codes([before.board.code(mv.from()), before.board.code(mv.to())]),
        }
    }

    /// Takes back `mv`, the last move made, and restores the position in every bit. Moves must be taken back in reverse
    /// order, each with its own `Undo`; anything else gives an invalid position.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        self.board = Effect::of_codes(mv, undo.state.codes()).board_before(self.board);
        self.keys = undo.keys;
        self.checks_and_pins = undo.checks_and_pins;
        self.state = undo.state.without_codes();
    }

    /// The position after a null move: the other side moves next, the clocks go on, and a previous double push can no
    /// longer be captured. `None` if the side to move is in check. Chess has no such move, but searches use it.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let passed = Position::start().null_move().unwrap();
    /// assert_eq!(passed.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    /// ```
    #[inline]
    #[must_use]
    pub fn null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let them = !self.side_to_move();
        let mut after = *self;
        after.change_keys(Keys::of_state(zobrist::BLACK_TO_MOVE ^ self.state.en_passant().key()));
        after.checks_and_pins = self.pinned(them);
        after.state = self.state.passed(false);
        Some(after)
    }
}
