//! Perft and divide on any [`Board`].

use alloc::vec::Vec;

use quadbit_movegen::{Move, MoveList};

use crate::board::Board;

/// The number of sequences of `depth` legal moves, with *bulk counting*: the moves of the last ply are counted without
/// being made. At depth 0 there is one, the empty sequence.
///
/// ```
/// use quadbit_classics::{Board, mailbox::Mailbox, perft};
/// use quadbit_movegen::Position;
/// assert_eq!(perft(&Mailbox::from_position(&Position::start()), 3), 8902);
/// ```
pub fn perft<B: Board>(board: &B, depth: u8) -> u128 {
    count(&mut board.clone(), &mut lists(depth), true)
}

/// Counts like [`perft`], but makes and takes back every last move too. This is a harder test of a board's
/// [`make`](Board::make) and [`unmake`](Board::unmake), and several times slower.
pub fn perft_without_bulk<B: Board>(board: &B, depth: u8) -> u128 {
    count(&mut board.clone(), &mut lists(depth), false)
}

/// Counts the leaves below each legal move, `depth` plies below `board`, in the board's own order; empty at depth 0. If
/// `bulk`, the moves of the last ply are counted without being made. Calls `done` with each finished move, its count
/// and the number of all moves.
pub fn divide<B: Board>(
    board: &B,
    depth: u8,
    bulk: bool,
    done: impl Fn(Move, u128, usize),
) -> Vec<(Move, u128)> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = MoveList::default();
    board.legal_moves(&mut moves);
    let mut lists = lists(depth_below);
    let below = |&made: &B::Move| {
        let (mut board, mv) = (board.clone(), made.into());
        board.make(made);
        let nodes = count(&mut board, &mut lists, bulk);
        done(mv, nodes, moves.len());
        (mv, nodes)
    };
    moves.iter().map(below).collect()
}

/// One list of moves for each of `depth` plies, allocated once: clearing a list only resets its length.
fn lists<M: Copy + Default>(depth: u8) -> Vec<MoveList<M>> {
    (0..depth).map(|_| MoveList::default()).collect()
}

/// Counts the leaves below `board`, as many plies down as there are `lists`. If `bulk`, the moves of the last ply are
/// counted without being made. The board is unchanged at the end.
fn count<B: Board>(board: &mut B, lists: &mut [MoveList<B::Move>], bulk: bool) -> u128 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if bulk && deeper.is_empty() {
        return board.legal_count() as u128;
    }
    board.legal_moves(moves);
    let mut total = 0;
    for &mv in &*moves {
        let undo = board.make(mv);
        total += count(board, deeper, bulk);
        board.unmake(mv, undo);
    }
    total
}
