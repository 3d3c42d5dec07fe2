//! The Zobrist keys of boards and of only their pawns, computed from scratch.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;

use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::at_level;
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::zobrist::key_of;

/// Writes the Zobrist key of each of `boards`, at most eight, and the key of only its pawns to the front of `keys`, as
/// [`board_keys`](quadbit_quad::zobrist::board_keys) computes them. Every code of a board must be a piece or 0.
#[inline(always)]
pub(crate) fn boards_keys<S: BoardSimd>(s: S, boards: &[QuadBitboard], keys: &mut [[u64; 2]; 8]) {
    at_level!(s: S, Avx512(token) => avx512::boards_keys(token, boards, keys));
    for (board, keys) in boards.iter().zip(keys) {
        let planes = board.planes().map(|plane| plane.0);
        let codes = s.planes_to_codes(&planes);
        let [_, b1, b2, b3] = planes;
        let pawns = b1 & !(b2 | b3);
        let [pawns, others] = [key_on(&codes, pawns), key_on(&codes, (b1 | b2 | b3) & !pawns)];
        *keys = [pawns ^ others, pawns];
    }
}

/// The xor of the keys of the pieces on `squares`; `codes` has a piece code for each square.
#[inline(always)]
pub(crate) fn key_on(codes: &[u8; 64], squares: u64) -> u64 {
    let (mut rest, mut sum) = (squares, 0);
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        sum ^= key_of(u16::from(codes[square as usize & 63] & 15) << 6 | square as u16);
    }
    sum
}

#[cfg(test)]
mod tests {
    extern crate std;

    use quadbit_nibble::simd::dispatch;
    use quadbit_nibble::simd::testing::levels;
    use quadbit_quad::QuadBitboard;
    use quadbit_quad::zobrist::{board_keys, split_mix};
    use quadbit_x88::{Piece, Square};

    use super::boards_keys;

    /// Boards with up to 64 random pieces: half of the boards with all kinds of pieces, half with a single kind.
    fn boards() -> [QuadBitboard; 1000] {
        core::array::from_fn(|n| {
            let mut board = QuadBitboard::EMPTY;
            for piece in 0..n % 65 {
                let random = split_mix(64 * n as u64 + piece as u64) as usize;
                let kind = if n % 2 == 0 { random >> 8 } else { n / 2 };
                board.put(Square::ALL[random % 64], Piece::ALL[kind % 12]);
            }
            board
        })
    }

    #[test]
    fn keys_are_those_of_single_boards_at_every_level() {
        let boards = boards();
        for level in levels() {
            for len in [8, 3] {
                for boards in boards.chunks(len) {
                    let mut keys = [[0; 2]; 8];
                    dispatch!(level, s => boards_keys(s, boards, &mut keys));
                    for (board, keys) in boards.iter().zip(keys) {
                        assert_eq!(keys, board_keys(*board), "{board:?} at level {level}");
                    }
                }
            }
        }
    }
}
