//! What errors say.

use quadbit_pack::binpack::{ChainError, ChainFault};
use quadbit_pack::plain::PlainError;
use quadbit_pack::text::TextError;
use quadbit_pack::viriformat::IllegalPly;
use quadbit_pack::{Field, Format, ParseFieldError, WriteError};

#[test]
fn messages() {
    let chain = |fault| ChainError { chain: 2, ply: 5, fault };
    let all: [(&dyn std::fmt::Display, &str); 8] = [
        (&ParseFieldError, "expected castling, ep, clocks, score, result, extra, move or ply"),
        (&WriteError::Lost(Field::EnPassant), "the format cannot hold a capture en passant"),
        (&WriteError::Missing(Field::Score), "the format needs a score, but there is none"),
        (&PlainError::Missing("fen"), "the line `fen` is missing"),
        (&TextError::Parts, "expected `FEN | score | result`"),
        (&IllegalPly(3), "half move 3 is illegal"),
        (&chain(ChainFault::Move), "chain 2, ply 5: the move is illegal or cut off"),
        (&chain(ChainFault::Score), "chain 2, ply 5: the score is bad or cut off"),
    ];
    for (error, message) in all {
        assert_eq!(error.to_string(), message);
    }
    for format in Format::ALL {
        assert!(format.description().len() > 10 && !format.description().ends_with('.'), "{format}");
    }
}
