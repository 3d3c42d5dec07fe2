//! A packed array of nibbles against an array of bytes, one for each nibble: what is written, read, iterated over,
//! compared and printed.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use quadbit_nibble::{Nibble, NibbleArray};

/// An odd number of nibbles, so that half a byte is left over.
type Array = NibbleArray<9, 5>;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    x: [u8; 5],
    y: [u8; 5],
    puts: Vec<(u8, u8)>,
    text: &'a str,
}

fuzz_target!(|input: Input<'_>| {
    let [mut array, other] = [input.x, input.y].map(Array::from_bytes);
    let [mut plain, others] = [input.x, input.y].map(unpacked);
    for (index, value) in input.puts {
        let (index, value) = (usize::from(index) % 9, Nibble::from_low_bits(value));
        array.put(index, value);
        plain[index] = value.get();
        assert_eq!(array.get(index), Some(value));
    }
    assert!(array.iter().map(Nibble::get).eq(plain));
    assert!(array.iter().rev().map(Nibble::get).eq(plain.into_iter().rev()));
    assert_eq!(array.cmp(&other), plain.cmp(&others));
    assert_eq!(array == other, plain == others);
    let digits: String = plain.iter().map(|&value| char::from_digit(u32::from(value), 16).unwrap()).collect();
    assert_eq!(array.to_string(), digits);
    assert_eq!(digits.parse(), Ok(array));
    if let Ok(array) = input.text.parse::<Array>() {
        assert_eq!(array.to_string(), input.text.to_lowercase());
    }
});

fn unpacked(bytes: [u8; 5]) -> [u8; 9] {
    std::array::from_fn(|i| if i % 2 == 0 { bytes[i / 2] & 15 } else { bytes[i / 2] >> 4 })
}
