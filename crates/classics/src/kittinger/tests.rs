//! Tests that Kittinger's captures come in his order: by victim, then by attacker.

use quadbit_movegen::{Move, MoveList, Position};
use quadbit_x88::Square;

use super::{At, Kittinger};
use crate::board::Board;
use crate::square_board::CellMove;

/// In every position of the corpora the captures come first, the victims' values never rise, and the
/// attackers' values never fall for one victim. The values come from the position, not from the board.
#[test]
fn captures_come_by_victim_and_attacker() {
    let mut captures = 0;
    for position in testing::positions() {
        check_order(&position, &Kittinger::from_position(&position));
        // The position after each promotion is checked too, because the promoted piece has moved to another place in
        // its table.
        for mv in position.legal_moves().into_iter().filter(|mv| mv.promotion().is_some()) {
            let mut board = Kittinger::from_position(&position);
            let mut list = MoveList::default();
            board.legal_moves(&mut list);
            board.make(*list.iter().find(|made| mv == (**made).into()).unwrap());
            let mut after = position;
            after.play(mv).unwrap();
            captures += check_order(&after, &board);
        }
    }
    assert!(captures > 1000, "{captures}");
}

fn check_order(position: &Position, board: &Kittinger) -> usize {
    let mut list = MoveList::default();
    board.legal_moves(&mut list);
    let role = |square: Square| position.piece_at(square).map(|piece| piece.role().code());
    let is_capture = |mv: &&CellMove<At>| {
        let mv: Move = (**mv).into();
        let target = position.piece_at(mv.to());
        target.is_some_and(|piece| piece.color() != position.side_to_move())
    };
    let captures = list.iter().filter(is_capture).count();
    let mut last = None;
    for mv in list.iter().take_while(is_capture).map(|&mv| -> Move { mv.into() }) {
        let (victim, attacker) = (role(mv.to()), role(mv.from()));
        if let Some((last_to, last_victim, last_attacker)) = last {
            assert!(victim <= last_victim, "{position}: {mv:?}");
            assert!(mv.to() != last_to || attacker >= last_attacker, "{position}: {mv:?}");
        }
        last = Some((mv.to(), victim, attacker));
    }
    assert_eq!(list.iter().take_while(is_capture).count(), captures, "{position}: captures come first");
    captures
}
