//! Every fast query about moves compared with a slow and simple one (the list of all moves, or making the move), on the
//! positions of the corpora.

use std::ops::ControlFlow;

use quadbit_movegen::{
    Bitboard, CastlingSide, Color, EpMode, File, Move, MoveList, Piece, Position, PositionBuilder,
    QuadBitboard, Rank, Role, Square, Stage, Validity,
};
use quadbit_quad::{attacks, zobrist::split_mix};

use testing::positions;

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

fn filtered(list: &MoveList, keep: impl Fn(Move) -> bool) -> Vec<Move> {
    sorted(list.iter().copied().filter(|&mv| keep(mv)))
}

/// `visit_pieces` passes every legal move to its closure once, or only the moves of the selected pieces, and no more
/// pieces once the closure breaks.
#[test]
fn visit_pieces_passes_the_whole_list_piece_by_piece() {
    let visited = |position: &Position, pieces| {
        let mut moves = Vec::new();
        let mut calls = 0;
        let flow = position.visit_pieces(Stage::All.of(pieces), |piece| {
            assert!(piece.targets.any(), "{position} {piece:?}");
            let mut rest = piece.into_iter();
            for left in (0..piece.len()).rev() {
                rest.next();
                assert_eq!(
                    (rest.len(), rest.size_hint()),
                    (left, (left, Some(left))),
                    "{position} {piece:?}"
                );
            }
            assert_eq!(rest.next(), None, "{position} {piece:?}");
            assert_eq!(position.piece_at(piece.from).map(Piece::role), Some(piece.role), "{position}");
            moves.extend(piece);
            calls += 1;
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        (sorted(moves), calls)
    };
    for (n, position) in (0..).zip(positions()) {
        let all = position.legal_moves();
        let (moves, calls) = visited(&position, Bitboard::ALL);
        assert_eq!(moves, filtered(&all, |_| true), "{position}");
        assert!(calls <= 18, "{position}");
        let mask = Bitboard(split_mix(n));
        assert_eq!(visited(&position, mask).0, filtered(&all, |mv| mask.has(mv.from())), "{position}");
        for last in 1..=calls {
            let mut seen = 0;
            let flow = position.visit_pieces(Stage::All, |_| {
                seen += 1;
                if seen == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(flow.is_break());
            assert_eq!(seen, last, "{position}");
        }
    }
}

/// `visit_pieces` can need all of the 18 calls that it promises at most: sixteen pieces can move, one of them a king
/// that castles, and two pawns capture en passant.
#[test]
fn visit_pieces_calls_its_closure_eighteen_times_at_most() {
    let position: Position = "6k1/8/8/2PpP3/1PB2P2/2NB1N2/PP1Q2PP/R3K2R w KQ d6 0 1".parse().unwrap();
    let mut calls = Vec::new();
    let flow = position.visit_pieces(Stage::All, |piece| {
        calls.push(piece);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    assert_eq!(calls.len(), 18);
    let castling = Bitboard::of(Square::A1).with(Square::H1);
    assert!(calls.iter().any(|piece| piece.role == Role::King && piece.targets.is_superset(castling)));
}

/// Sides of castling serve as indices, as the order of `ALL` promises.
#[test]
fn sides_of_castling_are_indices() {
    assert_eq!(CastlingSide::ALL.map(|side| side as usize), [0, 1]);
}

#[test]
fn legality_of_all_65536_patterns() {
    for position in positions().step_by(11) {
        let all = position.legal_moves();
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            assert!(if bits < 1 << 15 { mv.to_bits() == bits } else { mv.to_bits() >> 12 == 7 });
            assert_eq!(position.is_legal(mv), all.contains(&mv), "{position} {bits:#06x}");
        }
    }
}

#[test]
fn attacked_squares_and_blockers_one_by_one() {
    for position in positions() {
        for color in Color::ALL {
            let attacked: Bitboard = Square::ALL
                .into_iter()
                .filter(|&square| position.attackers_to(square).intersects(position.board().color(color)))
                .collect();
            assert_eq!(position.attacked(color), attacked, "{position}");

            // Without a blocker, one more enemy slider sees the king.
            let king = position.king(color);
            let sliders = |board: QuadBitboard| {
                let enemy = board.color(!color);
                let orthogonal = attacks::rook(king, board.occupied()) & board.orthogonal_sliders();
                let diagonal = attacks::bishop(king, board.occupied()) & board.diagonal_sliders();
                (orthogonal | diagonal) & enemy
            };
            let seen = sliders(position.board());
            let blockers: Bitboard = position
                .board()
                .occupied()
                .without(king)
                .into_iter()
                .filter(|&square| {
                    let mut board = position.board();
                    board.take(square);
                    (sliders(board) - seen).any()
                })
                .collect();
            assert_eq!(position.pinned(color), blockers & position.board().color(color), "{position}");
        }
    }
}

/// Returns all that a position holds: its parts, the square of a legal capture en passant, and both keys.
fn content(position: &Position) -> (PositionBuilder, Option<Square>, u64, u64) {
    (position.into(), position.ep(), position.key(), position.pawn_key())
}

#[test]
fn undo_restores_everything() {
    for position in positions() {
        for mv in position.legal_moves() {
            let mut after = position;
            let undo = after.play_unchecked(mv);
            let mut played = position;
            played.play_unchecked(mv);
            assert_eq!(content(&after), content(&played), "{position} {mv:?}");
            after.undo(mv, undo);
            assert_eq!(content(&after), content(&position), "{position} {mv:?}");
        }
    }
}

#[test]
fn clocks_at_their_end_are_undone_too() {
    let mut parts = PositionBuilder::from(&Position::start());
    (parts.side_to_move, parts.halfmoves, parts.fullmoves) = (Color::Black, u16::MAX, u16::MAX);
    let start = parts.build(Validity::Strict).unwrap();
    let mut position = start;
    let mv = Move::new(Square::G8, Square::F6);
    let undo = position.play_unchecked(mv);
    assert_eq!((position.halfmoves(), position.fullmoves()), (u16::MAX, u16::MAX));
    position.undo(mv, undo);
    assert_eq!(content(&position), content(&start));
}

#[test]
fn null_move_equals_builder() {
    for position in positions() {
        for clocks in [[position.halfmoves(), position.fullmoves()], [u16::MAX; 2]] {
            let mut parts = PositionBuilder::from(&position);
            [parts.halfmoves, parts.fullmoves] = clocks;
            let passed = parts.build(Validity::Relaxed).unwrap().null_move();
            assert_eq!(passed.is_none(), position.is_check(), "{position}");
            if let Some(passed) = passed {
                parts.fullmoves = parts.fullmoves.saturating_add(parts.side_to_move as u16);
                parts.side_to_move = !parts.side_to_move;
                parts.en_passant = None;
                parts.halfmoves = parts.halfmoves.saturating_add(1);
                let built = parts.build(Validity::Relaxed).unwrap();
                assert_eq!(content(&passed), content(&built), "{position}");
            }
        }
    }
}

/// Castling rights asked one by one equal those given as squares of one side, as squares of both sides, and in the
/// state word.
#[test]
fn rights_as_squares_and_in_the_state_word() {
    for position in positions() {
        let rights = position.castling_rights();
        let word = position.state_word();
        let mut any = false;
        for color in Color::ALL {
            let side = u32::from(color == Color::Black) * Position::STATE_BLACK_FILES;
            for file in File::ALL {
                let square = Square::new(file, Rank::First.relative_to(color));
                let may_castle = rights.with(color, file) == rights;
                assert_eq!(rights.rooks_of(color).has(square), may_castle, "{position} {square}");
                assert_eq!(rights.rooks().has(square), may_castle, "{position} {square}");
                assert_eq!(word >> (side + file as u32) & 1 == 1, may_castle, "{position} {square}");
                any |= may_castle;
            }
        }
        assert_eq!(rights.is_empty(), !any, "{position}");
        assert_eq!((rights.rooks() - Bitboard::rank(Rank::First) - Bitboard::rank(Rank::Eighth)).len(), 0);
        let bit = |at: u32| word >> at & 1 == 1;
        assert_eq!(bit(Position::STATE_EN_PASSANT), position.ep().is_some(), "{position}");
        assert_eq!(bit(Position::STATE_BLACK_TO_MOVE), position.side_to_move() == Color::Black, "{position}");
    }
}

/// A move on a copy gives the same position as in place, in all its data. An illegal move is an error
/// and changes nothing.
#[test]
fn moves_on_a_copy_and_in_place() {
    for position in positions().step_by(10) {
        for mv in position.legal_moves() {
            let mut played = position;
            assert!(played.play(mv).is_ok(), "{position} {mv:?}");
            assert_eq!(content(&position.after(mv)), content(&played), "{position} {mv:?}");
        }
    }
    let mut position = Position::start();
    let error = position.play(Move::new(Square::E2, Square::E5)).unwrap_err();
    assert_eq!(error.to_string(), "e2e5 is not a legal move here");
    assert_eq!(content(&position), content(&Position::start()));
}

/// A move made in place gives the position after it, and a double push is remembered even if it cannot be captured.
#[test]
fn moves_made_in_place_and_taken_back() {
    for position in positions().step_by(10) {
        for mv in position.legal_moves() {
            let mut board = position;
            let undo = board.play_unchecked(mv);
            assert_eq!(content(&board), content(&position.after(mv)), "{position} {mv:?}");
            // Building the position from its parts, with keys and en passant computed anew, gives the same position.
            let rebuilt = PositionBuilder::from(&board).build(Validity::Relaxed).unwrap();
            assert_eq!(content(&rebuilt), content(&board), "{position} {mv:?}");
            let is_pawn = position.pieces(position.side_to_move(), Role::Pawn).has(mv.from());
            let is_double_push = is_pawn && mv.from().index().abs_diff(mv.to().index()) == 16;
            let remembered = board.ep_square(EpMode::Always).map(Square::file);
            assert_eq!(remembered, is_double_push.then_some(mv.from().file()), "{position} {mv:?}");
            board.undo(mv, undo);
            assert_eq!(content(&board), content(&position), "{position} {mv:?}");
        }
    }
}

/// A position without keys has the moves of the position with keys, and the same position after each of them.
#[test]
fn positions_without_keys() {
    for position in positions().step_by(5) {
        let keyless = position.without_keys();
        assert_eq!(content(&keyless.with_keys()), content(&position), "{position}");
        assert_eq!(keyless.legal_moves()[..], position.legal_moves()[..], "{position}");
        assert_eq!(keyless.legal_count(), position.legal_count(), "{position}");
        assert_eq!(PositionBuilder::from(&keyless).build_keyless_unchecked(), keyless, "{position}");
        for mv in position.legal_moves() {
            let (after, mut played) = (position.after(mv), keyless);
            assert_eq!(content(&keyless.after(mv).with_keys()), content(&after), "{position} {mv:?}");
            assert_eq!(keyless.gives_check(mv), after.is_check(), "{position} {mv:?}");
            let undo = played.play(mv).unwrap();
            assert_eq!(played, after.without_keys(), "{position} {mv:?}");
            played.undo(mv, undo);
            assert_eq!(content(&played.with_keys()), content(&position), "{position} {mv:?}");
        }
    }
}

#[test]
fn debug_shows_the_fen() {
    for position in positions().step_by(100) {
        assert_eq!(format!("{position:?}"), format!("Position({position})"));
        assert_eq!(format!("{:?}", position.without_keys()), format!("KeylessPosition({position})"));
    }
}
