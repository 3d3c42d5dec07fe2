//! Keys of positions at depths, for the table.

use quadbit_movegen::{Position, Successors};
use quadbit_quad::WideKeys;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Color;

/// A hash function from a position and a depth to 128 bits.
///
/// The board's key comes from [`WideKeys`]. All else that decides a count, side to move, castling rights, a legal en passant
/// capture and the depth, fits into one word; a bijection spreads that word, and an xor brings it into both halves of the
/// key. So two cases with different boards share a key with a probability of 2^-128, and two cases with the same board
/// never do, not even in the lower half alone.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    boards: WideKeys,
    seed: u64,
    /// The bits of a key that are not ignored: all of them, but in tests.
    kept: u128,
}

impl Keys {
    /// The function of a seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { boards: WideKeys::new(seed), seed, kept: u128::MAX }
    }

    /// Another function.
    pub(crate) const fn next(&self) -> Self {
        let seed = self.seed + 1;
        Self { boards: WideKeys::new(seed), seed, kept: self.kept }
    }

    /// The function of a seed with all but these bits of each key cleared.
    #[cfg(test)]
    pub(crate) const fn weakened(seed: u64, kept: u128) -> Self {
        Self { boards: WideKeys::new(seed), seed, kept }
    }

    /// The key of the case "so many plies from this position".
    #[inline]
    pub(crate) const fn of(&self, position: &Position, depth: u8) -> u128 {
        let state = spread(state(position, depth)) as u128;
        (self.boards.of(position.board()) ^ state << 64 ^ state) & self.kept
    }

    /// The keys of the same case for positions in lanes, where they are not apart: upper and lower halves.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "halves of a word are taken apart")]
    pub(crate) fn of_lanes<S: BoardSimd>(
        &self,
        s: S,
        positions: &Successors<S>,
        side_to_move: Color,
        depth: u8,
    ) -> [S::u64s; 2] {
        let rooks = positions.castling_rooks;
        let state = (rooks << 8) | (rooks >> 56) | state_of(side_to_move, depth);
        let product = state * SPREAD;
        let state = product ^ (product >> 32);
        let [upper, lower] = self.boards.of_lanes(s, &positions.boards);
        [(upper ^ state) & (self.kept >> 64) as u64, (lower ^ state) & self.kept as u64]
    }
}

/// All that decides a count besides the board, different for different cases.
///
/// ```text
///   bits 0 .. 15   castling rooks     16 .. 19   en passant file + 1
///       20         black to move      24 .. 31   depth
/// ```
const fn state(position: &Position, depth: u8) -> u64 {
    // The rooks stand on the first and the last rank: turned by a rank, their two bytes are neighbours.
    let rooks = position.castling_rights().rooks().0.rotate_left(8);
    let en_passant = match position.ep() {
        Some(square) => square.file() as u64 + 1,
        None => 0,
    };
    rooks | en_passant << 16 | state_of(position.side_to_move(), depth)
}

/// The part of it that all children of a position share.
const fn state_of(side_to_move: Color, depth: u8) -> u64 {
    (side_to_move as u64) << 20 | (depth as u64) << 24
}

/// A bijection that carries low bits upwards and high bits down: an odd factor, then the upper half onto the lower.
const fn spread(state: u64) -> u64 {
    let product = state.wrapping_mul(SPREAD);
    product ^ product >> 32
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use quadbit_movegen::{Position, SuccessorMaker};
    use quadbit_nibble::simd::testing;
    use quadbit_quad::simd::{BoardSimd, Lanes};

    use super::Keys;

    #[test]
    fn all_that_decides_a_count_decides_the_key() {
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
        ];
        let keys = Keys::new(1);
        let mut seen = BTreeSet::new();
        let mut seen_lower_halves = BTreeSet::new();
        for case in cases {
            let position: Position = case.parse().unwrap();
            for depth in 0..=u8::MAX {
                let key = keys.of(&position, depth);
                assert!(seen.insert(key), "{case}, depth {depth}");
                assert!(seen_lower_halves.insert(key & u128::from(u64::MAX)), "{case}, depth {depth}");
            }
        }
    }

    #[test]
    fn keys_in_lanes() {
        testing::at_every_level!(s => keys_in_lanes_at(s));
    }

    fn keys_in_lanes_at<S: BoardSimd>(s: S) {
        let keys = Keys::new(1);
        let mut compared = 0;
        for line in include_str!("../tests/data/wiki.epd").lines().skip(1) {
            let fen = line.split(" ;").next().unwrap();
            let position: Position = fen.parse().unwrap();
            let maker = SuccessorMaker::new(s, &position);
            for moves in position.legal_moves().chunks(Lanes::<S>::LEN) {
                let after = maker.make(s, moves);
                let [upper, lower] = keys.of_lanes(s, &after, !position.side_to_move(), 3);
                for (lane, &mv) in moves.iter().enumerate() {
                    if after.apart[lane] == 0 {
                        let mut child = position;
                        child.play_unchecked(mv);
                        let key = u128::from(upper[lane]) << 64 | u128::from(lower[lane]);
                        assert_eq!(key, keys.of(&child, 3), "{fen}: {mv:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn clocks_and_a_double_push_without_a_capture_do_not() {
        let keys = Keys::new(1);
        let of = |fen| keys.of(&Position::from_fen(fen).unwrap(), 3);
        let key = of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), key);
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 40"), key);
    }
}
