//! An estimate of the number of positions that a count will look up.

use alloc::vec;
use alloc::vec::Vec;
use std::collections::HashSet;

use quadbit_movegen::Position;

use super::SHALLOWEST;

/// The number of buckets for each case (a position and a depth) that a count is expected to look up. Three quarters of
/// them hold counts of three plies, five in each bucket: three entries for two cases. The others are for deeper counts,
/// of which there are far fewer. With fewer buckets, the fuller ones would lose entries.
const BUCKETS: f64 = 0.4;

/// If one ply has at most this many distinct positions, the positions of the next ply are generated, which takes about
/// a millisecond. Otherwise their number is estimated.
const WALKED: usize = 512;

/// An estimate of the number of buckets that a count of `position` to `depth` can use.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate is not negative, and one that is too large saturates"
)]
pub(super) fn buckets(position: &Position, depth: u8) -> usize {
    (cases(position, depth) * BUCKETS) as usize
}

/// An estimate of the number of distinct positions that a count of `position` to `depth` will look up.
///
/// A ply is generated, without repetitions, if the one before has at most [`WALKED`] positions; after that, the number
/// is assumed to grow at the last rate. In most trees growth slows down, because more and more move orders lead to each
/// position. Then the estimate is too high, by less than a factor of two for perft 9 of the start position.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn cases(position: &Position, depth: u8) -> f64 {
    let Some(plies) = depth.checked_sub(SHALLOWEST) else { return 0.0 };
    let mut level = vec![*position];
    let (mut walked, mut growth) = (0, 1.0);
    let mut all = 0.0;
    while walked < plies && level.len() <= WALKED {
        let next = children(&level);
        growth = next.len() as f64 / level.len() as f64;
        all += next.len() as f64;
        level = next;
        walked += 1;
        if level.is_empty() {
            return all;
        }
    }
    let mut size = level.len() as f64;
    for _ in walked..plies {
        size *= growth;
        all += size;
    }
    all
}

/// The distinct positions after all moves of `positions`.
fn children(positions: &[Position]) -> Vec<Position> {
    let mut seen = HashSet::new();
    for position in positions {
        for mv in position.legal_moves() {
            let mut child = *position;
            child.play_unchecked(mv);
            seen.insert(child);
        }
    }
    seen.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::Position;

    use super::{buckets, cases};

    /// The estimate as a whole number of cases.
    fn whole(position: &Position, depth: u8) -> u64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few cases")]
        let whole = cases(position, depth) as u64;
        whole
    }

    #[test]
    fn estimates_for_the_start_position() {
        let start = Position::start();
        assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| whole(&start, depth)), [0, 0, 0, 0, 20, 420]);
        // The numbers of distinct positions one to six plies below the start position: 20 + 400 + 5,362 + 72,078 +
        // 822,518 + 9,417,681.
        let ratio = cases(&start, 9) / 10_318_059.0;
        assert!((1.0..2.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn estimates_for_mates_and_huge_depths() {
        let mate: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse().unwrap();
        assert_eq!(whole(&mate, 200), 0);
        assert_eq!(buckets(&Position::start(), 255), usize::MAX);
    }
}
