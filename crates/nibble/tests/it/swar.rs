//! Every function of `swar` against a twin that works lane by lane, with `Nibble` or wide integers.

use fearless_simd::prelude::*;
use proptest::prelude::*;
use quadbit_nibble::simd::{BitSimd, testing};
use quadbit_nibble::swar::{self, NibbleRow, NibbleWord, Vector, slices};
use quadbit_nibble::{Nibble, NibbleSlice, NibbleSliceMut};

fn lanes<W: NibbleWord>(x: W) -> impl DoubleEndedIterator<Item = Nibble> {
    (0..W::LANES).map(move |lane| x.lane(lane).unwrap())
}

fn word<W: NibbleWord>(lanes: impl IntoIterator<Item = Nibble>) -> W {
    (0..).zip(lanes).fold(W::default(), |word, (lane, nibble)| word | W::from_nibble(nibble) << (4 * lane))
}

fn number(value: u8) -> Nibble {
    Nibble::new(value).unwrap()
}

/// A flag is the highest bit of a lane.
fn flag(set: bool) -> Nibble {
    number(if set { 8 } else { 0 })
}

/// A function over all rows of lanes, as a value: closures cannot be generic.
macro_rules! binary {
    ($($name:ident: $naive:expr;)*) => {
        /// The functions of two words that return a word: name and twin.
        fn binary_functions() -> Vec<(&'static str, fn(Nibble, Nibble) -> Nibble)> {
            vec![$((stringify!($name), $naive)),*]
        }

        /// The same functions, in the same order.
        fn binary_results<W: NibbleRow>(x: W, y: W) -> Vec<W> {
            vec![$(swar::$name(x, y)),*]
        }
    };
}

binary! {
    add: Nibble::wrapping_add;
    sub: Nibble::wrapping_sub;
    avg_floor: |x, y| number(u8::midpoint(x.get(), y.get()));
    avg_ceil: |x, y| number((x.get() + y.get()).div_ceil(2));
    sat_add_unsigned: Nibble::saturating_add;
    sat_sub_unsigned: Nibble::saturating_sub;
    sat_add_signed: Nibble::saturating_add_signed;
    sat_sub_signed: Nibble::saturating_sub_signed;
    eq: |x, y| flag(x == y);
    ne: |x, y| flag(x != y);
    lt_unsigned: |x, y| flag(x < y);
    le_unsigned: |x, y| flag(x <= y);
    gt_unsigned: |x, y| flag(x > y);
    ge_unsigned: |x, y| flag(x >= y);
    lt_signed: |x, y| flag(x.get_signed() < y.get_signed());
    le_signed: |x, y| flag(x.get_signed() <= y.get_signed());
    gt_signed: |x, y| flag(x.get_signed() > y.get_signed());
    ge_signed: |x, y| flag(x.get_signed() >= y.get_signed());
    min_unsigned: |x, y| x.min(y);
    max_unsigned: |x, y| x.max(y);
    min_signed: |x, y| if x.get_signed() < y.get_signed() { x } else { y };
    max_signed: |x, y| if x.get_signed() > y.get_signed() { x } else { y };
}

macro_rules! unary {
    ($($name:ident$(($count:literal))?: $naive:expr;)*) => {
        fn unary_functions() -> Vec<(&'static str, fn(Nibble) -> Nibble)> {
            vec![$((stringify!($name$(($count))?), $naive)),*]
        }

        fn unary_results<W: NibbleRow>(x: W) -> Vec<W> {
            vec![$(swar::$name(x$(, $count)?)),*]
        }
    };
}

unary! {
    neg: Nibble::wrapping_neg;
    abs: Nibble::unsigned_abs;
    zero: |x| flag(x == Nibble::ZERO);
    popcount: |x| number(u8::try_from(x.get().count_ones()).unwrap());
    shl(0): |x| x;
    shl(1): |x| Nibble::from_low_bits(x.get() << 1);
    shl(3): |x| Nibble::from_low_bits(x.get() << 3);
    shl(4): |_| Nibble::ZERO;
    shr_unsigned(0): |x| x;
    shr_unsigned(1): |x| number(x.get() >> 1);
    shr_unsigned(3): |x| number(x.get() >> 3);
    shr_unsigned(4): |_| Nibble::ZERO;
    shr_signed(0): |x| x;
    shr_signed(1): |x| Nibble::from_signed(x.get_signed() >> 1).unwrap();
    shr_signed(2): |x| Nibble::from_signed(x.get_signed() >> 2).unwrap();
    shr_signed(3): |x| Nibble::from_signed(x.get_signed() >> 3).unwrap();
    shr_signed(4): |x| Nibble::from_signed(x.get_signed() >> 3).unwrap();
}

/// All functions on one pair of words.
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

    let flags = word::<W>(lanes(x).map(|lane| flag(lane.get() >= 8)));
    let full = word::<W>(lanes(x).map(|lane| if lane.get() >= 8 { Nibble::MAX } else { Nibble::ZERO }));
    let bits = (0..).zip(lanes(x)).map(|(i, lane)| u32::from(lane.get() >= 8) << i).sum();
    assert_eq!(swar::expand(flags), full, "expand of {flags:x?}");
    assert_eq!(swar::bits(flags), bits, "bits of {flags:x?}");
    assert_eq!(
        swar::select(full, x, y),
        word(lanes(x).zip(lanes(y)).map(|(x, y)| if x.get() >= 8 { x } else { y }))
    );
    for value in Nibble::ALL {
        let expected = lanes(x).position(|lane| lane == value);
        assert_eq!(swar::find(x, value).map(|lane| lane as usize), expected, "find {value} in {x:x?}");
        assert_eq!(swar::splat::<W>(value), word(lanes(x).map(|_| value)));
    }
    for lane in 0..W::LANES {
        let written = x.with_lane(lane, y.lane(lane).unwrap());
        assert!((0..W::LANES).all(|i| written.lane(i) == if i == lane { y.lane(i) } else { x.lane(i) }));
        assert_eq!(swar::select(W::lane_mask(lane), W::default(), x), x.with_lane(lane, Nibble::ZERO));
    }
    assert_eq!(x.lane(W::LANES), None);
    assert_eq!(x.with_lane(W::LANES, Nibble::MAX), x);
}

/// All 256 pairs in every lane, on backgrounds that would show a carry from a neighbour or into one.
fn all_pairs_in_every_lane<W: NibbleWord>() {
    for (x, y) in [(0x0, 0x0), (0xF, 0xF), (0x0, 0xF), (0xF, 0x0), (0x8, 0x7)] {
        let [background_x, background_y] = [x, y].map(|value| swar::splat::<W>(number(value)));
        for x in Nibble::ALL {
            for y in Nibble::ALL {
                for lane in 0..W::LANES {
                    let x = background_x.with_lane(lane, x);
                    let y = background_y.with_lane(lane, y);
                    for ((name, naive), result) in binary_functions().into_iter().zip(binary_results(x, y)) {
                        // The other lanes are all alike, so one of them stands for all.
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

/// Vectors run the same formulas; only an operator of theirs could be wrong.
fn check_vectors<S: BitSimd>(s: S, x: [u64; 8], y: [u64; 8]) {
    for at in (0..8).step_by(S::u64s::LEN) {
        let [v, w] = [x, y].map(|words| Vector::<S>(S::u64s::from_slice(s, &words[at..at + S::u64s::LEN])));
        let (binary, unary) = (binary_results(v, w), unary_results(v));
        for lane in 0..S::u64s::LEN {
            let (x, y) = (x[at + lane], y[at + lane]);
            assert!(binary.iter().map(|result| result.0[lane]).eq(binary_results(x, y)));
            assert!(unary.iter().map(|result| result.0[lane]).eq(unary_results(x)));
        }
    }
}

/// The functions on whole arrays, with their twins.
type SliceForm =
    (fn(quadbit_nibble::simd::Level, NibbleSliceMut<'_>, NibbleSlice<'_>), fn(Nibble, Nibble) -> Nibble);

fn slice_forms() -> Vec<SliceForm> {
    vec![
        (slices::add, Nibble::wrapping_add),
        (slices::sub, Nibble::wrapping_sub),
        (slices::avg_floor, |x, y| number(u8::midpoint(x.get(), y.get()))),
        (slices::avg_ceil, |x, y| number((x.get() + y.get()).div_ceil(2))),
        (slices::min_unsigned, |x, y| x.min(y)),
        (slices::max_unsigned, |x, y| x.max(y)),
        (slices::min_signed, |x, y| if x.get_signed() < y.get_signed() { x } else { y }),
        (slices::max_signed, |x, y| if x.get_signed() > y.get_signed() { x } else { y }),
        (slices::sat_add_unsigned, Nibble::saturating_add),
        (slices::sat_sub_unsigned, Nibble::saturating_sub),
        (slices::sat_add_signed, Nibble::saturating_add_signed),
        (slices::sat_sub_signed, Nibble::saturating_sub_signed),
    ]
}

/// All forms at all levels on the first `len` nibbles of two buffers.
fn check_slices(x: &[u8], y: &[u8], len: usize) {
    let y = NibbleSlice::with_len(y, len).unwrap();
    for level in testing::levels() {
        for (form, naive) in slice_forms() {
            let mut bytes = x.to_vec();
            form(level, NibbleSliceMut::with_len(&mut bytes, len).unwrap(), y);
            let expected = NibbleSlice::with_len(x, len).unwrap().iter().zip(y).map(|(x, y)| naive(x, y));
            assert!(
                NibbleSlice::with_len(&bytes, len).unwrap().iter().eq(expected),
                "{len} nibbles at {level}"
            );
            // Nothing beyond the end has changed.
            let (all_old, all_new) = (NibbleSlice::new(x), NibbleSlice::new(&bytes));
            assert!(all_old.iter().skip(len).eq(all_new.iter().skip(len)), "behind {len} nibbles at {level}");
        }
    }
}

#[test]
fn slices_of_every_small_length() {
    let x: Vec<u8> = (0..150_u8).map(|i| i.wrapping_mul(97)).collect();
    let y: Vec<u8> = (0..150_u8).map(|i| i.wrapping_mul(59) ^ 0x5A).collect();
    for len in (0..20).chain(26..36).chain(60..70).chain(124..135).chain(250..265) {
        check_slices(&x, &y, len);
    }
}

#[test]
#[should_panic(expected = "arrays of 4 and 3 nibbles cannot be combined")]
fn slices_of_different_lengths() {
    let y = [0; 2];
    slices::add(
        quadbit_nibble::simd::Level::auto(),
        NibbleSliceMut::new(&mut [0; 2]),
        NibbleSlice::with_len(&y, 3).unwrap(),
    );
}

proptest! {
    #[test]
    fn any_u32(x: u32, y: u32) {
        check_words(x, y);
        let bytes: [u8; 8] = std::array::from_fn(|i| x.lane(u32::try_from(i).unwrap()).unwrap().get());
        prop_assert_eq!(swar::unpack(x), u64::from_le_bytes(bytes));
        prop_assert_eq!(swar::pack(swar::unpack(x) | u64::from(y) << 36 & 0xF0F0_F0F0_F0F0_F0F0), x);
    }

    #[test]
    fn any_u64(x: u64, y: u64) {
        check_words(x, y);
        let bytes: [u8; 16] = std::array::from_fn(|i| x.lane(u32::try_from(i).unwrap()).unwrap().get());
        prop_assert_eq!(swar::unpack_wide(x), u128::from_le_bytes(bytes));
        prop_assert_eq!(swar::pack_wide(swar::unpack_wide(x)), x);
    }

    #[test]
    fn any_u128(x: u128, y: u128) {
        check_words(x, y);
    }

    #[test]
    fn any_vector(x: [u64; 8], y: [u64; 8]) {
        testing::at_every_level!(s => check_vectors(s, x, y));
    }

    #[test]
    fn any_slices(pairs in prop::collection::vec(any::<(u8, u8)>(), 300), len in 0..600_usize) {
        let (x, y): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
        check_slices(&x, &y, len);
    }
}
