//! Polyglot books made of the corpora, against a walk through all entries.

use quadbit_movegen::{Book, BookEntry, BookError, Move, Position};
use quadbit_quad::zobrist::split_mix;

use testing::positions;

/// Makes entries of up to five legal moves of every second position of the test data, in order of keys, with random
/// weights, about half of which are 0.
fn entries() -> Vec<BookEntry> {
    let mut entries = Vec::new();
    for (n, position) in (0_u64..).zip(positions().step_by(2)) {
        let moves = position.legal_moves();
        entries.extend(moves.iter().take(5).map(|mv| {
            let random = split_mix(n << 8 | u64::from(mv.to_bits()));
            BookEntry {
                key: position.polyglot_key(),
                mv: mv.to_polyglot(),
                weight: if random & 1 == 0 { 0 } else { u16::try_from(random >> 48).unwrap() },
                learned: u32::try_from(random >> 32).unwrap(),
            }
        }));
    }
    entries.sort_by_key(|entry| entry.key);
    entries
}

fn bytes(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[test]
fn entries_and_bytes_come_back() {
    let entries = entries();
    let bytes = bytes(&entries);
    let book = Book::new(&bytes).unwrap();
    assert!(book.entries().eq(entries.iter().copied()));
    assert_eq!(book.entries().len(), entries.len());
    assert_eq!(Book::new(&[]).unwrap().entries().len(), 0);
    let entry = BookEntry { key: 0x0102_0304_0506_0708, mv: 0x090a, weight: 0x0b0c, learned: 0x0d0e_0f10 };
    assert_eq!(entry.to_bytes(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    for length in 1..16 {
        assert_eq!(Book::new(&bytes[..length]).unwrap_err(), BookError);
    }
}

#[test]
fn look_ups_equal_a_walk_through_all_entries() {
    let entries = entries();
    let bytes = bytes(&entries);
    let book = Book::new(&bytes).unwrap();
    let mut known = [0; 2];
    for position in positions().step_by(3) {
        let key = position.polyglot_key();
        let found = entries.iter().filter(|entry| entry.key == key).filter_map(|entry| {
            let legal = position.legal_moves();
            let mv = legal.into_iter().find(|mv| mv.to_polyglot() == entry.mv)?;
            Some((mv, entry.weight))
        });
        assert!(book.moves(&position).eq(found), "{position}");
        known[usize::from(book.moves(&position).next().is_some())] += 1;
    }
    assert!(known.iter().all(|&positions| positions > 700), "half of them are in the book: {known:?}");
}

/// Random numbers at equal distances choose each move exactly as often as its weight says. An entry that is not a legal
/// move is never chosen.
#[test]
fn choices_follow_the_weights() {
    let position = Position::start();
    let moves = position.legal_moves();
    let weights = [0, 1, 0, 7, 300, 0, 65_535, 0];
    let mut entries: Vec<_> = std::iter::zip(&moves, weights)
        .map(|(mv, weight)| BookEntry {
            key: position.polyglot_key(),
            mv: mv.to_polyglot(),
            weight,
            learned: 0,
        })
        .collect();
    // An entry that is not a legal move, such as one of another position with the same key.
    entries.insert(3, BookEntry { mv: 0, weight: 1000, ..entries[0] });
    let bytes = bytes(&entries);
    let book = Book::new(&bytes).unwrap();
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let mut chosen = [0_u64; 8];
    for n in 0..total {
        let random = u64::try_from((u128::from(n) << 64).div_ceil(u128::from(total))).unwrap();
        let mv: Move = book.choose(&position, random).unwrap();
        chosen[moves.iter().position(|&other| other == mv).unwrap()] += 1;
    }
    assert_eq!(chosen, weights.map(u64::from));
    assert!(book.choose(&position, u64::MAX).is_some());

    let zero: Vec<u8> = Book::new(&bytes).unwrap().entries().take(1).flat_map(BookEntry::to_bytes).collect();
    assert_eq!(Book::new(&zero).unwrap().choose(&position, 0), None, "weight 0 is not to be played");
    assert_eq!(Book::new(&[]).unwrap().choose(&position, 0), None);
}

/// A book of random bytes has no legal moves for any position, but nothing panics.
#[test]
fn random_bytes_never_panic() {
    let noise: Vec<u8> = (0..1600).flat_map(|n| split_mix(n).to_le_bytes()).collect();
    let book = Book::new(&noise).unwrap();
    assert!(!book.entries().is_sorted_by_key(|entry| entry.key));
    for (position, entry) in positions().step_by(100).zip(book.entries()) {
        assert_eq!(book.choose(&position, split_mix(entry.key)), None);
    }
}
