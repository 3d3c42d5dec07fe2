//! Conditions that depend only on the board, evaluated for many boards together in the lanes of vectors.

use core::ops::RangeInclusive;

use fearless_simd::prelude::*;
use quadbit_movegen::Piece;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_rule::{Balance, Condition, Pattern, PieceCount, PiecesOn};

/// The boards, at most 64, that fulfil a condition which depends only on the board, a bit for each; `None` if the
/// condition is another. Bits after the last board mean nothing.
///
/// Pieces of a kind cost three to five operations for as many boards as there are lanes, and a count two more.
#[inline]
pub(crate) fn mask(level: Level, condition: &Condition, boards: &[QuadBitboard]) -> Option<u64> {
    Some(match condition {
        Condition::Pieces(pieces) => dispatch!(level, s => of_pieces(s, pieces, boards)),
        Condition::Pattern(pattern) => dispatch!(level, s => of_pattern(s, pattern, boards)),
        Condition::Material(material) => {
            let among = dispatch!(level, s => having(s, i32::from(material.pieces()), boards));
            one_by_one(among, boards, |board| material.holds(board))
        }
        Condition::Balance(balance) => dispatch!(level, s => of_balance(s, balance, boards)),
        _ => return None,
    })
}

/// Asks about one board after the other, with the level's instruction for population counts.
#[inline(always)]
fn of_balance<S: BoardSimd>(_: S, balance: &Balance, boards: &[QuadBitboard]) -> u64 {
    one_by_one(
        u64::MAX,
        boards,
        #[inline(always)]
        |board| balance.holds(board),
    )
}

/// Asks about those boards whose bit is in `among`.
#[inline(always)]
fn one_by_one(among: u64, boards: &[QuadBitboard], holds: impl Fn(QuadBitboard) -> bool) -> u64 {
    let boards = boards.iter().enumerate().filter(|(place, _)| among >> place & 1 == 1);
    boards.fold(0, |found, (place, &board)| found | u64::from(holds(board)) << place)
}

#[inline(always)]
fn of_pieces<S: BoardSimd>(s: S, pieces: &PieceCount, boards: &[QuadBitboard]) -> u64 {
    in_lanes(
        s,
        boards,
        #[inline(always)]
        |boards| {
            let count = s.popcount(places(s, pieces.count, boards));
            let difference = match pieces.minus {
                Some(minus) => count - s.popcount(places(s, minus, boards)),
                None => count,
            };
            is_in(s, difference, &pieces.range)
        },
    )
}

#[inline(always)]
fn of_pattern<S: BoardSimd>(s: S, pattern: &Pattern, boards: &[QuadBitboard]) -> u64 {
    let expected = Boards::<S>::splat(s, pattern.board);
    in_lanes(
        s,
        boards,
        #[inline(always)]
        |boards| {
            let mut differing = if pattern.is_structure {
                let pawns = |boards: &Boards<S>| [2, 3].map(|code| squares_of(boards, code));
                let ([white, black], [expected_white, expected_black]) = (pawns(boards), pawns(&expected));
                white ^ expected_white | black ^ expected_black
            } else {
                let [a, b, c, d] = boards.planes;
                let [expected_a, expected_b, expected_c, expected_d] = expected.planes;
                a ^ expected_a | b ^ expected_b | (c ^ expected_c | d ^ expected_d)
            };
            differing &= pattern.given.0;
            for &(code, squares) in &pattern.barred {
                differing |= squares_of(boards, code) & squares.0;
            }
            match pattern.differing.end() {
                0 => differing.simd_eq(S::u64s::splat(s, 0)).to_bitmask(),
                _ => is_in(s, s.popcount(differing), &pattern.differing),
            }
        },
    )
}

/// The boards with as many pieces as `pieces`.
#[inline(always)]
fn having<S: BoardSimd>(s: S, pieces: i32, boards: &[QuadBitboard]) -> u64 {
    in_lanes(
        s,
        boards,
        #[inline(always)]
        |boards| is_in(s, s.popcount(boards.occupied()), &(pieces..=pieces)),
    )
}

/// Joins the answers about as many boards as there are lanes to one word.
#[inline(always)]
fn in_lanes<S: BoardSimd>(s: S, boards: &[QuadBitboard], answer: impl Fn(&Boards<S>) -> u64) -> u64 {
    let lanes = Boards::<S>::LEN;
    let mut found = 0;
    for (group, boards) in boards.chunks(lanes).enumerate() {
        found |= (answer(&Boards::load(s, boards)) & ((1 << lanes) - 1)) << (group * lanes);
    }
    found
}

/// The lanes whose number, read with its sign, is in `range`.
#[inline(always)]
fn is_in<S: BoardSimd>(s: S, number: S::u64s, range: &RangeInclusive<i32>) -> u64 {
    let word = |number: i32| S::u64s::splat(s, i64::from(number).cast_unsigned());
    // A number outside makes one of these differences negative.
    let outside = (number - word(*range.start())) | (word(*range.end()) - number);
    (outside & (1 << 63)).simd_eq(S::u64s::splat(s, 0)).to_bitmask()
}

/// The squares that `count` counts, in each lane's board.
#[inline(always)]
fn places<S: BoardSimd>(s: S, count: PiecesOn, boards: &Boards<S>) -> S::u64s {
    if count.pieces == PiecesOn::ALL {
        return boards.occupied() & count.squares.0;
    }
    let mut set = S::u64s::splat(s, 0);
    for piece in Piece::ALL {
        if count.pieces >> piece.code() & 1 == 1 {
            set |= squares_of(boards, piece.code());
        }
    }
    set & count.squares.0
}

/// The squares that hold the nibble `code`, in each lane's board.
#[inline(always)]
fn squares_of<S: BoardSimd>(boards: &Boards<S>, code: u8) -> S::u64s {
    let [a, b, c, d] = boards.planes;
    let plane = |plane: S::u64s, p: u8| if code >> p & 1 == 1 { plane } else { !plane };
    plane(a, 0) & plane(b, 1) & (plane(c, 2) & plane(d, 3))
}
