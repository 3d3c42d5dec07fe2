//! Perft with other libraries, each written as its own documentation shows, all with bulk counting.

use std::str::FromStr;

use crate::Known;
use crate::cozy_chess::cozy_chess;

/// Another chess library, with which Quadbit's perft is compared.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The library's name on crates.io.
    pub name: &'static str,
    /// Reads the position and counts its leaves with bulk counting; the time for reading is negligible.
    pub perft: fn(Known) -> u64,
}

/// All libraries that are compared.
pub const ALL: [Peer; 3] = [
    Peer { name: "cozy-chess", perft: cozy_chess },
    Peer { name: "shakmaty", perft: shakmaty },
    Peer { name: "chess", perft: chess },
];

/// The message if a peer refuses a FEN of the benches.
const VALID: &str = "the benches use valid positions";

/// Returns the position of a FEN of standard chess, as a board of cozy-chess.
///
/// # Panics
/// If the FEN of standard chess is not valid.
pub fn cozy_board(fen: &str) -> cozy_chess::Board {
    cozy_chess::Board::from_fen(fen, false).expect(VALID)
}

/// Returns the number of legal moves on `board`, counted by cozy-chess.
pub fn cozy_count(board: &cozy_chess::Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}

fn shakmaty(known: Known) -> u64 {
    let fen = shakmaty::fen::Fen::from_str(known.fen).expect(VALID);
    let position: shakmaty::Chess = fen.into_position(shakmaty::CastlingMode::Standard).expect(VALID);
    shakmaty::perft(&position, known.depth.into())
}

fn chess(known: Known) -> u64 {
    let board = chess::Board::from_str(known.fen).expect(VALID);
    chess::MoveGen::movegen_perft_test(&board, known.depth.into()) as u64
}
