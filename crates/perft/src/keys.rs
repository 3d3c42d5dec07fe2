//! Keys of positions at depths, for the table.

use quadbit_movegen::Position;
use quadbit_quad::WideKeys;
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
    let side = matches!(position.side_to_move(), Color::Black) as u64;
    rooks | en_passant << 16 | side << 20 | (depth as u64) << 24
}

/// A bijection that carries low bits upwards and high bits down: an odd factor, then the upper half onto the lower.
const fn spread(state: u64) -> u64 {
    let product = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use quadbit_movegen::Position;

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
    fn clocks_and_a_double_push_without_a_capture_do_not() {
        let keys = Keys::new(1);
        let of = |fen| keys.of(&Position::from_fen(fen).unwrap(), 3);
        let key = of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), key);
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 40"), key);
    }
}
