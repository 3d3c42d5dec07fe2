//! Boards of the literature: is a child better copied and made, or made in place and unmade?
//!
//! A search that copies keeps one board for each ply of its stack. Packing the board into nibbles halves the bytes of
//! each copy.

use std::hint::black_box;

use benches::boards::MailboxOfNibbles;
use benches::{Bench, Contest};
use quadbit_classics::Board;
use quadbit_classics::nibble::NibbleBoard;
use quadbit_classics::x88::X88;
use quadbit_movegen::{MoveList, Position};
use testing::suites;

/// A board of a position, and its legal moves.
struct Parent<B: Board> {
    board: B,
    moves: Vec<B::Move>,
}

fn parents<B: Board>() -> Vec<Parent<B>> {
    suites::positions(suites::RANDOM)
        .map(|position: Position| {
            let board = B::from_position(&position);
            let mut list = MoveList::default();
            board.legal_moves(&mut list);
            Parent { moves: list.to_vec(), board }
        })
        .collect()
}

/// Times making every move of every position on boards of type `B`: on a copy, and in place with taking back.
fn children<B: Board>(bench: &mut Bench, name: &str) {
    let parents = parents::<B>();
    let mut boards: Vec<B> = parents.iter().map(|parent| parent.board.clone()).collect();
    let mut contest = Contest::new(format!("children of {name}"));
    contest.elements(parents.iter().map(|parent| parent.moves.len()).sum());
    contest.form("copied", || {
        let mut made = 0;
        for Parent { board, moves } in black_box(&parents) {
            for &mv in moves {
                let mut child = board.clone();
                child.make(mv);
                black_box(&child);
                made += 1;
            }
        }
        made
    });
    contest.form("unmade", || {
        let mut made = 0;
        for (board, Parent { moves, .. }) in boards.iter_mut().zip(black_box(&parents)) {
            for &mv in moves {
                let undo = board.make(mv);
                black_box(&*board);
                board.unmake(mv, undo);
                made += 1;
            }
        }
        made
    });
    contest.time(bench);
}

fn main() {
    benches::run(&[
        |bench| children::<NibbleBoard>(bench, "nibble"),
        |bench| children::<MailboxOfNibbles>(bench, "mailbox-nibbles"),
        |bench| children::<X88>(bench, "x88"),
    ]);
}
