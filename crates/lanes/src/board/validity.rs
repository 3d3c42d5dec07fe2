//! The rules of a valid position, for boards in lanes.
//!
//! 1. [`verdict`] checks every rule that a board without en passant file can break: codes that are no pieces, kings,
//!    counts of pieces, pawns on the first or last rank, castling rights, and a check to the side that is not to move.
//!    A lane with any fault, or with two or more checkers, is not accepted.
//! 2. [`explains`] checks, for one position, that the double push on its en passant file was possible.
//! 3. `build` makes the positions that pass, and gives all others to the slower check of one position, which also names
//!    the fault.
//!
//! A lane may reject a valid position, at the cost of time, but must never accept an invalid one.

use fearless_simd::prelude::*;
use quadbit_movegen::PositionBuilder;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::{Color, Rank, Square};

use crate::board::attacks::attackers;
use crate::board::castling::by_side;
use crate::board::pieces::Pieces;

/// The boards in lanes that obey the rules of a valid position, and those in check: sets of lanes, bit `i` for lane
/// `i`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// The set of lanes whose positions are certainly valid if nothing can be captured en passant. Positions with two
    /// or more checkers are never in it, even valid ones.
    pub(crate) valid: u64,
    /// The set of lanes in which the side to move is in check.
    pub(crate) in_check: u64,
}

/// Checks the rules of a valid position, except those about en passant, for the board in each lane.
///
/// `black_to_move` is all ones where Black is to move; `castling` are the squares of the rooks that may castle, on the
/// first and the eighth rank. Not inlined, so that there is one copy for each level (set of CPU instructions).
#[inline(never)]
pub(crate) fn verdict<S: BoardSimd>(
    s: S,
    boards: &Boards<S>,
    black_to_move: S::u64s,
    castling: S::u64s,
) -> Verdict {
    vectorize!(s, {
        let zero = S::u64s::splat(s, 0);
        let [white, black] = [boards.color(Color::White), boards.color(Color::Black)];
        let kings = [boards.kings() & white, boards.kings() & black];
        let missing = kings[0].simd_eq(zero) | kings[1].simd_eq(zero);

        // A lane is valid if it has both kings and no bit in `faults`.
        let mut faults = more_than_at_start(s, boards, white) | more_than_at_start(s, boards, black);
        if faults.simd_ne(zero).any_true() {
            faults = too_many(s, boards, white) | too_many(s, boards, black);
        }
        faults |= boards.pawns() & (Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);
        faults |= foreign(boards);
        for (color, own, king) in [(Color::White, white, kings[0]), (Color::Black, black, kings[1])] {
            faults |= not_castling(s, color, boards.rooks() & own, king, castling);
        }

        let slides = Slides::new(s, boards.occupied());
        let on_white_king = attackers_of(s, boards, &slides, Color::Black, kings[0]);
        let on_black_king = attackers_of(s, boards, &slides, Color::White, kings[1]);
        faults |= s.select_bits(black_to_move, on_white_king, on_black_king);
        let checkers = s.select_bits(black_to_move, on_black_king, on_white_king);
        faults |= without_one(s, checkers);
        Verdict {
            valid: (!missing & faults.simd_eq(zero)).to_bitmask(),
            in_check: checkers.simd_ne(zero).to_bitmask(),
        }
    })
}

/// Whether `parts` has no en passant file, or a double push on this file is certainly possible: an enemy pawn is on its
/// fourth rank, the two squares behind it are empty, and the side to move is not in check.
#[inline(always)]
pub(crate) fn explains(parts: &PositionBuilder, in_check: bool) -> bool {
    let Some(file) = parts.en_passant else { return true };
    let them = !parts.side_to_move;
    let square = |rank: Rank| Bitboard::of(Square::new(file, rank.relative_to(them)));
    let pawns = parts.board.pawns() & parts.board.color(them);
    let path = square(Rank::Second) | square(Rank::Third);
    !in_check && pawns.intersects(square(Rank::Fourth)) && !path.intersects(parts.board.occupied())
}

/// The squares whose nibble is neither 0 nor the code of a piece: 1, 14 or 15.
#[inline(always)]
fn foreign<S: BoardSimd>(boards: &Boards<S>) -> S::u64s {
    let [b0, b1, b2, b3] = boards.planes;
    (b1 & b2 & b3) | (b0 & !(b1 | b2 | b3))
}

/// Not empty in lanes where `color` breaks a rule of castling rights: each right needs a rook of `own_rooks`, at most
/// one on each side of `king`, and the king on the same rank. `castling` are the squares of the rooks of both sides
/// that may castle.
#[inline(always)]
fn not_castling<S: BoardSimd>(
    s: S,
    color: Color,
    own_rooks: S::u64s,
    king: S::u64s,
    castling: S::u64s,
) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let rank = Bitboard::rank(Rank::First.relative_to(color)).0;
    let rooks = castling & rank;
    let [left, right] = by_side(s, king, rooks);
    let displaced = (king & rank).simd_eq(zero).select(rooks, zero);
    (rooks & !own_rooks) | without_one(s, left) | without_one(s, right) | displaced
}

/// Not empty in lanes where the side whose pieces are `own` has more pieces of a role than at the start.
#[inline(always)]
fn more_than_at_start<S: BoardSimd>(s: S, boards: &Boards<S>, own: S::u64s) -> S::u64s {
    let (diagonal, orthogonal) = (boards.diagonal_sliders() & own, boards.orthogonal_sliders() & own);
    let queens = diagonal & orthogonal;
    let knights = without_one(s, boards.knights() & own);
    let bishops = without_one(s, diagonal & !orthogonal);
    let rooks = without_one(s, orthogonal & !diagonal);
    let nine_pawns = s.popcount(boards.pawns() & own).simd_gt(S::u64s::splat(s, 8));
    let pawns = nine_pawns.select(own, S::u64s::splat(s, 0));
    without_one(s, boards.kings() & own)
        | without_one(s, queens)
        | without_one(s, knights)
        | without_one(s, bishops)
        | without_one(s, rooks)
        | pawns
}

/// Not zero in lanes where the side whose pieces are `own` has two kings, more than sixteen pieces, or more
/// promoted pieces than missing pawns.
#[inline(always)]
fn too_many<S: BoardSimd>(s: S, boards: &Boards<S>, own: S::u64s) -> S::u64s {
    let number = |n| S::u64s::splat(s, n);
    let (diagonal, orthogonal) = (boards.diagonal_sliders() & own, boards.orthogonal_sliders() & own);
    let beyond = [
        beyond(s, diagonal & orthogonal, 1),
        beyond(s, diagonal & !orthogonal, 2),
        beyond(s, orthogonal & !diagonal, 2),
        beyond(s, boards.knights() & own, 2),
    ];
    let pawns_and_promoted =
        s.popcount(boards.pawns() & own) + (beyond[0] + beyond[1]) + (beyond[2] + beyond[3]);
    let too_many = pawns_and_promoted.simd_gt(number(8)) | s.popcount(own).simd_gt(number(16));
    without_one(s, boards.kings() & own) | too_many.select(number(1), number(0))
}

/// The size of each set of `sets` minus `number`, in every lane; zero if the set is not larger than `number`.
#[inline(always)]
fn beyond<S: BoardSimd>(s: S, sets: S::u64s, number: u64) -> S::u64s {
    let (count, number) = (s.popcount(sets), S::u64s::splat(s, number));
    count.simd_gt(number).select(count - number, S::u64s::splat(s, 0))
}

/// The set of each lane without its lowest square.
#[inline(always)]
fn without_one<S: BoardSimd>(s: S, sets: S::u64s) -> S::u64s {
    sets & (sets - S::u64s::splat(s, 1))
}

/// The pieces of `by` that attack `king`, the king of the other side. They include the king of `by` if the kings are
/// neighbours.
#[inline(always)]
fn attackers_of<S: BoardSimd>(
    s: S,
    boards: &Boards<S>,
    slides: &Slides<S>,
    by: Color,
    king: S::u64s,
) -> S::u64s {
    let seen = slides.attacks(s, ByLine::splat(king)).lines();
    let neighbours = quadbit_quad::sets::king_attacks(king) & boards.kings() & boards.color(by);
    attackers(&Pieces::any(boards), by, king, seen) | neighbours
}

#[cfg(all(test, feature = "_testing"))]
mod tests {
    extern crate std;

    use quadbit_movegen::{Position, Validity};
    use quadbit_nibble::simd::testing::at_every_level;

    use super::*;

    /// Valid positions in which White has eight pawns and promoted pieces together, the most that are allowed.
    const PROMOTED: [&str; 6] = [
        "7k/8/8/8/NN6/8/PPPPPP2/NN2K3 w - - 0 1",
        "7k/8/8/8/BB6/8/PPPPPP2/BB2K3 w - - 0 1",
        "7k/8/8/8/RR6/8/PPPPPP2/RR2K3 w - - 0 1",
        "7k/8/8/8/8/8/PPPPPP2/QQQ1K3 w - - 0 1",
        "7k/8/8/8/8/1PPPPPPP/RNBQ1BNR/R3K3 w - - 0 1",
        "q6k/pppppppp/8/8/8/8/PPPPPPPP/Q3K3 w - - 0 1",
    ];

    /// Checks that `verdict` accepts every valid position with at most one checker (all others go to the slower check),
    /// and refuses positions with one promoted piece too many.
    fn accepts<S: BoardSimd>(s: S) {
        let promoted = PROMOTED.map(|fen| Position::from_fen(fen).unwrap());
        let all = testing::positions().chain(promoted);
        for position in all.flat_map(|position| [position, position.flip_colors()]) {
            let expected = !position.checkers().has_many();
            let verdict = of(s, &PositionBuilder::from(&position));
            assert_eq!(verdict, (expected, position.is_check()), "{position}");
        }
        // With one queen more, White and Black each have a promoted queen and no missing pawn. With one pawn more,
        // White has eight pawns and a third rook.
        let mut queens = PositionBuilder::from(&promoted[5]);
        queens.board.put_code(Square::B8, queens.board.code(Square::A8));
        queens.board.put_code(Square::B1, queens.board.code(Square::A1));
        let mut pawns = PositionBuilder::from(&promoted[4]);
        pawns.board.put_code(Square::A3, pawns.board.code(Square::B3));
        for parts in [queens, pawns] {
            assert!(parts.build(Validity::Strict).is_err());
            assert!(!of(s, &parts).0, "{parts}");
        }
    }

    /// Whether the lanes accept the position of `parts`, and whether its side to move is in check.
    fn of<S: BoardSimd>(s: S, parts: &PositionBuilder) -> (bool, bool) {
        let boards = Boards::load(s, &[parts.board; 8][..Boards::<S>::LEN]);
        let black = S::u64s::splat(s, 0_u64.wrapping_sub(parts.side_to_move as u64));
        let rooks = S::u64s::splat(s, parts.castling.rooks().0);
        let Verdict { valid, in_check } = verdict(s, &boards, black, rooks);
        (valid & 1 != 0, in_check & 1 != 0)
    }

    #[test]
    fn valid_positions_are_accepted_in_lanes() {
        at_every_level!(s => accepts(s));
    }

    #[test]
    fn double_pushes_are_explained() {
        let position = Position::from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        let mut parts = PositionBuilder::from(&position);
        assert!(explains(&parts, false) && !explains(&parts, true));
        for square in [Square::E2, Square::E3] {
            let mut behind = parts;
            behind.board.put_code(square, behind.board.code(Square::E8));
            assert!(!explains(&behind, false), "{square}");
        }
        parts.board.put_code(Square::E4, 0);
        assert!(!explains(&parts, false));
    }
}
