//! Positions and moves in serialised data, as text.
//!
//! | type | text |
//! |---|---|
//! | [`Position`] | its canonical FEN |
//! | [`Move`] | coordinates, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1` |
//! | [`GameResult`] | `1-0`, `0-1`, `1/2-1/2`, `*` |
//! | `Epd` | the line |

use core::str::FromStr;

use quadbit_x88::serde_text;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::moves::mv::Move;
use crate::outcome::game_result::GameResult;
use crate::position::Position;
use crate::text::fen::error::FenError;
use crate::text::spelling::is_spelled;
use crate::text::uci::Uci;

/// Writes the canonical FEN.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_text::serialize(self, serializer)
    }
}

/// Reads a FEN that strict reading accepts, or that relaxed reading accepts unchanged: every position that was
/// written can be read again, and nothing is dropped silently.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Faithful(position) = serde_text::deserialize(deserializer)?;
        Ok(position)
    }
}

struct Faithful(Position);

impl FromStr for Faithful {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self).or_else(|error| match Position::from_fen_relaxed(fen) {
            Ok(position) if is_spelled(position, fen) => Ok(Self(position)),
            _ => Err(error),
        })
    }
}

/// Writes coordinates, castling as king takes rook.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_text::serialize(self, serializer)
    }
}

/// Reads coordinates. Whether the move is legal depends on the position and is not checked.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Uci(mv) = serde_text::deserialize(deserializer)?;
        Ok(mv)
    }
}

macro_rules! as_text {
    ($value:ty, $text:literal) => {
        #[doc = $text]
        impl Serialize for $value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde_text::serialize(self, serializer)
            }
        }

        #[doc = $text]
        impl<'de> Deserialize<'de> for $value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde_text::deserialize(deserializer)
            }
        }
    };
}

as_text!(GameResult, "As `1-0`, `0-1`, `1/2-1/2` or `*`.");
#[cfg(feature = "alloc")]
as_text!(crate::text::epd::Epd, "As its line.");
