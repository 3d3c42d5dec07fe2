//! Boards as text and in every representation that `quadbit convert` knows: planes, nibbles, mailbox, 0x88.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_movegen::{Position, PositionBuilder, Validity};
use quadbit_nibble::{NibbleArray, planes, simd::Level};
use quadbit_quad::text::{Mailbox, Planes, X88};
use quadbit_quad::{Bitboard, QuadBitboard};

fuzz_target!(|input: (&str, [u64; 4])| {
    let (text, words) = input;
    for board in read(text).into_iter().flatten().chain([QuadBitboard::from_planes(words.map(Bitboard))]) {
        same_in_all(board);
    }
});

/// Reads a text as each of the five kinds; `None` for a kind that refuses it.
fn read(text: &str) -> [Option<QuadBitboard>; 5] {
    let parts = |validity| PositionBuilder::from_fen(text, validity).ok().map(|parts| parts.board);
    [
        parts(Validity::Strict).or_else(|| parts(Validity::Relaxed)),
        text.parse().map(|Planes(board)| board).ok(),
        text.parse().map(QuadBitboard::from_nibbles).ok(),
        text.parse().map(|Mailbox(board)| board).ok(),
        text.parse().map(|X88(board)| board).ok(),
    ]
}

fn same_in_all(board: QuadBitboard) {
    assert_eq!(QuadBitboard::from_mailbox(&board.to_mailbox()), board);
    assert_eq!(QuadBitboard::from_nibbles(board.to_nibbles()), board);
    assert_eq!(QuadBitboard::from_bitboards(&board.to_bitboards()), board);
    assert_eq!(Planes(board).to_string().parse(), Ok(Planes(board)));
    let nibbles = board.to_nibbles();
    assert_eq!(nibbles.to_string().parse::<NibbleArray<64, 32>>().as_ref(), Ok(&nibbles));
    if board.foreign().is_empty() {
        assert_eq!(Mailbox(board).to_string().parse(), Ok(Mailbox(board)));
        assert_eq!(X88(board).to_string().parse(), Ok(X88(board)));
        let parts = PositionBuilder { board, ..PositionBuilder::new() };
        let fen = parts.to_string();
        let read = PositionBuilder::from_fen(&fen, Validity::Strict)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(read, parts);
        let position = parts.build(Validity::Relaxed);
        assert_eq!(position.is_ok(), Position::from_fen_relaxed(&fen).is_ok(), "{fen}");
    }
    let words = board.planes().map(|plane| plane.0);
    let codes = board.to_mailbox();
    for level in Level::available() {
        let (mut found_nibbles, mut found_codes, mut found_words) = ([[0; 32]], [[0; 64]], [[0; 4]]);
        planes::planes_to_nibbles(level, &[words], &mut found_nibbles);
        assert_eq!(found_nibbles[0], *nibbles.as_bytes(), "{level}");
        planes::planes_to_codes(level, &[words], &mut found_codes);
        assert_eq!(found_codes[0], codes, "{level}");
        planes::nibbles_to_planes(level, &found_nibbles, &mut found_words);
        assert_eq!(found_words[0], words, "{level}");
        planes::codes_to_planes(level, &found_codes, &mut found_words);
        assert_eq!(found_words[0], words, "{level}");
    }
}
