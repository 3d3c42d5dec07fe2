//! A position for a page: its legal moves, what a move changes on the board, and counts of leaves.

use quadbit::perft::perft_in_lanes;
use quadbit::{CastlingStyle, Color, FenStyle, Level, Move, QuadBitboard};
use wasm_bindgen::prelude::*;

use crate::words;

/// A chess position, standard or Chess960: its legal moves, what a move changes on the board, and counts of leaves.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Position {
    position: quadbit::Position,
}

#[wasm_bindgen]
impl Position {
    /// The position of a FEN, read leniently.
    ///
    /// # Errors
    /// If the FEN is refused, with the reason.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str) -> Result<Position, JsError> {
        let position =
            quadbit::Position::from_fen_relaxed(fen).map_err(|error| JsError::new(&error.to_string()))?;
        Ok(Self { position })
    }

    /// The canonical FEN of the position.
    pub fn fen(&self) -> String {
        self.position.to_fen(FenStyle::default()).to_string()
    }

    /// The legal moves as UCI text, sorted.
    pub fn moves(&self) -> Vec<String> {
        let text = |mv: Move| mv.to_uci(&self.position, CastlingStyle::Standard).to_string();
        let mut moves: Vec<String> = self.position.legal_moves().into_iter().map(text).collect();
        moves.sort_unstable();
        moves
    }

    /// A legal move in SAN, from its UCI text.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn san(&self, uci: &str) -> Result<String, JsError> {
        Ok(self.read(uci)?.to_san(&self.position).to_string())
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn after(&self, uci: &str) -> Result<Position, JsError> {
        Ok(Self { position: self.position.after(self.read(uci)?) })
    }

    /// The side to move and whether it is in check; at the end of a game the outcome.
    pub fn state(&self) -> String {
        if let Some(outcome) = self.position.outcome() {
            return outcome.to_string();
        }
        let side = match self.position.side_to_move() {
            Color::White => "white to move",
            Color::Black => "black to move",
        };
        format!("{side}{}", if self.position.is_check() { ", in check" } else { "" })
    }

    /// Twelve planes, four each: the board before the move `uci`, the xor of the boards before and after it, and the
    /// board after it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn change(&self, uci: &str) -> Result<Vec<u64>, JsError> {
        let before = self.position.board();
        let after = self.position.after(self.read(uci)?).board();
        let change: QuadBitboard = before ^ after;
        Ok([before, change, after].map(words).concat())
    }

    /// The number of leaves below a move, `depth` plies from here, the move itself being the first ply. Exact up to
    /// 2^64, which depth 6 does not reach.
    ///
    /// # Errors
    /// If the move is not legal, or the depth is not 1 to 7.
    pub fn count_below(&self, uci: &str, depth: u8) -> Result<u64, JsError> {
        if !(1..=7).contains(&depth) {
            return Err(JsError::new("the depth is 1 to 7"));
        }
        let leaves = perft_in_lanes(&self.position.after(self.read(uci)?), depth - 1, Level::auto());
        u64::try_from(leaves).map_err(|error| JsError::new(&error.to_string()))
    }

    fn read(&self, uci: &str) -> Result<Move, JsError> {
        Move::from_uci(uci, &self.position).map_err(|error| JsError::new(&error.to_string()))
    }
}

/// The name of the vector level that counts here.
#[wasm_bindgen]
pub fn level() -> String {
    Level::auto().to_string()
}

#[cfg(test)]
mod tests {
    use super::Position;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn moves_and_counts_are_those_of_the_literature() {
        let position = Position::new(KIWIPETE).unwrap();
        let below = |depth| -> u64 {
            position.moves().iter().map(|mv| position.count_below(mv, depth).unwrap()).sum()
        };
        assert_eq!([1, 2, 3].map(below), [48, 2039, 97_862]);
    }

    #[test]
    fn moves_are_made_and_the_state_is_said() {
        let saavedra = Position::new("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1").unwrap();
        assert_eq!(saavedra.state(), "white to move");
        let check = saavedra.after("c6c7").unwrap().after("d5d6").unwrap();
        assert_eq!(check.state(), "white to move, in check");
        assert_eq!(check.fen(), "8/2P5/1K1r4/8/8/8/8/k7 w - - 1 2");
        let mate = Position::new("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
        assert_eq!(mate.state(), "black mates");
    }

    #[test]
    fn the_change_takes_either_board_to_the_other() {
        let position = Position::new(KIWIPETE).unwrap();
        for mv in position.moves() {
            let words = position.change(&mv).unwrap();
            assert!((0..4).all(|plane| words[plane] ^ words[4 + plane] == words[8 + plane]));
            assert!(words[4..8].iter().any(|&word| word != 0));
        }
    }
}
