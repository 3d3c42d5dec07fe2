//! Keys of 128 bits for positions.
//!
//! 1. `state` packs what distinguishes positions besides the board, and the tag, into a word.
//! 2. [`PositionKeys::of`] hashes the planes and this word for one position; `of_lanes` does so for positions in lanes.
//! 3. [`PositionKeys::of_children`] makes moves in lanes and hashes the boards; castling, captures en passant and
//!    double pushes that allow one are made one by one.
//!
//! Both ways must give the same key: tables hold keys of either.

use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::{Level, dispatch_few};
use quadbit_quad::WideKeys;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::board::positions::Positions;
use crate::make::children::Parent;

/// A hash function from positions and a tag to 128 bits, for tables in which false hits must not occur.
///
/// The tag distinguishes entries of one position; for a perft table it is the depth. The board's key comes from
/// [`WideKeys`]. Everything else that determines the moves (side to move, castling rights, a legal capture en passant)
/// and the tag fit into one word, which a bijection spreads and an xor combines with both halves of the key. So two
/// positions with different boards share a key with a probability of 2^-128. Two with the same board that differ in
/// this word never do: even the lower halves of their keys differ. Clocks and move numbers do not count.
///
/// ```
/// use quadbit_lanes::PositionKeys;
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// let keys = PositionKeys::new(1);
/// let start = Position::start();
/// let moves = start.legal_moves();
/// let mut of_children = [0; 20];
/// keys.of_children(Level::auto(), &start, &moves, 7, &mut of_children);
/// assert_eq!(of_children[3], keys.of(&start.after(moves[3]), 7));
/// assert_ne!(of_children[3], keys.of(&start.after(moves[3]), 6));
/// ```
#[derive(Clone, Debug)]
pub struct PositionKeys {
    boards: WideKeys,
}

impl PositionKeys {
    /// Chooses a hash function by `seed`. Different seeds give independent functions.
    pub const fn new(seed: u64) -> Self {
        Self { boards: WideKeys::new(seed) }
    }

    /// The 128-bit key of `position` with `tag`, any number that distinguishes entries of one position, such as a
    /// depth.
    #[inline]
    pub const fn of(&self, position: &Position, tag: u8) -> u128 {
        let state = spread(state(position, tag)) as u128;
        self.boards.of(position.board()) ^ state << 64 ^ state
    }

    /// Writes the key of the position after `moves[i]` to `keys[i]` for every `i`, all with the same `tag`, as
    /// [`of`](Self::of) computes it, with the CPU instructions of `level`. The moves must be legal in `parent`. The
    /// positions are made side by side in vectors, except after castling, captures en passant, and double pushes that
    /// allow one.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[track_caller]
    pub fn of_children(&self, level: Level, parent: &Position, moves: &[Move], tag: u8, keys: &mut [u128]) {
        let (len, room) = (moves.len(), keys.len());
        assert!(len == room, "{len} moves, but room for {room} keys");
        dispatch_few!(level, s => self.of_children_at(s, parent, moves, tag, keys));
    }

    #[inline(always)]
    fn of_children_at<S: BoardSimd>(
        &self,
        s: S,
        position: &Position,
        moves: &[Move],
        tag: u8,
        keys: &mut [u128],
    ) {
        let parent = Parent::new(s, position);
        let side_and_tag = state_of(!position.side_to_move(), tag);
        for (moves, keys) in moves.chunks(Boards::<S>::LEN).zip(keys.chunks_mut(Boards::<S>::LEN)) {
            let children = parent.children(s, moves);
            let [upper, lower] = self.of_lanes(s, &children.positions, side_and_tag);
            for (lane, key) in keys.iter_mut().enumerate() {
                *key = u128::from(upper[lane]) << 64 | u128::from(lower[lane]);
            }
            for lane in children.one_by_one() {
                keys[lane] = self.of(&position.after(moves[lane]), tag);
            }
        }
    }

    /// The keys of positions in lanes where nothing can be captured en passant: the upper halves, then the lower ones.
    /// `side_and_tag` are the side to move and the tag, as `state_of` packs them.
    #[inline(always)]
    fn of_lanes<S: BoardSimd>(&self, s: S, positions: &Positions<S>, side_and_tag: u64) -> [S::u64s; 2] {
        let rooks = positions.castling_rooks;
        let state = (rooks << 8) | (rooks >> 56) | side_and_tag;
        let product = state * SPREAD;
        let state = product ^ (product >> 32);
        let [upper, lower] = self.boards.of_lanes(s, &positions.boards);
        [upper ^ state, lower ^ state]
    }
}

/// All that a key depends on besides the board, in one word; `tag` is any number by which the caller distinguishes
/// entries of one position, such as a depth:
///
/// ```text
///   bits 0 .. 15   castling rooks     16 .. 19   en passant file + 1
///       20         black to move      24 .. 31   tag
/// ```
const fn state(position: &Position, tag: u8) -> u64 {
    // The rooks stand on the first and the last rank: rotated by a rank, their two bytes are adjacent.
    let rooks = position.castling_rights().rooks().0.rotate_left(8);
    let en_passant = match position.ep() {
        Some(square) => square.file() as u64 + 1,
        None => 0,
    };
    rooks | en_passant << 16 | state_of(position.side_to_move(), tag)
}

/// The side to move and the tag, in the bits where [`state`] has them. All children of a position share them.
const fn state_of(side_to_move: Color, tag: u8) -> u64 {
    (side_to_move as u64) << 20 | (tag as u64) << 24
}

/// Spreads the bits of `state` by a bijection: an odd factor carries low bits upwards, then an xor brings the upper
/// half down to the lower half.
const fn spread(state: u64) -> u64 {
    let product = state.wrapping_mul(SPREAD);
    product ^ product >> 32
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeSet;

    use quadbit_movegen::Position;

    use super::PositionKeys;

    #[test]
    fn all_that_decides_the_moves_decides_the_key() {
        let cases = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "4k3/8/8/3PpP2/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/2PpPpP1/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/2PpPpP1/8/8/8/4K3 w - f6 0 1",
            // En passant on the a-file, whose number is the lowest.
            "4k3/8/8/pP6/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
        ];
        let keys = PositionKeys::new(1);
        let mut seen = BTreeSet::new();
        let mut seen_lower_halves = BTreeSet::new();
        for case in cases {
            let position: Position = case.parse().unwrap();
            for tag in 0..=u8::MAX {
                let key = keys.of(&position, tag);
                assert!(seen.insert(key), "{case}, tag {tag}");
                assert!(seen_lower_halves.insert(key & u128::from(u64::MAX)), "{case}, tag {tag}");
            }
        }
    }

    #[test]
    fn clocks_and_a_double_push_without_a_capture_do_not() {
        let keys = PositionKeys::new(1);
        let of = |fen| keys.of(&Position::from_fen(fen).unwrap(), 3);
        let key = of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), key);
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 40"), key);
    }
}
