//! Moves in long algebraic notation.

use core::fmt;

use quadbit_x88::{Piece, Role, Square};

use super::san::reader::Pattern;
use super::san::{Suffix, castling_text};
use super::spelling::is_spelled;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

/// A move that can be printed in long algebraic notation; created by [`Move::to_lan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lan {
    role: Role,
    from: Square,
    to: Square,
    castling: Option<CastlingSide>,
    capture: bool,
    promotion: Option<Role>,
    suffix: Suffix,
}

/// The reason why a text is not the long algebraic notation of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseLanError {
    /// The text is not a move in algebraic notation. It can be parsed up to this byte, counted from 0.
    Malformed(usize),
    /// The text is well-formed, but does not stand for exactly one legal move of the position.
    Illegal,
    /// The text stands for a move, but strict reading accepts only this spelling of it.
    Misspelled(Lan),
}

impl fmt::Display for ParseLanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(at) => write!(f, "not a move in algebraic notation, from byte {at} on"),
            Self::Illegal => f.write_str("no such move is legal in this position"),
            Self::Misspelled(lan) => write!(f, "the move is spelled {lan}"),
        }
    }
}

impl core::error::Error for ParseLanError {}

impl Move {
    /// The move in long algebraic notation: `Ng1-f3`, `e5xd6`, `O-O`, `e7-e8=Q#`. The move must be legal in
    /// the position, which is the one before it.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Role, Square};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let lan = |mv: Move| mv.to_lan(&position).to_string();
    /// assert_eq!(lan(Move::new(Square::A1, Square::A7)), "Ra1-a7");
    /// assert_eq!(lan(Move::new(Square::E1, Square::H1)), "O-O");
    /// assert_eq!(lan(Move::promoting(Square::E7, Square::D8, Role::Queen)), "e7xd8=Q+");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn to_lan(self, position: &Position) -> Lan {
        let (from, to) = (self.from(), self.to());
        let role = position.get(from).map_or(Role::Pawn, Piece::role);
        let castling = position.is_castling(self).then(|| CastlingSide::of(from, to));
        let capture = position.get(to).is_some() || role == Role::Pawn && from.file() != to.file();
        let suffix = Suffix::of(self, position);
        Lan { role, from, to, castling, capture, promotion: self.promotion(), suffix }
    }

    /// Reads a legal move from long algebraic notation, spelled exactly as [`to_lan`](Self::to_lan)
    /// writes it. For other spellings use [`from_san_relaxed`](Self::from_san_relaxed), which
    /// accepts the long form too.
    ///
    /// # Errors
    /// The text is not the exact notation of a legal move.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position = Position::start();
    /// assert_eq!(Move::from_lan("Ng1-f3", &position), Ok(Move::new(Square::G1, Square::F3)));
    /// let error = Move::from_lan("Nf3", &position).unwrap_err();
    /// assert_eq!(error.to_string(), "the move is spelled Ng1-f3");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn from_lan(text: &str, position: &Position) -> Result<Self, ParseLanError> {
        let pattern = Pattern::read(text).map_err(ParseLanError::Malformed)?;
        let mv = pattern.resolve(position).map_err(|_| ParseLanError::Illegal)?;
        let lan = mv.to_lan(position);
        if is_spelled(lan, text) { Ok(mv) } else { Err(ParseLanError::Misspelled(lan)) }
    }
}

impl fmt::Display for Lan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(side) = self.castling {
            f.write_str(castling_text(side))?;
        } else {
            if self.role != Role::Pawn {
                write!(f, "{}", self.role.to_upper_char())?;
            }
            write!(f, "{}{}{}", self.from, if self.capture { 'x' } else { '-' }, self.to)?;
            if let Some(role) = self.promotion {
                write!(f, "={}", role.to_upper_char())?;
            }
        }
        fmt::Display::fmt(&self.suffix, f)
    }
}
