//! The squares that one piece on one square attacks, and the geometry of two squares.
//!
//! 1. Knights, kings and pawns: one look-up by the square.
//! 2. [`rook()`] and [`bishop()`]: the occupied squares of the piece's lines are gathered into the index of a table,
//!    from which the attacks are read. A [`queen`] is both. [`queen_lines`] finds each of the four lines on its own,
//!    from smaller tables.
//! 3. [`crosses`] and [`reach`] are attacks on an empty board: a quick test that rules out most pieces before an exact
//!    look-up.
//! 4. [`lines()`], [`between`] and [`line()`] need no board.
//!
//! All functions must stay `const`: tables of this crate and of others are made with them at compile time.

mod bishop;
mod empty_board;
mod gathered;
mod rank;
mod rook;

use quadbit_nibble::const_array;
use quadbit_x88::{Color, Diff, Direction, Role, Square};

use crate::bitboard::Bitboard;

use empty_board::{BLACK_PAWN, KING, KNIGHT, LINES, WHITE_PAWN};

/// The squares that a knight attacks.
///
/// ```
/// use quadbit_quad::{attacks, bitboard};
/// use quadbit_x88::Square;
/// assert_eq!(
///     attacks::knight(Square::D4),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . X . X . . .
///         . X . . . X . .
///         . . . . . . . .
///         . X . . . X . .
///         . . X . X . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king attacks: its neighbours, three to eight.
///
/// ```
/// use quadbit_quad::{attacks, bitboard};
/// use quadbit_x88::Square;
/// assert_eq!(
///     attacks::king(Square::A4),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         X X . . . . . .
///         . X . . . . . .
///         X X . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of `color` on `square` attacks: one or two; none from its last rank.
///
/// ```
/// use quadbit_quad::{attacks, bitboard};
/// use quadbit_x88::{Color, Square};
/// assert_eq!(
///     attacks::pawn(Color::White, Square::D4),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . X . X . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    match color {
        Color::White => WHITE_PAWN[square.index()],
        Color::Black => BLACK_PAWN[square.index()],
    }
}

/// The ranks, files and diagonals through `square`, each without `square` itself: rank, file, diagonal (towards h8),
/// antidiagonal (towards a8).
#[inline]
pub const fn lines(square: Square) -> [Bitboard; 4] {
    LINES[square.index()]
}

/// The squares that a rook on `square` attacks on an empty board (its rank and file), and those that a bishop attacks
/// (both diagonals). Whatever the occupancy, a rook outside the first set cannot attack `square`, nor can a bishop
/// outside the second, nor a queen outside both.
///
/// ```
/// use quadbit_quad::{attacks, bitboard};
/// use quadbit_x88::Square;
/// let [orthogonal, diagonal] = attacks::crosses(Square::B2);
/// assert_eq!(
///     diagonal,
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         X . X . . . . .
///         . . . . . . . .
///         X . X . . . . .
///     }
/// );
/// assert_eq!(orthogonal.len(), 14);
/// ```
#[inline]
pub const fn crosses(square: Square) -> [Bitboard; 2] {
    CROSSES[square.index()]
}

/// For each square: its rank and file, and its two diagonals. 1 KiB. A constant and not a `static`: compilers do not
/// know that a `static` of another crate never changes, and read it anew in every pass of a loop.
const CROSSES: &[[Bitboard; 2]; 64] = &const_array!(64, |square| {
    let [rank, file, diagonal, antidiagonal] = LINES[square];
    [Bitboard(rank.0 | file.0), Bitboard(diagonal.0 | antidiagonal.0)]
});

/// The squares that a piece on `square` attacks on an empty board. `code` is its [piece
/// code](quadbit_x88::Piece::code), taken modulo 16; the set is empty for a code that is no piece. One look-up for any
/// piece, without a branch for each kind.
///
/// ```
/// use quadbit_quad::{attacks, bitboard};
/// use quadbit_x88::{Color, Role, Square};
/// let queen = Role::Queen.of(Color::Black);
/// assert_eq!(
///     attacks::reach(queen.code(), Square::B2),
///     bitboard! {
///         . X . . . . . X
///         . X . . . . X .
///         . X . . . X . .
///         . X . . X . . .
///         . X . X . . . .
///         X X X . . . . .
///         X . X X X X X X
///         X X X . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn reach(code: u8, square: Square) -> Bitboard {
    REACH[(code & 15) as usize][square.index()]
}

/// For each piece code and square: the squares attacked on an empty board. 8 KiB.
static REACH: [[Bitboard; 64]; 16] = {
    let mut reach = [[Bitboard::EMPTY; 64]; 16];
    let mut n = 0;
    while n < 2 * 64 {
        let (color, square) = (Color::ALL[n / 64], Square::ALL[n % 64]);
        let [orthogonal, diagonal] = crosses(square);
        reach[Role::Pawn.of(color).code() as usize][n % 64] = pawn(color, square);
        reach[Role::Knight.of(color).code() as usize][n % 64] = knight(square);
        reach[Role::Bishop.of(color).code() as usize][n % 64] = diagonal;
        reach[Role::Rook.of(color).code() as usize][n % 64] = orthogonal;
        reach[Role::Queen.of(color).code() as usize][n % 64] = Bitboard(orthogonal.0 | diagonal.0);
        reach[Role::King.of(color).code() as usize][n % 64] = king(square);
        n += 1;
    }
    reach
};

/// The squares that a rook on `square` attacks if the squares in `occupied` hold pieces: along rank and file, up to and
/// including the first piece in each direction.
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// let occupied = Bitboard::of(Square::D6) | Bitboard::of(Square::F4);
/// assert_eq!(
///     attacks::rook(Square::D4, occupied),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . . . .
///         . . . X . . . .
///         X X X . X X . .
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///     }
/// );
/// ```
#[inline]
pub const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    rook::attacks(square, occupied)
}

/// The squares that a bishop on `square` attacks if the squares in `occupied` hold pieces: along both diagonals, up to
/// and including the first piece in each direction.
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// let occupied = Bitboard::of(Square::F6) | Bitboard::of(Square::C3);
/// assert_eq!(
///     attacks::bishop(Square::D4, occupied),
///     bitboard! {
///         . . . . . . . .
///         X . . . . . . .
///         . X . . . X . .
///         . . X . X . . .
///         . . . . . . . .
///         . . X . X . . .
///         . . . . . X . .
///         . . . . . . X .
///     }
/// );
/// ```
#[inline]
pub const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    bishop::attacks(square, occupied)
}

/// The squares that a queen on `square` attacks if the squares in `occupied` hold pieces: the union of [`rook`](rook())
/// and [`bishop`](bishop()).
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// assert_eq!(
///     attacks::queen(Square::A1, Bitboard::of(Square::C3)),
///     bitboard! {
///         X . . . . . . .
///         X . . . . . . .
///         X . . . . . . .
///         X . . . . . . .
///         X . . . . . . .
///         X . X . . . . .
///         X X . . . . . .
///         . X X X X X X X
///     }
/// );
/// ```
#[inline]
pub const fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rook(square, occupied).0 | bishop(square, occupied).0)
}

/// The squares that a queen on `square` attacks if the squares in `occupied` hold pieces, as four sets: on its rank,
/// file, diagonal (towards h8) and antidiagonal (towards a8), the order of [`lines`](lines()).
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// let [rank, _, diagonal, _] = attacks::queen_lines(Square::C3, Bitboard::of(Square::F3));
/// assert_eq!(
///     (rank | diagonal),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         X X . X X X . .
///         . X . . . . . .
///         X . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn queen_lines(square: Square, occupied: Bitboard) -> [Bitboard; 4] {
    let [_, _, diagonal, antidiagonal] = LINES[square.index()];
    [
        Bitboard(rank::attacks(square, occupied.0)),
        Bitboard(gathered::on_file(square, occupied.0)),
        Bitboard(gathered::on_diagonal(square, occupied.0, diagonal.0)),
        Bitboard(gathered::on_diagonal(square, occupied.0, antidiagonal.0)),
    ]
}

/// The squares strictly between `a` and `b` on their common rank, file or diagonal; empty if they share none or are
/// neighbours.
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// assert_eq!(
///     attacks::between(Square::B2, Square::F6),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// assert_eq!(attacks::between(Square::B2, Square::C4), Bitboard::EMPTY);
/// ```
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[Square::pair(a, b)]
}

/// The squares between `a` and `b`, at index `64 * a + b`. 32 KiB, of which look-ups for one king read one row of 512
/// bytes.
static BETWEEN: [Bitboard; 64 * 64] = const_array!(64 * 64, |pair| {
    let (a, b) = (pair / 64, pair % 64);
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // The bits above `low` and below `high`.
    let inside = (1_u64 << high).wrapping_sub(2 << low);
    Bitboard(common_line(Square::ALL[low], Square::ALL[high]) & inside)
});

/// The whole rank, file or diagonal through `a` and `b`, from edge to edge, both squares included; empty if they share
/// none or are the same square.
///
/// ```
/// use quadbit_quad::{Bitboard, attacks, bitboard};
/// use quadbit_x88::Square;
/// assert_eq!(
///     attacks::line(Square::B2, Square::F6),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . X . . . . . .
///         X . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    let others = common_line(a, b);
    if others == 0 { Bitboard::EMPTY } else { Bitboard(others).with(a) }
}

/// The index of the line on which each direction goes, in the order of [`lines`](lines()).
static LINE: [u8; 8] = const_array!(8, |d| match Direction::ALL[d] {
    Direction::East | Direction::West => 0,
    Direction::North | Direction::South => 1,
    Direction::NorthEast | Direction::SouthWest => 2,
    Direction::NorthWest | Direction::SouthEast => 3,
});

/// The rank, file or diagonal through `a` that contains `b`, without `a`; empty if there is none. At most one of the
/// four lines through a square holds any other square.
#[inline]
const fn common_line(a: Square, b: Square) -> u64 {
    match Diff::of_squares(a, b).direction() {
        Some(direction) => LINES[a.index()][LINE[direction.index()] as usize].0,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;
    use quadbit_x88::Piece;

    /// The squares reached from `square` by repeating each of `steps`, given as files and ranks, up to the edge or the
    /// first occupied square.
    fn walk(square: Square, occupied: Bitboard, steps: &[(i32, i32)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                set = set.with(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

    #[test]
    fn sliders_on_all_blocker_subsets() {
        for square in Square::ALL {
            let [rank, file, diagonal, antidiagonal] = lines(square);
            for occupied in (rank | file).subsets() {
                assert_eq!(rook(square, occupied), walk(square, occupied, &ORTHOGONAL), "{square}");
            }
            for occupied in (diagonal | antidiagonal).subsets() {
                assert_eq!(bishop(square, occupied), walk(square, occupied, &DIAGONAL), "{square}");
            }
        }
    }

    #[test]
    fn crosses_are_what_sliders_attack_on_an_empty_board() {
        for square in Square::ALL {
            let empty = Bitboard::EMPTY;
            assert_eq!(crosses(square), [rook(square, empty), bishop(square, empty)], "{square}");
        }
    }

    #[test]
    fn reach_is_what_pieces_attack_on_an_empty_board() {
        for square in Square::ALL {
            for code in 0..=255 {
                let expected = match Piece::from_code(code & 15).map(|piece| (piece.role(), piece.color())) {
                    Some((Role::Pawn, color)) => pawn(color, square),
                    Some((Role::Knight, _)) => knight(square),
                    Some((Role::Bishop, _)) => bishop(square, Bitboard::EMPTY),
                    Some((Role::Rook, _)) => rook(square, Bitboard::EMPTY),
                    Some((Role::Queen, _)) => queen(square, Bitboard::EMPTY),
                    Some((Role::King, _)) => king(square),
                    None => Bitboard::EMPTY,
                };
                assert_eq!(reach(code, square), expected, "{code} on {square}");
            }
        }
    }

    #[test]
    fn a_queen_by_its_lines() {
        for n in 0..200 {
            let occupied = Bitboard(split_mix(2 * n) & split_mix(2 * n + 1));
            for square in Square::ALL {
                let queen = queen(square, occupied);
                for (seen, line) in queen_lines(square, occupied).into_iter().zip(lines(square)) {
                    assert_eq!(seen, queen & line, "{square}");
                }
            }
        }
    }

    #[test]
    fn leapers_by_their_steps() {
        const KNIGHT: [(i32, i32); 8] =
            [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let leap = |square: Square, steps: &[(i32, i32)]| -> Bitboard {
            steps.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)).collect()
        };
        for square in Square::ALL {
            assert_eq!(knight(square), leap(square, &KNIGHT));
            assert_eq!(king(square), leap(square, &ORTHOGONAL) | leap(square, &DIAGONAL));
            assert_eq!(pawn(Color::White, square), leap(square, &[(-1, 1), (1, 1)]));
            assert_eq!(pawn(Color::Black, square), leap(square, &[(-1, -1), (1, -1)]));
        }
    }

    #[test]
    fn between_and_line_by_walking() {
        for a in Square::ALL {
            for b in Square::ALL {
                let mut inside = Bitboard::EMPTY;
                let mut through = Bitboard::EMPTY;
                for (files, ranks) in ORTHOGONAL.into_iter().chain(DIAGONAL) {
                    let ray = walk(a, Bitboard::EMPTY, &[(files, ranks)]);
                    if ray.has(b) {
                        inside = walk(a, Bitboard::of(b), &[(files, ranks)]).without(b);
                        through = ray.with(a) | walk(a, Bitboard::EMPTY, &[(-files, -ranks)]);
                    }
                }
                assert_eq!(between(a, b), inside, "{a} {b}");
                assert_eq!(line(a, b), through, "{a} {b}");
            }
        }
    }
}
