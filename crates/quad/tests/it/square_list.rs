//! Lists of squares are those of a loop over the sets, at every level.

use quadbit_nibble::simd::{BitSimd, testing};
use quadbit_quad::Bitboard;
use quadbit_quad::simd::SquareList;

#[test]
fn squares_of_eight_sets() {
    testing::at_every_level!(s => lists(s));
}

fn lists<S: BitSimd>(s: S) {
    let mut list = SquareList::EMPTY;
    let mut word = 1_u64;
    for n in 0..1000 {
        // Empty, sparse, dense and full sets, of which at most 16 squares are taken, and lists of no set to nine sets,
        // of which at most eight are taken.
        let sets: [Bitboard; 9] = core::array::from_fn(|board| {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let mixed = word ^ word >> 31;
            Bitboard(match (n + board) % 5 {
                0 => mixed & mixed.rotate_left(17) & mixed.rotate_left(40),
                1 => mixed & mixed.rotate_left(23),
                2 => mixed,
                3 => 0,
                _ => !0 >> (mixed & 63),
            })
        });
        let sets = &sets[..n % 10];
        let mut expected = Vec::new();
        for (board, set) in sets.iter().take(8).enumerate() {
            for square in set.into_iter().take(16) {
                expected.push(u16::try_from(64 * board + square.index()).unwrap());
            }
        }
        list.fill(s, sets);
        assert_eq!(list.numbers(), expected, "{sets:?}");
        let mut groups: Vec<u16> = list.groups().flatten().copied().collect();
        assert_eq!(groups.len(), expected.len().next_multiple_of(8));
        if let Some(&last) = expected.last() {
            assert!(groups.split_off(expected.len()).iter().all(|&number| number == last));
        }
        assert_eq!(groups, expected);
        assert_eq!(list.numbers(), expected, "groups leave the list as it is");
    }
}
