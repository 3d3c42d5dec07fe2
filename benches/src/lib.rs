//! What the benches share: positions with known counts, and the peers.
//!
//! The forms of a [`Contest`] are compared before they are timed, so no time belongs to a wrong result. A speed is
//! meaningful only as a ratio to another speed of the same run: `cargo bench -p benches --features peers` times the
//! peers too.

pub mod boards;
mod contest;
#[cfg(feature = "bars")]
pub mod cozy_chess;
#[cfg(feature = "bars")]
pub mod cozy_statistics;
mod filter;
#[cfg(feature = "peers")]
pub mod peers;
pub mod search;

pub use contest::{Bench, Contest, run};

/// The README and the book's first page: their code is compiled and run as this crate's documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/src/introduction.md")]
pub struct Pages;

/// Names and FENs: first the start position, kiwipete, and positions 3 to 6 of the wiki.
const NAMED: &[(&str, &str)] = &include!("../../crates/cli/suites/named.in");

/// A position, a depth, and the known number of leaves at this depth.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The FEN of the position.
    pub fen: &'static str,
    /// The depth of the count in plies.
    pub depth: u8,
    /// The number of leaves at this depth.
    pub nodes: u64,
}

/// "Kiwipete", 5 plies deep: a position that has castling, promotions, pins and en passant within few plies. Source:
/// [Chess Programming Wiki, Perft Results](https://www.chessprogramming.org/Perft_Results).
pub const KIWIPETE: Known = Known { fen: NAMED[1].1, depth: 5, nodes: 193_690_690 };

/// The start position, 5 plies deep.
pub const START: Known = Known { fen: NAMED[0].1, depth: 5, nodes: 4_865_609 };

/// The six positions of the wiki's "Perft Results", each one ply deep.
pub const SIX: [Known; 6] = [
    Known { depth: 1, nodes: 20, ..START },
    Known { depth: 1, nodes: 48, ..KIWIPETE },
    Known { fen: NAMED[2].1, depth: 1, nodes: 14 },
    Known { fen: NAMED[3].1, depth: 1, nodes: 6 },
    Known { fen: NAMED[4].1, depth: 1, nodes: 44 },
    Known { fen: NAMED[5].1, depth: 1, nodes: 46 },
];
