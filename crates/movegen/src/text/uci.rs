//! Moves in UCI notation: read without a position, and found among the legal moves of one.

use core::fmt;
use core::str::FromStr;

use quadbit_x88::Role;

use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

/// The way in which castling is written in UCI text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingStyle {
    /// Castling is written by the squares of the king: `e1g1`. If the position has castling rights that standard chess
    /// cannot have, it is written as king takes rook, as in [`Chess960`](Self::Chess960), because `e1g1` would be
    /// ambiguous.
    #[default]
    Standard,
    /// Castling is written as king takes rook: `e1h1`.
    Chess960,
}

/// The UCI text of a move, which can be read without a position: two squares, and the letter of a promotion.
///
/// [`Move::to_uci`] makes one to print. Parsing makes one from a line that is read before there is a board, and
/// [`to_move`](Self::to_move) then asks a position for the move.
///
/// ```
/// use quadbit_movegen::{Position, Uci};
/// let text: Uci = "g1f3".parse()?;
/// assert_eq!(format!("{text:>6}"), "  g1f3");
/// let mv = text.to_move(&Position::start())?;
/// assert_eq!(mv.to_string(), "g1f3");
/// # Ok::<(), quadbit_movegen::UciError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uci(pub(crate) Move);

impl Uci {
    /// The legal move of `position` with this text. Castling is accepted in both forms, `e1g1` and `e1h1`.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn to_move(self, position: &Position) -> Result<Move, UciError> {
        let Self(mv) = self;
        let castling = || position.castling_by_king_target(mv).filter(|&mv| position.is_legal(mv));
        if position.is_legal(mv) { Ok(mv) } else { castling().ok_or(UciError::Illegal) }
    }
}

/// Prints the two squares and the letter of a promotion: `e2e4`, `e7e8q`. Width and alignment of the format are
/// respected.
impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Reads two squares and an optional letter of a promotion, without spaces.
impl FromStr for Uci {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Self, UciError> {
        parse(text).map(Self).ok_or(UciError::Malformed)
    }
}

/// The reason why a text is not a legal move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares, optionally followed by one of the letters `q r b n`.
    Malformed,
    /// The text is well-formed, but the move is not legal in the position.
    Illegal,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => {
                "a move is two squares, such as e2e4, and for a promotion one of the letters q, r, b, n"
            }
            Self::Illegal => "the move is not legal in this position",
        })
    }
}

impl core::error::Error for UciError {}

impl Move {
    /// The move as UCI text, with castling in the given style. `position` is the one before the move.
    ///
    /// ```
    /// use quadbit_movegen::{CastlingStyle, Move, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = Move::new(Square::E1, Square::H1);
    /// assert_eq!(castling.to_uci(&position, CastlingStyle::Standard).to_string(), "e1g1");
    /// assert_eq!(castling.to_uci(&position, CastlingStyle::Chess960).to_string(), "e1h1");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn to_uci(self, position: &Position, style: CastlingStyle) -> Uci {
        let (from, mut to) = (self.from(), self.to());
        if style == CastlingStyle::Standard && position.is_castling(self) && position.has_standard_castling()
        {
            to = CastlingSide::of(from, to).king_target(position.side_to_move());
        }
        Uci(self.promotion().map_or(Move::new(from, to), |role| Move::promoting(from, to, role)))
    }

    /// Reads a legal move of `position` from UCI text. Castling is accepted in both forms, `e1g1` and `e1h1`.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal.
    ///
    /// ```
    /// use quadbit_movegen::{Move, UciError, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(Move::from_uci("e1g1", &position), Move::from_uci("e1h1", &position));
    /// assert_eq!(Move::from_uci("e1e3", &position), Err(UciError::Illegal));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn from_uci(text: &str, position: &Position) -> Result<Self, UciError> {
        text.parse::<Uci>()?.to_move(position)
    }
}

/// Reads two squares and an optional letter of a promotion, for any position; `None` for any other text.
fn parse(text: &str) -> Option<Move> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    match text.get(4..)? {
        "" => Some(Move::new(from, to)),
        "q" => Some(Move::promoting(from, to, Role::Queen)),
        "r" => Some(Move::promoting(from, to, Role::Rook)),
        "b" => Some(Move::promoting(from, to, Role::Bishop)),
        "n" => Some(Move::promoting(from, to, Role::Knight)),
        _ => None,
    }
}
