//! UCI texts: of all pairs of squares, those of legal moves and of castling by the king's target are read, and no
//! others.

use quadbit_movegen::{CastlingStyle, File, Move, Position, Role, Square, Uci, UciError};

use testing::positions;

/// Whether a text that is not a legal move means castling: the king goes two squares or more to the c- or g-file of its
/// rank.
fn is_castling_by_target(position: &Position, from: Square, to: Square) -> bool {
    from == position.king(position.side_to_move())
        && from.rank() == to.rank()
        && [File::C, File::G].contains(&to.file())
        && from.file().index().abs_diff(to.file().index()) >= 2
}

#[test]
fn texts_are_those_of_legal_moves() {
    let (mut legal, mut by_target) = (0, 0);
    for position in positions().filter(|position| !position.castling_rights().is_empty()).step_by(8) {
        let castlings: Vec<Move> =
            position.legal_moves().into_iter().filter(|&mv| position.is_castling(mv)).collect();
        for from in Square::ALL {
            for to in Square::ALL {
                let text = format!("{from}{to}");
                let mv = Move::new(from, to);
                let expected = if position.is_legal(mv) {
                    legal += 1;
                    Some(mv)
                } else if is_castling_by_target(&position, from, to) {
                    // Castling with the rook on the side of the king's target is meant.
                    let is_meant = |castling: &&Move| (castling.to() > from) == (to.file() == File::G);
                    let castling = castlings.iter().find(is_meant).copied();
                    by_target += usize::from(castling.is_some());
                    castling
                } else {
                    None
                };
                assert_eq!(Move::from_uci(&text, &position).ok(), expected, "{position} {text}");
                let promoting = Move::promoting(from, to, Role::Queen);
                let expected = position.is_legal(promoting).then_some(promoting);
                assert_eq!(
                    Move::from_uci(&format!("{text}q"), &position).ok(),
                    expected,
                    "{position} {text}q"
                );
            }
        }
        for mv in castlings {
            let text = mv.to_uci(&position, CastlingStyle::Standard).to_string();
            assert_eq!(Move::from_uci(&text, &position), Ok(mv), "{position} {text}");
        }
    }
    assert!(
        legal > 2000 && by_target > 50,
        "{legal} legal moves, {by_target} castlings by the king's target"
    );
}

/// The text that a move prints is read as UCI text unless it has a promotion that no pawn can make. Moves and UCI texts
/// are padded to a width.
#[test]
fn a_text_is_read_without_a_position() {
    for bits in 0..=u16::MAX {
        let mv = Move::from_bits(bits);
        let text = mv.to_string();
        assert_eq!(format!("{mv:<7}|{mv:?}"), format!("{text:<7}|{text}"));
        let is_readable = mv.promotion().is_none_or(|role| Role::PROMOTIONS.contains(&role));
        let read: Result<Uci, UciError> = text.parse();
        assert_eq!(read.is_ok(), is_readable, "{bits:#06x} {text}");
        if let Ok(uci) = read {
            assert_eq!(format!("{uci:>7}"), format!("{text:>7}"));
        }
    }
    let before_the_board: Uci = "e1g1".parse().unwrap();
    let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    assert_eq!(before_the_board.to_move(&position), Ok(Move::new(Square::E1, Square::H1)));
    assert_eq!(before_the_board.to_move(&Position::start()), Err(UciError::Illegal));
    assert_eq!("e1g".parse::<Uci>(), Err(UciError::Malformed));
}
