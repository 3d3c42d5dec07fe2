//! Nearly right games and random texts: reading never panics, and every byte that an error names is in the text.

use proptest::prelude::*;
use quadbit_pgn::records;
use testing::errors::damaged;

/// A game that can be read, to be damaged.
const SOUND: &str = "\u{feff}[Event \"x\"]\n[FEN \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"]\n\
    1. exd6 e.p. {a comment} O-O-O+ (2... Nxd5!? $2 ; to the end\n) 0-0 b8=Q# N1f3 -- e1g1 *\n";

/// Makes a piece of [`SOUND`] with some characters replaced.
fn nearly_sound() -> impl Strategy<Value = String> {
    let length = SOUND.chars().count();
    let edits = prop::collection::vec((0..length, prop::option::of(any::<char>())), 0..4);
    (0..length, 0..120_usize, edits).prop_map(|(start, length, edits)| damaged(SOUND, start, length, &edits))
}

/// Reads every game of a text; the byte that an error names must not be within a character.
fn read(text: &str) {
    for record in records(text) {
        assert!(text[record.offset()..].starts_with(record.text()));
        if let Ok(moves) = record.moves() {
            for error in moves.filter_map(Result::err) {
                assert!(record.text().is_char_boundary(usize::try_from(error.offset).unwrap()), "{text:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_texts_end(text in nearly_sound()) {
        read(&text);
        for line in text.lines() {
            read(line);
            line.split(' ').for_each(read);
        }
    }

    #[test]
    fn any_text_ends(text in any::<String>()) {
        read(&text);
    }
}
