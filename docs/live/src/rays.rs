//! The board as seen from a square: 64 bytes in the order of rays, and the nearest piece on each.

use quadbit::x88::{Attackers, Delta, Diff, Square88};
use quadbit::{Direction, Piece};
use wasm_bindgen::prelude::*;

use crate::board::Board;
use crate::square;

/// The number that stands for a byte whose square is off the board.
const OFF: u8 = 0x88;

/// The squares around one square in the order of rays: eight bytes for each direction, clockwise from north. Byte 0
/// is the knight's step that comes next clockwise (for north, two ranks up and one file to the right), bytes 1 to 7
/// are the ray, nearest square first. Bytes off the board hold no square and no piece.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Rays {
    middle: Square88,
    piece: Option<Piece>,
    squares: Vec<Option<Square88>>,
    pieces: Vec<Option<Piece>>,
}

#[wasm_bindgen]
impl Rays {
    /// The rays from a square, 0 to 63.
    ///
    /// # Errors
    /// If there is no such square.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &Board, number: u8) -> Result<Rays, JsError> {
        let middle = Square88::from_square(square(number)?);
        let get = |square: Square88| board.quad().piece_at(square.to_square());
        let squares: Vec<_> = (0..64).map(|byte| reached(middle, byte)).collect();
        let pieces = squares.iter().map(|square| square.and_then(get)).collect();
        Ok(Self { middle, piece: get(middle), squares, pieces })
    }

    /// The square of each byte, 0 to 63; 136 off the board.
    #[expect(clippy::cast_possible_truncation, reason = "squares are below 64")]
    pub fn squares(&self) -> Vec<u8> {
        let number = |square: Option<Square88>| square.map_or(OFF, |square| square.to_square().index() as u8);
        self.squares.iter().copied().map(number).collect()
    }

    /// The nibble of each byte; 0 where there is no piece.
    pub fn codes(&self) -> Vec<u8> {
        self.pieces.iter().map(|piece| piece.map_or(0, Piece::code)).collect()
    }

    /// 1 for each byte with the nearest piece on its ray or a piece a knight's step away, else 0.
    pub fn nearest(&self) -> Vec<u8> {
        let words = self.pieces.chunks(8).flat_map(|word| {
            let empty =
                word.iter().rev().fold(0, |empty, piece| empty << 8 | if piece.is_none() { 0xff } else { 0 });
            // The knight's byte counts as empty, so that the carry starts at the ray.
            let empty: u64 = empty | 0xff;
            (empty.wrapping_add(1) & !empty).to_le_bytes()
        });
        let mut nearest: Vec<u8> = words.collect();
        for (byte, piece) in self.pieces.iter().enumerate().step_by(8) {
            nearest[byte] = u8::from(piece.is_some());
        }
        nearest
    }

    /// The pairs of attacker and attacked piece that the piece on the square is part of, in the
    /// order of the bytes, as
    /// `quadbit threats` prints them.
    pub fn pairs(&self) -> Vec<String> {
        let Some(piece) = self.piece else { return Vec::new() };
        let nearest = self.nearest();
        let mut pairs = Vec::new();
        for (byte, near) in nearest.into_iter().enumerate() {
            let (Some(square), Some(other), 1) = (self.squares[byte], self.pieces[byte], near) else {
                continue;
            };
            let mut push = |(attacker, from), (attacked, to)| {
                if Diff::new(from, to).attackers().intersects(Attackers::of(attacker)) {
                    pairs.push(format!("{attacker}{from}x{attacked}{to}"));
                }
            };
            push((piece, self.middle), (other, square));
            push((other, square), (piece, self.middle));
        }
        pairs
    }
}

/// The square of byte `byte` of the rays around `middle`; `None` if the byte is off the board.
fn reached(middle: Square88, byte: usize) -> Option<Square88> {
    if byte.is_multiple_of(8) {
        return middle.step(Delta::KNIGHT[byte / 8]);
    }
    let direction = Direction::ALL[byte / 8];
    (0..byte % 8).try_fold(middle, |square, _| square.step(direction.delta()))
}

#[cfg(test)]
mod tests {
    use quadbit::threats::{ByteBoard, Finder, ThreatList};

    use super::Rays;
    use crate::Board;

    #[test]
    fn the_pairs_of_all_squares_are_those_of_the_crate() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
            "qqqqkqqq/RRRRRRRR/bbbbbbbb/NNNNNNNN/pppppppp/QQQQQQQQ/rrrrrrrr/nnnnKnnn",
        ] {
            let board = Board::new(fen).unwrap();
            let mut list = ThreatList::new();
            Finder::new().threats_on(&ByteBoard::from_quad(board.quad()), &mut list);
            let mut expected: Vec<String> = list.iter().map(ToString::to_string).collect();
            // Every pair is seen from both of its squares.
            expected.extend_from_within(..);
            expected.sort();
            let mut pairs: Vec<String> =
                (0..64).flat_map(|square| Rays::new(&board, square).unwrap().pairs()).collect();
            pairs.sort();
            assert!(!pairs.is_empty());
            assert_eq!(pairs, expected, "{fen}");
        }
    }

    #[test]
    fn each_square_is_in_its_own_byte() {
        let board = Board::new("8/8/8/8/8/8/8/8").unwrap();
        for square in 0..64 {
            let rays = Rays::new(&board, square).unwrap();
            let mut squares: Vec<u8> = rays.squares().into_iter().filter(|&square| square != 136).collect();
            squares.sort_unstable();
            squares.dedup();
            assert!(squares.len() >= 21 + 2 && !squares.contains(&square));
            assert!(rays.nearest().iter().all(|&near| near == 0) && rays.pairs().is_empty());
        }
    }
}
