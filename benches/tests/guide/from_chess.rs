//! Tests the rows of the guide's table for the crate chess.

use std::str::FromStr;

use chess as theirs;
use quadbit_movegen::{
    Bitboard, CastlingSide, CastlingStyle, Color, EpMode, File, Move, Position, Rank, Role, Square, Stage,
    Uci, attacks,
};

use crate::{fen, positions};

fn board(position: &Position) -> theirs::Board {
    theirs::Board::from_str(&fen(position)).unwrap()
}

fn side(color: Color) -> theirs::Color {
    theirs::ALL_COLORS[color as usize]
}

#[test]
fn positions_say_what_they_hold() {
    for position in positions().step_by(2) {
        let board = board(&position);
        assert_eq!(board.combined().0, position.board().occupied().0, "{position}");
        assert_eq!(board.checkers().0, position.checkers().0, "{position}");
        assert_eq!(board.status() == theirs::BoardStatus::Checkmate, position.is_checkmate(), "{position}");
        assert_eq!(board.status() == theirs::BoardStatus::Stalemate, position.is_stalemate(), "{position}");
        for role in Role::ALL {
            let piece = theirs::ALL_PIECES[role as usize];
            assert_eq!(board.pieces(piece).0, position.board().role(role).0, "{position}");
        }
        for color in Color::ALL {
            assert_eq!(board.king_square(side(color)).to_index(), position.king(color).index(), "{position}");
            let rights = board.castle_rights(side(color));
            let can = |side| position.castling_rook(color, side).is_some();
            assert_eq!(rights.has_kingside(), can(CastlingSide::King), "{position}");
            assert_eq!(rights.has_queenside(), can(CastlingSide::Queen), "{position}");
        }
        for square in Square::ALL {
            let there = theirs::ALL_SQUARES[square.index()];
            let role = position.role_at(square).map(|role| role as usize);
            assert_eq!(board.piece_on(there).map(|piece| piece.to_index()), role, "{position} {square}");
            assert_eq!(board.color_on(there), position.color_at(square).map(side), "{position} {square}");
        }
    }
}

#[test]
fn moves_and_masks() {
    for position in positions().step_by(5) {
        let board = board(&position);
        let all = theirs::MoveGen::new_legal(&board);
        assert_eq!(all.len(), position.legal_count(), "{position}");
        for theirs in all {
            let mv = theirs.to_string().parse::<Uci>().unwrap().to_move(&position).unwrap();
            assert_eq!(board.legal(theirs), position.is_legal(mv), "{position} {mv}");
            assert_eq!(theirs.get_source().to_index(), mv.from().index(), "{position} {mv}");
            let role = theirs.get_promotion().map(|piece| piece.to_index());
            assert_eq!(role, mv.promotion().map(|role| role as usize), "{position} {mv}");
            let next = board.make_move_new(theirs);
            assert_eq!(next.combined().0, position.after(mv).board().occupied().0, "{position} {mv}");
        }
        let mut masked = theirs::MoveGen::new_legal(&board);
        masked.set_iterator_mask(*board.color_combined(!board.side_to_move()));
        let mut theirs: Vec<String> = masked.map(|mv| mv.to_string()).collect();
        let mut captures: Vec<Move> = Vec::new();
        let victims = position.board().color(!position.side_to_move());
        position.visit(Stage::All.to(victims), |candidate| captures.push(candidate.mv));
        let mut ours: Vec<String> = captures.iter().map(ToString::to_string).collect();
        theirs.sort();
        ours.sort();
        assert_eq!(ours, theirs, "{position}");
    }
}

/// Compares steps, the numbers of files and ranks, the files next to a file, and the square of a pawn that can be
/// captured en passant.
#[test]
fn steps_and_files() {
    for file in File::ALL {
        let there = theirs::File::from_index(file.index());
        assert_eq!(theirs::get_file(there).0, Bitboard::file(file).0);
        let all = Bitboard::file(file);
        let beside = (all << 1 & !Bitboard::file(File::A)) | (all >> 1 & !Bitboard::file(File::H));
        assert_eq!(theirs::get_adjacent_files(there).0, beside.0);
        for rank in Rank::ALL {
            let set = theirs::BitBoard::set(theirs::Rank::from_index(rank.index()), there);
            assert_eq!(set.0, Bitboard::of(Square::new(file, rank)).0);
            assert_eq!(theirs::get_rank(theirs::Rank::from_index(rank.index())).0, Bitboard::rank(rank).0);
        }
    }
    for square in Square::ALL {
        let there = theirs::ALL_SQUARES[square.index()];
        let steps =
            [(there.up(), [0, 1]), (there.down(), [0, -1]), (there.left(), [-1, 0]), (there.right(), [1, 0])];
        for (step, [file, rank]) in steps {
            let ours = square.offset(file, rank).map(Square::index);
            assert_eq!(step.map(|square| square.to_index()), ours, "{square}");
        }
    }
    for position in positions() {
        let board = board(&position);
        assert_eq!(theirs::MoveGen::new_legal(&board).len() > 0, position.has_legal_move(), "{position}");
        let back = if position.side_to_move() == Color::White { -1 } else { 1 };
        let pawn = position.ep_square(EpMode::Pseudo).and_then(|square| square.offset(0, back));
        assert_eq!(board.en_passant().map(|square| square.to_index()), pawn.map(Square::index), "{position}");
    }
}

/// Tests two traps: the square that a castling goes to is not empty, and the text of the move is not that of the other
/// library.
#[test]
fn castling_is_a_move_to_the_own_rook() {
    let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    let mv = Move::from_uci("e1g1", &position).unwrap();
    assert!(position.is_castling(mv) && !position.is_capture(mv));
    assert!(position.piece_at(mv.to()).is_some());
    assert_eq!((mv.to_string(), mv.to()), ("e1h1".into(), Square::H1));
    assert_eq!(mv.to_uci(&position, CastlingStyle::Standard).to_string(), "e1g1");
    let mut victims = Vec::new();
    position.visit(Stage::All, |candidate| victims.extend(candidate.victim));
    assert!(victims.is_empty());
}

#[test]
fn squares_and_sets() {
    let blockers = theirs::BitBoard(0x00ff_3c18_0042_ff00);
    for square in Square::ALL {
        let there = theirs::ALL_SQUARES[square.index()];
        assert_eq!(theirs::get_king_moves(there).0, attacks::king(square).0);
        assert_eq!(theirs::get_king_moves(there).popcnt(), attacks::king(square).len());
        let lowest = theirs::get_king_moves(there).to_square().to_index();
        assert_eq!(Some(lowest), attacks::king(square).first().map(Square::index));
        for color in Color::ALL {
            let set = theirs::get_pawn_attacks(there, side(color), blockers);
            assert_eq!(set.0, attacks::pawn(color, square).0 & blockers.0);
        }
    }
}
