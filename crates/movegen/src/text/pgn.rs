//! PGN: games as text, read without allocation, and written with their tags by `Writer`.
//!
//! Reading has three layers, each of which can be used alone:
//!
//! - [`Tokens`] splits any text into tags, moves, comments, variations, annotation glyphs and results;
//! - [`records`] finds where one game ends and the next begins;
//! - [`Moves`] plays the main line of a [`Record`] from its start position.
//!
//! A [`Reader`] does all of this for a stream of any bytes in one pass, which is the fastest method of
//! reading a file (feature `std`). On request it also reads the [`Note`]s of servers, `[%clk 0:03:12]` and
//! `[%eval 0.17]`, and leaves out games by [`TagRule`]s.
//!
//! Real files are full of small mistakes, so the reader is lenient: moves are read with
//! [`Move::from_san_relaxed`](crate::Move::from_san_relaxed), move numbers are ignored, quotation marks
//! in tags need no escape, and unknown words are passed on as tokens. A move that is not legal is an
//! error that says which move it is and where; so is a comment, variation or tag that does not end, as in
//! a file that was cut off.
//!
//! Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.
//!
//! ```
//! use quadbit_movegen::{Color, GameResult, pgn};
//!
//! let text = r#"
//! [White "Morphy"]
//! [Black "Duke Karl / Count Isouard"]
//!
//! 1. e4 e5 2. Nf3 d6 3. d4 Bg4 {A weak move} (3... exd4) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 $1 Qe7 1-0
//! "#;
//! let record = pgn::records(text).next().unwrap();
//! assert_eq!(record.tag("White"), Some("Morphy"));
//! assert_eq!(record.result(), Some(GameResult::Win(Color::White)));
//!
//! let mut moves = record.moves()?;
//! assert_eq!(moves.by_ref().filter(Result::is_ok).count(), 14);
//! let fen = "rn2kb1r/ppp1qppp/5n2/4p3/2B1P3/1Q6/PPP2PPP/RNB1K2R w KQkq - 4 8";
//! assert_eq!(moves.position().to_string(), fen);
//! # Ok::<(), pgn::StartError>(())
//! ```

mod boundary;
mod bytes;
mod marks;
mod moves;
mod note;
#[cfg(test)]
mod random;
#[cfg(feature = "std")]
mod reader;
mod record;
mod skip;
mod tag_lines;
#[cfg(feature = "alloc")]
mod tag_rule;
mod tokens;
#[cfg(feature = "alloc")]
mod writer;

pub use moves::{MoveError, MoveFault, Moves};
pub use note::{Eval, Note};
#[cfg(feature = "std")]
pub use reader::{GameError, GameFault, Reader, StreamedGame};
pub use record::{Record, Records, StartError, Tags, records};
#[cfg(feature = "alloc")]
pub use tag_rule::{ParseTagRuleError, TagRule, decimal};
pub use tokens::{Token, Tokens, Unclosed};
#[cfg(feature = "alloc")]
pub use writer::{TagError, Writer, unescape};
