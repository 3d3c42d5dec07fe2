//! The transposes at every level, against loops over the 256 bits.

use proptest::prelude::*;
use quadbit_nibble::planes::{self, PlaneSimd};
use quadbit_nibble::simd::{Level, testing};

/// Reference implementations of the conversions: bit by bit.
mod naive {
    pub(super) fn planes_to_codes(planes: &[u64; 4]) -> [u8; 64] {
        std::array::from_fn(|i| (0..4).filter(|&p| planes[p] >> i & 1 == 1).map(|p| 1 << p).sum())
    }

    pub(super) fn codes_to_planes(codes: &[u8; 64]) -> [u64; 4] {
        std::array::from_fn(|p| (0..64).filter(|&i| codes[i] >> p & 1 == 1).map(|i| 1 << i).sum())
    }

    pub(super) fn codes_to_nibbles(codes: &[u8; 64]) -> [u8; 32] {
        std::array::from_fn(|i| codes[2 * i] & 15 | codes[2 * i + 1] << 4)
    }
}

fn check<S: PlaneSimd>(s: S, planes: &[u64; 4], garbage: &[u8; 64]) {
    let codes = naive::planes_to_codes(planes);
    let nibbles = naive::codes_to_nibbles(&codes);
    assert_eq!(s.planes_to_codes(planes), codes);
    assert_eq!(s.planes_to_nibbles(planes), nibbles);
    assert_eq!(s.nibbles_to_codes(&nibbles), codes);
    assert_eq!(s.nibbles_to_planes(&nibbles), *planes);
    // The upper halves of codes are ignored.
    let dirty = std::array::from_fn(|i| codes[i] | garbage[i] << 4);
    assert_eq!(s.codes_to_planes(&dirty), *planes);
    assert_eq!(s.codes_to_nibbles(&dirty), nibbles);
}

#[test]
fn the_twins_are_inverses() {
    let planes = [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 1 << 63, 1];
    assert_eq!(naive::codes_to_planes(&naive::planes_to_codes(&planes)), planes);
    let codes = naive::planes_to_codes(&planes);
    assert_eq!([codes[0], codes[1], codes[4], codes[63]], [1 + 8, 1, 2, 2 + 4]);
}

#[test]
fn each_of_the_256_bits_goes_to_its_place() {
    testing::at_every_level!(s => for bit in 0..256 {
        let planes = std::array::from_fn(|p| if p == bit / 64 { 1 << (bit % 64) } else { 0 });
        check(s, &planes, &[0xFF; 64]);
        check(s, &planes.map(|plane: u64| !plane), &[0; 64]);
    });
}

#[test]
fn batches_do_every_board() {
    let planes: Vec<[u64; 4]> = (1..8_u64)
        .map(|i| std::array::from_fn(|p| (i * 4 + p as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
        .collect();
    let codes: Vec<_> = planes.iter().map(naive::planes_to_codes).collect();
    let nibbles: Vec<_> = codes.iter().map(naive::codes_to_nibbles).collect();
    for level in testing::levels() {
        for len in 0..=planes.len() {
            let (planes, codes, nibbles) = (&planes[..len], &codes[..len], &nibbles[..len]);
            let mut to_planes = vec![[0; 4]; len];
            let mut to_codes = vec![[0; 64]; len];
            let mut to_nibbles = vec![[0; 32]; len];
            planes::planes_to_codes(level, planes, &mut to_codes);
            assert_eq!(to_codes, codes);
            planes::planes_to_nibbles(level, planes, &mut to_nibbles);
            assert_eq!(to_nibbles, nibbles);
            planes::nibbles_to_planes(level, nibbles, &mut to_planes);
            assert_eq!(to_planes, planes);
            to_planes.fill([0; 4]);
            planes::codes_to_planes(level, codes, &mut to_planes);
            assert_eq!(to_planes, planes);
            to_nibbles.fill([0; 32]);
            planes::codes_to_nibbles(level, codes, &mut to_nibbles);
            assert_eq!(to_nibbles, nibbles);
            to_codes.fill([0; 64]);
            planes::nibbles_to_codes(level, nibbles, &mut to_codes);
            assert_eq!(to_codes, codes);
        }
    }
}

#[test]
#[should_panic(expected = "2 boards and 1 results differ in number")]
fn batches_need_room() {
    planes::planes_to_codes(Level::auto(), &[[0; 4]; 2], &mut [[0; 64]]);
}

proptest! {
    #[test]
    fn any_board(planes: [u64; 4], garbage in prop::collection::vec(any::<u8>(), 64)) {
        let garbage = garbage.try_into().unwrap();
        testing::at_every_level!(s => check(s, &planes, &garbage));
    }
}
