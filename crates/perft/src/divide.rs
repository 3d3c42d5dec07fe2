//! Perft by first move: the count below each legal move.

use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};

use crate::count::{Leaves, count, lists};

/// The number of leaves below each legal move, in no particular order. The sum of the counts is the
/// [`perft`](crate::perft) of the same depth. At depth 0 the list is empty.
///
/// To find an error in a generator, compare its divide with a correct one, make the move whose counts differ,
/// and divide again one ply less deep.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_perft::divide;
/// let kings: Position = "8/8/8/8/8/8/8/K6k w - - 0 1".parse().unwrap();
/// let counts: Vec<u128> = divide(&kings, 2).into_iter().map(|(_, nodes)| nodes).collect();
/// assert_eq!(counts, [3, 3, 3]);
/// ```
pub fn divide(position: &Position, depth: u8) -> Vec<(Move, u128)> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let (position, mut lists) = (position.without_keys(), lists(depth_below));
    let mut below = |mv| (mv, count(&position.after(mv), &mut lists, Leaves::Counted));
    position.legal_moves().into_iter().map(&mut below).collect()
}
