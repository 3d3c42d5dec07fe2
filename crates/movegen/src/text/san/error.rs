//! The errors of reading a move in SAN.

use core::fmt;

use quadbit_quad::Bitboard;

use super::San;

/// The reason why a text is not the SAN of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move in algebraic notation. It can be parsed up to this byte, counted from 0.
    Malformed(usize),
    /// The text is well-formed, but does not stand for a legal move of the position.
    Illegal,
    /// The text fits a legal move of the piece on each of these squares.
    Ambiguous(Bitboard),
    /// A pawn reaches the last rank, and the text does not say what it promotes to.
    NoPromotion,
    /// The text describes a move, but strict reading accepts only this spelling of it.
    Misspelled(San),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Malformed(at) => write!(f, "not a move in algebraic notation, from byte {at} on"),
            Self::Illegal => f.write_str("no such move is legal in this position"),
            Self::Ambiguous(origins) => {
                f.write_str("ambiguous: there are such moves")?;
                for (i, from) in origins.into_iter().enumerate() {
                    write!(f, "{} from {from}", if i == 0 { "" } else { " and" })?;
                }
                Ok(())
            }
            Self::NoPromotion => f.write_str("the promotion piece is missing"),
            Self::Misspelled(san) => write!(f, "the move is spelled {san}"),
        }
    }
}

impl core::error::Error for SanError {}
