//! Every operation of `BitSimd` against a reference implementation that walks the bits one by one, at every level of
//! the machine.

use fearless_simd::prelude::*;
use proptest::prelude::*;
use quadbit_nibble::simd::{BitSimd, Level, LevelError, dispatch, testing};

/// Reference implementations of the operations on words: bit by bit.
mod naive {
    pub(super) fn from_bits(bit: impl Fn(u32) -> bool) -> u64 {
        (0..64).filter(|&i| bit(i)).map(|i| 1 << i).sum()
    }

    pub(super) fn get(x: u64, i: u32) -> bool {
        x >> i & 1 == 1
    }

    pub(super) fn reverse_bytes(x: u64) -> u64 {
        from_bits(|i| get(x, 8 * (7 - i / 8) + i % 8))
    }

    pub(super) fn reverse_bits_in_bytes(x: u64) -> u64 {
        from_bits(|i| get(x, 8 * (i / 8) + 7 - i % 8))
    }

    pub(super) fn reverse_bits(x: u64) -> u64 {
        from_bits(|i| get(x, 63 - i))
    }

    pub(super) fn transpose8x8(x: u64) -> u64 {
        from_bits(|i| get(x, 8 * (i % 8) + i / 8))
    }

    pub(super) fn popcount(x: u64) -> u64 {
        (0..64).filter(|&i| get(x, i)).count() as u64
    }

    pub(super) fn first_bits(x: u64) -> u64 {
        (0..64).find(|&i| get(x, i)).map_or(0, |i| 1 << i)
    }

    pub(super) fn last_bits(x: u64) -> u64 {
        (0..64).rfind(|&i| get(x, i)).map_or(0, |i| 1 << i)
    }

    pub(super) fn select_bits(mask: u64, a: u64, b: u64) -> u64 {
        from_bits(|i| if get(mask, i) { get(a, i) } else { get(b, i) })
    }

    pub(super) fn rotate_left(x: u64, count: u64) -> u64 {
        from_bits(|i| get(x, (i + 64 - (count % 64) as u32) % 64))
    }

    pub(super) fn indices(set: u64) -> Vec<u8> {
        (0..64).filter(|&i| get(set, u32::from(i))).collect()
    }

    pub(super) fn pext(x: u64, mask: u64) -> u64 {
        indices(mask).iter().enumerate().filter(|&(_, &i)| get(x, u32::from(i))).map(|(n, _)| 1 << n).sum()
    }

    pub(super) fn pdep(x: u64, mask: u64) -> u64 {
        indices(mask).iter().zip(0..).filter(|&(_, n)| get(x, n)).map(|(&i, _)| 1_u64 << i).sum()
    }
}

/// Compares a vector function with its reference implementation, word by word, on every lane.
fn lanes<S: BitSimd>(
    s: S,
    x: &[u64],
    fast: impl Fn(S::u64s) -> S::u64s,
    slow: impl Fn(u64) -> u64,
    name: &str,
) {
    for words in x.chunks_exact(S::u64s::LEN) {
        let result = fast(S::u64s::from_slice(s, words));
        for (lane, &word) in words.iter().enumerate() {
            assert_eq!(result[lane], slow(word), "{name} of {word:#018x} in lane {lane}");
        }
    }
}

fn check<S: BitSimd>(s: S, x: &[u64; 8], y: &[u64; 8], mask: &[u64; 8]) {
    lanes(s, x, |v| s.reverse_bytes(v), naive::reverse_bytes, "reverse_bytes");
    lanes(s, x, |v| s.reverse_bits_in_bytes(v), naive::reverse_bits_in_bytes, "reverse_bits_in_bytes");
    lanes(s, x, |v| s.reverse_bits(v), naive::reverse_bits, "reverse_bits");
    lanes(s, x, |v| s.transpose8x8(v), naive::transpose8x8, "transpose8x8");
    lanes(s, x, |v| s.popcount(v), naive::popcount, "popcount");
    lanes(s, x, |v| s.first_bits(v), naive::first_bits, "first_bits");
    lanes(s, x, |v| s.last_bits(v), naive::last_bits, "last_bits");
    for at in (0..8).step_by(S::u64s::LEN) {
        let [x_v, y_v, mask_v] =
            [x, y, mask].map(|words| S::u64s::from_slice(s, &words[at..at + S::u64s::LEN]));
        let selected = s.select_bits(mask_v, x_v, y_v);
        let rotated = s.rotate_left(x_v, y_v);
        for lane in 0..S::u64s::LEN {
            let [x, y, mask] = [x, y, mask].map(|words| words[at + lane]);
            assert_eq!(
                selected[lane],
                naive::select_bits(mask, x, y),
                "select_bits({mask:#x}, {x:#x}, {y:#x})"
            );
            assert_eq!(rotated[lane], naive::rotate_left(x, y), "rotate_left({x:#x}, {y})");
            assert_eq!(s.pext(x, mask), naive::pext(x, mask), "pext({x:#x}, {mask:#x})");
            assert_eq!(s.pdep(x, mask), naive::pdep(x, mask), "pdep({x:#x}, {mask:#x})");
        }
    }
    for at in (0..8).step_by(S::u64s::LEN) {
        let words = &x[at..at + S::u64s::LEN];
        let v = S::u64s::from_slice(s, words);
        // Bits of `lanes` beyond the last lane are ignored.
        for lanes in (0..1 << S::u64s::LEN).flat_map(|lanes: u64| [lanes, lanes | u64::MAX << S::u64s::LEN]) {
            let packed = s.compress_words(v, lanes);
            let expected = words.iter().zip(0..).filter(|&(_, lane)| lanes >> lane & 1 == 1);
            for (at, (&word, _)) in expected.enumerate() {
                assert_eq!(packed[at], word, "compress_words({words:x?}, {lanes:#x})");
            }
        }
    }
    for &set in mask {
        let expected = naive::indices(set);
        check_indices::<S, 64>(s, set, &expected);
        check_indices::<S, 32>(s, set, &expected);
        check_indices::<S, 5>(s, set, &expected);
    }
}

fn check_indices<S: BitSimd, const N: usize>(s: S, set: u64, expected: &[u8]) {
    let mut padded = expected.to_vec();
    padded.resize(64, 0);
    assert_eq!(s.indices::<N>(set)[..], padded[..N], "the first {N} indices of {set:#x}");
}

#[test]
fn simple_words() {
    let mut words = vec![0, u64::MAX, 0x5555_5555_5555_5555, 0x0123_4567_89AB_CDEF];
    words.extend((0..64).map(|i| 1 << i));
    words.extend((1..64).map(|i| u64::MAX << i));
    words.extend((1..64).map(|i| u64::MAX >> i));
    testing::at_every_level!(s => for i in 0..words.len() {
        // Consecutive words in the lanes, so that the lanes differ; the mask of a lane comes from far away in the list.
        let x = std::array::from_fn(|lane| words[(i + lane) % words.len()]);
        let y = std::array::from_fn(|lane| (i + 9 * lane) as u64);
        let mask = std::array::from_fn(|lane| words[(7 * i + 31 * lane) % words.len()]);
        check(s, &x, &y, &mask);
    });
}

proptest! {
    #[test]
    fn any_words(x: [u64; 8], y: [u64; 8], mask: [u64; 8]) {
        testing::at_every_level!(s => check(s, &x, &y, &mask));
    }
}

#[test]
fn dispatch_leads_to_the_level_itself() {
    for level in testing::levels() {
        assert_eq!(Level::from(dispatch!(level, s => s.level())), level);
    }
}

/// The scalar level is there, because the tests ask for the feature `fallback`.
#[test]
fn the_scalar_level_can_be_forced() {
    let level: Level = "fallback".parse().unwrap();
    assert!(level.token().is_fallback());
    assert_eq!(Level::available().next(), Some(level));
}

#[test]
fn the_machine_has_what_it_reports() {
    let available = |name: &str| match name.parse::<Level>() {
        Ok(level) => level.name() == name,
        Err(error) => {
            assert_ne!(error, LevelError::Unknown);
            false
        }
    };
    #[cfg(target_arch = "x86_64")]
    for (name, detected) in [
        ("sse2", true),
        ("sse4.2", std::arch::is_x86_feature_detected!("sse4.2")),
        ("avx2", std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2")),
        (
            "avx512",
            std::arch::is_x86_feature_detected!("avx512vbmi2") && std::arch::is_x86_feature_detected!("gfni"),
        ),
    ] {
        let promised = name.parse::<Level>() == Err(LevelError::Build(name));
        assert_eq!(available(name) || promised, detected, "{name}");
    }
    assert!(available(Level::auto().name()));
}
