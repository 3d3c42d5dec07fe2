//! FENs, strict and relaxed: an accepted position is sound, and reading its printed form gives an equal position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_movegen::{CastlingLetters, EpMode, FenStyle, Position};

fuzz_target!(|text: &str| {
    let strict = Position::from_fen(text);
    let relaxed = Position::from_fen_relaxed(text);
    for error in [strict.as_ref().err(), relaxed.as_ref().err()].into_iter().flatten() {
        assert!(!error.to_string().is_empty());
    }
    if let Ok(position) = strict {
        assert_eq!(relaxed.as_ref(), Ok(&position), "what is strict is relaxed");
        assert_eq!(Position::from_fen(&position.to_string()), Ok(position));
    }
    let Ok(position) = relaxed else { return };
    for castling in [CastlingLetters::Canonical, CastlingLetters::Shredder] {
        for ep in [EpMode::Legal, EpMode::Pseudo, EpMode::Always] {
            let written = position.to_fen(FenStyle { castling, ep }).to_string();
            let read =
                Position::from_fen_relaxed(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(read, position, "{written}");
            assert_eq!(read.key(), position.key(), "{written}");
            assert_eq!((read.halfmoves(), read.fullmoves()), (position.halfmoves(), position.fullmoves()));
        }
    }
    assert!(position.legal_count() <= 218, "{position}");
    assert_eq!(position.legal_count(), position.legal_moves().len(), "{position}");
    assert_eq!(position.flip_colors().flip_colors(), position);
});
