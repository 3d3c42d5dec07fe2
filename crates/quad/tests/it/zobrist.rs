//! Zobrist keys: the sequence, its order in the table, and boards square by square.

use std::collections::HashSet;

use quadbit_quad::{Bitboard, QuadBitboard, zobrist};
use quadbit_x88::Square;

/// Indices and numbers of the `SplitMix64` sequence from the seed of this crate. They were computed by another program,
/// whose sequence from the seed 1234567 begins with 6457827717110365317, as published. These numbers are part of the
/// format.
const PINNED: [(u64, u64); 5] = [
    (0, 0xda80_9e50_3288_57ef),
    (1, 0xe475_a135_e7fd_9730),
    (64, 0xa547_4e37_5797_3ab2),
    (1023, 0xc479_aaf2_e010_12f8),
    (1024, 0x1a43_7f42_7080_48ed),
];

#[test]
fn the_sequence_stays() {
    for (n, number) in PINNED {
        assert_eq!(zobrist::split_mix(n), number, "{n}");
    }
}

#[test]
fn each_code_and_square_has_its_own_number() {
    let mut seen = HashSet::new();
    for code in 0..16 {
        for square in Square::ALL {
            let key = zobrist::key(code, square);
            let n = 64 * u64::from(code) + square.index() as u64;
            assert_eq!(key, if code == 0 { 0 } else { zobrist::split_mix(n) }, "{code} {square}");
            assert_eq!(zobrist::key_of(n.try_into().unwrap()), key, "{code} {square}");
            assert_eq!(zobrist::key(code | 0xf0, square), key, "the upper bits of a code do not count");
            assert!(code == 0 || seen.insert(key), "{code} {square}");
        }
    }
}

#[test]
fn a_board_is_the_xor_of_its_squares() {
    for n in 0..100 {
        let planes = [0, 1, 2, 3].map(|plane| Bitboard(zobrist::split_mix(4 * n + plane)));
        let board = QuadBitboard::from_planes(planes);
        let mut key = 0;
        for square in Square::ALL {
            key ^= zobrist::key(board.code(square), square);
        }
        assert_eq!(zobrist::board_key(board), key, "{board:?}");
        let pawns = zobrist::board_key(board.masked(board.pawns()));
        assert_eq!(zobrist::board_keys(board), [key, pawns], "{board:?}");
    }
}
