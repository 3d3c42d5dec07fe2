//! Every board of the literature against `Position`: complete lists of moves before a move, after it, and after
//! taking it back.
#![no_main]

use std::any::type_name;

use libfuzzer_sys::fuzz_target;
use quadbit_classics::{Board, Classic, Task};
use quadbit_fuzz::AnyPosition;
use quadbit_movegen::{Move, MoveList, Position};
use quadbit_nibble::simd::Level;

fuzz_target!(|input: (AnyPosition, u16)| {
    let (AnyPosition(position), choice) = input;
    for classic in Classic::ALL {
        classic.run_at(Level::auto(), SameMoves { position: &position, choice: choice.into() });
    }
});

struct SameMoves<'a> {
    position: &'a Position,
    choice: usize,
}

impl Task for SameMoves<'_> {
    type Output = ();

    fn run<B: Board + Send + Sync>(self, set_up: impl Fn(&Position) -> B) {
        let position = self.position;
        let mut board = set_up(position);
        let list = same_moves(&board, position);
        if let Some(&mv) = list.get(self.choice % list.len().max(1)) {
            let mut after = *position;
            after.play(mv.into()).expect("moves of the list are legal");
            let undo = board.make(mv);
            same_moves(&board, &after);
            board.unmake(mv, undo);
            same_moves(&board, position);
        }
    }
}

/// Returns the moves of the board, after comparing them with those of the position.
fn same_moves<B: Board>(board: &B, position: &Position) -> MoveList<B::Move> {
    let mut list = MoveList::default();
    board.legal_moves(&mut list);
    let mut found: Vec<Move> = list.iter().map(|&mv| mv.into()).collect();
    let mut expected: Vec<Move> = position.legal_moves().into_iter().collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{}: {position}", type_name::<B>());
    assert_eq!(board.legal_count(), expected.len(), "{}: {position}", type_name::<B>());
    list
}
