//! Every parse error says what is expected.

use std::fmt::Debug;
use std::str::FromStr;

use quadbit_x88::{Color, Direction, File, Piece, Rank, Role, Square};

/// Returns the message of the error of parsing an empty text.
fn refusal<T: FromStr<Err: ToString> + Debug>() -> String {
    "".parse::<T>().unwrap_err().to_string()
}

#[test]
fn errors_say_what_is_expected() {
    assert_eq!(refusal::<Color>(), "a side is `w` or `b`");
    assert_eq!(refusal::<Role>(), "a role is one of the letters p, n, b, r, q, k");
    assert_eq!(refusal::<Piece>(), "a piece is one of the letters P, N, B, R, Q, K, p, n, b, r, q, k");
    assert_eq!(refusal::<File>(), "a file is a letter from a to h");
    assert_eq!(refusal::<Rank>(), "a rank is a digit from 1 to 8");
    assert_eq!(refusal::<Square>(), "a square is a letter from a to h and a digit from 1 to 8");
    assert_eq!(refusal::<Direction>(), "a direction is one of N, NE, E, SE, S, SW, W, NW");
}
