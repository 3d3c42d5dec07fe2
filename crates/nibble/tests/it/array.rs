//! Packed arrays against plain vectors of nibbles.

use proptest::prelude::*;
use quadbit_nibble::{Nibble, NibbleArray, NibbleArrayError};

fn nibbles(text: &str) -> Vec<Nibble> {
    (0..text.len())
        .map(|at| u8::from_str_radix(&text[at..=at], 16).unwrap())
        .map(|digit| Nibble::new(digit).unwrap())
        .collect()
}

#[test]
fn the_layout_is_low_nibble_first() {
    let array: NibbleArray<6, 3> = "123456".parse().unwrap();
    assert_eq!(*array.as_bytes(), [0x21, 0x43, 0x65]);
    assert_eq!(NibbleArray::from_bytes([0x21, 0x43, 0x65]), array);
    assert_eq!(size_of::<NibbleArray<64, 32>>(), 32);
    assert_eq!(bytemuck::bytes_of(&array), [0x21, 0x43, 0x65]);
}

#[test]
fn an_odd_array_keeps_its_spare_half_clear() {
    let array = NibbleArray::<3, 2>::from_bytes([0x21, 0xF3]);
    assert_eq!(array, "123".parse().unwrap());
    assert_eq!(*array.as_bytes(), [0x21, 0x03]);
}

#[test]
fn an_empty_array_is_an_array() {
    let array = NibbleArray::<0, 0>::default();
    assert_eq!(array.get(0), None);
    assert_eq!(array.iter().next(), None);
    assert_eq!("".parse(), Ok(array));
    assert_eq!(format!("{array:?}"), "NibbleArray()");
}

#[test]
#[should_panic(expected = "index out of bounds: the length is 3 nibbles but the index is 3")]
fn indexing_panics_behind_the_end() {
    let array = NibbleArray::<3, 2>::ZERO;
    let _ = array[3];
}

#[test]
#[should_panic(expected = "index out of bounds: the length is 5 nibbles but the index is 5")]
fn writing_panics_behind_the_end_even_into_the_spare_half() {
    let mut array = NibbleArray::<5, 3>::ZERO;
    array.put(5, Nibble::default());
}

#[test]
fn text_is_refused_with_the_reason() {
    type Array = NibbleArray<3, 2>;
    for (text, error, message) in [
        ("12", NibbleArrayError::Length { expected: 3, found: 2 }, "2 hexadecimal digits instead of 3"),
        ("1234", NibbleArrayError::Length { expected: 3, found: 4 }, "4 hexadecimal digits instead of 3"),
        ("1é3", NibbleArrayError::Digit { at: 1 }, "not a hexadecimal digit at byte 1"),
        ("123 ", NibbleArrayError::Digit { at: 3 }, "not a hexadecimal digit at byte 3"),
    ] {
        assert_eq!(text.parse::<Array>(), Err(error), "{text:?}");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn the_order_is_that_of_the_texts() {
    let mut arrays =
        ["0f0", "00f", "f00", "010", "011"].map(|text| text.parse::<NibbleArray<3, 2>>().unwrap());
    arrays.sort();
    assert_eq!(arrays.map(|array| array.to_string()), ["00f", "010", "011", "0f0", "f00"]);
}

/// Makes an array from `bytes` and changes it by `writes` (index modulo `N`, value), changes a plain vector in the same
/// way, and checks that reading, iterating, printing and parsing give the same nibbles.
fn check<const N: usize, const BYTES: usize>(bytes: [u8; BYTES], writes: &[(usize, u8)]) {
    let mut array = NibbleArray::<N, BYTES>::from_bytes(bytes);
    let mut plain: Vec<Nibble> = (0..N)
        .map(|i| Nibble::from_low_bits(if i % 2 == 0 { bytes[i / 2] } else { bytes[i / 2] >> 4 }))
        .collect();
    for &(index, value) in writes {
        let (index, value) = (index % N, Nibble::from_low_bits(value));
        array.put(index, value);
        plain[index] = value;
    }
    assert_eq!(array.iter().collect::<Vec<_>>(), plain);
    assert_eq!(array.iter().rev().collect::<Vec<_>>(), plain.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(array.to_nibbles().to_vec(), plain);
    assert_eq!(NibbleArray::from_bytes(*array.as_bytes()), array);
    assert_eq!(nibbles(&array.to_string()), plain);
    assert_eq!(array.to_string().to_uppercase().parse(), Ok(array));
    assert_eq!(format!("{array:?}"), format!("NibbleArray({array})"));
    for index in 0..N + 3 {
        assert_eq!(array.get(index), plain.get(index).copied());
        assert!(index >= N || array[index] == plain[index]);
    }
    // Iterates from the front up to every place by `next`, up to three steps from the back by `next_back`, and over the
    // rest by `fold`.
    for front in 0..=N {
        let mut iter = array.iter();
        assert!(iter.by_ref().take(front).eq(plain[..front].iter().copied()));
        assert_eq!(iter.len(), N - front);
        for back in 0..=(N - front).min(3) {
            let mut iter = iter.clone();
            for i in 0..back {
                assert_eq!(iter.next_back(), Some(plain[N - 1 - i]));
            }
            let rest = iter.fold(Vec::new(), |mut rest, nibble| {
                rest.push(nibble);
                rest
            });
            assert_eq!(rest, plain[front..N - back]);
        }
        assert_eq!(array.iter().nth(front), plain.get(front).copied());
        let mut behind = array.iter();
        behind.by_ref().take(front).for_each(drop);
        assert_eq!((behind.nth(N), behind.len()), (None, 0));
    }
    assert_eq!(array.iter().last(), plain.last().copied());
}

proptest! {
    #[test]
    fn arrays_are_vectors(bytes: [u8; 32], writes in prop::collection::vec(any::<(usize, u8)>(), 0..20)) {
        check::<64, 32>(bytes, &writes);
        check::<63, 32>(bytes, &writes);
        check::<1, 1>([bytes[0]], &writes);
        check::<2, 1>([bytes[0]], &writes);
        check::<3, 2>([bytes[0], bytes[1]], &writes);
    }

    #[test]
    fn arrays_are_words(bytes: [u8; 32]) {
        let array = NibbleArray::<64, 32>::from_bytes(bytes);
        let words: [u32; 8] = array.to_words();
        prop_assert_eq!(NibbleArray::from_words(words), array);
        let words: [u64; 4] = array.to_words();
        prop_assert_eq!(NibbleArray::from_words(words), array);
        let words: [u128; 2] = array.to_words();
        prop_assert_eq!(NibbleArray::from_words(words), array);
        for (index, nibble) in array.iter().enumerate() {
            prop_assert_eq!(u8::try_from(words[index / 32] >> (index % 32 * 4) & 15).unwrap(), nibble.get());
        }
    }
}
