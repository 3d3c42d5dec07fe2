//! Positions and moves in serialised data, as text.
//!
//! | type | text |
//! |---|---|
//! | [`Position`] | its canonical FEN |
//! | [`Move`] | coordinates, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1` |
//! | [`GameResult`] | `1-0`, `0-1`, `1/2-1/2`, `*` |
//! | `Epd` | the line |

use core::fmt;
use core::str::FromStr;

use quadbit_x88::serde_text::as_text;

use crate::moves::mv::Move;
use crate::outcome::game_result::GameResult;
use crate::position::Position;
use crate::text::fen::error::FenError;
use crate::text::spelling::is_spelled;
use crate::text::uci::Uci;

as_text!(
    /// Writes a position as its canonical FEN. Reads a FEN that strict reading accepts, or that relaxed reading accepts
    /// unchanged: every position that was written can be read again, and nothing is dropped silently.
    Position as Faithful
);
as_text!(
    /// Writes a move as coordinates, castling as king takes rook. Whether a move that is read is legal depends on the
    /// position and is not checked.
    Move as Uci
);
as_text!(
    /// Writes a result as `1-0`, `0-1`, `1/2-1/2` or `*`, and reads these.
    GameResult
);
#[cfg(feature = "alloc")]
as_text!(
    /// Writes an EPD as its line, and reads such a line strictly.
    crate::text::epd::Epd
);

struct Faithful(Position);

impl fmt::Display for Faithful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Faithful {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self).or_else(|error| match Position::from_fen_relaxed(fen) {
            Ok(position) if is_spelled(position, fen) => Ok(Self(position)),
            _ => Err(error),
        })
    }
}
