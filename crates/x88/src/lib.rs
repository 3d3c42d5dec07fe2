#![doc = include_str!("../README.md")]
#![no_std]

mod color;
mod delta;
mod direction;
mod file;
mod piece;
mod rank;
mod role;
mod square;

pub use color::{Color, ParseColorError};
pub use delta::Delta;
pub use direction::{Direction, ParseDirectionError};
pub use file::{File, ParseFileError};
pub use piece::{ParsePieceError, Piece};
pub use rank::{ParseRankError, Rank};
pub use role::{ParseRoleError, Role};
pub use square::{ParseSquareError, Square};
