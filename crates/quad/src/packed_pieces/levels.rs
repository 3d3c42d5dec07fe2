//! The bit operations of [`PackSimd`] at every SIMD level.
//!
//! 1. `bmi2` implements them for AVX2 and AVX-512 from the same text: `pext` and `pdep` replace the loops and
//!    shuffles.
//! 2. AVX-512 converts nibbles in another way: as half a board, with one transpose.
//! 3. All other levels have the portable forms, the defaults of the trait.
//!
//! All levels give the same bits, which the tests compare, except where a method leaves entries arbitrary.

#[cfg(target_arch = "x86_64")]
mod bmi2;

use quadbit_nibble::simd::at_other_levels;

use super::PackSimd;

#[cfg(target_arch = "x86_64")]
at_other_levels!(PackSimd; Avx2, Avx512);
#[cfg(not(target_arch = "x86_64"))]
at_other_levels!(PackSimd;);

#[cfg(test)]
mod tests {
    extern crate std;
    use quadbit_nibble::simd::dispatch;
    use quadbit_nibble::simd::testing::levels;
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
                let back = PackedPieces::unpack(Scalar, board.occupied(), nibbles);
                assert_eq!(back.map(|pieces| pieces.board(Scalar)), Some(board));
            }
            let full = dispatch!(level, s => PackedPieces::unpack(s, Bitboard(0x1_ffff_ffff), [0; 16]));
            assert_eq!(full, None);
        }
    }
}
