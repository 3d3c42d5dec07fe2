//! Each error says in words what is wrong, and has the error that caused it as its source.

use quadbit_pgn as pgn;
use testing::errors::{messages, refusal};

#[test]
fn errors_of_games_have_kind_and_place() {
    let illegal = "no such move is legal in this position";
    let variant = "the tag Variant names rules other than those of chess";
    let start = |text| refusal(pgn::records(text).next().unwrap().start());
    assert_eq!(start("[Variant \"Atomic\"] *"), [variant]);
    assert_eq!(
        start("[FEN \"4k3\"] *"),
        ["the tag FEN: board: expected eight ranks", "board: expected eight ranks"]
    );
    let mut moves = pgn::records("1. e4 Ke6 *").next().unwrap().moves().unwrap();
    let error = moves.find_map(Result::err).unwrap();
    assert_eq!(messages(&error), [&format!("after 1 half move: {illegal}"), illegal]);

    let mut reader = pgn::Reader::new("[Variant \"Atomic\"] * 1. e4 Ke6 *".as_bytes());
    let mut next = || messages(&reader.next_game().unwrap().unwrap().error.unwrap());
    assert_eq!(next(), [variant]);
    assert_eq!(next(), [&format!("after 1 half move: {illegal}"), illegal]);

    let tag = |name, value| refusal(pgn::Tree::default().set_tag(name, Some(value)));
    assert_eq!(tag("Two words", "x"), ["the name of a tag is made of letters, digits and underscores"]);
    assert_eq!(tag("White", "\n"), ["the value of a tag is one line without control characters"]);
    assert_eq!(
        tag("FEN", "x"),
        ["the tags Result, SetUp, FEN and Variant follow from the game and cannot be set"]
    );
}

/// A game in which the stream breaks off with an error leaves no positions in the caller's list.
#[test]
fn an_error_of_the_stream_leaves_no_positions() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let text = b"1. e4 e5 *\n\n1. d4 d5 2. c4";
    let mut reader = pgn::Reader::new(std::io::Read::chain(&text[..], Broken));
    let mut positions = Vec::new();
    assert_eq!(reader.next_game_with_positions(&mut positions).unwrap().unwrap().moves().len(), 2);
    assert_eq!(reader.next_game_with_positions(&mut positions).unwrap_err().to_string(), "broken");
    assert_eq!(positions.len(), 2);
}
