//! The checks of every board: the moves of `Position`, exact counts, and unmaking moves.
//!
//! [`check`] runs them all for a board: moves and their number in the positions of the corpora and in positions
//! that no game reaches, the counts of the suites, and games in which every move is taken back. `Position` is
//! the measure: another board has to agree with it everywhere.

use std::any::type_name;
use std::cell::Cell;
use std::fmt::Debug;
use std::iter;

use quadbit_classics::Board;
use quadbit_movegen::{EpMode, Move, MoveList, Position};
use testing::suites::{CORPORA, WIKI};
use testing::{Random, positions, scattered};

/// The highest count that is checked. Larger ones are left to `quadbit suite --board`, because a test of so many boards
/// would take minutes.
const MOST_NODES: u64 = 3_000;

/// The highest count that is checked in the wiki's positions.
const MOST_NODES_OF_THE_WIKI: u64 = 100_000;

/// One position in this many is also checked after each of its moves.
const CHILDREN_OF_ONE_IN: usize = 8;

/// Runs all checks of this module on boards of type `B`.
pub(crate) fn check<B: Board + PartialEq + Debug>() {
    same_moves_everywhere::<B>();
    scattered_pieces::<B>();
    known_counts(B::from_position);
    random_games::<B>();
}

/// Compares the moves of every position of the corpora and, for one in [`CHILDREN_OF_ONE_IN`], of the positions after
/// each of its moves. Every move is made and taken back.
fn same_moves_everywhere<B: Board + PartialEq + Debug>() {
    for (number, position) in positions().enumerate() {
        same_moves_around::<B>(&position, |_| number % CHILDREN_OF_ONE_IN == 0);
    }
}

/// Compares the moves of positions that no game reaches, with pieces anywhere and many checkers, and of the positions
/// after their double pushes.
fn scattered_pieces<B: Board + PartialEq + Debug>() {
    let double_pushes = Cell::new(0);
    for position in scattered(1, 20).take(2000) {
        same_moves_around::<B>(&position, |after| {
            let is_double_push = after.ep_square(EpMode::Always).is_some();
            double_pushes.set(double_pushes.get() + u32::from(is_double_push));
            is_double_push
        });
    }
    assert!(double_pushes.get() > 50, "{double_pushes:?}");
}

/// Compares the moves of `position`, and of those positions after one of its moves for which `is_chosen` is true. Every
/// move is made and taken back.
fn same_moves_around<B: Board + PartialEq + Debug>(
    position: &Position,
    is_chosen: impl Fn(&Position) -> bool,
) {
    let mut board = B::from_position(position);
    same_moves(&board, position);
    let before = board.clone();
    let mut moves = MoveList::default();
    board.legal_moves(&mut moves);
    for &mv in &*moves {
        let undo = board.make(mv);
        let after = position.after(mv.into());
        if is_chosen(&after) {
            same_moves(&board, &after);
        }
        assert_ne!(board, before, "{}: {position} after {:?}", type_name::<B>(), Into::<Move>::into(mv));
        board.unmake(mv, undo);
        assert_eq!(
            board,
            before,
            "{}: {position} after {:?} and back",
            type_name::<B>(),
            Into::<Move>::into(mv)
        );
    }
}

/// Checks that the board after each move of the corpora's positions equals the board that is set up from the position
/// after this move.
pub(crate) fn same_board_as_set_up<B: Board + PartialEq + Debug>() {
    let mut moves = MoveList::default();
    for position in positions().step_by(3) {
        let mut board = B::from_position(&position);
        board.legal_moves(&mut moves);
        for &mv in &*moves {
            let undo = board.make(mv);
            let expected = B::from_position(&position.after(mv.into()));
            assert_eq!(
                board,
                expected,
                "{}: {position} after {:?}",
                type_name::<B>(),
                Into::<Move>::into(mv)
            );
            board.unmake(mv, undo);
        }
    }
}

/// Checks that the `Debug` text of each of the board's moves in the start position holds the squares of the move.
pub(crate) fn printed_moves<B: Board<Move: Debug>>() {
    let mut moves = MoveList::default();
    B::from_position(&Position::start()).legal_moves(&mut moves);
    for mv in &*moves {
        let (printed, plain) = (format!("{mv:?}"), Into::<Move>::into(*mv));
        let squares = format!("{plain:?}");
        assert!(printed.contains(&squares), "{}: {printed}", type_name::<B>());
    }
}

/// Checks that the board's moves are those of its position, each once, and that the board counts as many.
fn same_moves<B: Board>(board: &B, position: &Position) {
    let mut list = MoveList::default();
    board.legal_moves(&mut list);
    let mut found: Vec<Move> = list.iter().map(|&mv| mv.into()).collect();
    let mut expected = position.legal_moves();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, *expected, "{}: {position}", type_name::<B>());
    assert_eq!(board.legal_count(), expected.len(), "{}: {position} counted", type_name::<B>());
}

/// Checks every count of the suites that is small enough, with the board that `set_up` makes of each position.
pub(crate) fn known_counts<B: Board>(set_up: impl Fn(&Position) -> B) {
    let mut counts = 0;
    for (number, suite) in iter::once(WIKI).chain(CORPORA).enumerate() {
        let most = if number == 0 { MOST_NODES_OF_THE_WIKI } else { MOST_NODES };
        for line in suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let mut fields = line.split(';');
            let fen = fields.next().unwrap().trim();
            let mut board = set_up(&fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
            for field in fields {
                let (depth, nodes) = field.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
                let (depth, nodes): (u8, u64) = (depth.parse().unwrap(), nodes.trim().parse().unwrap());
                if nodes <= most {
                    assert_eq!(perft(&mut board, depth), nodes, "{}: {fen}: depth {depth}", type_name::<B>());
                    counts += 1;
                }
            }
        }
    }
    assert!(counts > 10_000, "{counts} counts");
}

fn perft<B: Board>(board: &mut B, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => board.legal_count() as u64,
        _ => {
            let mut list = MoveList::default();
            board.legal_moves(&mut list);
            let mut nodes = 0;
            for &mv in &*list {
                let undo = board.make(mv);
                nodes += perft(board, depth - 1);
                board.unmake(mv, undo);
            }
            nodes
        }
    }
}

/// Plays games of random moves from Chess960 starts, and checks that the board follows the position, and comes back to
/// where it began when the moves are taken back, with every byte as it was at each step.
fn random_games<B: Board + PartialEq + Debug>() {
    let mut random = Random(960);
    for _ in 0..32 {
        let mut position = Position::chess960(u16::try_from(random.below(960)).unwrap()).unwrap();
        let mut board = B::from_position(&position);
        let mut taken_back = Vec::new();
        for _ in 0..80 {
            same_moves(&board, &position);
            let mut list = MoveList::default();
            board.legal_moves(&mut list);
            if list.is_empty() {
                break;
            }
            let mv = list[random.below(list.len())];
            position.play(mv.into()).unwrap();
            let before = board.clone();
            let undo = board.make(mv);
            taken_back.push((mv, undo, before));
        }
        for (mv, undo, before) in taken_back.into_iter().rev() {
            board.unmake(mv, undo);
            assert_eq!(board, before, "{}: after {:?} and back", type_name::<B>(), Into::<Move>::into(mv));
        }
    }
}
