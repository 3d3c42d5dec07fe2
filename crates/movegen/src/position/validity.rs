//! The definition of a valid position, made of named checks.
//!
//! 1. The board (`check_board`): every code is a piece, each side has one king, the numbers of pieces are possible, and
//!    no pawn is on a back rank. Almost every board passes one quick test; only the other boards are checked rule by
//!    rule, so that the error can be named.
//! 2. The side not to move is not in check.
//! 3. Unless relaxed: rights to castle have their king and rook, the checkers can come from one move, and the memory of
//!    a double push has its pawn and explains the check.
//! 4. [`Validity::Standard`] only: kings and rooks with rights are where standard chess has them.
//!
//! [`PositionBuilder::build`](super::builder::PositionBuilder::build) calls them in this order. A relaxed position
//! lacks the rights and the memory that a strict one would refuse, so the generator never meets them.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::KeylessPosition;
use super::castling::CastlingSide;

/// The rules that a position must obey.
///
/// | rule | strict and standard | relaxed |
/// |---|---|---|
/// | one king a side | refused | refused |
/// | no pawn on the first or eighth rank | refused | refused |
/// | the side that has just moved is not in check | refused | refused |
/// | at most 16 pieces and 8 pawns a side, promoted pieces at most the missing pawns | refused | refused |
/// | every castling right has its king and rook, one rook on each side of the king | refused | the right is dropped |
/// | the pushed pawn is there, and the two squares behind it are empty | refused | the memory of the push is dropped |
/// | at most two checkers, not on one line | refused | accepted |
/// | after a double push, the check is one that the push can explain | refused | accepted |
/// | castling rights with the king on the e-file and the rook on the a- or h-file | refused if standard | accepted |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Validity {
    /// All rules: positions that a game can reach, as far as rules that are cheap to check can tell.
    #[default]
    Strict,
    /// The rules of [`Strict`](Self::Strict), and no castling rights that only Chess960 has.
    Standard,
    /// Only the rules without which legal moves are not well defined, or can be more than 218.
    Relaxed,
}

impl Validity {
    /// Whether the rules are those of positions that a game can reach: all but [`Relaxed`](Self::Relaxed).
    pub const fn is_strict(self) -> bool {
        !matches!(self, Self::Relaxed)
    }
}

/// The reason why a position is not valid.
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
    /// The side has more than 16 pieces.
    ManyPieces(Color),
    /// The side has more than 8 pawns.
    ManyPawns(Color),
    /// The side has more promoted pieces than missing pawns.
    ManyPromotions(Color),
    /// The side that has just moved is in check.
    OpponentInCheck,
    /// The side has a castling right, but its king is not on its first rank.
    CastlingKing(Color),
    /// The side has a castling right with a rook on this file of its first rank, but no rook stands there.
    CastlingRook(Color, File),
    /// The side has castling rights with two rooks on one side of its king.
    CastlingSide(Color, CastlingSide),
    /// A side has a castling right that standard chess does not have: the king is not on the e-file, or the rook is on
    /// neither the a- nor the h-file.
    Chess960,
    /// En passant is set on this file, but no pawn stands where the double push ended.
    EpPawn(File),
    /// En passant is set on this file, but a square behind the pushed pawn is not empty.
    EpPath(File),
    /// More than two pieces give check.
    ManyCheckers,
    /// Two pieces give check on one line.
    AlignedCheckers,
    /// En passant is set on this file, but there is a check that the double push can neither have given nor
    /// discovered.
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
            Self::ManyPieces(color) => write!(f, "{} has more than 16 pieces", name(color)),
            Self::ManyPawns(color) => write!(f, "{} has more than 8 pawns", name(color)),
            Self::ManyPromotions(color) => {
                write!(f, "{} has more promoted pieces than missing pawns", name(color))
            }
            Self::OpponentInCheck => f.write_str("the side not to move is in check"),
            Self::CastlingKing(color) => {
                write!(f, "castling: {}'s king is not on its first rank", name(color))
            }
            Self::CastlingRook(color, file) => {
                let square = Square::new(file, Rank::First.relative_to(color));
                write!(f, "castling: no {} rook on {square}", name(color))
            }
            Self::CastlingSide(color, side) => {
                let side = match side {
                    CastlingSide::King => "king",
                    CastlingSide::Queen => "queen",
                };
                write!(f, "castling: {} has two rights on the {side}side", name(color))
            }
            Self::Chess960 => f.write_str("castling: a right of Chess960, not of standard chess"),
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

/// Checks the rules about only the board, without side to move, rights and en passant; they hold in strict and relaxed
/// validity.
pub(super) fn check_board(board: QuadBitboard) -> Result<(), PositionError> {
    if has_usual_pieces(board) { Ok(()) } else { check_rules(board) }
}

/// Checks the rules about only the board one by one, and names the first that `board` breaks.
#[cold]
fn check_rules(board: QuadBitboard) -> Result<(), PositionError> {
    check_codes(board)?;
    for color in Color::ALL {
        check_kings(board, color)?;
        check_pieces(board, color)?;
    }
    check_back_ranks(board)
}

/// Whether each side has one king and no more pieces of any kind than at the start, and no pawn is on a back
/// rank. Then all rules about only the board are obeyed.
fn has_usual_pieces(board: QuadBitboard) -> bool {
    // A set without its first square, and without its first two.
    let without_one = |set: u64| set & set.wrapping_sub(1);
    let without_two = |set: u64| without_one(without_one(set));
    let pairs = [board.knights(), board.bishops(), board.rooks()];
    let mut beyond = (board.foreign() | board.pawns() & BACK_RANKS).0;
    let mut lacks_king = false;
    for own in [board.white(), board.black()] {
        let king = (board.kings() & own).0;
        lacks_king |= king == 0;
        beyond |= without_one(king) | without_one((board.queens() & own).0);
        for pair in pairs {
            beyond |= without_two((pair & own).0);
        }
    }
    let pawns = |own: Bitboard| (board.pawns() & own).len();
    beyond == 0 && !lacks_king && pawns(board.white()) <= 8 && pawns(board.black()) <= 8
}

fn check_codes(board: QuadBitboard) -> Result<(), PositionError> {
    board.foreign().first().map_or(Ok(()), |square| Err(PositionError::ForeignCode(square)))
}

fn check_kings(board: QuadBitboard, color: Color) -> Result<(), PositionError> {
    match (board.kings() & board.color(color)).len() {
        0 => Err(PositionError::NoKing(color)),
        1 => Ok(()),
        _ => Err(PositionError::ManyKings(color)),
    }
}

/// Checks the numbers of one side's pieces: every queen beyond the first, and every rook, bishop or knight
/// beyond the first two, is a promoted pawn.
fn check_pieces(board: QuadBitboard, color: Color) -> Result<(), PositionError> {
    let own = board.color(color);
    let beyond = |role: Role, first: u32| (board.role(role) & own).len().saturating_sub(first);
    let pawns = (board.pawns() & own).len();
    let promoted =
        beyond(Role::Queen, 1) + beyond(Role::Rook, 2) + beyond(Role::Bishop, 2) + beyond(Role::Knight, 2);
    if own.len() > 16 {
        Err(PositionError::ManyPieces(color))
    } else if pawns > 8 {
        Err(PositionError::ManyPawns(color))
    } else if promoted > 8 - pawns {
        Err(PositionError::ManyPromotions(color))
    } else {
        Ok(())
    }
}

/// The ranks on which no pawn can stand.
const BACK_RANKS: Bitboard = Bitboard(Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);

fn check_back_ranks(board: QuadBitboard) -> Result<(), PositionError> {
    (board.pawns() & BACK_RANKS).first().map_or(Ok(()), |square| Err(PositionError::PawnOnBackRank(square)))
}

impl KeylessPosition {
    /// Checks that the side that has just moved has not left its king in check.
    pub(super) fn check_opponent(&self) -> Result<(), PositionError> {
        let us = self.side_to_move();
        if self.is_attacked_over(self.king(!us), us, self.board.occupied()) {
            return Err(PositionError::OpponentInCheck);
        }
        Ok(())
    }

    /// Whether `color` may have the right to castle with rooks on all of `squares`, on its first rank: rooks stand
    /// there, at most one on each side of the king, which is on the same rank. True exactly if
    /// [`check_castling`](Self::check_castling) accepts all of the rooks, one after the other.
    #[inline]
    pub(super) fn has_castling_rooks(&self, color: Color, squares: Bitboard) -> bool {
        let king = self.pieces(color, Role::King);
        let [left, right] = [squares.0 & king.0.wrapping_sub(1), squares.0 & !king.0.wrapping_sub(1)];
        squares.is_empty()
            || king.intersects(Bitboard::rank(Rank::First.relative_to(color)))
                && self.pieces(color, Role::Rook).is_superset(squares)
                && !Bitboard(left).has_many()
                && !Bitboard(right).has_many()
    }

    /// Checks that the right of `color` to castle with the rook on `file` has the king and that rook on the first rank,
    /// and no second right on the same side of the king.
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
        let side = CastlingSide::of(king, rook);
        if self.castling_rook(color, side).is_some() {
            return Err(PositionError::CastlingSide(color, side));
        }
        Ok(())
    }

    /// Checks that after a double push on `file` the pawn is there and the two squares behind it are empty.
    pub(super) fn check_double_push(&self, file: File) -> Result<(), PositionError> {
        let them = !self.side_to_move();
        let square = |rank: Rank| Square::new(file, rank.relative_to(them));
        if !self.pieces(them, Role::Pawn).has(square(Rank::Fourth)) {
            return Err(PositionError::EpPawn(file));
        }
        let path = Bitboard::of(square(Rank::Second)).with(square(Rank::Third));
        if path.intersects(self.board.occupied()) {
            return Err(PositionError::EpPath(file));
        }
        Ok(())
    }

    /// Checks that there are at most two checkers, and not two on one line through the king: no move gives such
    /// a check.
    pub(super) fn check_checkers(&self) -> Result<(), PositionError> {
        if !self.is_check() {
            return Ok(());
        }
        let mut checkers = self.checkers();
        let king = self.king(self.side_to_move());
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

    /// Checks that after a double push on `file` a check comes from the pawn itself or from a line that it
    /// opened by leaving its square.
    pub(super) fn check_ep_check(&self, file: File) -> Result<(), PositionError> {
        let them = !self.side_to_move();
        let king = self.king(self.side_to_move());
        let pawn = Square::new(file, Rank::Fourth.relative_to(them));
        let origin = Square::new(file, Rank::Second.relative_to(them));
        let explained = |checker: Square| checker == pawn || attacks::between(king, checker).has(origin);
        if self.checkers().into_iter().all(explained) { Ok(()) } else { Err(PositionError::EpCheck(file)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::position::castling::CastlingRights;
    use quadbit_quad::zobrist::split_mix;

    /// Random boards, many of them nearly valid: up to 31 nibbles on any squares, then a king of each side.
    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..20_000).map(|n| {
            let mut board = QuadBitboard::EMPTY;
            let random = |i: u64| split_mix(n << 6 | i);
            for i in 0..random(0) % 32 {
                // At most two different nibbles in three boards of four, any of all sixteen in the others.
                let code = if n % 4 == 0 { random(2 * i + 1) } else { random(62 + random(2 * i + 1) % 2) };
                board.put_code(Square::from_low_bits(random(2 * i + 2) as u32), (code & 15) as u8);
            }
            board.put(Square::from_low_bits(random(1) as u32), Role::King.of(Color::White));
            board.put(Square::from_low_bits(random(2) as u32), Role::King.of(Color::Black));
            board
        })
    }

    #[test]
    fn usual_pieces_break_no_rule() {
        let usual = boards().filter(|&board| has_usual_pieces(board)).inspect(|&board| {
            assert_eq!(check_rules(board), Ok(()), "{board:?}");
        });
        assert!(usual.count() > 500);
        assert!(has_usual_pieces(Position::start().board()));
        let unusual = boards().filter(|&board| !has_usual_pieces(board));
        assert!(unusual.filter(|&board| check_rules(board).is_err()).count() > 5000);
    }

    #[test]
    fn castling_rooks_together_and_one_by_one() {
        let mut allowed = 0;
        for n in 0..20_000 {
            let (mut position, random) = (Position::start().without_keys(), split_mix(n));
            for (i, file) in File::ALL.into_iter().enumerate() {
                for color in Color::ALL {
                    let bits = random >> (4 * i + 32 * color.index());
                    let square = Square::new(file, Rank::First.relative_to(color));
                    position.board.put_code(square, 0);
                    if bits.trailing_zeros() >= 2 {
                        position
                            .board
                            .put(square, Role::Rook.of(if bits & 0b1100 == 0 { !color } else { color }));
                    }
                }
            }
            for color in Color::ALL {
                let rank = if split_mix(!n).is_multiple_of(9) { Rank::Second } else { Rank::First };
                let file = File::from_low_bits((split_mix(!n) >> (3 + color.index() * 3)) as usize);
                position.board.put(Square::new(file, rank.relative_to(color)), Role::King.of(color));
                let mut rights = CastlingRights::EMPTY;
                for rook in position.pieces(color, Role::Rook) {
                    rights = rights.with(color, rook.file());
                }
                let squares = rights.rooks_of(color);
                position.state = position.state.with_castling(CastlingRights::EMPTY);
                let one_by_one = squares.into_iter().all(|rook| {
                    let is_allowed = position.check_castling(color, rook.file()).is_ok();
                    let castling = position.castling_rights().with(color, rook.file());
                    position.state = position.state.with_castling(castling);
                    is_allowed
                });
                assert_eq!(position.has_castling_rooks(color, squares), one_by_one, "{position:?}");
                allowed += u32::from(one_by_one && squares.any());
            }
        }
        assert!(allowed > 5000, "{allowed}");
    }
}
