//! Moves made in lanes, against the same moves made one by one.

mod support {
    pub(crate) mod positions;
}

use quadbit_movegen::SuccessorMaker;
use quadbit_nibble::simd::testing;
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::{BoardSimd, Lanes};

#[test]
fn positions_after_moves() {
    testing::at_every_level!(s => positions_after_moves_at(s));
}

fn positions_after_moves_at<S: BoardSimd>(s: S) {
    let (mut in_lanes, mut apart) = (0, 0);
    for position in support::positions::positions() {
        let maker = SuccessorMaker::new(s, &position);
        for moves in position.legal_moves().chunks(Lanes::<S>::LEN) {
            let after = maker.make(s, moves);
            let mut boards = [QuadBitboard::EMPTY; 8];
            after.boards.store(&mut boards[..Lanes::<S>::LEN]);
            for (lane, &mv) in moves.iter().enumerate() {
                let mut child = position;
                child.play_unchecked(mv);
                if after.apart[lane] != 0 {
                    // Only what lanes cannot do is left to others.
                    let castles = position.board().color(position.side_to_move()).has(mv.to());
                    let captures_en_passant = position.ep() == Some(mv.to());
                    let pushes = mv.from().index().abs_diff(mv.to().index()) == 16;
                    assert!(
                        castles || captures_en_passant || pushes || mv.promotion().is_some(),
                        "{position}: {mv:?}"
                    );
                    apart += 1;
                    continue;
                }
                assert_eq!(boards[lane], child.board(), "{position}: {mv:?}");
                assert_eq!(
                    after.castling_rooks[lane],
                    child.castling_rights().rooks().0,
                    "{position}: {mv:?}"
                );
                assert_eq!(child.ep(), None, "{position}: {mv:?}");
                in_lanes += 1;
            }
        }
    }
    assert!(in_lanes > 50_000 && apart > 1_000, "{in_lanes}, {apart}");
}
