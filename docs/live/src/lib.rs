//! What the interactive figures of the book ask of the crates. JavaScript only draws: every board, difference, move,
//! fill and count comes from here.
//!
//! The macro of `wasm-bindgen` writes `unsafe` code of its own, which `forbid(unsafe_code)` passes over, as it does
//! with every macro of another crate; the code in this folder has none.

mod bits;
mod board;
mod count;
mod difference;
mod fill;
mod rays;
mod reading;

pub use bits::shifted;
pub use board::{Board, letters_of, shapes};
pub use count::{Position, level};
pub use difference::Difference;
pub use fill::Fill;
pub use rays::Rays;
pub use reading::Reading;

use quadbit::quad::Bitboard;
use quadbit::{QuadBitboard, Square};
use wasm_bindgen::JsError;

/// The four planes of a board as plain words.
fn words(board: QuadBitboard) -> Vec<u64> {
    board.planes().map(|plane| plane.0).to_vec()
}

/// The square with a number from 0 to 63.
fn square(number: u8) -> Result<Square, JsError> {
    Square::from_index(number.into()).ok_or_else(|| JsError::new("a square is a number from 0 to 63"))
}

/// Sets of squares as plain words.
fn sets(sets: &[Bitboard]) -> Vec<u64> {
    sets.iter().map(|set| set.0).collect()
}
