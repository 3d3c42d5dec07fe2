//! Perft, one position at a time.

use alloc::vec::Vec;

use quadbit_movegen::{KeylessPosition, MoveList, Position, Stage};

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
pub fn perft(position: &Position, depth: u8) -> u128 {
    count(&position.without_keys(), &mut lists(depth), Leaves::Counted)
}

/// Counts like [`perft`], but makes every last move too. This is a harder test of making moves, and several times
/// slower.
pub fn perft_without_bulk(position: &Position, depth: u8) -> u128 {
    count(&position.without_keys(), &mut lists(depth), Leaves::Made)
}

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Moves of the last ply are counted without being made: bulk counting.
    Counted,
    /// Every move of the last ply is made.
    Made,
}

/// One list of moves for each remaining ply, allocated once: clearing a list only resets its length.
pub(crate) fn lists(depth: u8) -> Vec<MoveList> {
    (0..depth).map(|_| MoveList::new()).collect()
}

/// The number of leaves below `position`, as many plies down as there are lists.
pub(crate) fn count(position: &KeylessPosition, lists: &mut [MoveList], leaves: Leaves) -> u128 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if leaves == Leaves::Counted && deeper.is_empty() {
        return position.legal_count() as u128;
    }
    position.moves_into(Stage::All, moves);
    moves.iter().map(|&mv| count(&position.after(mv), deeper, leaves)).sum()
}
