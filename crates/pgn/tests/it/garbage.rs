//! Nearly right games and random texts: reading never panics, and every place that it names is there.

use proptest::prelude::*;
use quadbit_pgn::records;

/// A game that can be read, to be damaged.
const SOUND: &str = "\u{feff}[Event \"x\"]\n[FEN \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"]\n\
    1. exd6 e.p. {a comment} O-O-O+ (2... Nxd5!? $2 ; to the end\n) 0-0 b8=Q# N1f3 -- e1g1 *\n";

/// A piece of the sound text with some characters replaced, doubled or left out.
fn damaged() -> impl Strategy<Value = String> {
    let chars: Vec<char> = SOUND.chars().collect();
    let length = chars.len();
    let edits = prop::collection::vec((0..length, prop::option::of(any::<char>())), 0..4);
    (0..length, 0..120_usize, edits).prop_map(move |(start, length, edits)| {
        let mut text: Vec<char> = chars.iter().skip(start).take(length).copied().collect();
        for (at, edit) in edits {
            if let Some(place) = text.get_mut(at) {
                *place = edit.unwrap_or('\n');
            }
        }
        text.into_iter().collect()
    })
}

/// Plays every game of a text.
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
    fn damaged_texts_end(text in damaged()) {
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
