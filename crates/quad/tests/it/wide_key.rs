//! Keys of 128 bits: the formula, its lanes, and how its bits are spread.

use quadbit_nibble::simd::testing;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard, WideKeys, zobrist};
use quadbit_x88::{Piece, Square};

/// Yields boards with about thirty pieces, most of them on the first two and the last two ranks, as early in a game.
fn boards() -> impl Iterator<Item = QuadBitboard> {
    let mut n = 1 << 30;
    let mut number = move || {
        n += 1;
        zobrist::split_mix(n)
    };
    (0..).map(move |_| {
        let mut board = QuadBitboard::EMPTY;
        for square in (0..16).chain(48..64).filter_map(Square::from_index) {
            board.put(square, Piece::ALL[square.index() % 12]);
        }
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| Square::from_low_bits((number() >> 40) as u32));
            if let Some(piece) = board.piece_at(from) {
                board.take(from);
                board.put(to, piece);
            }
        }
        board
    })
}

#[test]
fn lanes_hash_as_single_boards() {
    testing::at_every_level!(s => lanes(s));
}

fn lanes<S: BoardSimd>(s: S) {
    let keys = WideKeys::new(7);
    let boards: Vec<_> = boards().take(800).collect();
    for chunk in boards.chunks_exact(8) {
        let [high, low] = keys.of_lanes(s, &Boards::load(s, chunk));
        for (lane, board) in chunk[..Boards::<S>::LEN].iter().enumerate() {
            assert_eq!(u128::from(high[lane]) << 64 | u128::from(low[lane]), keys.of(*board));
        }
    }
}

/// Flipping any of the 256 bits flips every bit of the key in about half of all cases.
#[test]
fn every_bit_counts() {
    const BOARDS: usize = 300;
    let keys = WideKeys::new(3);
    let boards: Vec<_> = boards().take(BOARDS).collect();
    for plane in 0..4 {
        for square in Square::ALL {
            let mut turned = [0_u32; 128];
            for board in &boards {
                let mut planes = board.planes();
                planes[plane] ^= Bitboard::of(square);
                let difference = keys.of(*board) ^ keys.of(QuadBitboard::from_planes(planes));
                for (bit, count) in turned.iter_mut().enumerate() {
                    *count += (difference >> bit & 1) as u32;
                }
            }
            // 150 are expected, with a standard deviation of 8.7; the limit is six of them away.
            let (least, most) = (turned.iter().min().unwrap(), turned.iter().max().unwrap());
            assert!((98..=202).contains(least) && (98..=202).contains(most), "{square}: {least} to {most}");
        }
    }
}

/// Twelve neighbouring bits of the key, as the index of a table, fill the table as evenly as
/// random numbers would.
#[test]
fn keys_fill_tables_evenly() {
    const SLOTS: usize = 1 << 12;
    const EACH: usize = 8;
    let keys = WideKeys::new(11);
    let mut boards: Vec<_> = boards().take(SLOTS * EACH).collect();
    boards.sort_unstable_by_key(|board| board.planes().map(|plane| plane.0));
    boards.dedup();
    for shift in [0, 20, 52, 64, 90, 116] {
        let mut slots = vec![0_u32; SLOTS];
        for board in &boards {
            slots[(keys.of(*board) >> shift) as usize % SLOTS] += 1;
        }
        // For 4,096 slots chi square is expected to be 4,095, with a standard deviation of 90.
        let [filled, all] = [boards.len(), SLOTS].map(|n| f64::from(u32::try_from(n).unwrap()));
        let expected = filled / all;
        let chi: f64 = slots.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        assert!((3550.0..4650.0).contains(&chi), "shift {shift}: {chi}");
    }
}

#[test]
fn seeds_are_independent() {
    let board = boards().nth(5).unwrap();
    let mut seen: Vec<_> = (0..1000).map(|seed| WideKeys::new(seed).of(board)).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 1000);
}
