//! The changes by a move, compared with the difference of two whole lists.

use quadbit_movegen::{Move, Position};
use quadbit_threats::{ByteBoard, Changes};
use quadbit_x88::Square;

use crate::support::{finders, moves, moves_to_check, pairs, sorted, without};

#[test]
fn changes_are_the_difference_of_two_lists() {
    let finders = finders();
    let mut changes = Changes::new();
    let (mut count, mut most) = (0, 0);
    moves(3, moves_to_check(6000), |position, mv| {
        let after = position.after(mv);
        let [before_pairs, after_pairs] = [pairs(position.board()), pairs(after.board())];
        let expected = [without(&before_pairs, &after_pairs), without(&after_pairs, &before_pairs)];
        for finder in &finders {
            finder.changes_into(position, mv, &mut changes);
            let found = [sorted(changes.removed()), sorted(changes.added())];
            assert_eq!(found, expected, "{finder:?} {position} {mv:?}");
            let mut bytes = ByteBoard::from(position);
            let mut asked = Changes::new();
            finder.changes_on(&bytes, mv, &mut asked);
            finder.play(&mut bytes, mv, &mut changes);
            for changes in [&asked, &changes] {
                let found = [sorted(changes.removed()), sorted(changes.added())];
                assert_eq!(found, expected, "{finder:?} {position} {mv:?}");
            }
            assert_eq!(bytes, ByteBoard::from(&after), "{finder:?} {position} {mv:?}");
        }
        count += 1;
        most = most.max(expected[0].len()).max(expected[1].len());
    });
    println!("{count} moves, at most {most} pairs in a list");
    assert!(most <= 63);
}

/// Checks each kind of move at least once, because the random games may not contain it.
#[test]
fn every_kind_of_move() {
    for (fen, uci) in [
        ("4k3/8/8/3pP3/8/8/8/4K2Q w - d6 0 1", "e5d6"),
        ("4k3/8/8/KPpP3r/8/8/8/8 w - c6 0 1", "b5c6"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8"),
        ("1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1", "d1b1"),
        ("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        ("k7/8/8/8/8/8/8/q4KR1 w G - 0 1", "f1f2"),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"),
        ("3r2k1/4P3/8/8/8/8/8/4K2R w - - 0 1", "e7e8q"),
        ("q3r2k/8/8/8/R2RQ2q/8/8/K3R3 w - - 0 1", "e4e8"),
    ] {
        let position: Position = fen.parse().expect(fen);
        let is_same = |mv: &&Move| format!("{mv:?}") == uci;
        let moves = position.legal_moves();
        let mv = *moves.iter().find(is_same).unwrap_or_else(|| panic!("{fen} {uci} in {moves:?}"));
        let [before, after] = [position, position.after(mv)].map(|position| pairs(position.board()));
        for finder in finders() {
            let changes = finder.changes(&position, mv);
            assert_eq!(sorted(changes.removed()), without(&before, &after), "{finder:?} {fen} {uci}");
            assert_eq!(sorted(changes.added()), without(&after, &before), "{finder:?} {fen} {uci}");
        }
    }
}

#[test]
fn changes_on_leaves_the_board_in_castling_too() {
    let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("legal");
    let castling = Move::new(Square::E1, Square::H1);
    for finder in finders() {
        let board = ByteBoard::from(&position);
        let mut changes = Changes::new();
        finder.changes_on(&board, castling, &mut changes);
        let expected = finder.changes(&position, castling);
        assert_eq!(sorted(changes.removed()), sorted(expected.removed()));
        assert_eq!(sorted(changes.added()), sorted(expected.added()));
        assert_eq!(board, ByteBoard::from(&position));
    }
}

#[test]
fn debug_text_shows_the_pairs() {
    let start = Position::start();
    let changes = finders()[0].changes(&start, Move::new(Square::G1, Square::F3));
    let [removed, added] = [changes.removed(), changes.added()];
    assert_eq!(format!("{changes:?}"), format!("Changes {{ removed: {removed:?}, added: {added:?} }}"));
    assert!(!removed.is_empty() && !added.is_empty());
}

#[test]
fn a_null_move_changes_nothing() {
    let (start, null) = (Position::start(), Move::new(Square::A1, Square::A1));
    for finder in finders() {
        let mut changes = finder.changes(&start, start.legal_moves()[0]);
        assert!(!changes.added().is_empty());
        finder.changes_into(&start, null, &mut changes);
        assert!(changes.removed().is_empty() && changes.added().is_empty());
        let mut board = ByteBoard::from(&start);
        finder.play(&mut board, null, &mut changes);
        assert_eq!(board, ByteBoard::from(&start));
        assert!(changes.removed().is_empty() && changes.added().is_empty());
    }
}
