//! Texts of moves: SAN strict and relaxed, and UCI. An accepted move is legal, and a written one can be read
//! again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_fuzz::AnyPosition;
use quadbit_movegen::{CastlingStyle, Move};

fuzz_target!(|input: (AnyPosition, &str)| {
    let (AnyPosition(position), text) = input;
    let strict = Move::from_san(text, &position).ok();
    let relaxed = Move::from_san_relaxed(text, &position).ok();
    if strict.is_some() {
        assert_eq!(strict, relaxed, "{position}: what is strict is relaxed: {text:?}");
    }
    let read = [strict, relaxed, Move::from_uci(text, &position).ok()];
    for mv in read.into_iter().flatten() {
        assert!(position.is_legal(mv), "{position}: {text:?} is {mv:?}");
    }
    let styles = if position.has_standard_castling() {
        &[CastlingStyle::Standard, CastlingStyle::Chess960][..]
    } else {
        &[CastlingStyle::Chess960]
    };
    for mv in position.legal_moves() {
        let san = mv.to_san(&position).to_string();
        assert_eq!(Move::from_san(&san, &position), Ok(mv), "{position}: {san}");
        assert_eq!(Move::from_san_relaxed(&san, &position), Ok(mv), "{position}: {san}");
        for &style in styles {
            let uci = mv.to_uci(&position, style).to_string();
            assert_eq!(Move::from_uci(&uci, &position), Ok(mv), "{position}: {uci}");
        }
    }
});
