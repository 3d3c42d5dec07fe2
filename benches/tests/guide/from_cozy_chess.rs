//! Tests the rows of the guide's table for the crate cozy-chess.

use std::collections::HashMap;
use std::ops::ControlFlow;

use cozy_chess as theirs;
use quadbit_movegen::{
    Bitboard, CastlingSide, Color, EpMode, File, Move, Piece, Position, Rank, Role, Square, Stage, attacks,
};

use crate::{fen, positions};

fn board(position: &Position) -> theirs::Board {
    theirs::Board::from_fen(&fen(position), false).unwrap()
}

#[test]
fn positions_say_what_they_hold() {
    for position in positions() {
        let board = board(&position);
        assert_eq!(board.occupied().0, position.board().occupied().0, "{position}");
        assert_eq!(u16::from(board.halfmove_clock()), position.halfmoves(), "{position}");
        assert_eq!(board.status() == theirs::GameStatus::Won, position.is_checkmate(), "{position}");
        assert_eq!(
            board.en_passant().map(|file| file as usize),
            position.ep_square(EpMode::Always).map(|square| square.file() as usize),
            "{position}"
        );
        for role in Role::ALL {
            let piece = theirs::Piece::ALL[role as usize];
            assert_eq!(board.pieces(piece).0, position.board().role(role).0, "{position}");
        }
        for square in Square::ALL {
            let there = theirs::Square::index(square.index());
            let (piece, color) = (board.piece_on(there), board.color_on(there));
            assert_eq!(piece.map(|piece| piece as usize), position.role_at(square).map(|role| role as usize));
            assert_eq!(
                color.map(|color| color as usize),
                position.color_at(square).map(|color| color as usize)
            );
        }
        for color in Color::ALL {
            let rights = board.castle_rights(theirs::Color::ALL[color as usize]);
            for (file, side) in [(rights.short, CastlingSide::King), (rights.long, CastlingSide::Queen)] {
                let rook = position.castling_rook(color, side);
                assert_eq!(
                    file.map(|file| file as usize),
                    rook.map(|rook| rook.file() as usize),
                    "{position}"
                );
            }
        }
    }
}

#[test]
fn moves_by_piece_and_after_them() {
    for position in positions().step_by(7) {
        let board = board(&position);
        let mut by_piece = HashMap::new();
        let mut moves = Vec::new();
        board.generate_moves(|piece| {
            *by_piece.entry((piece.piece as usize, piece.from as usize)).or_insert(0) |= piece.to.0;
            moves.extend(piece);
            false
        });
        _ = position.visit_pieces(Stage::All, |piece| {
            *by_piece.get_mut(&(piece.role as usize, piece.from.index())).unwrap() ^= piece.targets.0;
            ControlFlow::Continue(())
        });
        assert!(by_piece.into_values().all(|left| left == 0), "{position}");
        for theirs::Move { from, to, promotion } in moves {
            let [start, target] = [from, to].map(|square| Square::from_index(square as usize).unwrap());
            let role = promotion.map(|piece| Role::ALL[piece as usize]);
            let mv = role.map_or(Move::new(start, target), |role| Move::promoting(start, target, role));
            assert_eq!((mv.from(), mv.to(), mv.promotion()), (start, target, role));
            let mut moved = theirs::Move { from, to, promotion: None };
            moved.to = theirs::Square::E4;
            assert_eq!(Move::new(mv.from(), Square::E4).to_string(), moved.to_string());
            let mut next = board.clone();
            next.play_unchecked(theirs::Move { from, to, promotion });
            assert_eq!(self::board(&position.after(mv)), next, "{position} {mv}");
        }
    }
}

#[test]
fn squares_and_sets() {
    let lengths = [theirs::Square::NUM, theirs::Piece::NUM, theirs::Color::NUM];
    assert_eq!(lengths, [Square::COUNT, Role::COUNT, Color::COUNT]);
    assert_eq!([theirs::File::NUM, theirs::Rank::NUM], [File::COUNT, Rank::COUNT]);
    assert_eq!(theirs::Piece::NUM * theirs::Color::NUM, Piece::COUNT);
    assert_eq!(theirs::Square::try_index(64).is_none(), Square::from_index(64).is_none());
    for n in 0..8 {
        let piece = theirs::Piece::try_index(n).map(|piece| piece as usize);
        assert_eq!(piece, Role::ALL.get(n).copied().map(|role| role as usize));
    }
    for file in File::ALL {
        assert_eq!(theirs::File::index(file as usize).bitboard().0, Bitboard::file(file).0);
    }
    for square in Square::ALL {
        let there = theirs::Square::index(square.index());
        assert_eq!(there as usize, square.index());
        assert_eq!(Square::ALL[there as usize], square);
        assert_eq!(there.bitboard().0, Bitboard::of(square).0);
        let near = there.try_offset(1, -2).map(|square| square as usize);
        assert_eq!(near, square.offset(1, -2).map(Square::index));
        for color in Color::ALL {
            let set = theirs::get_pawn_attacks(there, theirs::Color::ALL[color as usize]);
            let here = attacks::pawn(color, square);
            assert_eq!((set.0, set.len()), (here.0, here.len()));
            assert_eq!(set.next_square().map(|square| square as usize), here.first().map(Square::index));
            assert_eq!(set.is_disjoint(there.bitboard()), !here.intersects(Bitboard::of(square)));
        }
        assert_eq!(theirs::get_knight_moves(there).0, attacks::knight(square).0);
        assert_eq!(theirs::get_king_moves(there).0, attacks::king(square).0);
    }
}
