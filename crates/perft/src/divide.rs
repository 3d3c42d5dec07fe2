//! Perft by first move.

use alloc::vec::Vec;

use quadbit_movegen::{Board, BoardMove, Move};

use crate::count::{Leaves, count, lists};
#[cfg(feature = "std")]
use crate::progress::Progress;

/// The number of leaves below each legal move, in the board's own order. The sum of the counts is the
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
pub fn divide<B: Board>(board: &B, depth: u8) -> Vec<(Move, u128)> {
    divide_with(board, depth, Leaves::Counted, |_, _, _| {})
}

/// The count below each legal move, as [`divide`] gives it, with the last ply counted as `leaves` says. Another thread
/// may watch `progress`.
#[cfg(feature = "std")]
pub fn divide_watched<B: Board>(
    board: &B,
    depth: u8,
    leaves: Leaves,
    progress: &Progress,
) -> Vec<(Move, u128)> {
    divide_with(board, depth, leaves, |mv, nodes, moves| {
        progress.add(Progress::WHOLE / moves as u64, nodes);
        progress.add_move(mv, nodes);
    })
}

/// The counts of [`divide`], with the last ply counted as `leaves` says. Calls `done` with each finished move,
/// its count and the number of all moves.
fn divide_with<B: Board>(
    board: &B,
    depth: u8,
    leaves: Leaves,
    done: impl Fn(Move, u128, usize),
) -> Vec<(Move, u128)> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = B::List::default();
    board.legal_moves(&mut moves);
    let mut lists = lists::<B>(depth_below);
    let nodes_below = |&mv: &B::Move| {
        let mut board = board.clone();
        board.make(mv);
        let nodes = count(&mut board, &mut lists, leaves);
        done(mv.to_move(), nodes, moves.len());
        (mv.to_move(), nodes)
    };
    moves.iter().map(nodes_below).collect()
}
