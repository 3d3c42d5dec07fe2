//! Perft, one board at a time.

use alloc::vec::Vec;

use quadbit_movegen::Board;

/// The number of sequences of `depth` legal moves, with *bulk counting*: the moves of the last ply are
/// counted without being made.
///
/// At depth 0 there is one, the empty sequence. A mated or stalemated position has none
/// of length one or more.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_perft::perft;
/// assert_eq!(perft(&Position::start(), 0), 1);
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
///
/// The time grows with the number of positions one ply above the leaves; the memory is one list of moves for
/// each ply. Source: [Chess Programming Wiki, "Perft"](https://www.chessprogramming.org/Perft).
pub fn perft<B: Board>(board: &B, depth: u8) -> u128 {
    count(&mut board.clone(), &mut lists::<B>(depth), Leaves::Counted)
}

/// Counts like [`perft`], but makes and takes back every last move too. This is a harder test of a board's
/// `make` and `unmake`, and several times slower.
pub fn perft_without_bulk<B: Board>(board: &B, depth: u8) -> u128 {
    count(&mut board.clone(), &mut lists::<B>(depth), Leaves::Made)
}

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Moves of the last ply are counted without being made: bulk counting.
    Counted,
    /// Every move of the last ply is made.
    Made,
}

/// One list of moves for each remaining ply, allocated once: clearing a list only resets its length.
pub(crate) fn lists<B: Board>(depth: u8) -> Vec<B::List> {
    (0..depth).map(|_| B::List::default()).collect()
}

/// The number of leaves below `board`, as many plies down as there are lists. The board is
/// unchanged at the end.
pub(crate) fn count<B: Board>(board: &mut B, lists: &mut [B::List], leaves: Leaves) -> u128 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if leaves == Leaves::Counted && deeper.is_empty() {
        return board.legal_count() as u128;
    }
    board.legal_moves(moves);
    let mut total = 0;
    for &mv in &**moves {
        let undo = board.make(mv);
        total += count(board, deeper, leaves);
        board.unmake(mv, undo);
    }
    total
}
