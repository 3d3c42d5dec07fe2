//! Flips of a board and exchanges of its colours or planes; fills and slides.
//!
//! 1. A symmetry is applied to each plane as to a set of squares, so that it serves boards of any codes.
//! 2. Colours are exchanged in plane 0 only, on the occupied squares.
//! 3. [`fill`](QuadBitboard::fill) fills all four planes in one direction over the same empty squares;
//!    [`slide`](QuadBitboard::slide) steps once more, so that a square gets the code of the slider that attacks it.
//!
//! Fills and slides rely on `empty` having only squares of nibble 0: else codes of two pieces mix.

use quadbit_x88::Direction;

use super::QuadBitboard;
use crate::bitboard::Bitboard;
use crate::sets::{Four, Ray};

impl QuadBitboard {
    /// The board flipped vertically, with the colours unchanged.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        let [a, b, c, d] = self.planes;
        Self::from_planes([a.flip_ranks(), b.flip_ranks(), c.flip_ranks(), d.flip_ranks()])
    }

    /// The board with the colour of every piece changed.
    #[inline]
    pub const fn swap_colors(self) -> Self {
        let [black, b1, b2, b3] = self.planes;
        Self::from_planes([Bitboard(black.0 ^ self.occupied().0), b1, b2, b3])
    }

    /// The board as the other side sees it: colours exchanged and flipped vertically. Its own inverse.
    ///
    /// Source: Fabio Gobbato's `QBBEngine`, which flips the board this way after every move.
    ///
    /// ```
    /// use quadbit_quad::QuadBitboard;
    /// use quadbit_x88::{Color, Role, Square};
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::B2, Role::Pawn.of(Color::White));
    /// let flipped = board.flip_colors();
    /// assert_eq!(flipped.piece_at(Square::B7), Some(Role::Pawn.of(Color::Black)));
    /// assert_eq!(flipped.flip_colors(), board);
    /// ```
    #[inline]
    pub const fn flip_colors(self) -> Self {
        self.swap_colors().flip_ranks()
    }

    /// Puts the planes into another order: plane `p` of the result is plane `order[p]` of this board, modulo 4. This is
    /// one `vpermq` where the CPU has it.
    #[inline]
    pub const fn permute_planes(self, order: [usize; 4]) -> Self {
        let [a, b, c, d] = order;
        let planes = self.planes;
        Self::from_planes([planes[a & 3], planes[b & 3], planes[c & 3], planes[d & 3]])
    }

    /// The board with the nibbles on the squares of `set` kept, and 0 on all others.
    #[inline]
    pub const fn masked(self, set: Bitboard) -> Self {
        let [a, b, c, d] = self.planes;
        Self::from_planes([
            Bitboard(a.0 & set.0),
            Bitboard(b.0 & set.0),
            Bitboard(c.0 & set.0),
            Bitboard(d.0 & set.0),
        ])
    }

    /// The occluded fill: every square of `empty` that a nibble of the board reaches in one direction gets this nibble,
    /// and the board's own squares keep theirs. In the article's C++ these are `nortOccl` and seven more functions: the
    /// board is `gen`, `empty` is `pro64`.
    ///
    /// Nibbles do not mix as long as `empty` has only squares of nibble 0: see [`slide`](Self::slide), which is this
    /// fill and a step. The planes may also be four disjoint sets, such as the article's white sliders, black sliders,
    /// black king and white king; on squares that two of them reach both bits are set.
    ///
    /// Source: <https://www.chessprogramming.org/Quad-Bitboards>.
    ///
    /// ```
    /// use quadbit_quad::{Bitboard, QuadBitboard, bitboard};
    /// use quadbit_x88::{Direction, Square};
    /// let [rook, king] = [Square::B5, Square::F5].map(Bitboard::of);
    /// let sets = QuadBitboard::from_planes([rook, Bitboard::EMPTY, king, Bitboard::EMPTY]);
    /// let empty = !(rook | king);
    /// let [east, west] = [Direction::East, Direction::West].map(|direction| sets.fill(direction, empty).planes());
    /// assert_eq!(
    ///     east[0] & west[2], // no piece between: a check
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . X X X . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    #[must_use]
    pub fn fill(self, direction: Direction, empty: Bitboard) -> Self {
        self.along(direction, empty, Ray::occluded)
    }

    /// The attacks in one direction of sliders of up to fifteen codes at once: every square gets the code of the
    /// slider that attacks it, or 0.
    ///
    /// In one direction at most one slider attacks a square, so codes do not mix, and filling four planes, all through
    /// the squares of `empty`, does the work of fifteen fills. This holds as long as `empty` has only squares of nibble
    /// 0, as [`of(0)`](Self::of) of the whole board does. `!occupied()` counts nibble 1 as empty, because it is not a
    /// piece, so it is safe only on a board without that nibble. The caller chooses the sliding pieces with
    /// [`masked`](Self::masked) and gets the set of a single code from the result with [`of`](Self::of).
    ///
    /// Source: Gerd Isenberg, "Quad-Bitboards", <https://www.chessprogramming.org/Quad-Bitboards>.
    ///
    /// ```
    /// use quadbit_quad::{QuadBitboard, bitboard};
    /// use quadbit_x88::{Color, Direction, Role, Square};
    /// let [rook, queen] = [Role::Rook.of(Color::White), Role::Queen.of(Color::Black)];
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::B3, rook);
    /// board.put(Square::E3, queen);
    /// let slid = board.slide(Direction::East, !board.occupied());
    /// assert_eq!(
    ///     slid.of(rook.code()),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . X X X . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// assert_eq!(slid.piece_at(Square::H3), Some(queen));
    /// ```
    #[inline]
    #[must_use]
    pub fn slide(self, direction: Direction, empty: Bitboard) -> Self {
        self.along(direction, empty, Ray::attacks)
    }

    /// Prepares the ray in `direction` over the squares of `empty`, and applies `fill` to the ray and all four planes
    /// at once.
    #[inline(always)]
    fn along(self, direction: Direction, empty: Bitboard, fill: impl Fn(&Ray<Four>, Four) -> Four) -> Self {
        let [a, b, c, d] = self.planes;
        let ray = Ray::new(direction, Four::splat(empty.0));
        let Four([a, b, c, d]) = fill(&ray, Four([a.0, b.0, c.0, d.0]));
        Self::from_planes([Bitboard(a), Bitboard(b), Bitboard(c), Bitboard(d)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;
    use quadbit_x88::{Piece, Square};

    fn boards() -> impl Iterator<Item = QuadBitboard> {
        (0..1000).map(|n| {
            let mut board = QuadBitboard::EMPTY;
            for i in 0..2 + n % 40 {
                let random = split_mix(64 * n + i);
                let square = Square::from_low_bits(random as u32);
                board.put(square, Piece::ALL[(random >> 32) as usize % 12]);
            }
            board
        })
    }

    #[test]
    fn symmetries_move_pieces() {
        for board in boards() {
            let ranks = board.flip_ranks();
            let (swapped, flipped) = (board.swap_colors(), board.flip_colors());
            for square in Square::ALL {
                let piece = board.piece_at(square);
                let other = piece.map(|piece| piece.role().of(!piece.color()));
                assert_eq!(ranks.piece_at(square.flip_rank()), piece);
                assert_eq!(swapped.piece_at(square), other);
                assert_eq!(swapped.code(square) == 0, piece.is_none(), "an empty square has no colour");
                assert_eq!(flipped.piece_at(square.flip_rank()), other);
            }
            assert_eq!(flipped.flip_colors(), board);
        }
    }

    #[test]
    fn planes_are_permuted() {
        for board in boards() {
            let permuted = board.permute_planes([3, 0, 6, 1]);
            let [a, b, c, d] = board.planes();
            assert_eq!(permuted.planes(), [d, a, c, b]);
        }
    }

    #[test]
    fn slid_codes_are_single_slides() {
        for board in boards() {
            let empty = !board.occupied();
            for direction in Direction::ALL {
                let slid = board.slide(direction, empty);
                for code in 1..16 {
                    let alone = Ray::new(direction, empty.0).attacks(board.of(code).0);
                    assert_eq!(slid.of(code), Bitboard(alone), "{direction}, code {code}");
                    let reached = Bitboard(alone) & empty | board.of(code);
                    assert_eq!(board.fill(direction, empty).of(code), reached, "{direction}, code {code}");
                }
            }
        }
    }

    /// The slow form of [`slide`](QuadBitboard::slide): every slider, of any code, walks and writes its code on
    /// the squares that it attacks.
    fn walked(board: QuadBitboard, direction: Direction) -> [u8; 64] {
        let mut codes = [0; 64];
        for slider in !board.of(0) {
            let code = board.code(slider);
            let mut at = slider;
            while let Some(next) = at.offset(direction.files(), direction.ranks()) {
                assert_eq!(codes[next.index()], 0, "two sliders attack {next}");
                codes[next.index()] = code;
                if board.code(next) != 0 {
                    break;
                }
                at = next;
            }
        }
        codes
    }

    #[test]
    fn slid_codes_are_walks_for_all_sixteen_codes() {
        for n in 0..1000 {
            let mut board = QuadBitboard::EMPTY;
            for i in 0..n % 50 {
                let random = split_mix(64 * n + i);
                board.put_code(Square::from_low_bits(random as u32), (random >> 32) as u8 & 15);
            }
            for direction in Direction::ALL {
                let slid = board.slide(direction, board.of(0));
                assert_eq!(slid.to_mailbox(), walked(board, direction), "{direction}: {board:?}");
            }
        }
    }
}
