//! Walks with masks against walks with coordinates.

use proptest::prelude::*;
use quadbit_nibble::swar::NibbleWord;
use quadbit_nibble::walk::{self, Walk};

/// A walk from a row and a lane of an 8x8 board in steps of (`rows`, `lanes`), with signed coordinates and bounds.
fn naive(board: &[u32; 8], row: usize, lane: u32, rows: isize, lanes: i32) -> Vec<(usize, u32, u32)> {
    let mut visited = Vec::new();
    let (mut row, mut lane) = (row.cast_signed() + rows, lane.cast_signed() + lanes);
    while (0..8).contains(&row) && (0..8).contains(&lane) {
        let mask = 0xF << (4 * lane);
        visited.push((row.unsigned_abs(), mask, board[row.unsigned_abs()] & mask));
        row += rows;
        lane += lanes;
    }
    visited
}

fn check_direction<const ROWS: isize, const LANES: isize>(board: &[u32; 8], row: usize, lane: u32) {
    let walked: Vec<_> = Walk::<_, ROWS, LANES>::new(board, row, u32::lane_mask(lane)).collect();
    assert_eq!(walked, naive(board, row, lane, ROWS, i32::try_from(LANES).unwrap()));
}

fn check_board(board: &[u32; 8]) {
    for row in 0..8 {
        for lane in 0..8 {
            check_direction::<1, 0>(board, row, lane);
            check_direction::<1, 1>(board, row, lane);
            check_direction::<0, 1>(board, row, lane);
            check_direction::<-1, 1>(board, row, lane);
            check_direction::<-1, 0>(board, row, lane);
            check_direction::<-1, -1>(board, row, lane);
            check_direction::<0, -1>(board, row, lane);
            check_direction::<1, -1>(board, row, lane);

            let from = u32::lane_mask(lane);
            let along =
                |lanes| naive(board, row, lane, 0, lanes).into_iter().map(|(_, mask, there)| (mask, there));
            assert!(walk::lanes_above(board[row], from).eq(along(1)));
            assert!(walk::lanes_below(board[row], from).eq(along(-1)));

            // Two rows in a word of 64 bits: the walk ends at the edge of its own half.
            let (first, half) = (row & !1, 32 * (row % 2));
            let word = u64::from(board[first]) | u64::from(board[first + 1]) << 32;
            let (from, limit) = (u64::from(from) << half, 0xFFFF_FFFF << half);
            let wide = |(mask, there)| (u64::from(mask) << half, u64::from(there) << half);
            assert!(walk::lanes_above(word, from).within(limit).eq(along(1).map(wide)));
            assert!(walk::lanes_below(word, from).within(limit).eq(along(-1).map(wide)));
        }
    }
}

#[test]
fn walks_end_at_every_edge() {
    check_board(&[0x7654_3210, 0xFEDC_BA98, 0, u32::MAX, 0x1000_0001, 0x8888_8888, 0x0F0F_0F0F, 0x89AB_CDEF]);
}

#[test]
fn a_walk_that_has_ended_stays_ended() {
    let mut above = walk::lanes_above(u128::MAX, u128::lane_mask(30));
    assert_eq!(above.next(), Some((15 << 124, 15 << 124)));
    assert_eq!((above.next(), above.next()), (None, None));
    let mut down = Walk::<u32, -1, 0>::new(&[0, 0], 1, 1);
    assert_eq!(down.next(), Some((0, 1, 0)));
    assert_eq!((down.next(), down.next()), (None, None));
}

proptest! {
    #[test]
    fn walks_by_masks_are_walks_by_coordinates(board: [u32; 8]) {
        check_board(&board);
    }
}
