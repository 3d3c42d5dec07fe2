//! The attackers of each square.

use quadbit_quad::Bitboard;
use quadbit_threats::{Attackers, PieceSet};
use quadbit_x88::{Color, Piece, Role, Square};
use testing::attacked;

use crate::support::{finders, moves};

#[test]
fn attackers_are_those_whose_attacks_reach_the_square() {
    let finders = finders();
    moves(7, 600, |position, _| {
        let board = position.board();
        let attackers = Attackers::new(position);
        for finder in &finders {
            assert_eq!(finder.attackers(position), attackers, "{finder:?} {position}");
        }
        for color in Color::ALL {
            let pieces = attackers.pieces(color);
            assert_eq!(pieces.len(), board.color(color).count());
            assert!(!pieces.is_empty());
            let mut all = PieceSet::EMPTY;
            for number in 0..pieces.len() {
                let square = pieces.square(number).expect("a number");
                let piece = board.get(square).expect("a piece");
                assert_eq!(piece.color(), color);
                assert_eq!((pieces.of(piece.role()) & PieceSet::of(number)).len(), 1);
                assert_eq!(attackers.squares_of(color, number), attacked(board, piece, square));
                all |= PieceSet::of(number);
            }
            assert_eq!(pieces.square(pieces.len()), None);
            let kinds = Role::ALL.map(|role| pieces.of(role));
            assert_eq!(kinds.into_iter().fold(PieceSet::EMPTY, |sum, kind| sum | kind), all);
            assert!(kinds.windows(2).all(|pair| pair[0].iter().max() < pair[1].first()
                || pair[1].is_empty()
                || pair[0].is_empty()));
            assert_eq!(pieces.minors(), pieces.of(Role::Knight) | pieces.of(Role::Bishop));
            assert_eq!(pieces.majors(), pieces.of(Role::Rook) | pieces.of(Role::Queen));
            assert_eq!((all - pieces.minors()).len() + pieces.minors().len(), all.len());
            for square in Square::ALL {
                let set = attackers.on(square, color);
                let squares: Bitboard = set.iter().filter_map(|number| pieces.square(number)).collect();
                let expected = position.attackers_to(square) & board.color(color);
                assert_eq!(squares, expected, "{position} {square}");
                assert_eq!(set.len(), expected.count());
                let count: u32 = Role::ALL.into_iter().map(|role| attackers.count(square, color, role)).sum();
                assert_eq!(count, expected.count());
                let least = attackers.least(square, color);
                let roles = expected.into_iter().filter_map(|from| board.get(from)).map(Piece::role);
                assert_eq!(least.map(|(piece, _)| piece.role()), roles.min_by_key(|role| role.code()));
                assert!(
                    least.is_none_or(|(piece, from)| expected.has(from) && board.get(from) == Some(piece))
                );
                assert_eq!(attackers.behind(square, color), behind(position, square) & board.color(color));
            }
            for count in 0..4 {
                let expected: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&square| (position.attackers_to(square) & board.color(color)).count() >= count)
                    .collect();
                assert_eq!(attackers.squares(color, all, count), expected);
            }
        }
    });
}

/// The attackers of a square that appear when one other piece is removed.
fn behind(position: &quadbit_movegen::Position, square: Square) -> Bitboard {
    let board = position.board();
    let before = position.attackers_to(square);
    let mut all = Bitboard::EMPTY;
    for blocker in board.occupied().without(square) {
        let after = position.attackers_over(square, board.occupied().without(blocker));
        all |= after - before;
    }
    all.without(square)
}

#[test]
fn sets_of_numbers() {
    assert_eq!(PieceSet::of(16), PieceSet::EMPTY);
    assert_eq!(PieceSet::of(3) | PieceSet::of(3), PieceSet::of(3));
    assert_eq!(PieceSet::EMPTY.first(), None);
    assert!(PieceSet::EMPTY.is_empty() && !PieceSet::of(15).is_empty());
    assert_eq!((PieceSet::of(3) | PieceSet::of(15)).iter().collect::<Vec<_>>(), [3, 15]);
}
