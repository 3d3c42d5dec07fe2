//! Perft with statistics of the leaves, one position at a time.

#[cfg(feature = "std")]
mod counter;
#[cfg(feature = "std")]
mod table;

use quadbit_lanes::Statistics;
use quadbit_movegen::{Move, Position};

#[cfg(feature = "std")]
pub use counter::StatisticsCounter;
#[cfg(feature = "std")]
pub use table::StatisticsTable;

/// The statistics of all leaves `depth` plies below a position. Each leaf is made and examined.
///
/// This is the definition, and slow: [`StatisticsCounter`](crate::StatisticsCounter) gives the same result many times
/// faster. At depth 0 there is one leaf, to which no move led.
///
/// ```
/// use quadbit_movegen::Position;
/// let statistics = quadbit_perft::statistics(&Position::start(), 4);
/// assert_eq!((statistics.nodes, statistics.captures), (197_281, 1_576));
/// assert_eq!((statistics.checks, statistics.checkmates), (469, 8));
/// ```
pub fn statistics(position: &Position, depth: u8) -> Statistics {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Statistics { nodes: 1, ..Statistics::default() };
    };
    let of_move = |mv: Move| match depth_below {
        0 => Statistics::of_move(position, mv),
        _ => statistics(&position.after(mv), depth_below),
    };
    position.legal_moves().into_iter().map(of_move).sum()
}
