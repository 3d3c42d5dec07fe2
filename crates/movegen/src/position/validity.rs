//! What makes a position valid: one definition, made of named checks.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::Position;
use super::castling::Wing;

/// How much of a position is checked.
///
/// | rule | strict | relaxed |
/// |---|---|---|
/// | one king a side | refused | refused |
/// | no pawn on the first or eighth rank | refused | refused |
/// | the side that has just moved is not in check | refused | refused |
/// | at most 16 men and 8 pawns a side, promoted men at most the missing pawns | refused | refused |
/// | every castling right has its king and rook, one rook a wing | refused | the right is dropped |
/// | the pushed pawn is there, and the two squares behind it are empty | refused | forgotten |
/// | at most two checkers, not on one line | refused | accepted |
/// | after a double push, the check is one that the push can explain | refused | accepted |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Validity {
    /// What a game can reach, as far as these cheap rules can tell.
    #[default]
    Strict,
    /// Whatever has well-defined legal moves, at most 218 of them.
    Relaxed,
}

/// Why a position is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The square holds a nibble that is not a piece.
    ForeignCode(Square),
    /// The side has no king.
    NoKing(Color),
    /// The side has more than one king.
    ManyKings(Color),
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank(Square),
    /// The side has more than 16 men.
    ManyMen(Color),
    /// The side has more than 8 pawns.
    ManyPawns(Color),
    /// The side has more promoted men than missing pawns.
    ManyPromotions(Color),
    /// The side that has just moved is in check.
    OpponentInCheck,
    /// The side has a castling right, but its king is not on its first rank.
    CastlingKing(Color),
    /// The side has a castling right with a rook on this file of its first rank, but no rook stands there.
    CastlingRook(Color, File),
    /// The side has castling rights with two rooks on one wing.
    CastlingWing(Color, Wing),
    /// En passant is set on this file, but no pawn stands where the double push ended.
    EpPawn(File),
    /// En passant is set on this file, but a square that the double push came over is not empty.
    EpPath(File),
    /// More than two pieces give check.
    ManyCheckers,
    /// Two pieces give check on one line.
    AlignedCheckers,
    /// En passant is set on this file, but there is a check that the double push cannot have given or opened.
    EpCheck(File),
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ForeignCode(square) => write!(f, "the nibble on {square} is not a piece"),
            Self::NoKing(color) => write!(f, "{} has no king", name(color)),
            Self::ManyKings(color) => write!(f, "{} has more than one king", name(color)),
            Self::PawnOnBackRank(square) => write!(f, "a pawn stands on {square}"),
            Self::ManyMen(color) => write!(f, "{} has more than 16 men", name(color)),
            Self::ManyPawns(color) => write!(f, "{} has more than 8 pawns", name(color)),
            Self::ManyPromotions(color) => {
                write!(f, "{} has more promoted men than missing pawns", name(color))
            }
            Self::OpponentInCheck => f.write_str("the side not to move is in check"),
            Self::CastlingKing(color) => {
                write!(f, "castling: {}'s king is not on its first rank", name(color))
            }
            Self::CastlingRook(color, file) => {
                let square = Square::new(file, Rank::First.relative_to(color));
                write!(f, "castling: no {} rook on {square}", name(color))
            }
            Self::CastlingWing(color, wing) => {
                let side = match wing {
                    Wing::King => "king",
                    Wing::Queen => "queen",
                };
                write!(f, "castling: {} has two rights on the {side}side", name(color))
            }
            Self::EpPawn(file) => write!(f, "en passant: no pawn on the {file}-file has just been pushed"),
            Self::EpPath(file) => {
                write!(f, "en passant: the {file}-file is not empty behind the pushed pawn")
            }
            Self::ManyCheckers => f.write_str("more than two pieces give check"),
            Self::AlignedCheckers => f.write_str("two pieces give check along one line"),
            Self::EpCheck(file) => {
                write!(f, "en passant: the double push on the {file}-file does not explain the check")
            }
        }
    }
}

impl core::error::Error for PositionError {}

/// The rules about the board alone, which hold in every mode.
pub(super) fn check_board(board: QuadBitboard) -> Result<(), PositionError> {
    check_codes(board)?;
    for color in Color::ALL {
        check_kings(board, color)?;
        check_men(board, color)?;
    }
    check_back_ranks(board)
}

fn check_codes(board: QuadBitboard) -> Result<(), PositionError> {
    board.foreign().first().map_or(Ok(()), |square| Err(PositionError::ForeignCode(square)))
}

fn check_kings(board: QuadBitboard, color: Color) -> Result<(), PositionError> {
    match (board.kings() & board.color(color)).count() {
        0 => Err(PositionError::NoKing(color)),
        1 => Ok(()),
        _ => Err(PositionError::ManyKings(color)),
    }
}

/// Every officer beyond the first queen and the first two of the others was a pawn once.
fn check_men(board: QuadBitboard, color: Color) -> Result<(), PositionError> {
    let own = board.color(color);
    let beyond = |role: Role, first: u32| (board.role(role) & own).count().saturating_sub(first);
    let pawns = (board.pawns() & own).count();
    let promoted =
        beyond(Role::Queen, 1) + beyond(Role::Rook, 2) + beyond(Role::Bishop, 2) + beyond(Role::Knight, 2);
    if own.count() > 16 {
        Err(PositionError::ManyMen(color))
    } else if pawns > 8 {
        Err(PositionError::ManyPawns(color))
    } else if promoted > 8 - pawns {
        Err(PositionError::ManyPromotions(color))
    } else {
        Ok(())
    }
}

fn check_back_ranks(board: QuadBitboard) -> Result<(), PositionError> {
    let back = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    (board.pawns() & back).first().map_or(Ok(()), |square| Err(PositionError::PawnOnBackRank(square)))
}

impl Position {
    /// The side that has just moved must not have left its king in check.
    pub(super) fn check_opponent(&self) -> Result<(), PositionError> {
        let us = self.side_to_move;
        if self.is_attacked_over(self.king(!us), us, self.board.occupied()) {
            return Err(PositionError::OpponentInCheck);
        }
        Ok(())
    }

    /// A castling right needs the king on its first rank, a rook of its own there, and its wing for itself.
    pub(super) fn check_castling(&self, color: Color, file: File) -> Result<(), PositionError> {
        let first = Rank::First.relative_to(color);
        let king = self.king(color);
        if king.rank() != first {
            return Err(PositionError::CastlingKing(color));
        }
        let rook = Square::new(file, first);
        if !self.pieces(color, Role::Rook).has(rook) {
            return Err(PositionError::CastlingRook(color, file));
        }
        let wing = Wing::of(king, rook);
        if self.castling.rooks_of(color).into_iter().any(|other| Wing::of(king, other) == wing) {
            return Err(PositionError::CastlingWing(color, wing));
        }
        Ok(())
    }

    /// A double push on this file ends with the pawn there and the two squares behind it empty.
    pub(super) fn check_double_push(&self, file: File) -> Result<(), PositionError> {
        let them = !self.side_to_move;
        let square = |rank: Rank| Square::new(file, rank.relative_to(them));
        if !self.pieces(them, Role::Pawn).has(square(Rank::Fourth)) {
            return Err(PositionError::EpPawn(file));
        }
        let path = Bitboard::of(square(Rank::Second)).with(square(Rank::Third));
        if path.meets(self.board.occupied()) {
            return Err(PositionError::EpPath(file));
        }
        Ok(())
    }

    /// No move gives check with three pieces, or with two on one line through the king.
    pub(super) fn check_checkers(&self) -> Result<(), PositionError> {
        let mut checkers = self.checkers();
        let king = self.king(self.side_to_move);
        let (first, second) = (checkers.pop_first(), checkers.pop_first());
        if checkers.any() {
            return Err(PositionError::ManyCheckers);
        }
        if let (Some(first), Some(second)) = (first, second)
            && attacks::line(first, second).has(king)
        {
            return Err(PositionError::AlignedCheckers);
        }
        Ok(())
    }

    /// A double push gives check by the pawn itself, or opens a line by leaving its square; no other check can be there.
    pub(super) fn check_ep_check(&self, file: File) -> Result<(), PositionError> {
        let them = !self.side_to_move;
        let king = self.king(self.side_to_move);
        let pawn = Square::new(file, Rank::Fourth.relative_to(them));
        let origin = Square::new(file, Rank::Second.relative_to(them));
        let explained = |checker: Square| checker == pawn || attacks::between(king, checker).has(origin);
        if self.checkers().into_iter().all(explained) { Ok(()) } else { Err(PositionError::EpCheck(file)) }
    }
}
