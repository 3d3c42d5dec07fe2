//! Castling gives check only with its rook: tested on all boards of two kings, a castling rook and a queen.
//!
//! This covers every case. If castling opened a line for another slider on a fuller board, it would also do so with
//! only king, rook, slider and the enemy king on the board, and a queen stands for every slider.

use quadbit_movegen::{Bitboard, CastlingRights, Color, File, PositionBuilder, Rank, Role, Square, Validity};

#[test]
fn only_the_rook_gives_check() {
    let (mut castlings, mut checks) = (0, 0);
    for us in Color::ALL {
        let first = |file: File| Square::new(file, Rank::First.relative_to(us));
        for king in File::ALL {
            for rook in File::ALL.into_iter().filter(|&rook| rook != king) {
                let castling = CastlingRights::EMPTY.with(us, rook);
                let mut parts = PositionBuilder { side_to_move: us, castling, ..PositionBuilder::new() };
                parts.board.put(first(king), Role::King.of(us));
                parts.board.put(first(rook), Role::Rook.of(us));
                for enemy in Square::ALL {
                    for queen in Square::ALL {
                        let taken = [first(king), first(rook), enemy];
                        if taken[..2].contains(&enemy) || taken.contains(&queen) {
                            continue;
                        }
                        let mut parts = parts;
                        parts.board.put(enemy, Role::King.of(!us));
                        parts.board.put(queen, Role::Queen.of(us));
                        let Ok(position) = parts.build(Validity::Strict) else { continue };
                        for mv in position.legal_moves().into_iter().filter(|&mv| position.is_castling(mv)) {
                            let mut after = position;
                            after.play_unchecked(mv);
                            assert_eq!(position.gives_check(mv), after.is_check(), "{position} {mv:?}");
                            let arrived = after.pieces(us, Role::Rook);
                            assert_eq!(after.checkers() - arrived, Bitboard::EMPTY, "{position} {mv:?}");
                            castlings += 1;
                            checks += u32::from(after.is_check());
                        }
                    }
                }
            }
        }
    }
    println!("{castlings} castlings, {checks} of them with check");
    assert!(castlings > 50_000 && checks > 1000, "{castlings} castlings, {checks} of them with check");
}
