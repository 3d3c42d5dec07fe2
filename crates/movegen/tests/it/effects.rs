//! What a move does, told without making it, against the move made: on all legal moves of the corpora.

use quadbit_movegen::{
    Bitboard, Change, Color, Move, Piece, Position, PositionBuilder, Role, Square, Validity,
};
use quadbit_quad::{attacks, zobrist::split_mix};

use crate::support::positions::positions;

/// The squares of a side that hold something else afterwards, with what they hold now.
fn gone(before: &Position, after: &Position) -> Vec<(Square, Piece)> {
    Square::ALL
        .into_iter()
        .filter(|&square| before.get(square) != after.get(square))
        .filter_map(|square| Some((square, before.get(square)?)))
        .collect()
}

fn sorted(pieces: impl Iterator<Item = (Square, Piece)>) -> Vec<(Square, Piece)> {
    let mut pieces: Vec<_> = pieces.collect();
    pieces.sort();
    pieces
}

#[test]
fn changes_are_the_difference_of_the_boards() {
    let mut longest = 0;
    for position in positions() {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let changes = position.changes(mv);
            assert_eq!(sorted(changes.removed()), gone(&position, &after), "{position} {mv:?}");
            assert_eq!(sorted(changes.added()), gone(&after, &position), "{position} {mv:?}");
            longest = longest.max(changes.removed().count() + changes.added().count());
        }
    }
    assert_eq!(longest, 4, "the corpora have castling");
}

/// The function hears of the same changes, in the same order.
#[test]
fn making_a_move_tells_its_changes() {
    for position in positions() {
        for mv in position.legal_moves() {
            let (mut removed, mut added) = (Vec::new(), Vec::new());
            let after = position.after_with(mv, |change| match change {
                Change::Removed(square, piece) => removed.push((square, piece)),
                Change::Added(square, piece) => added.push((square, piece)),
            });
            let changes = position.changes(mv);
            assert_eq!(removed, changes.removed().collect::<Vec<_>>(), "{position} {mv:?}");
            assert_eq!(added, changes.added().collect::<Vec<_>>(), "{position} {mv:?}");
            assert_eq!(after, position.after(mv), "{position} {mv:?}");
        }
    }
}

#[test]
fn the_key_is_that_of_the_position_after() {
    for position in positions() {
        for mv in position.legal_moves() {
            assert_eq!(position.key_after(mv), position.after(mv).key(), "{position} {mv:?}");
        }
    }
}

#[test]
fn kinds_of_moves_by_what_is_missing_afterwards() {
    let mut kinds = [0; 4];
    for position in positions() {
        let (us, them) = (position.side_to_move(), !position.side_to_move());
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let mut lost = gone(&position, &after);
            lost.retain(|(_, piece)| piece.color() == them);
            assert!(lost.len() < 2);
            let (square, victim) = lost.first().copied().unzip();
            assert_eq!(position.captured(mv), victim, "{position} {mv:?}");
            assert_eq!(position.is_capture(mv), victim.is_some(), "{position} {mv:?}");
            let beside = square.is_some_and(|square| square != mv.to());
            assert_eq!(position.is_en_passant(mv), beside, "{position} {mv:?}");
            assert_eq!(position.capture_square(mv), square.unwrap_or(mv.to()), "{position} {mv:?}");
            let castles = position.get(mv.to()) == Some(Role::Rook.of(us));
            assert_eq!(position.castling_side(mv).is_some(), castles, "{position} {mv:?}");
            let is_king = position.king(us) == mv.from();
            assert_eq!(position.destination(mv), if is_king { after.king(us) } else { mv.to() });
            let becomes = after.get(position.destination(mv)).map(Piece::role);
            assert_eq!(mv.is_promotion(), becomes != position.get(mv.from()).map(Piece::role));
            assert_eq!(position.resets_clock(mv), after.halfmoves() == 0, "{position} {mv:?}");
            let kind = [victim.is_some(), beside, castles, mv.is_promotion()];
            for (count, is_kind) in kinds.iter_mut().zip(kind) {
                *count += usize::from(is_kind);
            }
        }
    }
    assert!(kinds.iter().all(|&moves| moves > 100), "the corpora have every kind of move: {kinds:?}");
}

#[test]
fn captures_and_promotions_are_those_of_the_whole_list() {
    let mut promotions = 0;
    for position in positions() {
        let is_loud = |mv: &Move| mv.is_promotion() || position.captured(*mv).is_some();
        let mut expected: Vec<Move> = position.legal_moves().into_iter().filter(is_loud).collect();
        let mut found = position.captures_and_promotions();
        expected.sort();
        found.sort();
        assert_eq!(*found, *expected, "{position}");
        promotions += found.len() - position.captures().len();
    }
    assert!(promotions > 100, "{promotions} promotions without capture");
}

/// A double push is remembered, and the capture is legal or not on the board after it, on which the pawn no longer stands where it
/// blocked a line.
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

/// Every piece looks from its own square over the other occupancy.
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
                position.get(from).is_some_and(|piece| reach(piece).has(square))
            };
            let expected: Bitboard = Square::ALL.into_iter().filter(sees).collect();
            assert_eq!(position.attackers_over(square, occupied), expected, "{position} {square}");
        }
        for color in Color::ALL {
            let king = position.king(color);
            let over = position.attackers_over(king, position.board().occupied());
            assert_eq!(over, position.attackers_to(king));
        }
    }
}
