//! Keys of positions at depths, for the tables of counts.

use quadbit_lanes::PositionKeys;
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::Level;

use crate::recent;

/// A hash function from a position and a depth to 128 bits, one of a series of independent functions.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    function: PositionKeys,
    seed: u64,
    /// The bits of a key that are used: all of them, except in tests. The first mask is for the keys of each thread's
    /// own table, the second for those of the shared table.
    kept: [u128; 2],
}

impl Keys {
    /// The hash function of `seed`.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { function: PositionKeys::new(seed), seed, kept: [u128::MAX; 2] }
    }

    /// The next hash function of the series.
    pub(crate) const fn next(&self) -> Self {
        let seed = self.seed + 1;
        Self { function: PositionKeys::new(seed), seed, kept: self.kept }
    }

    /// The hash function of `seed` with all bits but those of `kept` cleared: first for the keys of each thread's own
    /// table, then for those of the shared table.
    #[cfg(test)]
    pub(crate) const fn weakened(seed: u64, kept: [u128; 2]) -> Self {
        Self { function: PositionKeys::new(seed), seed, kept }
    }

    /// The key of the count `depth` plies below `position`.
    #[inline]
    pub(crate) const fn of(&self, position: &Position, depth: u8) -> u128 {
        self.function.of(position, depth) & self.kept_of(depth)
    }

    /// Writes into `keys` the keys of the counts `depth` plies below the position after each of `moves` of `parent`.
    pub(crate) fn of_children(
        &self,
        level: Level,
        parent: &Position,
        moves: &[Move],
        depth: u8,
        keys: &mut [u128],
    ) {
        self.function.of_children(level, parent, moves, depth, keys);
        let kept = self.kept_of(depth);
        if kept != u128::MAX {
            for key in keys {
                *key &= kept;
            }
        }
    }

    const fn kept_of(&self, depth: u8) -> u128 {
        self.kept[(depth > recent::PLIES) as usize]
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use quadbit_movegen::Position;
    use quadbit_nibble::simd::Level;

    use super::Keys;

    /// Checks that the keys of children, computed together, equal those computed for one position: a count uses both,
    /// so entries stored with one must be found with the other.
    #[test]
    fn keys_of_children_equal_keys_of_positions() {
        let start = Position::start();
        let moves = start.legal_moves();
        let few_bits = u128::MAX << 72 | 0xff;
        for (keys, kept) in [(Keys::new(1), u128::MAX), (Keys::weakened(1, [few_bits; 2]), few_bits)] {
            for depth in [2, 3] {
                let mut of_children = vec![0; moves.len()];
                keys.of_children(Level::auto(), &start, &moves, depth, &mut of_children);
                for (&mv, &key) in moves.iter().zip(&of_children) {
                    assert_eq!(keys.of(&start.after(mv), depth), key, "{mv:?}");
                    assert_eq!(key & !kept, 0, "{mv:?}");
                }
            }
        }
    }
}
