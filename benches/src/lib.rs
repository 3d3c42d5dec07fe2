//! Shared by the benches: positions with known counts, and the peers.
//!
//! Every bench is a [`Contest`], which compares the results of its forms before it times them, so no time
//! belongs to a wrong result; `cargo xtask tidy` refuses a bench that measures time by other means. A speed
//! is meaningful only as a ratio to another speed of the same run: `cargo bench -p benches --features peers`
//! times the peers too.

mod contest;
#[cfg(feature = "bars")]
pub mod cozy_chess;
#[cfg(feature = "bars")]
pub mod cozy_statistics;
mod filter;
#[cfg(feature = "peers")]
pub mod peers;

pub use contest::{Bench, Contest, run};

/// The README and the book's first page: their code is compiled and run as this crate's documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/src/introduction.md")]
pub struct Pages;

/// A position, and its perft at a depth.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The position.
    pub fen: &'static str,
    /// Plies.
    pub depth: u8,
    /// Leaves.
    pub nodes: u64,
}

/// "Kiwipete", which has castling, promotions, pins and en passant within few plies. Source: [Chess
/// Programming Wiki, Perft Results](https://www.chessprogramming.org/Perft_Results).
pub const KIWIPETE: Known = Known {
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depth: 5,
    nodes: 193_690_690,
};

/// The start position.
pub const START: Known =
    Known { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth: 5, nodes: 4_865_609 };

/// The six positions of the wiki's "Perft Results", each with its number of legal moves.
pub const SIX: [Known; 6] = [
    Known { depth: 1, nodes: 20, ..START },
    Known { depth: 1, nodes: 48, ..KIWIPETE },
    Known { fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 1, nodes: 14 },
    Known { fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", depth: 1, nodes: 6 },
    Known { fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", depth: 1, nodes: 44 },
    Known {
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 1,
        nodes: 46,
    },
];
