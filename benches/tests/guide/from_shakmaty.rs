//! Rows for shakmaty.

use quadbit_movegen::{CastlingStyle, Color, EpMode, Position, Square, Uci};
use shakmaty::{self as theirs, Position as _};

use crate::{fen, positions};

fn chess(position: &Position) -> theirs::Chess {
    let fen: theirs::fen::Fen = fen(position).parse().unwrap();
    fen.into_position(theirs::CastlingMode::Standard).unwrap()
}

fn side(color: Color) -> theirs::Color {
    theirs::Color::from_white(color == Color::White)
}

#[test]
fn positions_say_what_they_hold() {
    for position in positions().step_by(2) {
        let chess = chess(&position);
        let (board, planes) = (chess.board(), position.board());
        assert_eq!(chess.turn(), side(position.side_to_move()), "{position}");
        assert_eq!(u64::from(chess.us()), planes.color(position.side_to_move()).0, "{position}");
        assert_eq!(
            u64::from(board.occupied().flip_vertical()),
            planes.occupied().flip_ranks().0,
            "{position}"
        );
        assert_eq!(board.occupied().count(), planes.occupied().len() as usize, "{position}");
        assert_eq!(chess.castles().any(), !position.castling_rights().is_empty(), "{position}");
        assert_eq!(chess.is_checkmate(), position.is_checkmate(), "{position}");
        assert_eq!(chess.is_stalemate(), position.is_stalemate(), "{position}");
        assert_eq!(chess.is_insufficient_material(), position.has_insufficient_material(), "{position}");
        for (mode, ours) in [
            (theirs::EnPassantMode::Legal, EpMode::Legal),
            (theirs::EnPassantMode::PseudoLegal, EpMode::Pseudo),
            (theirs::EnPassantMode::Always, EpMode::Always),
        ] {
            let square = chess.ep_square(mode).map(theirs::Square::to_usize);
            assert_eq!(square, position.ep_square(ours).map(Square::index), "{position}");
        }
        for color in Color::ALL {
            let king = board.king_of(side(color)).map(theirs::Square::to_usize);
            assert_eq!(king, Some(position.king(color).index()), "{position}");
        }
        for n in 0..64 {
            let (there, square) = (theirs::Square::new(n), Square::from_low_bits(n));
            let role = board.role_at(there).map(|role| role as usize - 1);
            assert_eq!(role, position.role_at(square).map(|role| role as usize), "{position} {square}");
            assert_eq!(board.color_at(there), position.color_at(square).map(side), "{position} {square}");
            let piece = board.piece_at(there).map(|piece| (piece.color, piece.role as usize - 1));
            let ours = position.color_at(square).zip(position.role_at(square));
            assert_eq!(piece, ours.map(|(color, role)| (side(color), role as usize)), "{position} {square}");
            assert_eq!(
                position.piece_at(square),
                ours.map(|(color, role)| role.of(color)),
                "{position} {square}"
            );
            assert_eq!(there as usize, square.index());
            assert_eq!(there.flip_vertical() as usize, square.flip_rank().index());
            assert_eq!(there.flip_horizontal() as usize, square.flip_file().index());
            let (file, rank) = (square.file(), square.rank());
            let coords =
                theirs::Square::from_coords(theirs::File::new(file as u32), theirs::Rank::new(rank as u32));
            assert_eq!(coords as usize, Square::new(file, rank).index());
            for color in Color::ALL {
                let attackers = board.attacks_to(there, side(color), board.occupied());
                let ours = planes.attackers(square, planes.occupied()) & planes.color(color);
                assert_eq!(u64::from(attackers), ours.0, "{position} {square}");
            }
        }
    }
}

#[test]
fn moves_and_their_text() {
    for position in positions().step_by(5) {
        let moves = chess(&position).legal_moves();
        assert_eq!(moves.len(), position.legal_count(), "{position}");
        for theirs in moves {
            let text = theirs.to_uci(theirs::CastlingMode::Standard).to_string();
            let mv = text.parse::<Uci>().unwrap().to_move(&position).unwrap();
            assert_eq!(mv.to_uci(&position, CastlingStyle::Standard).to_string(), text, "{position}");
            let mover = position.role_at(mv.from()).map(|role| role as usize + 1);
            assert_eq!(Some(theirs.role() as usize), mover, "{position} {mv}");
            let victim = position.effect(mv).captured().map(|(_, piece)| piece.role() as usize + 1);
            assert_eq!(theirs.capture().map(|role| role as usize), victim, "{position} {mv}");
            assert_eq!(theirs.from().map(shakmaty::Square::to_usize), Some(mv.from().index()));
            assert_eq!(theirs.is_castle(), position.is_castling(mv), "{position} {mv}");
            assert_eq!(theirs.is_en_passant(), position.is_en_passant(mv), "{position} {mv}");
        }
    }
}
