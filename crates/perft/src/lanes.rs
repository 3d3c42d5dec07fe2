//! Perft whose last four plies are counted in lanes, without threads or a table.

use quadbit_lanes::ReplyCounter;
use quadbit_movegen::{MoveList, Position, Stage};
use quadbit_nibble::simd::Level;

use crate::count::{Leaves, count, lists};

/// Counts what [`perft`](crate::perft) counts, with the CPU instructions of `level`: a [`ReplyCounter`] counts the last
/// four plies, several positions at once.
///
/// Several times faster than [`perft`](crate::perft), and exact at every level.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_perft::perft_in_lanes;
/// assert_eq!(perft_in_lanes(&Position::start(), 5, Level::auto()), 4_865_609);
/// ```
pub fn perft_in_lanes(position: &Position, depth: u8, level: Level) -> u128 {
    if depth < 2 {
        return count(&position.without_keys(), &mut lists(depth), Leaves::Counted);
    }
    let mut lists = lists(depth.saturating_sub(REPLIES));
    count_in_lanes(position, depth, &mut lists, &mut ReplyCounter::new(level))
}

/// The largest number of plies that a [`ReplyCounter`] counts at once.
pub(crate) const REPLIES: u8 = 4;

/// The number of leaves `depth` plies below `position`; `depth` is at least 2. `lists` has a list for each ply above
/// the last four.
pub(crate) fn count_in_lanes(
    position: &Position,
    depth: u8,
    lists: &mut [MoveList],
    counter: &mut ReplyCounter,
) -> u128 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return counter.count(position, depth).into();
    };
    position.moves_into(Stage::All, moves);
    let mut total = 0;
    for &mv in &*moves {
        total += count_in_lanes(&position.after(mv), depth - 1, deeper, counter);
    }
    total
}
