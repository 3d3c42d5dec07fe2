//! Lists of all pairs on a board against the attack set of one piece at a time, at every level: the same pairs, in the
//! documented order.

use quadbit_movegen::Position;
use quadbit_threats::{ByteBoard, Threat, ThreatList};
use quadbit_x88::{Color, Delta, Diff, Direction, Role, Square};
use testing::{Random, scattered_board};

use crate::support::{finders, moves, moves_to_check, pairs};

/// Returns the place of a pair in the documented order: pawns first, by direction; then by the attacker's square, and
/// clockwise.
fn place(threat: Threat) -> (bool, usize, usize) {
    let diff = Diff::of_squares(threat.from(), threat.to());
    let way = diff.direction().map(Direction::index);
    let (from, role) = (threat.from().index(), threat.attacker().role());
    match role {
        Role::Pawn => (false, way.expect("a direction"), from),
        Role::Knight => {
            let is_step = |step: Delta| (step.files(), step.ranks()) == (diff.files(), diff.ranks());
            (true, from, Delta::KNIGHT.into_iter().position(is_step).expect("a step"))
        }
        _ => (true, from, way.expect("a direction")),
    }
}

#[test]
fn whole_lists_are_those_of_the_twin_in_order() {
    let finders = finders();
    let mut list = ThreatList::new();
    moves(1, moves_to_check(4000), |position, _| {
        let mut expected = pairs(position.board());
        expected.sort_by_key(|&threat| place(threat));
        for finder in &finders {
            finder.threats_into(position, &mut list);
            assert_eq!(*list, *expected, "{finder:?} {position}");
        }
    });
    finders[0].threats_on(&ByteBoard::from(&Position::start()), &mut list);
    assert_eq!(*finders[0].threats(&Position::start()), *list);
}

#[test]
fn list_iterates_and_displays_its_pairs() {
    let list = finders()[0].threats(&Position::start());
    let pairs: Vec<&Threat> = (&list).into_iter().collect();
    assert!(!pairs.is_empty());
    assert!(pairs.iter().copied().eq(list.iter()));
    assert_eq!(format!("{list:?}"), format!("{:?}", &*list));
}

#[test]
fn boards_of_any_pieces_fit() {
    let mut random = Random(2);
    let mut list = ThreatList::new();
    for n in 0..1000 {
        let board = scattered_board(&mut random, n % 200);
        let mut expected = pairs(board);
        expected.sort_by_key(|&threat| place(threat));
        let bytes = ByteBoard::from_quad(board);
        assert_eq!(bytes.to_quad(), board);
        for finder in finders() {
            finder.threats_on(&bytes, &mut list);
            assert_eq!(*list, *expected, "{finder:?}\n{bytes}");
        }
    }
    // A board full of pawns, so that more than eight attack in one direction: AVX-512 writes eight pairs at a time.
    for color in Color::ALL {
        let mut pawns = ByteBoard::EMPTY;
        for square in Square::ALL {
            pawns.put(square, Role::Pawn.of(color));
        }
        let mut expected = pairs(pawns.to_quad());
        expected.sort_by_key(|&threat| place(threat));
        assert_eq!(expected.len(), 2 * 49);
        for finder in finders() {
            finder.threats_on(&pawns, &mut list);
            assert_eq!(*list, *expected, "{finder:?}");
        }
    }
    let mut queens = ByteBoard::EMPTY;
    for square in Square::ALL {
        queens.put(square, Role::Queen.of(Color::White));
    }
    for finder in finders() {
        finder.threats_on(&queens, &mut list);
        assert_eq!(list.len(), 420);
    }
}
