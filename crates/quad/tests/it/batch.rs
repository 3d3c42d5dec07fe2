//! Batches against single boards, at every level of the machine and for many lengths.

use quadbit_nibble::simd::testing;
use quadbit_quad::{Bitboard, QuadBitboard, WideKeys, batch, zobrist};

#[test]
fn batches_are_single_boards() {
    let words = WideKeys::new(5);
    for level in testing::levels() {
        for len in (0..20).chain([100]) {
            let boards: Vec<_> = (0..len)
                .map(|n| {
                    QuadBitboard::from_planes([0, 1, 2, 3].map(|p| Bitboard(zobrist::split_mix(4 * n + p))))
                })
                .collect();
            let mut mailboxes = vec![[0; 64]; boards.len()];
            let mut nibbles = vec![[0; 32]; boards.len()];
            let mut sets = vec![[Bitboard::EMPTY; 16]; boards.len()];
            let mut keys = vec![0; boards.len()];
            let mut back = vec![QuadBitboard::EMPTY; boards.len()];
            batch::to_mailboxes(level, &boards, &mut mailboxes);
            batch::to_nibbles(level, &boards, &mut nibbles);
            batch::to_bitboards(level, &boards, &mut sets);
            batch::wide_keys(level, &words, &boards, &mut keys);
            for (n, board) in boards.iter().enumerate() {
                assert_eq!(mailboxes[n], board.to_mailbox());
                assert_eq!(nibbles[n], *board.to_nibbles().as_bytes());
                assert_eq!(
                    sets[n],
                    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(|code| board.of(code))
                );
                assert_eq!(keys[n], words.of(*board));
            }
            batch::from_mailboxes(level, &mailboxes, &mut back);
            assert_eq!(back, boards);
            // The upper halves of a mailbox's codes are ignored.
            for (n, code) in mailboxes.as_flattened_mut().iter_mut().enumerate() {
                *code |= zobrist::split_mix(n as u64).to_le_bytes()[0] << 4;
            }
            back.fill(QuadBitboard::EMPTY);
            batch::from_mailboxes(level, &mailboxes, &mut back);
            assert_eq!(back, boards);
            back.fill(QuadBitboard::EMPTY);
            batch::from_nibbles(level, &nibbles, &mut back);
            assert_eq!(back, boards);
        }
    }
}
