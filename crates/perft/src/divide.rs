//! Perft by first move.

use alloc::vec::Vec;

use quadbit_movegen::{Board, BoardMove, Move};

#[cfg(feature = "std")]
use crate::Progress;
use crate::count::{BULK, EVERY_LEAF, count, lists};

/// The number of leaves below each legal move, in the board's own order. The sum of the counts is the
/// [`perft`](crate::perft) of the same depth. At depth 0 the answer is empty.
///
/// To find an error in a generator, compare its divide with a correct one, make the move whose counts differ, and divide
/// again one ply less deep.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_perft::divide;
/// let kings: Position = "8/8/8/8/8/8/8/K6k w - - 0 1".parse().unwrap();
/// let counts: Vec<u128> = divide(&kings, 2).into_iter().map(|(_, nodes)| nodes).collect();
/// assert_eq!(counts, [3, 3, 3]);
/// ```
pub fn divide<B: Board>(board: &B, depth: u8) -> Vec<(Move, u128)> {
    divide_with::<BULK, B>(board, depth, |_, _, _| {})
}

/// The same counts as [`divide`] gives, but with every last move made and taken back.
pub fn divide_without_bulk<B: Board>(board: &B, depth: u8) -> Vec<(Move, u128)> {
    divide_with::<EVERY_LEAF, B>(board, depth, |_, _, _| {})
}

/// The same counts as [`divide`] gives, while another thread looks how far they are.
#[cfg(feature = "std")]
pub fn divide_watched<B: Board>(board: &B, depth: u8, progress: &Progress) -> Vec<(Move, u128)> {
    watch::<BULK, B>(board, depth, progress)
}

/// The same counts as [`divide_without_bulk`] gives, while another thread looks how far they are.
#[cfg(feature = "std")]
pub fn divide_watched_without_bulk<B: Board>(board: &B, depth: u8, progress: &Progress) -> Vec<(Move, u128)> {
    watch::<EVERY_LEAF, B>(board, depth, progress)
}

#[cfg(feature = "std")]
fn watch<const BULK: bool, B: Board>(board: &B, depth: u8, progress: &Progress) -> Vec<(Move, u128)> {
    divide_with::<BULK, B>(board, depth, |mv, nodes, moves| {
        progress.add(Progress::WHOLE / moves as u64, nodes);
        progress.add_move(mv, nodes);
    })
}

/// Tells of each move when it is done, with its count and the number of all moves.
fn divide_with<const BULK: bool, B: Board>(
    board: &B,
    depth: u8,
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
        let nodes = count::<BULK, B>(&mut board, &mut lists);
        done(mv.to_move(), nodes, moves.len());
        (mv.to_move(), nodes)
    };
    moves.iter().map(nodes_below).collect()
}
