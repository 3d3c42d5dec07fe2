//! The pieces of a board in the order of their squares: the array of nibbles that packed records share.
//!
//! 1. Reading: nibbles are taken apart into four words, one bit for each piece ([`PackedPieces::unpack`]); a format
//!    translates its codes with operations on these words; four scatters make them planes ([`PackedPieces::board`]).
//! 2. Writing goes the same way back: [`PackedPieces::of`] gathers, [`PackedPieces::pack`] joins.
//! 3. [`PackSimd`] has the operations that differ from level to level.
//!
//! A bit of a word belongs to a piece, not to a square.

#[cfg(feature = "simd")]
mod levels;

use quadbit_nibble::delta_swap;
use quadbit_x88::Square;

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// The nibbles of at most 32 pieces, a1 first, taken apart into their bits: bit `i` of `bits[p]` is bit `p`
/// of the nibble of the piece on the `i`-th occupied square.
///
/// ```text
///   board      R . . . K . . .        occupied   1 0 0 0 1 0 0 0
///   nibbles    r k                    bits[p]    bit p of r, bit p of k
/// ```
///
/// ```
/// use quadbit_quad::packed_pieces::{PackedPieces, Scalar};
/// use quadbit_quad::QuadBitboard;
/// use quadbit_x88::{Color, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::A1, Role::Rook.of(Color::White));
/// board.put(Square::E1, Role::King.of(Color::White));
/// let pieces = PackedPieces::of(Scalar, board);
/// assert_eq!(pieces.pack(Scalar)[0], Role::Rook.of(Color::White).code() | Role::King.of(Color::White).code() << 4);
/// assert_eq!(pieces.board(Scalar), board);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPieces {
    /// The squares of the pieces, at most 32.
    pub occupied: Bitboard,
    /// The nibbles, taken apart: bit `i` of `bits[p]` is bit `p` of the nibble of the piece on the `i`-th occupied
    /// square.
    pub bits: [u32; 4],
}

impl PackedPieces {
    /// Takes the nibbles of the pieces on `occupied` apart. Nibble `i` is the low half of byte `i / 2` for even `i`,
    /// the high half for odd `i`; nibbles after the last piece are ignored. `None` if there are more than 32 pieces.
    #[inline(always)]
    pub fn unpack<S: PackSimd>(s: S, occupied: Bitboard, nibbles: [u8; 16]) -> Option<Self> {
        if occupied.len() > 32 {
            return None;
        }
        let all = Self { occupied, bits: [0, 0, 0, 0] }.all();
        let [a, b, c, d] = s.bits_of_nibbles(nibbles);
        Some(Self { occupied, bits: [a & all, b & all, c & all, d & all] })
    }

    /// Packs the nibbles into 16 bytes: nibble `i` is the low half of byte `i / 2` for even `i`, the high half for odd
    /// `i`. The nibbles after the last piece are zero.
    #[inline(always)]
    pub fn pack<S: PackSimd>(self, s: S) -> [u8; 16] {
        let [a, b, c, d] = self.bits;
        let [a, b, c, d] = [u64::from(a), u64::from(b), u64::from(c), u64::from(d)];
        let low = a & 0xffff | (b & 0xffff) << 16 | (c & 0xffff) << 32 | (d & 0xffff) << 48;
        let high = a >> 16 | b >> 16 << 16 | c >> 16 << 32 | d >> 16 << 48;
        (u128::from(s.join(low)) | u128::from(s.join(high)) << 64).to_le_bytes()
    }

    /// Packs the pieces of `board`; the nibbles are its codes. The board must not have more than 32 pieces: this is not
    /// checked, and with more the result is arbitrary.
    #[inline(always)]
    pub fn of<S: PackSimd>(s: S, board: QuadBitboard) -> Self {
        Self::on_squares(s, board, board.occupied())
    }

    /// Packs what stands on the squares `occupied` of `board`, at most 32 of them; the nibbles are the codes of the
    /// board.
    #[inline(always)]
    pub fn on_squares<S: PackSimd>(s: S, board: QuadBitboard, occupied: Bitboard) -> Self {
        Self { occupied, bits: s.gather(board.planes(), occupied) }
    }

    /// The board that has the nibbles as codes on the occupied squares. Methods of the board about pieces expect the
    /// codes of [`Piece`](quadbit_x88::Piece): the reader of a packed format with other codes translates the nibbles
    /// first.
    #[inline(always)]
    pub fn board<S: PackSimd>(self, s: S) -> QuadBitboard {
        QuadBitboard::from_planes(s.scatter(self.bits, self.occupied))
    }

    /// A mask with one bit for each piece: as many low bits as there are pieces.
    #[inline(always)]
    pub fn all(self) -> u32 {
        ((1_u64 << self.occupied.len()) - 1) as u32
    }

    /// The squares of `pieces`, in which bit `i` stands for the piece on the `i`-th occupied square, from a1 on.
    #[inline(always)]
    pub fn squares<S: PackSimd>(self, s: S, pieces: u32) -> Bitboard {
        if pieces == 0 { Bitboard::EMPTY } else { Bitboard(s.scatter_bits(pieces.into(), self.occupied.0)) }
    }

    /// The pieces on `squares`: bit `i` is set if the `i`-th occupied square, from a1 on, is one of them.
    #[inline(always)]
    pub fn on<S: PackSimd>(self, s: S, squares: Bitboard) -> u32 {
        if squares.is_empty() { 0 } else { s.gather_bits(squares.0, self.occupied.0) as u32 }
    }

    /// The nibble of the piece on the occupied square number `place`, counted from 0 in the order of squares; `place`
    /// is below 32.
    pub fn code(self, place: u32) -> u8 {
        (0..4).map(|p| (self.bits[p] >> place & 1) << p).sum::<u32>() as u8
    }
}

/// The bit operations by which pieces are packed and unpacked. [`Scalar`] implements them in portable code. With the
/// feature `simd`, every SIMD token of `fearless_simd` does so too, some with faster instructions.
pub trait PackSimd: Copy {
    /// Gathers the bits of `x` at the ones of `mask` into the low bits, in order, and zeros above (PEXT).
    #[inline(always)]
    fn gather_bits(self, x: u64, mask: u64) -> u64 {
        let mut bits = 0;
        for (n, square) in Bitboard(mask).into_iter().enumerate() {
            bits |= (x >> square.index() & 1) << n;
        }
        bits
    }

    /// Scatters the low bits of `x` to the ones of `mask`, in order, and zeros elsewhere (PDEP).
    #[inline(always)]
    fn scatter_bits(self, x: u64, mask: u64) -> u64 {
        let mut bits = 0;
        for (n, square) in Bitboard(mask).into_iter().enumerate() {
            bits |= (x >> n & 1) << square.index();
        }
        bits
    }

    /// The square with index `number` in `set`, counted from 0 in the order of squares; `None` if `set` has at most
    /// `number` squares.
    ///
    /// The portable form has no loop, whose length would be mispredicted: it adds up the squares of each byte and those
    /// below, which finds the byte of the square, and looks up the square in this byte.
    ///
    /// Source: Vigna, "Broadword implementation of rank/select queries", 2008.
    #[inline(always)]
    fn nth_square(self, set: Bitboard, number: u32) -> Option<Square> {
        let bits = set.0 - (set.0 >> 1 & 0x5555_5555_5555_5555);
        let bits = (bits & 0x3333_3333_3333_3333) + (bits >> 2 & 0x3333_3333_3333_3333);
        let sums = ((bits + (bits >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOWEST);
        if u64::from(number) >= sums >> 56 {
            return None;
        }
        // A one in each byte up to whose end there are at most `number` squares: the square is in a later byte.
        let below = (((u64::from(number) * LOWEST) | HIGHEST) - sums) >> 7 & LOWEST;
        let shift = below.wrapping_mul(LOWEST) >> 56 << 3;
        let rest = number - (sums << 8 >> shift & 0xff) as u32;
        let file = NTH[rest as usize & 7][(set.0 >> shift & 0xff) as usize];
        Some(Square::from_low_bits(shift as u32 | u32::from(file)))
    }

    /// The indices (0 for a1, to 63) of the squares in `occupied`, ascending, at most 32 of them; the entries after the
    /// last one are arbitrary.
    #[inline(always)]
    fn piece_squares(self, occupied: Bitboard) -> [u8; 32] {
        let mut squares = [0; 32];
        for (place, square) in squares.iter_mut().zip(occupied) {
            *place = square.index() as u8;
        }
        squares
    }

    /// Separates the bits of 16 nibbles: bit 0 of each in the lowest 16 bits, then bit 1 of each, and so on. So
    /// `a0 a1 a2 a3 b0 b1 ..` becomes `a0 b0 .. a1 b1 ..`.
    ///
    /// Two perfect unshuffles: each brings the bits of even index down and those of odd index up.
    ///
    /// Source: Warren, "Hacker's Delight", 7-2.
    #[inline(always)]
    fn split(self, nibbles: u64) -> u64 {
        unshuffle(unshuffle(nibbles))
    }

    /// Separates the bits of 32 nibbles: bit `i` of word `p` of the result is bit `p` of nibble `i`, which is the low
    /// half of byte `i / 2` for even `i`, the high half for odd `i`.
    #[inline(always)]
    fn bits_of_nibbles(self, nibbles: [u8; 16]) -> [u32; 4] {
        bits_of_halves(self, nibbles)
    }

    /// Puts the nibbles of at most 32 pieces on the squares of `occupied`, in order, as the codes that `table` has for
    /// them. Nibble `i` is the low half of byte `i / 2` for even `i`, the high half for odd `i`. `None` if there are
    /// more than 32 pieces, if `table` has 0 for one of them, or if [`bits_of_nibbles`](Self::bits_of_nibbles)
    /// is faster: at AVX2, and without vectors.
    #[inline(always)]
    fn expand(self, _nibbles: [u8; 16], _occupied: Bitboard, _table: [u8; 16]) -> Option<QuadBitboard> {
        None
    }

    /// Puts 16 nibbles together from their bits, the reverse of [`split`](Self::split): `a0 b0 .. a1 b1 ..` becomes `a0
    /// a1 a2 a3 b0 b1 ..`.
    #[inline(always)]
    fn join(self, bits: u64) -> u64 {
        shuffle(shuffle(bits))
    }

    /// Gathers the bits of each of the four `planes` at the squares of `occupied`, at most 32, into the low bits of a
    /// word, in the order of the squares.
    ///
    /// The portable form loops over the pieces. It does not branch on bits, because half of the branches
    /// would be mispredicted.
    #[inline(always)]
    fn gather(self, planes: [Bitboard; 4], occupied: Bitboard) -> [u32; 4] {
        let mut bits = [0; 4];
        for (place, square) in occupied.into_iter().enumerate() {
            for (bits, plane) in bits.iter_mut().zip(planes) {
                *bits |= ((plane.0 >> square.index() & 1) as u32) << (place & 31);
            }
        }
        bits
    }

    /// Scatters the low bits of each of four words to the squares of `occupied`, in order; other squares stay empty.
    /// The reverse of [`gather`](Self::gather).
    #[inline(always)]
    fn scatter(self, bits: [u32; 4], occupied: Bitboard) -> [Bitboard; 4] {
        let mut planes = [Bitboard::EMPTY; 4];
        for (place, square) in occupied.into_iter().enumerate() {
            for (plane, bits) in planes.iter_mut().zip(bits) {
                plane.0 |= u64::from(bits >> (place & 31) & 1) << square.index();
            }
        }
        planes
    }
}

/// Separates the bits of 32 nibbles, 16 at a time by [`PackSimd::split`]: bit `i` of word `p` of the result is bit `p`
/// of nibble `i`.
#[inline(always)]
fn bits_of_halves<S: PackSimd>(s: S, nibbles: [u8; 16]) -> [u32; 4] {
    let nibbles = u128::from_le_bytes(nibbles);
    let (low, high) = (s.split(nibbles as u64), s.split((nibbles >> 64) as u64));
    let bit = |p: u32| (low >> (16 * p) & 0xffff | (high >> (16 * p) & 0xffff) << 16) as u32;
    [bit(0), bit(1), bit(2), bit(3)]
}

/// The token for [`PackSimd`] without vectors: portable code for every operation, whatever the CPU supports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar;

impl PackSimd for Scalar {}

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHEST: u64 = LOWEST << 7;

/// The position from 0 of the `n`-th one bit of a byte, at `NTH[n][byte]`. 2 KiB.
static NTH: [[u8; 256]; 8] = {
    let mut nth = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut number) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[number][byte] = bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

/// Moves bits 0, 2, 4, .. to the low half, bits 1, 3, 5, .. to the high half.
#[inline(always)]
const fn unshuffle(x: u64) -> u64 {
    let x = delta_swap!(x, 1, 0x2222_2222_2222_2222);
    let x = delta_swap!(x, 2, 0x0c0c_0c0c_0c0c_0c0c);
    let x = delta_swap!(x, 4, 0x00f0_00f0_00f0_00f0);
    let x = delta_swap!(x, 8, 0x0000_ff00_0000_ff00);
    delta_swap!(x, 16, 0x0000_0000_ffff_0000)
}

/// The reverse of [`unshuffle`].
#[inline(always)]
const fn shuffle(x: u64) -> u64 {
    let x = delta_swap!(x, 16, 0x0000_0000_ffff_0000);
    let x = delta_swap!(x, 8, 0x0000_ff00_0000_ff00);
    let x = delta_swap!(x, 4, 0x00f0_00f0_00f0_00f0);
    let x = delta_swap!(x, 2, 0x0c0c_0c0c_0c0c_0c0c);
    delta_swap!(x, 1, 0x2222_2222_2222_2222)
}
