//! Perft with the last four plies in lanes.

use alloc::vec::Vec;

use quadbit_lanes::ReplyCounter;
use quadbit_movegen::{Move, MoveList, Position, Stage};
use quadbit_nibble::simd::Level;

use crate::count::{Leaves, count, lists};

/// The same count as [`perft`](crate::perft), with the vector instructions of a level: a [`ReplyCounter`]
/// counts the last four plies, several positions at once.
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
        return count(&mut position.clone(), &mut lists::<Position>(depth), Leaves::Counted);
    }
    let mut lists = lists::<Position>(depth.saturating_sub(REPLIES));
    count_in_lanes(position, depth, &mut lists, &mut ReplyCounter::new(level))
}

/// The same counts as [`divide`](crate::divide), with the vector instructions of a level.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_perft::{divide, divide_in_lanes};
/// let position = Position::start();
/// assert_eq!(divide_in_lanes(&position, 4, Level::auto()), divide(&position, 4));
/// ```
pub fn divide_in_lanes(position: &Position, depth: u8, level: Level) -> Vec<(Move, u128)> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let nodes_below = |mv: Move| (mv, perft_in_lanes(&position.after(mv), depth_below, level));
    position.legal_moves().into_iter().map(nodes_below).collect()
}

/// The number of plies that a [`ReplyCounter`] counts at once.
pub(crate) const REPLIES: u8 = 4;

/// The number of leaves below a position, at least two plies down, with one list for each ply
/// above the last four.
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
