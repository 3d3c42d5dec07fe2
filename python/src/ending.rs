//! How a game has ended, as a number for arrays.

use quadbit_movegen::{Color, DrawClaim, Outcome};

/// How a game has ended, or `Ongoing`. The numbers are those of `quadbit.Outcome`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ending {
    Ongoing = 0,
    WhiteMates = 1,
    BlackMates = 2,
    Stalemate = 3,
    InsufficientMaterial = 4,
    SeventyFiveMoves = 5,
    FivefoldRepetition = 6,
    ThreefoldRepetition = 7,
    FiftyMoves = 8,
    IllegalMove = 9,
}

impl Ending {
    pub(crate) const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Ongoing,
            Some(Outcome::Checkmate { winner: Color::White }) => Self::WhiteMates,
            Some(Outcome::Checkmate { winner: Color::Black }) => Self::BlackMates,
            Some(Outcome::Stalemate) => Self::Stalemate,
            Some(Outcome::InsufficientMaterial) => Self::InsufficientMaterial,
            Some(Outcome::SeventyFiveMoves) => Self::SeventyFiveMoves,
            Some(Outcome::FivefoldRepetition) => Self::FivefoldRepetition,
        }
    }

    pub(crate) const fn claimed(claim: DrawClaim) -> Self {
        match claim {
            DrawClaim::ThreefoldRepetition => Self::ThreefoldRepetition,
            DrawClaim::FiftyMoves => Self::FiftyMoves,
        }
    }

    pub(crate) const fn is_mate(self) -> bool {
        matches!(self, Self::WhiteMates | Self::BlackMates)
    }
}
