//! Every function of `swar` against a reference implementation that works lane by lane, with `Nibble` or wide integers:
//! all 256 pairs of nibbles in every lane, and random words.

use proptest::prelude::*;
use quadbit_nibble::Nibble;
use quadbit_nibble::swar::{self, NibbleWord};

fn lanes<W: NibbleWord>(x: W) -> impl DoubleEndedIterator<Item = Nibble> {
    (0..W::LANES).map(move |lane| x.lane(lane).unwrap())
}

fn word<W: NibbleWord>(lanes: impl IntoIterator<Item = Nibble>) -> W {
    (0..).zip(lanes).fold(W::default(), |word, (lane, nibble)| word.with_lane(lane, nibble))
}

fn number(value: u8) -> Nibble {
    Nibble::new(value).unwrap()
}

/// Returns the nibble that is congruent to `value` modulo 16.
fn modulo(value: u8) -> Nibble {
    Nibble::from_low_bits(value)
}

fn signed(value: i8) -> Nibble {
    Nibble::from_signed(value).unwrap()
}

/// Returns the lane of a comparison: 8 (the highest bit) if it is true, else 0.
fn flag(set: bool) -> Nibble {
    number(if set { 8 } else { 0 })
}

/// Lists functions that are generic over the word, each by name with its reference implementation for one lane:
/// closures cannot be generic.
macro_rules! binary {
    ($($name:ident: $naive:expr;)*) => {
        /// Returns the functions of two words that return a word: name and reference implementation.
        fn binary_functions() -> Vec<(&'static str, fn(Nibble, Nibble) -> Nibble)> {
            vec![$((stringify!($name), $naive)),*]
        }

        /// Returns the results of the functions of two words, in the order of `binary_functions`.
        fn binary_results<W: NibbleWord>(x: W, y: W) -> Vec<W> {
            vec![$(swar::$name(x, y)),*]
        }
    };
}

binary! {
    add: |x, y| modulo(x.get() + y.get());
    sub: |x, y| modulo(16 + x.get() - y.get());
    avg_floor: |x, y| number(u8::midpoint(x.get(), y.get()));
    avg_ceil: |x, y| number((x.get() + y.get()).div_ceil(2));
    sat_add_unsigned: |x, y| number((x.get() + y.get()).min(15));
    sat_sub_unsigned: |x, y| number(x.get().saturating_sub(y.get()));
    sat_add_signed: |x, y| signed((x.get_signed() + y.get_signed()).clamp(-8, 7));
    sat_sub_signed: |x, y| signed((x.get_signed() - y.get_signed()).clamp(-8, 7));
    eq: |x, y| flag(x == y);
    lt_unsigned: |x, y| flag(x < y);
    lt_signed: |x, y| flag(x.get_signed() < y.get_signed());
    min_unsigned: |x, y| x.min(y);
    max_unsigned: |x, y| x.max(y);
}

macro_rules! unary {
    ($($name:ident: $naive:expr;)*) => {
        fn unary_functions() -> Vec<(&'static str, fn(Nibble) -> Nibble)> {
            vec![$((stringify!($name), $naive)),*]
        }

        fn unary_results<W: NibbleWord>(x: W) -> Vec<W> {
            vec![$(swar::$name(x)),*]
        }
    };
}

unary! {
    neg: |x| modulo(16 - x.get());
    abs: |x| number(x.get_signed().unsigned_abs());
    zero: |x| flag(x == Nibble::default());
    popcount: |x| number(u8::try_from(x.get().count_ones()).unwrap());
}

/// Compares all functions with their reference implementations on one pair of words.
fn check_words<W: NibbleWord>(x: W, y: W) {
    for ((name, naive), result) in binary_functions().into_iter().zip(binary_results(x, y)) {
        let expected = word(lanes(x).zip(lanes(y)).map(|(x, y)| naive(x, y)));
        assert_eq!(result, expected, "{name} of {x:x?} and {y:x?}");
    }
    for ((name, naive), result) in unary_functions().into_iter().zip(unary_results(x)) {
        assert_eq!(result, word(lanes(x).map(naive)), "{name} of {x:x?}");
    }
    assert_eq!(swar::sum(x), lanes(x).map(|lane| u32::from(lane.get())).sum(), "sum of {x:x?}");
    assert_eq!(swar::reverse(x), word(lanes(x).rev()), "reverse of {x:x?}");

    for lane in 0..W::LANES {
        let written = x.with_lane(lane, y.lane(lane).unwrap());
        assert!((0..W::LANES).all(|i| written.lane(i) == if i == lane { y.lane(i) } else { x.lane(i) }));
    }
    assert_eq!(x.lane(W::LANES), None);
    assert_eq!(x.with_lane(W::LANES, number(15)), x);
}

/// Checks all 256 pairs in every lane, on backgrounds that would show a carry from a neighbour or into one.
fn all_pairs_in_every_lane<W: NibbleWord>() {
    for (x, y) in [(0x0, 0x0), (0xF, 0xF), (0x0, 0xF), (0xF, 0x0), (0x8, 0x7)] {
        let [background_x, background_y] =
            [x, y].map(|value| word::<W>((0..W::LANES).map(|_| number(value))));
        for x in Nibble::ALL {
            for y in Nibble::ALL {
                for lane in 0..W::LANES {
                    let x = background_x.with_lane(lane, x);
                    let y = background_y.with_lane(lane, y);
                    for ((name, naive), result) in binary_functions().into_iter().zip(binary_results(x, y)) {
                        // The other lanes are all alike, so the two neighbours of `lane` stand for all of them.
                        for i in [lane, (lane + 1) % W::LANES, (lane + W::LANES - 1) % W::LANES] {
                            let expected = naive(x.lane(i).unwrap(), y.lane(i).unwrap());
                            assert_eq!(
                                result.lane(i),
                                Some(expected),
                                "{name} of {x:x?} and {y:x?}, lane {i}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn all_pairs_in_every_lane_of_u32() {
    all_pairs_in_every_lane::<u32>();
}

#[test]
fn all_pairs_in_every_lane_of_u64() {
    all_pairs_in_every_lane::<u64>();
}

#[test]
fn all_pairs_in_every_lane_of_u128() {
    all_pairs_in_every_lane::<u128>();
}

/// Compares `add_in`, `sub_in` and `avg_floor_in` with computations on one lane at a time. `h` has the highest bit of
/// each lane; the highest lane may lack it.
fn check_lanes(h: u64, x: u64, y: u64) {
    let (mut sum, mut difference, mut average) = (0, 0, 0);
    let mut first = 0;
    while first < 64 {
        let width = ((h >> first).trailing_zeros() + 1).min(64 - first);
        let mask = u64::MAX >> (64 - width);
        let [x, y] = [x, y].map(|word| word >> first & mask);
        sum |= (x.wrapping_add(y) & mask) << first;
        difference |= (x.wrapping_sub(y) & mask) << first;
        average |= u64::midpoint(x, y) << first;
        first += width;
    }
    assert_eq!(swar::add_in(h, x, y), sum, "{x:x} + {y:x} in the lanes of {h:x}");
    assert_eq!(swar::sub_in(h, x, y), difference, "{x:x} - {y:x} in the lanes of {h:x}");
    assert_eq!(swar::avg_floor_in(h, x, y), average, "average of {x:x} and {y:x} in the lanes of {h:x}");
}

proptest! {
    #[test]
    fn any_lanes(h: u64, fewer: u64, x: u64, y: u64) {
        check_lanes(h, x, y);
        check_lanes(h & fewer, x, y);
        for width in 1..64 {
            let h = (1..=64 / width).fold(0, |h, lane| h | 1 << (lane * width - 1));
            check_lanes(h, x, y);
        }
    }

    #[test]
    fn any_u32(x: u32, y: u32) {
        check_words(x, y);
    }

    #[test]
    fn any_u64(x: u64, y: u64) {
        check_words(x, y);
    }

    #[test]
    fn any_u128(x: u128, y: u128) {
        check_words(x, y);
    }
}
