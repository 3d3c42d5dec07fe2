//! Views of bytes as nibbles against plain arrays of bytes, and sums of whole arrays against single ones.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use quadbit_nibble::swar::slices;
use quadbit_nibble::{Nibble, NibbleArray, NibbleSlice, NibbleSliceMut, simd::Level};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    x: &'a [u8],
    y: &'a [u8],
    is_odd: bool,
    puts: Vec<(u16, u8)>,
    text: &'a str,
}

/// A function on whole arrays, and the same on two nibbles.
type Form = fn(Level, NibbleSliceMut<'_>, NibbleSlice<'_>);
type Single = fn(Nibble, Nibble) -> Nibble;

fuzz_target!(|input: Input<'_>| {
    let bytes = input.x.len().min(input.y.len());
    let (x, y) = (&input.x[..bytes], &input.y[..bytes]);
    let len = (2 * bytes).saturating_sub(usize::from(input.is_odd));
    assert!(NibbleSlice::with_len(x, 2 * bytes + 1).is_none());

    let mut plain = unpacked(x);
    plain.truncate(len);
    let mut packed = x.to_vec();
    let mut view = NibbleSliceMut::with_len(&mut packed, len).expect("it fits");
    for (index, value) in input.puts {
        let index = usize::from(index);
        if index < len {
            let value = Nibble::from_low_bits(value);
            view.put(index, value);
            plain[index] = value.get();
        }
        assert_eq!(view.as_slice().get(index).map(Nibble::get), plain.get(index).copied());
    }
    assert!(view.as_slice().iter().map(Nibble::get).eq(plain.iter().copied()));
    assert!(view.as_slice().iter().rev().map(Nibble::get).eq(plain.iter().rev().copied()));
    let digits: String = plain.iter().map(|&value| char::from_digit(u32::from(value), 16).unwrap()).collect();
    assert_eq!(view.as_slice().to_string(), digits);

    let mut others = unpacked(y);
    others.truncate(len);
    let order = NibbleSlice::with_len(&packed, len).cmp(&NibbleSlice::with_len(y, len));
    assert_eq!(order, plain.cmp(&others));
    let forms: [(Form, Single); 6] = [
        (slices::add, Nibble::wrapping_add),
        (slices::sub, Nibble::wrapping_sub),
        (slices::sat_add_unsigned, Nibble::saturating_add),
        (slices::sat_sub_unsigned, Nibble::saturating_sub),
        (slices::sat_add_signed, Nibble::saturating_add_signed),
        (slices::sat_sub_signed, Nibble::saturating_sub_signed),
    ];
    for (form, single) in forms {
        for level in Level::available() {
            let mut sums = packed.clone();
            let y = NibbleSlice::with_len(y, len).expect("it fits");
            form(level, NibbleSliceMut::with_len(&mut sums, len).expect("it fits"), y);
            let pairs = plain.iter().zip(&others);
            let expected = pairs.map(|(&x, &y)| single(Nibble::from_low_bits(x), Nibble::from_low_bits(y)));
            assert!(NibbleSlice::with_len(&sums, len).unwrap().iter().eq(expected), "{level}");
            assert_eq!(len % 2 == 1, sums.last().is_some() && len < 2 * sums.len());
            if len % 2 == 1 {
                assert_eq!(sums[bytes - 1] >> 4, packed[bytes - 1] >> 4, "the spare half stays");
            }
        }
    }
    if let Ok(array) = input.text.parse::<NibbleArray<9, 5>>() {
        assert_eq!(array.to_string(), input.text.to_lowercase());
    }
});

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect()
}
