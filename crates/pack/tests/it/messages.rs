//! The messages of errors, and the descriptions of formats.

use quadbit_pack::{Field, FieldError, Format, ReadError, ReadErrorKind, WriteError};

#[test]
fn messages() {
    let at = |chain, ply, kind| ReadError { chain, ply, ..ReadError::from(kind) };
    let all: [(&dyn std::fmt::Display, &str); 10] = [
        (&FieldError, "expected castling, ep, clocks, score, result, extra, move, ply or all"),
        (&WriteError::CastlingMove, "the format cannot hold a castling move of Chess960"),
        (&WriteError::Lost(Field::EnPassant), "the format cannot hold a capture en passant"),
        (&WriteError::Missing(Field::Score), "the format needs a score, but there is none"),
        (&ReadErrorKind::Missing("fen"), "the line `fen` is missing"),
        (&ReadError::from(ReadErrorKind::Parts), "expected `FEN | score | result`"),
        (&at(None, Some(3), ReadErrorKind::Move), "ply 3: the move is not legal"),
        (&at(Some(2), Some(5), ReadErrorKind::LongScore), "chain 2, ply 5: the score has too many bits"),
        (&at(Some(2), None, ReadErrorKind::ManyPieces), "chain 2: there are more than 32 pieces"),
        (
            &ReadError { undecoded: Some(70), ..ReadErrorKind::Truncated.into() },
            "the record is cut off; 70 bytes cannot be decoded",
        ),
    ];
    for (error, message) in all {
        assert_eq!(error.to_string(), message);
    }
    for format in Format::ALL {
        assert!(format.description().len() > 10 && !format.description().ends_with('.'), "{format}");
    }
}
