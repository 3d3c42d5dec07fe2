//! A board in four bit planes: bit `p` of the nibble on each square is in plane `p`.
//!
//! 1. Planes come in, or nibbles and pieces are put on single squares.
//! 2. Single squares are asked for their nibble, role, colour and piece.
//! 3. Sets of squares take few operations on the planes, since the codes were chosen for that: bishops and queens share
//!    plane 1, rooks and queens plane 3.
//!
//! Any nibble is kept, also 1, 14 and 15, which are no pieces. No method returns such a nibble as a piece, but several
//! sets contain its square; [`foreign`](QuadBitboard::foreign) has all of these squares.

mod convert;
mod delta;
#[cfg(feature = "simd")]
pub(crate) mod sixteen_sets;
mod symmetry;

use quadbit_nibble::const_array;
use quadbit_x88::{Color, Piece, Role, Square};

use crate::attacks;
use crate::bitboard::Bitboard;

/// A board of 64 nibbles, held as four bit planes: bit `s` of plane `p` is bit `p` of the
/// nibble on square `s`.
///
/// A nibble has one bit in each plane ("vertical nibbles"). Any code from 0 to 15 can be stored; 0 is an
/// empty square. The methods about pieces use the codes of [`Piece`]:
///
/// ```text
///                         P  N  B  R  Q  K
///   plane 3  R, Q, K      .  .  .  1  1  1
///   plane 2  N, B, K      .  1  1  .  .  1
///   plane 1  P, B, Q      1  .  1  .  1  .
///   plane 0  black        colour of the piece
/// ```
///
/// Method: Gerd Isenberg's quad-bitboards, <https://www.chessprogramming.org/Quad-Bitboards>. The article
/// draws the start position:
///
/// ```
/// use quadbit_quad::text::Mailbox;
/// let Mailbox(start) = format!("RNBQKBNRPPPPPPPP{:.<32}pppppppprnbqkbnr", "").parse()?;
/// let drawn = [3, 2, 1, 0].map(|plane| start.planes()[plane].to_string());
/// let row = |n| drawn.each_ref().map(|plane| plane.lines().nth(n).unwrap_or_default()).join("   ");
/// assert_eq!(
///     [0, 1, 2, 3, 4, 5, 6, 7].map(row).join("\n"),
///     // R, Q, K          N, B, K           P, B, Q           black
///     "1 . . 1 1 . . 1   . 1 1 . 1 1 1 .   . . 1 1 . 1 . .   1 1 1 1 1 1 1 1\n\
///      . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   1 1 1 1 1 1 1 1\n\
///      . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
///      . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
///      . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
///      . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
///      . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .\n\
///      1 . . 1 1 . . 1   . 1 1 . 1 1 1 .   . . 1 1 . 1 . .   . . . . . . . ."
/// );
/// # Ok::<(), quadbit_quad::text::BoardError>(())
/// ```
///
/// ```
/// use quadbit_quad::{Bitboard, QuadBitboard};
/// use quadbit_x88::{Color, Piece, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::E1, Role::King.of(Color::White));
/// board.put(Square::D8, Role::Queen.of(Color::Black));
/// assert_eq!(board.piece_at(Square::D8), Some(Role::Queen.of(Color::Black)));
/// assert_eq!(board.occupied(), Bitboard::of(Square::E1) | Bitboard::of(Square::D8));
/// assert_eq!(board.black(), Bitboard::of(Square::D8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C, align(32))]
pub struct QuadBitboard {
    planes: [Bitboard; 4],
}

static_assertions::assert_eq_size!(QuadBitboard, [u8; 32]);
const _: () = assert!(align_of::<QuadBitboard>() == 32);

impl QuadBitboard {
    /// The board without any piece.
    pub const EMPTY: Self = Self { planes: [Bitboard::EMPTY; 4] };

    /// The board with the given planes: bit `s` of `planes[p]` is bit `p` of the nibble on square `s`. With piece
    /// codes, plane 0 has the black pieces, plane 1 P, B and Q, plane 2 N, B and K, plane 3 R, Q and K.
    #[inline]
    pub const fn from_planes(planes: [Bitboard; 4]) -> Self {
        Self { planes }
    }

    /// The four planes: bit `s` of plane `p` is bit `p` of the nibble on square `s`.
    #[inline]
    pub const fn planes(self) -> [Bitboard; 4] {
        self.planes
    }

    /// The nibble on a square, 0 to 15.
    #[inline]
    pub const fn code(self, square: Square) -> u8 {
        let [b0, b1, b2, b3] = self.planes;
        let s = square.index();
        ((b0.0 >> s & 1) | (b1.0 >> s & 1) << 1 | (b2.0 >> s & 1) << 2 | (b3.0 >> s & 1) << 3) as u8
    }

    /// The role of the piece on a square; `None` if the square is empty (or holds a code that is not a piece).
    /// Reads one plane less than [`piece_at`](Self::piece_at), so it is faster.
    #[inline]
    pub const fn role_at(self, square: Square) -> Option<Role> {
        Role::from_code(self.role_code(square))
    }

    /// The colour of the piece on `square`; `None` if the square is empty or holds the code 1. Of the other codes that
    /// are no pieces, 14 counts as white and 15 as black.
    #[inline]
    pub const fn color_at(self, square: Square) -> Option<Color> {
        if self.occupied().has(square) { Some(Color::ALL[self.black().has(square) as usize]) } else { None }
    }

    /// The upper three bits of the nibble on a square, which are the [code](Role::code) of the piece's role. They are 0
    /// for an empty square, and 7 for the codes 14 and 15.
    #[inline]
    pub const fn role_code(self, square: Square) -> u8 {
        let [_, b1, b2, b3] = self.planes;
        let s = square.index();
        ((b1.0 >> s & 1) | (b2.0 >> s & 1) << 1 | (b3.0 >> s & 1) << 2) as u8
    }

    /// The piece on a square; `None` if the square is empty (or holds a code that is not a piece).
    #[inline]
    pub const fn piece_at(self, square: Square) -> Option<Piece> {
        // Most squares that are asked about are empty: one test answers before four bits are collected.
        if !self.occupied().has(square) {
            return None;
        }
        Piece::from_code(self.code(square))
    }

    /// Puts a nibble on a square, replacing the old one. The upper four bits of `code` are ignored.
    #[inline]
    pub const fn put_code(&mut self, square: Square, code: u8) {
        let mut p = 0;
        while p < 4 {
            let cleared = self.planes[p].without(square).0;
            self.planes[p] = Bitboard(cleared | ((code >> p & 1) as u64) << square.index());
            p += 1;
        }
    }

    /// Puts `piece` on `square`, replacing any other.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.put_code(square, piece.code());
    }

    /// Empties `square`, and returns the piece that was on it; `None` if there was none.
    #[inline]
    pub const fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.put_code(square, 0);
        piece
    }

    /// All squares whose code is 2 or above: those with a piece, if there are only pieces. Code 1 counts as empty.
    #[inline]
    pub const fn occupied(self) -> Bitboard {
        let [_, b1, b2, b3] = self.planes;
        Bitboard(b1.0 | b2.0 | b3.0)
    }

    /// The squares whose code is neither 0 nor a piece: 1, 14 or 15.
    #[inline]
    pub const fn foreign(self) -> Bitboard {
        let [b0, b1, b2, b3] = self.planes;
        Bitboard((b1.0 & b2.0 & b3.0) | (b0.0 & !(b1.0 | b2.0 | b3.0)))
    }

    /// The squares of the white pieces. The code 14 is among them.
    #[inline]
    pub const fn white(self) -> Bitboard {
        Bitboard(self.occupied().0 & !self.planes[0].0)
    }

    /// The squares of the black pieces: plane 0. The codes 1 and 15 are in it too.
    #[inline]
    pub const fn black(self) -> Bitboard {
        self.planes[0]
    }

    /// The squares of the pieces of `color`: [`white`](Self::white) or [`black`](Self::black).
    #[inline]
    pub const fn color(self, color: Color) -> Bitboard {
        // All ones for white, so that no branch is needed.
        let flip = (color as u64).wrapping_sub(1);
        let black = self.planes[0].0;
        Bitboard(black ^ (flip & (self.occupied().0 | black)))
    }

    /// The squares whose colour bit is that of `color`: plane 0 for black; for white the rest of the board, empty
    /// squares included. Intersecting this set with a set of pieces takes fewer operations than intersecting
    /// [`color`](Self::color).
    ///
    /// ```
    /// use quadbit_quad::{QuadBitboard, bitboard};
    /// use quadbit_x88::{Color, Role, Square};
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::B7, Role::King.of(Color::Black));
    /// board.put(Square::G2, Role::King.of(Color::White));
    /// assert_eq!(
    ///     board.color_bits(Color::White),
    ///     bitboard! {
    ///         X X X X X X X X
    ///         X . X X X X X X
    ///         X X X X X X X X
    ///         X X X X X X X X
    ///         X X X X X X X X
    ///         X X X X X X X X
    ///         X X X X X X X X
    ///         X X X X X X X X
    ///     }
    /// );
    /// assert_eq!(board.kings() & board.color_bits(Color::White), board.white());
    /// ```
    #[doc(hidden)]
    #[inline]
    pub const fn color_bits(self, color: Color) -> Bitboard {
        // All ones for white, so that no branch is needed.
        let flip = (color as u64).wrapping_sub(1);
        Bitboard(self.planes[0].0 ^ flip)
    }

    /// The squares of the pawns of both sides: plane 1 without planes 2 and 3.
    #[inline]
    pub const fn pawns(self) -> Bitboard {
        let [_, b1, b2, b3] = self.planes;
        Bitboard(b1.0 & !b2.0 & !b3.0)
    }

    /// The squares of the knights of both sides: plane 2 without planes 1 and 3.
    #[inline]
    pub const fn knights(self) -> Bitboard {
        let [_, b1, b2, b3] = self.planes;
        Bitboard(b2.0 & !b1.0 & !b3.0)
    }

    /// The squares of the bishops of both sides: those in both plane 1 and plane 2. The codes 14 and 15 are among them.
    #[inline]
    pub const fn bishops(self) -> Bitboard {
        let [_, b1, b2, _] = self.planes;
        Bitboard(b1.0 & b2.0)
    }

    /// The squares of the rooks of both sides: plane 3 without planes 1 and 2.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        let [_, b1, b2, b3] = self.planes;
        Bitboard(b3.0 & !b1.0 & !b2.0)
    }

    /// The squares of the queens of both sides: those in both plane 1 and plane 3. The codes 14 and 15 are among them.
    #[inline]
    pub const fn queens(self) -> Bitboard {
        let [_, b1, _, b3] = self.planes;
        Bitboard(b1.0 & b3.0)
    }

    /// The squares of the kings of both sides: those in both plane 2 and plane 3. The codes 14 and 15 are among them.
    #[inline]
    pub const fn kings(self) -> Bitboard {
        let [_, _, b2, b3] = self.planes;
        Bitboard(b2.0 & b3.0)
    }

    /// The squares of the diagonal sliders: the bishops and queens of both sides. The codes 14 and 15 are among them.
    #[inline]
    pub const fn diagonal_sliders(self) -> Bitboard {
        let [_, b1, b2, b3] = self.planes;
        Bitboard(b1.0 & (b2.0 | b3.0))
    }

    /// The squares of the orthogonal sliders: the rooks and queens of both sides.
    #[inline]
    pub const fn orthogonal_sliders(self) -> Bitboard {
        let [_, _, b2, b3] = self.planes;
        Bitboard(b3.0 & !b2.0)
    }

    /// The squares of the pieces of `role`, of both sides.
    #[inline]
    pub const fn role(self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns(),
            Role::Knight => self.knights(),
            Role::Bishop => self.bishops(),
            Role::Rook => self.rooks(),
            Role::Queen => self.queens(),
            Role::King => self.kings(),
        }
    }

    /// The squares that hold exactly the nibble `code`; `of(0)` are the empty squares. The upper four bits of `code`
    /// are ignored.
    #[inline]
    pub const fn of(self, code: u8) -> Bitboard {
        let [m0, m1, m2, m3] = COMPLEMENTS[(code & 15) as usize];
        let [b0, b1, b2, b3] = self.planes;
        // The squares whose nibble agrees in every plane.
        Bitboard((b0.0 ^ m0) & (b1.0 ^ m1) & (b2.0 ^ m2) & (b3.0 ^ m3))
    }

    /// The pieces of both sides that attack `square` if only the squares of `occupied` block sliders. Pieces that are
    /// not in `occupied` still attack: a caller that has removed pieces must mask them.
    ///
    /// ```
    /// use quadbit_quad::bitboard;
    /// use quadbit_quad::text::Mailbox;
    /// use quadbit_x88::Square;
    /// let Mailbox(board) = "...QK......R.......................r........................k...".parse()?;
    /// // The rook has left d2: the queen behind it attacks d5 too.
    /// let occupied = board.occupied().without(Square::D2);
    /// assert_eq!(
    ///     board.attackers(Square::D5, occupied),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . X . . . .
    ///         . . . X . . . .
    ///     }
    /// );
    /// # Ok::<(), quadbit_quad::text::BoardError>(())
    /// ```
    #[inline]
    pub fn attackers(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.stepping_attackers(square) | self.sliding_attackers(square, occupied)
    }

    /// The pawns, knights and kings of both sides that attack `square`.
    #[inline]
    pub fn stepping_attackers(self, square: Square) -> Bitboard {
        let white_pawns = attacks::pawn(Color::Black, square) - self.black();
        let black_pawns = attacks::pawn(Color::White, square) & self.black();
        (white_pawns | black_pawns) & self.pawns()
            | attacks::knight(square) & self.knights()
            | attacks::king(square) & self.kings()
    }

    /// The bishops, rooks and queens of both sides that attack `square` when the squares in `occupied` block lines.
    #[inline]
    pub fn sliding_attackers(self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied) & self.orthogonal_sliders()
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
    }

    /// The xor of two boards, plane by plane, which turns each of them into the other.
    #[inline]
    pub(crate) const fn xor(self, other: Self) -> Self {
        let mut planes = self.planes;
        let mut p = 0;
        while p < 4 {
            planes[p] = Bitboard(planes[p].0 ^ other.planes[p].0);
            p += 1;
        }
        Self { planes }
    }

    /// A board with the nibble `code` on every square of `set`, and 0 elsewhere: the building block of a move's delta.
    /// The upper four bits of `code` are ignored.
    #[inline]
    pub const fn splat(set: Bitboard, code: u8) -> Self {
        let [b0, b1, b2, b3] = MASKS[(code & 15) as usize];
        Self {
            planes: [Bitboard(set.0 & b0), Bitboard(set.0 & b1), Bitboard(set.0 & b2), Bitboard(set.0 & b3)],
        }
    }
}

/// For each nibble: all ones in each plane in which the nibble has a one. 512 bytes; loads are fewer operations than
/// shifts and negations.
static MASKS: [[u64; 4]; 16] =
    const_array!(16, |code| const_array!(4, |plane| (code as u64 >> plane & 1).wrapping_neg()));

/// For each nibble: all ones in each plane in which the nibble has a zero.
static COMPLEMENTS: [[u64; 4]; 16] = const_array!(16, |code| const_array!(4, |plane| !MASKS[code][plane]));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;

    /// A method that returns a set of squares, and whether a square with the given nibble is in the set.
    type Rule = (fn(QuadBitboard) -> Bitboard, fn(u8) -> bool);

    /// Every method for a set of squares, and the nibbles that its set contains. The nibbles 1, 14 and 15 are not
    /// pieces, but several of the sets contain them.
    const SETS: [Rule; 12] = [
        (QuadBitboard::occupied, |code| code >= 2),
        (QuadBitboard::foreign, |code| matches!(code, 1 | 14 | 15)),
        (QuadBitboard::white, |code| code >= 2 && code % 2 == 0),
        (QuadBitboard::black, |code| code % 2 == 1),
        (QuadBitboard::pawns, |code| matches!(code, 2 | 3)),
        (QuadBitboard::knights, |code| matches!(code, 4 | 5)),
        (QuadBitboard::bishops, |code| matches!(code, 6 | 7 | 14 | 15)),
        (QuadBitboard::rooks, |code| matches!(code, 8 | 9)),
        (QuadBitboard::queens, |code| matches!(code, 10 | 11 | 14 | 15)),
        (QuadBitboard::kings, |code| matches!(code, 12..=15)),
        (QuadBitboard::diagonal_sliders, |code| matches!(code, 6 | 7 | 10 | 11 | 14 | 15)),
        (QuadBitboard::orthogonal_sliders, |code| matches!(code, 8..=11)),
    ];

    #[test]
    fn sets_are_made_of_nibbles_square_by_square() {
        for n in 0..500 {
            let planes = [0, 1, 2, 3].map(|p| Bitboard(split_mix(4 * n + p)));
            let board = QuadBitboard::from_planes(planes);
            for (number, (set, has)) in SETS.into_iter().enumerate() {
                for square in Square::ALL {
                    let code = board.code(square);
                    assert_eq!(set(board).has(square), has(code), "set {number}, nibble {code} on {square}");
                }
            }
            for color in Color::ALL {
                assert_eq!(board.color_bits(color) & board.occupied(), board.color(color) & board.occupied());
            }
            for square in Square::ALL {
                let code = board.code(square);
                assert_eq!(board.role_at(square), Role::from_code(code >> 1), "{square}");
                assert_eq!(board.color_at(square), (code > 1).then(|| Color::ALL[usize::from(code & 1)]));
            }
            for role in Role::ALL {
                let pieces = board.role(role) - board.foreign();
                let of_both = Color::ALL.map(|color| board.of(role.of(color).code()));
                assert_eq!(pieces, of_both[0] | of_both[1], "{role}");
            }
        }
    }
}
