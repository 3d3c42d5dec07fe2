//! Sets of squares against the standard library's: every question, every operator, every way to change a set.

use std::collections::BTreeSet;

use quadbit_quad::{Bitboard, zobrist::split_mix};
use quadbit_x88::{File, Rank, Square};

type Set = BTreeSet<Square>;

/// Returns the squares of a set, found bit by bit in its word.
fn set_of(bitboard: Bitboard) -> Set {
    Square::ALL.into_iter().filter(|square| bitboard.0 & 1 << square.index() != 0).collect()
}

/// Yields the set of no square, of all squares, of each square and of all but each square; then sets of few, some and
/// most squares.
fn sets() -> impl Iterator<Item = Bitboard> {
    let single = Square::ALL.map(|square| Bitboard(1 << square.index()));
    let random = (0..100).flat_map(|n| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| split_mix(4 * n + k));
        [a & b & c & d, a & b, a, a | b | c].map(Bitboard)
    });
    [Bitboard(0), Bitboard(!0)]
        .into_iter()
        .chain(single)
        .chain(single.map(|set| Bitboard(!set.0)))
        .chain(random)
}

#[test]
fn one_set() {
    for bitboard in sets() {
        let set = set_of(bitboard);
        assert_eq!(bitboard.is_empty(), set.is_empty(), "{bitboard:?}");
        assert_eq!(bitboard.any(), !set.is_empty(), "{bitboard:?}");
        assert_eq!(bitboard.has_many(), set.len() > 1, "{bitboard:?}");
        assert_eq!(bitboard.len() as usize, set.len(), "{bitboard:?}");
        assert_eq!(bitboard.first(), set.first().copied(), "{bitboard:?}");
        assert_eq!(bitboard.last(), set.last().copied(), "{bitboard:?}");
        assert_eq!(bitboard.first_or_a1(), bitboard.first().unwrap_or(Square::A1), "{bitboard:?}");
        assert!(bitboard.into_iter().eq(set.iter().copied()), "{bitboard:?}");
        assert_eq!(set_of(!bitboard), set_of(Bitboard::ALL).difference(&set).copied().collect());

        let (mut popped, mut rest) = (bitboard, set.clone());
        assert_eq!((popped.pop_first(), set_of(popped)), (rest.pop_first(), rest), "{bitboard:?}");
    }
}

#[test]
fn a_set_and_a_square() {
    for bitboard in sets() {
        let set = set_of(bitboard);
        for square in Square::ALL {
            let (mut with, mut without) = (set.clone(), set.clone());
            with.insert(square);
            without.remove(&square);
            assert_eq!(bitboard.has(square), set.contains(&square), "{square} {bitboard:?}");
            assert_eq!(set_of(bitboard.with(square)), with, "{square} {bitboard:?}");
            assert_eq!(set_of(bitboard.without(square)), without, "{square} {bitboard:?}");
        }
    }
}

#[test]
fn two_sets() {
    for a in sets().step_by(3) {
        for b in sets().step_by(2) {
            let (in_a, in_b) = (set_of(a), set_of(b));
            assert_eq!(a.intersects(b), !in_a.is_disjoint(&in_b), "{a:?} {b:?}");
            assert_eq!(a.is_superset(b), in_a.is_superset(&in_b), "{a:?} {b:?}");
            assert_eq!(set_of(a | b), &in_a | &in_b, "{a:?} {b:?}");
            assert_eq!(set_of(a & b), &in_a & &in_b, "{a:?} {b:?}");
            assert_eq!(set_of(a ^ b), &in_a ^ &in_b, "{a:?} {b:?}");
            assert_eq!(set_of(a - b), &in_a - &in_b, "{a:?} {b:?}");
            let [mut and, mut or, mut xor, mut minus, mut extended] = [a; 5];
            and &= b;
            or |= b;
            xor ^= b;
            minus -= b;
            extended.extend(b);
            assert_eq!([and, or, xor, minus, extended], [a & b, a | b, a ^ b, a - b, a | b], "{a:?} {b:?}");
        }
    }
}

#[test]
fn the_named_sets() {
    assert_eq!(set_of(Bitboard::EMPTY), Set::new());
    assert_eq!(set_of(Bitboard::ALL), Square::ALL.into());
    for square in Square::ALL {
        assert_eq!(set_of(Bitboard::of(square)), [square].into());
        assert_eq!(Bitboard::from(square), Bitboard::of(square));
    }
    for file in File::ALL {
        assert_eq!(set_of(Bitboard::file(file)), Rank::ALL.map(|rank| Square::new(file, rank)).into());
    }
    for rank in Rank::ALL {
        assert_eq!(set_of(Bitboard::rank(rank)), File::ALL.map(|file| Square::new(file, rank)).into());
    }
}

/// `Debug` prints the word before the drawing, because a drawing does not show which word to write in a program.
#[test]
fn the_debug_form_is_the_word_and_the_drawing() {
    let set = Bitboard(0x0123_4567_89ab_cdef);
    assert_eq!(format!("{set:?}"), format!("Bitboard(0x0123_4567_89ab_cdef)\n{set}"));
}
