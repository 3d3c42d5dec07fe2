//! Tests that the board of 64 bytes agrees with [`Position`]: after every delta, and in its keys.

use super::*;
use quadbit_movegen::EpMode;

/// Random and targeted positions, standard and Chess960, and two in which the half-move clock is at its limit or one
/// below.
fn positions() -> impl Iterator<Item = Position> {
    testing::positions().chain([
        Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 65534 99").unwrap(),
        Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 65535 99").unwrap(),
    ])
}

fn set_up(position: &Position) -> Delta {
    Delta::from_position(position)
}

/// All words of the board, with the trail of moves set to 0, because it depends on the moves before.
fn words(board: &Delta) -> (QuadBitboard, [u64; 4]) {
    let mut others = board.0.others();
    others[2] &= (1 << TRAIL) - 1;
    (board.board(), others)
}

#[test]
fn every_delta_leads_to_the_board_of_the_position_after_it() {
    let mut moves = MoveList::default();
    for position in positions() {
        let mut board = set_up(&position);
        board.legal_moves(&mut moves);
        for &mv in &*moves {
            let mut after = position;
            after.play(mv.into()).unwrap();
            board.make(mv);
            assert_eq!(words(&board), words(&set_up(&after)), "{position} {mv:?}");
            assert_eq!(board.reversible_half_moves(), after.halfmoves());
            board.unmake(mv, ());
        }
    }
}

#[test]
fn keys_are_those_of_the_position() {
    for position in positions() {
        let board = set_up(&position);
        let [key, pawn_key, ..] = board.0.others();
        assert_eq!(pawn_key, position.pawn_key());
        let same_ep = position.ep_square(EpMode::Pseudo) == position.ep();
        assert_eq!(key == position.key(), same_ep, "{position}");
    }
}
