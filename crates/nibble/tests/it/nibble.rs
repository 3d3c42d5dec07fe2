//! `Nibble` against integers, for all 256 pairs.

use quadbit_nibble::Nibble;

fn pairs() -> impl Iterator<Item = (Nibble, Nibble)> {
    Nibble::ALL.into_iter().flat_map(|x| Nibble::ALL.map(|y| (x, y)))
}

/// Returns the nibble that is congruent to `value` modulo 16.
fn modulo(value: i32) -> Nibble {
    Nibble::new(u8::try_from(value.rem_euclid(16)).unwrap()).unwrap()
}

/// Returns the nibble of an unsigned number; `None` if it is not 0 to 15.
fn unsigned(value: i32) -> Option<Nibble> {
    (0..16).contains(&value).then(|| modulo(value))
}

/// Returns the nibble of a signed number; `None` if it is not -8 to 7.
fn signed(value: i32) -> Option<Nibble> {
    (-8..8).contains(&value).then(|| modulo(value))
}

#[test]
fn construction_takes_what_fits() {
    for value in 0..=255 {
        assert_eq!(Nibble::new(value), unsigned(value.into()));
        assert_eq!(Nibble::from_low_bits(value), modulo(value.into()));
        assert_eq!(Nibble::from_signed(value.cast_signed()), signed(value.cast_signed().into()));
    }
    for (value, nibble) in (0..).zip(Nibble::ALL) {
        assert_eq!(nibble.get(), value);
        assert_eq!(u8::from(nibble), value);
        assert_eq!(usize::from(nibble), usize::from(value));
        assert_eq!(Nibble::from_signed(nibble.get_signed()), Some(nibble));
    }
}

#[test]
fn bits_and_order_agree_with_integers() {
    for (x, y) in pairs() {
        let [a, b] = [x, y].map(|n| i32::from(n.get()));
        assert_eq!((x & y).get(), x.get() & y.get());
        assert_eq!((x | y).get(), x.get() | y.get());
        assert_eq!((x ^ y).get(), x.get() ^ y.get());
        assert_eq!((!x).get(), 15 - x.get());
        assert_eq!(x < y, a < b);
    }
}

#[test]
fn text_is_one_hexadecimal_digit() {
    for nibble in Nibble::ALL {
        let value = nibble.get();
        assert_eq!(nibble.to_string(), format!("{value:x}"));
    }
}

#[test]
fn nibbles_are_bytes() {
    assert_eq!(bytemuck::cast_slice::<Nibble, u8>(&Nibble::ALL), (0..16).collect::<Vec<u8>>());
}
