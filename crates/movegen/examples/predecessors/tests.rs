//! Checks of the positions found by taking moves back: each must lead to the position by a legal move, and together
//! they must equal the positions found by trying every board that one move could change into the given one.

use std::collections::HashSet;

use quadbit_movegen::{
    CastlingRights, Color, File, Move, Piece, Position, PositionBuilder, Rank, Role, Square, Validity,
};

use super::predecessors;
use testing::{Random, positions};

/// Checks every predecessor of `position` by playing its move, and that no two are equal. Returns them without their
/// moves.
fn checked(position: &Position) -> HashSet<Position> {
    let all = predecessors(position);
    for (before, mv) in &all {
        assert!(before.is_legal(*mv), "{before} {mv:?}");
        assert_eq!(before.after(*mv), *position, "{before} {mv:?}");
        assert_eq!(before.to_string().parse(), Ok(*before), "a valid position");
        assert_eq!(before.key(), before.to_string().parse::<Position>().unwrap().key());
        let resets_clock = before.is_capture(*mv) || before.piece_at(mv.from()).unwrap().role() == Role::Pawn;
        let halfmoves = if resets_clock { 0 } else { position.halfmoves().saturating_sub(1) };
        assert_eq!(before.halfmoves(), halfmoves, "{before} {mv:?}");
    }
    let set: HashSet<Position> = all.iter().map(|(before, _)| *before).collect();
    assert_eq!(set.len(), all.len(), "{position}");
    set
}

/// For a sample of the moves in the corpora, the predecessors of the position after the move include the position
/// before it.
#[test]
fn predecessors_include_the_position_before() {
    let mut moves = 0;
    for (n, position) in positions().enumerate().step_by(7) {
        for mv in position.legal_moves().into_iter().skip(n % 3).step_by(3) {
            let after = position.after(mv);
            let found = predecessors(&after);
            assert!(found.contains(&(position, mv)), "{position} {mv:?}");
            moves += 1;
        }
    }
    assert!(moves > 4000, "{moves}");
}

#[test]
fn predecessors_include_each_position_of_random_games() {
    for seed in 0..12_u64 {
        let mut position = Position::start();
        if seed % 2 == 1 {
            position = Position::chess960(u16::try_from(Random(seed).below(960)).unwrap()).unwrap();
        }
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[Random(seed << 32 | ply).below(moves.len())];
            let after = position.after(mv);
            assert!(checked(&after).contains(&position), "{position} {mv:?}");
            position = after;
        }
    }
}

/// All predecessors of `now`, by trying every board that one move could change into it, with every set of rights and
/// every double push: any piece of the side that has moved goes back to any empty square, and what it captured, if
/// anything, stands on its target, or is an enemy pawn elsewhere.
fn by_trial(now: &Position) -> HashSet<Position> {
    let us = !now.side_to_move();
    let mut found = HashSet::new();
    let empty = || Square::ALL.into_iter().filter(|&square| now.piece_at(square).is_none());
    for to in now.board().color(us) {
        let arrived = now.piece_at(to).unwrap().role();
        for from in empty() {
            for role in [arrived, Role::Pawn] {
                let promotion = (role != arrived).then_some(arrived);
                let mv = promotion.map_or(Move::new(from, to), |role| Move::promoting(from, to, role));
                let mut board = now.board();
                board.put(from, role.of(us));
                board.take(to);
                try_all(now, board, mv, &mut found);
                for victim in Role::ALL {
                    let mut board = board;
                    board.put(to, victim.of(!us));
                    try_all(now, board, mv, &mut found);
                }
                if role == Role::Pawn {
                    for victim in empty().filter(|&square| square != from) {
                        let mut board = board;
                        board.put(victim, Role::Pawn.of(!us));
                        try_all(now, board, mv, &mut found);
                    }
                }
            }
        }
    }
    // Castling: the king and any rook on the first rank go back to any two squares of this rank.
    let home = |square: &Square| square.rank() == Rank::First.relative_to(us);
    let king_now = now.king(us);
    for rook_now in Square::ALL.into_iter().filter(home) {
        if now.piece_at(rook_now) != Some(Role::Rook.of(us)) || !home(&king_now) {
            continue;
        }
        let mut left = now.board();
        left.take(king_now);
        left.take(rook_now);
        for king in Square::ALL.into_iter().filter(home) {
            for rook in Square::ALL.into_iter().filter(home) {
                if king != rook && left.piece_at(king).is_none() && left.piece_at(rook).is_none() {
                    let mut board = left;
                    board.put(king, Role::King.of(us));
                    board.put(rook, Role::Rook.of(us));
                    try_all(now, board, Move::new(king, rook), &mut found);
                }
            }
        }
    }
    found
}

/// Adds to `found` the positions on `board`, with any castling rights and double push, from which `mv` leads to `now`.
fn try_all(now: &Position, board: quadbit_movegen::QuadBitboard, mv: Move, found: &mut HashSet<Position>) {
    let plain = PositionBuilder { board, side_to_move: !now.side_to_move(), ..PositionBuilder::from(now) };
    let plain = PositionBuilder { castling: CastlingRights::EMPTY, en_passant: None, ..plain };
    // A board that breaks a rule without rights and without a double push breaks it with them too; leaving it out saves
    // time.
    if plain.build(Validity::Strict).is_err() {
        return;
    }
    let rooks: Vec<(Color, File)> = Square::ALL
        .into_iter()
        .filter_map(|square| {
            Some((square, board.piece_at(square).filter(|piece: &Piece| piece.role() == Role::Rook)?))
        })
        .filter(|(square, piece)| square.rank() == Rank::First.relative_to(piece.color()))
        .map(|(square, piece)| (piece.color(), square.file()))
        .collect();
    for subset in 0..1_u32 << rooks.len() {
        let mut castling = CastlingRights::EMPTY;
        for (n, &(color, file)) in rooks.iter().enumerate() {
            if subset >> n & 1 == 1 {
                castling = castling.with(color, file);
            }
        }
        for en_passant in File::ALL.into_iter().map(Some).chain([None]) {
            let parts = PositionBuilder { castling, en_passant, ..plain };
            if let Ok(before) = parts.build(Validity::Strict)
                && before.ep().is_some() == en_passant.is_some()
                && before.is_legal(mv)
                && before.after(mv) == *now
            {
                found.insert(before);
            }
        }
    }
}

#[test]
fn predecessors_match_trial_of_all_boards() {
    let fens = [
        // Castling on both sides, in standard chess and not; rights that are left; a rook that may have been captured
        // at home.
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        "r3k3/8/8/8/8/8/8/2KR4 b q - 1 1",
        "1rk5/8/8/8/8/8/8/R5KR w - - 1 1",
        "R3k3/8/8/8/8/8/8/4K3 b - - 0 1",
        // En passant, as the last move and before it; promotions.
        "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1",
        "4kN2/8/8/8/8/8/8/4K3 b - - 0 1",
        "8/8/8/8/8/4k3/8/4K2q w - - 0 1",
        // Checks: from two pieces, and by discovery.
        "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1",
        "4k3/8/8/8/4R3/8/6B1/4K3 b - - 0 1",
    ];
    let mut total = 0;
    for fen in fens {
        let position: Position = fen.parse().unwrap();
        let found = checked(&position);
        let expected = by_trial(&position);
        let odd = expected.symmetric_difference(&found).next();
        assert_eq!(odd.map(Position::to_string), None, "{fen}: in one of two sets");
        total += found.len();
    }
    for position in positions().filter(|position| position.board().occupied().len() <= 5).step_by(12).take(12)
    {
        let found = checked(&position);
        assert_eq!(found, by_trial(&position), "{position}");
        total += found.len();
    }
    assert!(total > 1000, "{total}");
}

/// Without a capture, the king came from one of five squares.
#[test]
fn king_came_from_five_squares() {
    let position: Position = "4k3/8/8/8/8/8/5PPP/4K3 w - - 0 1".parse().unwrap();
    let all = predecessors(&position);
    let mut from: Vec<Square> =
        all.iter().filter(|(before, mv)| !before.is_capture(*mv)).map(|(_, mv)| mv.from()).collect();
    from.sort();
    assert_eq!(from, [Square::D7, Square::E7, Square::F7, Square::D8, Square::F8]);
}

#[test]
fn last_move_is_unique_or_impossible() {
    // Two pawns give check: no move of one of them explains the other.
    let position: Position = "8/8/8/3k4/2P1P3/8/8/4K3 b - - 0 1".parse().unwrap();
    assert_eq!(predecessors(&position), []);
    // A capture en passant is legal, so the pawn has come by a double push.
    let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9".parse().unwrap();
    let [(before, mv)] = predecessors(&position)[..] else { panic!("{:?}", predecessors(&position)) };
    assert_eq!(before.to_string(), "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 8");
    assert_eq!(mv, Move::new(Square::D7, Square::D5));
    // All rights are left, so only a knight of black can have moved.
    let came_from = |(_, mv): (Position, Move)| mv.from();
    let mut from: Vec<Square> = predecessors(&Position::start()).into_iter().map(came_from).collect();
    from.sort();
    from.dedup();
    assert_eq!(from, [Square::A6, Square::C6, Square::F6, Square::H6]);
}
