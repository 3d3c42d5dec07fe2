//! A position from its parts.
//!
//! 1. [`PositionBuilder::build`] checks the board, then what needs the pieces on it: the check of the side not to move,
//!    rights to castle, the checkers, the last double push. The state grows with each part that has passed.
//! 2. The keys come last, since they depend on all other parts: until then the position is a [`KeylessPosition`].
//! 3. [`PositionBuilder::build_keyless_unchecked`] trusts its caller in everything; builds with debug assertions
//!    compare it with `build`.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Rank, Square};

use super::castling::CastlingRights;
use super::en_passant::{EnPassant, legal_capturers};
use super::safety::checks_and_pins;
use super::state::State;
use super::validity::{PositionError, Validity, check_board};
use super::zobrist::Keys;
use super::{KeylessPosition, Position};

/// The parts of a position. [`build`](Self::build) checks them and makes the position.
///
/// ```
/// use quadbit_movegen::{CastlingRights, Color, File, PositionBuilder, Role, Square, Validity};
/// let mut parts = PositionBuilder {
///     castling: CastlingRights::EMPTY.with(Color::White, File::H),
///     fullmoves: 40,
///     ..PositionBuilder::new()
/// };
/// parts.board.put(Square::E1, Role::King.of(Color::White));
/// parts.board.put(Square::H1, Role::Rook.of(Color::White));
/// parts.board.put(Square::E8, Role::King.of(Color::Black));
/// let position = parts.build(Validity::Strict)?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 40");
/// # Ok::<(), quadbit_movegen::PositionError>(())
/// ```
///
/// The parts of an existing position can be changed:
///
/// ```
/// use quadbit_movegen::{Color, Position, PositionBuilder, Role, Square, Validity};
/// let mut parts = PositionBuilder::from(&Position::start());
/// assert_eq!(parts.board.take(Square::D1), Some(Role::Queen.of(Color::White)));
/// let position = parts.build(Validity::Strict)?;
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
/// # Ok::<(), quadbit_movegen::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionBuilder {
    /// The pieces on their squares.
    pub board: QuadBitboard,
    /// The side to move.
    pub side_to_move: Color,
    /// The rights to castle.
    pub castling: CastlingRights,
    /// The file on which the opponent has just made a double push; `None` if the last move was another one.
    pub en_passant: Option<File>,
    /// The number of half moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u16,
}

impl PositionBuilder {
    /// The parts of an empty board, white to move, at move 1.
    pub const fn new() -> Self {
        Self {
            board: QuadBitboard::EMPTY,
            side_to_move: Color::White,
            castling: CastlingRights::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Makes the position if the parts obey the rules of `validity`. A full move number of 0 is taken as 1.
    ///
    /// # Errors
    /// The first broken rule of [`Validity`]. In relaxed mode, castling rights and an en passant file that
    /// break a rule are dropped instead.
    #[inline]
    pub fn build(&self, validity: Validity) -> Result<Position, PositionError> {
        Ok(self.build_without_keys(validity)?.with_keys())
    }

    /// Makes the position without keys if the parts obey the rules of `validity`.
    #[inline]
    fn build_without_keys(&self, validity: Validity) -> Result<KeylessPosition, PositionError> {
        check_board(self.board)?;
        let mut position = self.bare();
        position.checks_and_pins = checks_and_pins(self.board, self.side_to_move);
        position.check_opponent()?;
        if Color::ALL
            .into_iter()
            .all(|color| position.has_castling_rooks(color, self.castling.rooks_of(color)))
        {
            position.state = position.state.with_castling(self.castling);
        } else {
            position.state = position.state.with_castling(self.checked_castling(position, validity)?);
        }
        if validity.is_strict() {
            position.check_checkers()?;
        }
        if let Some(file) = self.en_passant {
            match position.check_double_push(file) {
                Ok(()) => {
                    position.state = position.state.with_en_passant(self.double_push(file));
                }
                Err(error) if validity.is_strict() => return Err(error),
                Err(_) => {}
            }
            if validity.is_strict() {
                position.check_ep_check(file)?;
            }
        }
        if validity == Validity::Standard && !position.has_standard_castling() {
            return Err(PositionError::Chess960);
        }
        Ok(position)
    }

    /// Makes the position, without keys, of parts that [`build`](Self::build) would accept as they are: for programs
    /// that ask about the moves of positions that they know to be valid. [`with_keys`](KeylessPosition::with_keys) adds
    /// the keys.
    ///
    /// Nothing is checked here, except in builds with debug assertions. A position made of other parts breaks
    /// invariants that the rest of this crate relies on: its moves are meaningless, and functions may panic.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, PositionBuilder, Square};
    /// let parts = PositionBuilder::from(&Position::start());
    /// assert!(!parts.build_keyless_unchecked().gives_check(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn build_keyless_unchecked(&self) -> KeylessPosition {
        let en_passant = self.en_passant.map_or(EnPassant::NONE, |file| self.double_push(file));
        let checks_and_pins = checks_and_pins(self.board, self.side_to_move);
        let position =
            Position { checks_and_pins, state: self.state(self.castling, en_passant), ..self.bare() };
        debug_assert!(
            self.build_without_keys(Validity::Relaxed).is_ok_and(|built| {
                let all = |p: &KeylessPosition| (p.board, p.state, p.checks_and_pins);
                all(&built) == all(&position)
            }),
            "the parts are not valid: {self}"
        );
        position
    }

    /// The board with the side to move and the clocks, without castling rights, en passant square, checks and pins.
    #[inline]
    fn bare(&self) -> KeylessPosition {
        Position {
            board: self.board,
            keys: Keys::NONE,
            state: self.state(CastlingRights::EMPTY, EnPassant::NONE),
            checks_and_pins: Bitboard::EMPTY,
        }
    }

    /// The state with the rights `castling`, with `en_passant`, and with the builder's side to move and clocks.
    #[inline]
    fn state(&self, castling: CastlingRights, en_passant: EnPassant) -> State {
        State::new(self.side_to_move, castling, en_passant, [self.halfmoves, self.fullmoves.max(1)])
    }

    /// What a position remembers of a double push on `file`: the file, and whether the pawn can be captured.
    #[cold]
    fn double_push(&self, file: File) -> EnPassant {
        let target = Square::new(file, Rank::Sixth.relative_to(self.side_to_move));
        EnPassant::new(file, legal_capturers(self.board, self.side_to_move, target).any())
    }

    /// Returns the castling rights of the builder that `position`, which must have none yet, can have. They are checked
    /// one by one: a right that the position cannot have is an error if `validity` is strict, and is left out if it is
    /// relaxed.
    #[cold]
    fn checked_castling(
        &self,
        mut position: KeylessPosition,
        validity: Validity,
    ) -> Result<CastlingRights, PositionError> {
        for color in Color::ALL {
            for rook in self.castling.rooks_of(color) {
                match position.check_castling(color, rook.file()) {
                    Ok(()) => {
                        let castling = position.castling_rights().with(color, rook.file());
                        position.state = position.state.with_castling(castling);
                    }
                    Err(error) if validity.is_strict() => return Err(error),
                    Err(_) => {}
                }
            }
        }
        Ok(position.castling_rights())
    }
}

impl Default for PositionBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl<const KEYED: bool> From<&Position<KEYED>> for PositionBuilder {
    fn from(position: &Position<KEYED>) -> Self {
        Self {
            board: position.board,
            side_to_move: position.side_to_move(),
            castling: position.castling_rights(),
            en_passant: position.state.en_passant().remembered(),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
        }
    }
}
