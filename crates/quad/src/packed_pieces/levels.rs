//! The bit operations of [`PackSimd`] at every SIMD level.
//!
//! 1. On x86-64, AVX2 and AVX-512 gather and scatter bits by `pext` and `pdep`, which replace the loops and shuffles.
//! 2. AVX-512 converts nibbles in another way: as half a board, with one transpose.
//! 3. All other levels do as [`Scalar`] does.
//!
//! All levels give the same bits, which the tests compare, except where a method leaves entries arbitrary.

use fearless_simd::Simd;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{prelude::*, u8x16, u8x64};
use quadbit_nibble::planes::PlaneSimd;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_nibble::simd::arch::{
    __m128i, __m512i, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cvtepu8_epi16, _mm256_or_si256,
    _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm512_maskz_expand_epi8,
    _mm512_test_epi8_mask, _mm512_zextsi256_si512,
};
use quadbit_nibble::simd::at_level;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_nibble::simd::{Avx512, BitSimd, kernels};
use quadbit_x88::Square;

use super::{PackSimd, Scalar, bits_of_halves};
use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// Bit 0 of each nibble.
#[cfg(target_arch = "x86_64")]
const LOWEST: u64 = 0x1111_1111_1111_1111;

impl<S: Simd> PackSimd for S {
    #[inline(always)]
    fn gather_bits(self, x: u64, mask: u64) -> u64 {
        at_level!(self: S, Bmi2(_) => self.pext(x, mask));
        Scalar.gather_bits(x, mask)
    }

    #[inline(always)]
    fn scatter_bits(self, x: u64, mask: u64) -> u64 {
        at_level!(self: S, Bmi2(_) => self.pdep(x, mask));
        Scalar.scatter_bits(x, mask)
    }

    #[inline(always)]
    fn nth_square(self, set: Bitboard, number: u32) -> Option<Square> {
        // `checked_shl` is `None` for 64 and above: no set has so many squares.
        at_level!(self: S, Bmi2(_) => Bitboard(self.pdep(1_u64.checked_shl(number)?, set.0)).first());
        Scalar.nth_square(set, number)
    }

    #[inline(always)]
    fn piece_squares(self, occupied: Bitboard) -> [u8; 32] {
        at_level!(self: S, Avx512(_) => self.indices(occupied.0));
        at_level!(self: S, Bmi2(_) => squares_by_rank(self, occupied));
        Scalar.piece_squares(occupied)
    }

    #[inline(always)]
    fn split(self, nibbles: u64) -> u64 {
        at_level!(self: S, Bmi2(_) => {
            let bits = |p: u32| self.pext(nibbles, LOWEST << p) << (16 * p);
            bits(0) | bits(1) | bits(2) | bits(3)
        });
        Scalar.split(nibbles)
    }

    /// At AVX-512 converts the nibbles as half of a board of 64 nibbles into planes, which takes fewer instructions
    /// than eight gathers.
    #[inline(always)]
    fn bits_of_nibbles(self, nibbles: [u8; 16]) -> [u32; 4] {
        at_level!(self: S, Avx512(_) => {
            let mut all = [0; 32];
            all[..16].copy_from_slice(&nibbles);
            let [a, b, c, d] = self.nibbles_to_planes(&all);
            [a as u32, b as u32, c as u32, d as u32]
        });
        bits_of_halves(self, nibbles)
    }

    #[inline(always)]
    fn expand(self, nibbles: [u8; 16], occupied: Bitboard, table: [u8; 16]) -> Option<QuadBitboard> {
        at_level!(self: S, Avx512(token) => {
            let (nibbles, table) = (u8x16::simd_from(token, nibbles), u8x16::simd_from(token, table));
            let codes = expanded(token, nibbles.into(), table.into(), occupied.0);
            // Pieces after the 32nd have no code, so that the sets differ.
            let is_whole = nonzero(token, codes) == occupied.0;
            let codes: u8x64<Avx512> = codes.simd_into(token);
            let planes = self.codes_to_planes(&codes.to_array()).map(Bitboard);
            is_whole.then(|| QuadBitboard::from_planes(planes))
        });
        at_level!(self: S, Bmi2(_) => Scalar.expand(nibbles, occupied, table));
        if occupied.len() > 32 {
            return None;
        }
        // One loop puts whole codes on their squares; loops over bits would need one for each plane.
        let (mut codes, mut nibbles, mut is_whole) = ([0; 64], u128::from_le_bytes(nibbles), true);
        for square in occupied {
            let code = table[(nibbles & 0xf) as usize];
            codes[square.index()] = code;
            is_whole &= code != 0;
            nibbles >>= 4;
        }
        is_whole.then(|| QuadBitboard::from_planes(self.codes_to_planes(&codes).map(Bitboard)))
    }

    #[inline(always)]
    fn join(self, bits: u64) -> u64 {
        at_level!(self: S, Bmi2(_) => {
            let nibbles = |p: u32| self.pdep(bits >> (16 * p), LOWEST << p);
            nibbles(0) | nibbles(1) | nibbles(2) | nibbles(3)
        });
        Scalar.join(bits)
    }

    #[inline(always)]
    fn gather(self, planes: [Bitboard; 4], occupied: Bitboard) -> [u32; 4] {
        at_level!(self: S, Bmi2(_) => {
            let [a, b, c, d] = planes;
            let bits = |plane: Bitboard| self.pext(plane.0, occupied.0) as u32;
            [bits(a), bits(b), bits(c), bits(d)]
        });
        Scalar.gather(planes, occupied)
    }

    #[inline(always)]
    fn scatter(self, bits: [u32; 4], occupied: Bitboard) -> [Bitboard; 4] {
        at_level!(self: S, Bmi2(_) => {
            let [a, b, c, d] = bits;
            let plane = |bits: u32| Bitboard(self.pdep(bits.into(), occupied.0));
            [plane(a), plane(b), plane(c), plane(d)]
        });
        Scalar.scatter(bits, occupied)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
kernels! {
    // `vpmovzxbw`, `vpsllw`, `vpor`, `vpand`: a byte `ba` becomes `0b .a` and then `0b 0a`, where `.` is any nibble.
    // Then `vpshufb` looks the nibbles up, and `vpexpandb` moves them to their squares.
    fn expanded(_token: Avx512, nibbles: __m128i, table: __m128i, occupied: u64) -> __m512i {
        let pairs = _mm256_cvtepu8_epi16(nibbles);
        let nibbles = _mm256_or_si256(pairs, _mm256_slli_epi16::<4>(pairs));
        let nibbles = _mm256_and_si256(nibbles, _mm256_set1_epi8(0x0F));
        let codes = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), nibbles);
        _mm512_maskz_expand_epi8(occupied, _mm512_zextsi256_si512(codes))
    }

    // `vptestmb`
    fn nonzero(_token: Avx512, codes: __m512i) -> u64 {
        _mm512_test_epi8_mask(codes, codes)
    }
}

/// Lists the occupied squares rank by rank. The numbers of a rank's squares are the bytes of a word; `pext` gathers the
/// bytes of the occupied squares, which are stored after those of the ranks below. Entries after the last are
/// arbitrary.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn squares_by_rank<S: BitSimd>(s: S, occupied: Bitboard) -> [u8; 32] {
    let mut squares = [0; 40];
    let mut len = 0;
    for (rank, pieces) in (0..).zip(occupied.0.to_le_bytes()) {
        let bytes = s.pdep(pieces.into(), 0x0101_0101_0101_0101) * 0xff;
        let numbers = 0x0706_0504_0302_0100 + 0x0808_0808_0808_0808 * rank;
        squares[len..len + 8].copy_from_slice(&s.pext(numbers, bytes).to_le_bytes());
        len = (len + pieces.count_ones() as usize).min(32);
    }
    let mut first = [0; 32];
    first.copy_from_slice(&squares[..32]);
    first
}

#[cfg(test)]
mod tests {
    extern crate std;
    use quadbit_nibble::simd::testing::levels;
    use quadbit_nibble::simd::{Level, dispatch};
    use quadbit_x88::Square;

    use crate::bitboard::Bitboard;
    use crate::packed_pieces::{PackSimd, PackedPieces, Scalar};
    use crate::quad_bitboard::QuadBitboard;
    use crate::zobrist::split_mix;

    /// The slow form of `split`: nibble by nibble, bit by bit.
    fn split_slowly(nibbles: u64) -> u64 {
        (0..64).map(|i| (nibbles >> i & 1) << (16 * (i % 4) + i / 4)).sum()
    }

    #[test]
    fn bits_of_nibbles_are_split_and_joined_at_every_level() {
        for word in (0..64).map(|i| 1 << i).chain((0..1000).map(split_mix)) {
            assert_eq!(Scalar.split(word), split_slowly(word), "{word:016x}");
            assert_eq!(Scalar.join(Scalar.split(word)), word, "{word:016x}");
            for level in levels() {
                let (split, joined) = dispatch!(level, s => (s.split(word), s.join(s.split(word))));
                assert_eq!(split, split_slowly(word), "{word:016x} at level {level}");
                assert_eq!(joined, word, "{word:016x} at level {level}");
            }
        }
    }

    #[test]
    fn some_bits_of_words_are_gathered_and_scattered() {
        for n in 0..1000 {
            let (word, mask) = (split_mix(2 * n), split_mix(2 * n + 1) & split_mix(3 * n));
            let ones: std::vec::Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            let gathered: u64 = ones.iter().zip(0..).map(|(bit, n)| (word >> bit & 1) << n).sum();
            let scattered: u64 = ones.iter().zip(0..).map(|(bit, n)| (word >> n & 1) << bit).sum();
            assert_eq!(
                (Scalar.gather_bits(word, mask), Scalar.scatter_bits(word, mask)),
                (gathered, scattered)
            );
            for level in levels() {
                let both = dispatch!(level, s => (s.gather_bits(word, mask), s.scatter_bits(word, mask)));
                assert_eq!(both, (gathered, scattered), "level {level}");
            }
        }
    }

    #[test]
    fn squares_of_a_set_by_their_numbers() {
        let sparse = (0..1000).map(|n| split_mix(n) & split_mix(n + 5000) & split_mix(n + 9000));
        for set in [0, 1, !0, 1 << 63].into_iter().chain((0..1000).map(split_mix)).chain(sparse) {
            let set = Bitboard(set);
            for number in (0..66).chain([255, 256, u32::MAX]) {
                let nth = set.into_iter().nth(number as usize);
                assert_eq!(Scalar.nth_square(set, number), nth, "{number} of {set:?}");
                for level in levels() {
                    assert_eq!(dispatch!(level, s => s.nth_square(set, number)), nth, "level {level}");
                }
            }
        }
    }

    /// Checks that `expand` makes `board`, with translated codes, from its `nibbles`, and returns `None` if a piece has
    /// no code or there are too many; at AVX2, that it returns `None`.
    fn check_expanded(level: Level, board: QuadBitboard, nibbles: [u8; 16]) {
        let table = core::array::from_fn(|code| (code as u8).wrapping_mul(7) % 16);
        let expanded =
            |table, occupied| dispatch!(level, s => PackSimd::expand(s, nibbles, Bitboard(occupied), table));
        let occupied = board.occupied().0;
        if cfg!(target_arch = "x86_64") && level.name() == "avx2" {
            assert_eq!(expanded(table, occupied), None, "level {level}");
            return;
        }
        let mut translated = QuadBitboard::EMPTY;
        for square in board.occupied() {
            translated.put_code(square, table[usize::from(board.code(square))]);
        }
        assert_eq!(expanded(table, occupied), Some(translated));
        for code in 2..16 {
            let mut without = table;
            without[usize::from(code)] = 0;
            let has_code = board.occupied().into_iter().any(|square| board.code(square) == code);
            assert_eq!(expanded(without, occupied).is_none(), has_code, "{code}");
        }
        assert_eq!(expanded([5; 16], 0x1_ffff_ffff), None);
    }

    #[test]
    fn pieces_are_the_occupied_squares_in_order() {
        for level in levels() {
            for n in 0..1000 {
                let mut board = QuadBitboard::EMPTY;
                for i in 0..n % 33 {
                    let random = split_mix(64 * n + i);
                    board.put_code(Square::from_low_bits(random as u32), 2 + (random >> 32) as u8 % 14);
                }
                let pieces = dispatch!(level, s => PackedPieces::of(s, board));
                assert_eq!(pieces, PackedPieces::of(Scalar, board), "level {level}");
                let nibbles = dispatch!(level, s => pieces.pack(s));
                let squares = dispatch!(level, s => s.piece_squares(board.occupied()));
                for (i, square) in board.occupied().into_iter().enumerate() {
                    assert_eq!(usize::from(squares[i]), square.index(), "level {level}");
                    assert_eq!(nibbles[i / 2] >> (4 * (i % 2)) & 15, board.code(square));
                    assert_eq!(pieces.code(i as u32), board.code(square));
                }
                let back = dispatch!(level, s => {
                    PackedPieces::unpack(s, board.occupied(), nibbles).map(|pieces| pieces.board(s))
                });
                assert_eq!(back, Some(board));
                check_expanded(level, board, nibbles);
                let back = PackedPieces::unpack(Scalar, board.occupied(), nibbles);
                assert_eq!(back.map(|pieces| pieces.board(Scalar)), Some(board));
            }
            let full = dispatch!(level, s => PackedPieces::unpack(s, Bitboard(0x1_ffff_ffff), [0; 16]));
            assert_eq!(full, None);
        }
    }
}
