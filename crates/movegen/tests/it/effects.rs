//! `Effect`, `key_after` and the queries about a move tell what the move does without making it. On all legal moves of
//! the corpora they must agree with the board and the key after the move is made.

use quadbit_movegen::{
    Bitboard, CastlingSide, Color, Move, Piece, Position, PositionBuilder, Role, Square, Validity,
};
use quadbit_quad::{attacks, zobrist::split_mix};

use testing::positions;

/// Returns the pieces of `before` whose squares hold something else or nothing in `after`, each with its square.
fn gone(before: &Position, after: &Position) -> Vec<(Square, Piece)> {
    Square::ALL
        .into_iter()
        .filter(|&square| before.piece_at(square) != after.piece_at(square))
        .filter_map(|square| Some((square, before.piece_at(square)?)))
        .collect()
}

#[test]
fn effects_are_the_difference_of_the_boards() {
    let mut stays = 0;
    for position in positions() {
        for mv in position.legal_moves() {
            let (effect, after) = (position.effect(mv), position.after(mv));
            let [mut removed, mut added]: [Vec<_>; 2] =
                [effect.removed().collect(), effect.added().collect()];
            assert_eq!(removed[0].0, mv.from(), "{position} {mv:?}");
            // A piece that leaves a square and arrives there again makes no difference on the board.
            let both: Vec<_> = removed.iter().filter(|piece| added.contains(piece)).copied().collect();
            stays += both.len();
            removed.retain(|piece| !both.contains(piece));
            added.retain(|piece| !both.contains(piece));
            removed.sort();
            added.sort();
            assert_eq!(removed, gone(&position, &after), "{position} {mv:?}");
            assert_eq!(added, gone(&after, &position), "{position} {mv:?}");
        }
    }
    assert!(stays > 10, "castling with a king or rook that stays: {stays}");
}

#[test]
fn key_after_a_move_is_the_key_of_the_position_made() {
    let (mut en_passant, mut rights) = ([0; 2], 0);
    for position in positions() {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            assert_eq!(position.key_after(mv), after.key(), "{position} {mv:?}");
            en_passant[0] += usize::from(position.ep().is_some());
            en_passant[1] += usize::from(after.ep().is_some());
            rights += usize::from(position.castling_rights() != after.castling_rights());
        }
    }
    assert!(rights > 1000 && en_passant.iter().all(|&moves| moves > 100), "{rights} {en_passant:?}");
}

#[test]
fn move_to_its_own_square_has_no_effect() {
    for position in positions().step_by(50) {
        let effect = position.effect(Move::new(Square::A1, Square::A1));
        assert_eq!((effect.removed().count(), effect.added().count()), (0, 0), "{position}");
        assert_eq!((effect.captured(), effect.castling()), (None, None), "{position}");
    }
}

#[test]
fn kind_of_move_follows_from_missing_pieces() {
    let mut kinds = [0; 4];
    for position in positions() {
        let (us, them) = (position.side_to_move(), !position.side_to_move());
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let mut lost = gone(&position, &after);
            lost.retain(|(_, piece)| piece.color() == them);
            assert!(lost.len() < 2);
            let (square, victim) = lost.first().copied().unzip();
            let effect = position.effect(mv);
            assert_eq!(effect.captured(), square.zip(victim), "{position} {mv:?}");
            assert_eq!(position.is_capture(mv), victim.is_some(), "{position} {mv:?}");
            let beside = square.is_some_and(|square| square != mv.to());
            assert_eq!(position.is_en_passant(mv), beside, "{position} {mv:?}");
            let castles = position.piece_at(mv.to()) == Some(Role::Rook.of(us));
            assert_eq!(position.is_castling(mv), castles, "{position} {mv:?}");
            let side = castles.then(|| CastlingSide::of(mv.from(), mv.to()));
            assert_eq!(effect.castling(), side, "{position} {mv:?}");
            let is_king = position.king(us) == mv.from();
            assert_eq!(effect.destination(), if is_king { after.king(us) } else { mv.to() });
            let becomes = after.piece_at(effect.destination()).map(Piece::role);
            assert_eq!(mv.is_promotion(), becomes != position.piece_at(mv.from()).map(Piece::role));
            let is_pawn = position.board().pawns().has(mv.from());
            assert_eq!(is_pawn || victim.is_some(), after.halfmoves() == 0, "{position} {mv:?}");
            let kind = [victim.is_some(), beside, castles, mv.is_promotion()];
            for (count, is_kind) in kinds.iter_mut().zip(kind) {
                *count += usize::from(is_kind);
            }
        }
    }
    assert!(kinds.iter().all(|&moves| moves > 100), "the corpora have every kind of move: {kinds:?}");
}

/// Whether a double push can be captured is decided on the board after it, on which the pushed pawn no longer blocks a
/// line through its origin.
#[test]
fn captures_en_passant_are_those_of_the_board_after_the_push() {
    let discovered = ["8/8/8/8/3p4/8/k3P2R/7K w - - 0 1", "8/8/k7/8/3p4/8/4P3/5B1K w - - 0 1"];
    let discovered = discovered.map(|fen| fen.parse::<Position>().unwrap());
    for position in &discovered {
        let after = position.after(Move::new(Square::E2, Square::E4));
        assert!(after.is_check() && after.ep().is_none(), "{position}");
    }
    let mut captures = [0; 2];
    for position in positions().chain(discovered) {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let parts = PositionBuilder::from(&after);
            let built = parts.build(Validity::Strict).unwrap();
            assert_eq!((built.ep(), built.key()), (after.ep(), after.key()), "{position} {mv:?}");
            if parts.en_passant.is_some() {
                captures[usize::from(after.ep().is_some())] += 1;
            }
        }
    }
    assert!(captures.iter().all(|&pushes| pushes > 100), "{captures:?}");
}

/// `QuadBitboard::attackers` with random occupied squares finds exactly the pieces that attack the square; for
/// comparison, each piece is asked from its own square.
#[test]
fn attackers_over_any_occupancy() {
    for (n, position) in (0..).zip(positions().step_by(7)) {
        let occupied = Bitboard(split_mix(2 * n) & split_mix(2 * n + 1)) | position.board().kings();
        for square in Square::ALL {
            let sees = |&from: &Square| {
                let reach = |piece: Piece| match piece.role() {
                    Role::Pawn => attacks::pawn(piece.color(), from),
                    Role::Knight => attacks::knight(from),
                    Role::Bishop => attacks::bishop(from, occupied),
                    Role::Rook => attacks::rook(from, occupied),
                    Role::Queen => attacks::queen(from, occupied),
                    Role::King => attacks::king(from),
                };
                position.piece_at(from).is_some_and(|piece| reach(piece).has(square))
            };
            let expected: Bitboard = Square::ALL.into_iter().filter(sees).collect();
            assert_eq!(position.board().attackers(square, occupied), expected, "{position} {square}");
        }
        for color in Color::ALL {
            let king = position.king(color);
            let over = position.board().attackers(king, position.board().occupied());
            assert_eq!(over, position.attackers_to(king));
        }
    }
}
