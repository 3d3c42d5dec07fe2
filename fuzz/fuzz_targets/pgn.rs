//! PGN: any text splits into tokens and games, offsets point to the right place, the moves of a game are legal, and all
//! kinds of line ends give the same moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_pgn::{self as pgn, Tokens};

fuzz_target!(|text: &str| {
    let tokens = Tokens::new(text).count();
    assert!(tokens <= text.len());
    let mut end = 0;
    for record in pgn::records(text) {
        assert!(record.offset() >= end, "games follow each other");
        assert!(text[record.offset()..].starts_with(record.text()));
        end = record.offset() + record.text().len();
        assert!(
            record.tags().all(|(name, value)| record.text().contains(name) && record.text().contains(value))
        );
        record.result();
        let Ok(mut moves) = record.moves() else { continue };
        let mut position = *moves.position();
        for mv in moves.by_ref() {
            match mv {
                Ok(pgn::NULL_MOVE) => {
                    position = position.null_move().expect("a side in check cannot pass");
                }
                Ok(mv) => {
                    position.play(mv).expect("the main line is legal");
                }
                Err(error) => {
                    let offset = usize::try_from(error.offset).expect("offsets lie in the text");
                    assert!(record.text().is_char_boundary(offset));
                }
            }
        }
        assert_eq!(*moves.position(), position);
    }
    let plies = |text: &str| -> usize {
        let moves = pgn::records(text).filter_map(|record| record.moves().ok());
        moves.map(|moves| moves.flatten().count()).sum()
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for end in ["\r\n", "\r"] {
        assert_eq!(plies(&text.replace('\n', end)), plies(&text), "lines that end with {end:?}");
    }
});
