//! Single pieces that appear, vanish or travel on boards that no game leads to: the changes against the difference of
//! the lists of all pairs before and after, at every level.

use quadbit_quad::QuadBitboard;
use quadbit_threats::{ByteBoard, Changes, Finder};
use quadbit_x88::{Piece, Square};
use testing::{Random, attacked, scattered_board};

use crate::support::{finders, moves_to_check, pairs, sorted, without};

/// Checks `event`, which must change the board `before` to `after`: the board that it leaves, and the changes that it
/// reports.
fn check(
    finder: Finder,
    before: QuadBitboard,
    after: QuadBitboard,
    event: impl FnOnce(Finder, &mut ByteBoard, &mut Changes),
) {
    // The lists hold pairs of an earlier call, which the event must replace.
    let mut changes =
        finder.changes(&quadbit_movegen::Position::start(), quadbit_movegen::Move::from_bits(0o3431));
    let mut board = ByteBoard::from_quad(before);
    event(finder, &mut board, &mut changes);
    let [old, new] = [pairs(before), pairs(after)];
    assert_eq!(board, ByteBoard::from_quad(after), "{finder:?}");
    assert_eq!(sorted(changes.removed()), without(&old, &new), "{finder:?}\n{before:?}\n{after:?}");
    assert_eq!(sorted(changes.added()), without(&new, &old), "{finder:?}\n{before:?}\n{after:?}");
}

/// Pieces appear, vanish and travel on random squares, occupied or not, of boards with few pieces and with many.
#[test]
fn events_change_what_the_difference_says() {
    let mut random = Random(4);
    let finders = finders();
    for n in 0..moves_to_check(3000) {
        let board = scattered_board(&mut random, n % 120);
        let [from, to] = [0; 2].map(|_| Square::ALL[random.below(64)]);
        let piece = random.of(&Piece::ALL[..]).expect("twelve");
        let with = |square, code| {
            let mut after = board;
            after.put_code(square, code);
            after
        };
        for &finder in &finders {
            check(finder, board, with(from, piece.code()), |finder, board, changes| {
                finder.appear(board, from, piece, changes);
            });
            check(finder, board, with(from, 0), |finder, board, changes| {
                finder.vanish(board, from, changes);
            });
            let mut after = with(from, 0);
            after.put(to, piece);
            check(finder, board, after, |finder, board, changes| {
                finder.travel(board, from, to, piece, changes);
            });
            let mut after = with(from, 0);
            let same = board.piece_at(from).unwrap_or(piece);
            after.put(to, same);
            check(finder, board, after, |finder, board, changes| {
                finder.travel(board, from, to, same, changes);
            });
        }
    }
}

#[test]
fn boards_of_bytes_hold_what_they_are_given() {
    let mut random = Random(6);
    for n in 0..200 {
        let board = scattered_board(&mut random, n);
        let mut bytes = ByteBoard::from_quad(board);
        for square in Square::ALL {
            assert_eq!(bytes.piece_at(square), board.piece_at(square));
            assert!(board.piece_at(square).is_none_or(|piece| !attacked(board, piece, square).has(square)));
        }
        let drawn: String = quadbit_quad::text::Mailbox(board).to_string();
        let mut letters: Vec<String> = bytes.to_string().lines().map(|line| line.replace(' ', "")).collect();
        letters.reverse();
        assert_eq!(letters.concat(), drawn);
        assert_eq!(format!("{bytes:?}"), bytes.to_string());
        bytes.put(Square::C3, Piece::ALL[3]);
        bytes.take(Square::D4);
        assert_eq!((bytes.piece_at(Square::C3), bytes.piece_at(Square::D4)), (Some(Piece::ALL[3]), None));
    }
    // Nibbles that are not a piece are left out.
    let mut foreign = QuadBitboard::EMPTY;
    for (square, code) in Square::ALL.into_iter().zip([1, 14, 15]) {
        foreign.put_code(square, code);
    }
    assert_eq!(ByteBoard::from_quad(foreign), ByteBoard::default());
}
