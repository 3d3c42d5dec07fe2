//! Tests the rows of the guide's table for the crate shakmaty.

use quadbit_movegen::{
    Bitboard, CastlingStyle, Color, EpMode, Move, MoveList, Position, Role, Square, Stage, Uci, attacks,
};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{self as theirs, Position as _};

use crate::{fen, positions};

fn chess(position: &Position) -> theirs::Chess {
    let fen: Fen = fen(position).parse().unwrap();
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
        assert_eq!(u64::from(board.knights()), planes.role(Role::Knight).0, "{position}");
        for role in Role::ALL {
            let there = theirs::Role::ALL[role as usize];
            assert_eq!(u64::from(board.by_role(there)), planes.role(role).0, "{position}");
        }
        let key = chess.zobrist_hash::<Zobrist64>(theirs::EnPassantMode::PseudoLegal);
        assert_eq!(key.0, position.polyglot_key(), "{position}");
        let text = Fen::from_position(&chess, theirs::EnPassantMode::Legal);
        assert_eq!(text.to_string(), position.to_string());
        let null = chess.clone().swap_turn().ok();
        let null = null.map(|chess| chess.zobrist_hash::<Zobrist64>(theirs::EnPassantMode::Legal).0);
        assert_eq!(null, position.null_move().map(|position| position.polyglot_key()), "{position}");
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
        let chess = chess(&position);
        let legal = chess.legal_moves();
        assert_eq!(legal.len(), position.legal_count(), "{position}");
        let mut tactical = MoveList::new();
        position.moves_into(Stage::Tactical, &mut tactical);
        let is_tactical = |mv: &&theirs::Move| mv.is_capture() || mv.is_promotion();
        assert_eq!(legal.iter().filter(is_tactical).count(), tactical.len(), "{position}");
        for theirs in legal {
            let text = theirs.to_uci(theirs::CastlingMode::Standard).to_string();
            let mv = text.parse::<Uci>().unwrap().to_move(&position).unwrap();
            assert_eq!(mv.to_uci(&position, CastlingStyle::Standard).to_string(), text, "{position}");
            let san = SanPlus::from_move(chess.clone(), theirs).to_string();
            assert_eq!(Move::from_san_relaxed(&san, &position), Ok(mv), "{position}");
            let next = Fen::from_position(&chess.clone().play(theirs).unwrap(), theirs::EnPassantMode::Legal);
            assert_eq!(next.to_string(), position.after(mv).to_string(), "{position} {mv}");
            let mover = position.role_at(mv.from()).map(|role| role as usize + 1);
            assert_eq!(Some(theirs.role() as usize), mover, "{position} {mv}");
            let victim = position.effect(mv).captured().map(|(_, piece)| piece.role() as usize + 1);
            assert_eq!(theirs.capture().map(|role| role as usize), victim, "{position} {mv}");
            assert_eq!(theirs.from().map(shakmaty::Square::to_usize), Some(mv.from().index()));
            assert_eq!(theirs.to() as usize, mv.to().index(), "{position} {mv}");
            assert_eq!(theirs.is_promotion(), mv.promotion().is_some(), "{position} {mv}");
            assert_eq!(theirs.is_castle(), position.is_castling(mv), "{position} {mv}");
            assert_eq!(theirs.is_en_passant(), position.is_en_passant(mv), "{position} {mv}");
        }
    }
}

#[test]
fn sets_and_attacks() {
    assert_eq!(u64::from(theirs::Bitboard::DARK_SQUARES), Bitboard(0xaa55_aa55_aa55_aa55).0);
    assert_eq!(u64::from(theirs::Bitboard::LIGHT_SQUARES), (!Bitboard(0xaa55_aa55_aa55_aa55)).0);
    for position in positions().step_by(50) {
        let occupied = position.board().occupied();
        for n in 0..64 {
            let (there, square) = (theirs::Square::new(n), Square::from_low_bits(n));
            assert_eq!(u64::from(theirs::attacks::knight_attacks(there)), attacks::knight(square).0);
            let queen = theirs::attacks::queen_attacks(there, theirs::Bitboard(occupied.0));
            assert_eq!(u64::from(queen), attacks::queen(square, occupied).0);
        }
    }
}

#[test]
fn games_end() {
    let ends = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1", false),
    ];
    for (fen, is_over) in ends {
        let position: Position = fen.parse().unwrap();
        assert_eq!(
            (chess(&position).is_game_over(), position.outcome().is_some()),
            (is_over, is_over),
            "{fen}"
        );
    }
}

/// Equal moves of different pieces are one move here, so a killer move needs the moving piece too.
#[test]
fn a_move_has_no_mover() {
    let [rook, queen] = ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"].map(|fen| {
        let position: Position = fen.parse().unwrap();
        let there = "a1a4".parse::<theirs::uci::UciMove>().unwrap().to_move(&chess(&position)).unwrap();
        (there, Move::from_uci("a1a4", &position).unwrap())
    });
    assert_ne!(rook.0, queen.0);
    assert_eq!(rook.1, queen.1);
}
