//! The static exchange evaluation against a slow one on a mailbox, which captures on the square recursively, each time
//! with the attacker of the lowest role: value and thresholds must agree over all legal moves of the corpora.

use quadbit_movegen::{Bitboard, Color, Move, Piece, PieceValues, Position, Role, Square};

use testing::positions;

type Board = [Option<Piece>; 64];

fn steps(role: Role) -> &'static [(i32, i32)] {
    const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const ALL: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    match role {
        Role::Knight => &KNIGHT,
        Role::Rook => &ALL[..4],
        Role::Bishop => &ALL[4..],
        _ => &ALL,
    }
}

/// Whether `piece` on `from` attacks `to`, found by walking one step at a time.
fn attacks(board: &Board, from: Square, piece: Piece, to: Square) -> bool {
    let up = if piece.color() == Color::White { 1 } else { -1 };
    let walk = |&(files, ranks): &(i32, i32)| {
        let mut at = from.offset(files, ranks);
        while matches!(piece.role(), Role::Bishop | Role::Rook | Role::Queen) {
            match at {
                Some(square) if square != to && board[square.index()].is_none() => {
                    at = square.offset(files, ranks);
                }
                _ => break,
            }
        }
        at == Some(to)
    };
    match piece.role() {
        Role::Pawn => [(-1, up), (1, up)].iter().any(walk),
        role => steps(role).iter().any(walk),
    }
}

fn attackers(board: &Board, side: Color, to: Square) -> Vec<(Role, Square)> {
    let mut found: Vec<(Role, Square)> = Square::ALL
        .into_iter()
        .filter(|&from| from != to)
        .filter_map(|from| Some((from, board[from.index()].filter(|piece| piece.color() == side)?)))
        .filter(|&(from, piece)| attacks(board, from, piece, to))
        .map(|(from, piece)| (piece.role(), from))
        .collect();
    found.sort_by_key(|&(role, from)| (role, from));
    found
}

fn value(values: PieceValues, role: Role) -> i64 {
    values.of(role).into()
}

/// Returns the most that `side` can win by capturing a piece worth `at_stake` on `to`, if both sides capture with the
/// attacker of the lowest role and stop when that is better; not capturing wins 0.
fn best(board: &Board, side: Color, to: Square, at_stake: i64, values: PieceValues) -> i64 {
    let Some(&(role, from)) = attackers(board, side, to).first() else {
        return 0;
    };
    let mut after = *board;
    after[to.index()] = after[from.index()].take();
    if role == Role::King && !attackers(&after, !side, to).is_empty() {
        return 0;
    }
    0.max(at_stake - best(&after, !side, to, value(values, role), values))
}

fn exchange(position: &Position, mv: Move, values: PieceValues) -> i64 {
    let mut board = Square::ALL.map(|square| position.piece_at(square));
    let us = position.side_to_move();
    let mover = board[mv.from().index()].take().unwrap();
    let victim = board[mv.to().index()].take();
    if victim.is_some_and(|victim| victim.color() == us) {
        return 0;
    }
    let mut gain = victim.map_or(0, |victim| value(values, victim.role()));
    if mover.role() == Role::Pawn && position.ep() == Some(mv.to()) {
        board[Square::new(mv.to().file(), mv.from().rank()).index()] = None;
        gain = value(values, Role::Pawn);
    }
    let placed = mv.promotion().unwrap_or(mover.role());
    if mv.promotion().is_some() {
        gain += value(values, placed) - value(values, Role::Pawn);
    }
    board[mv.to().index()] = Some(placed.of(us));
    gain - best(&board, !us, mv.to(), value(values, placed), values)
}

/// Checks that the value of `mv` is `exact`, and, if `threshold` is in the range of `i32`, whether the move wins that
/// much.
fn check(position: &Position, mv: Move, values: PieceValues, exact: i64, threshold: i64) {
    assert_eq!(position.exchange_value(mv, &values), exact, "{position} {mv:?} {values:?}");
    if let Ok(asked) = i32::try_from(threshold) {
        let wins = position.wins_exchange(mv, asked, &values);
        assert_eq!(wins, exact >= threshold, "{position} {mv:?} {threshold} {values:?}");
    }
}

#[test]
fn thresholds_meet_the_recursive_value() {
    let mut kinds = Bitboard::EMPTY;
    for position in positions().step_by(2) {
        for values in [PieceValues::default(), PieceValues::new([100, 305, 330, 500, 970])] {
            for mv in position.legal_moves() {
                let exact = exchange(&position, mv, values);
                for threshold in [exact - 1, exact, exact + 1, i64::from(i32::MIN), i64::from(i32::MAX)] {
                    check(&position, mv, values, exact, threshold);
                }
                if values == PieceValues::default() {
                    kinds = Bitboard(kinds.0 | 1 << (exact + 20).clamp(0, 63));
                }
            }
        }
    }
    assert!(kinds.len() > 15, "the corpora have exchanges of every outcome: {kinds:?}");
}

/// A move from an empty square wins and loses nothing.
#[test]
fn moves_from_an_empty_square_win_nothing() {
    let mv = Move::new(Square::E4, Square::E5);
    for threshold in [-1, 0, 1] {
        check(&Position::start(), mv, PieceValues::default(), 0, threshold);
    }
}

/// Sums of values near `i32::MAX` do not overflow, such as those of a pawn that captures a queen and promotes to one.
#[test]
fn values_of_i32_max_do_not_overflow() {
    const MAX: i32 = i32::MAX;
    let promotes = "3qk3/2P5/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let mv = Move::promoting(Square::C7, Square::D8, Role::Queen);
    for (values, exact) in [
        (PieceValues::new([MAX; 5]), 0),
        (PieceValues::new([0, 0, 0, 0, MAX]), i64::from(MAX)),
        (PieceValues::new([1, 3, 3, 5, MAX]), i64::from(MAX) - 1),
    ] {
        assert_eq!(exchange(&promotes, mv, values), exact);
        check(&promotes, mv, values, exact, exact);
        check(&promotes, mv, values, exact, exact + 1);
    }
    for position in positions().step_by(5) {
        for values in
            [[MAX; 5], [0, MAX, 0, MAX, MAX], [1, 1 << 30, 1 << 30, MAX - 1, MAX]].map(PieceValues::new)
        {
            for mv in position.legal_moves() {
                let exact = exchange(&position, mv, values);
                for threshold in [exact - 1, exact, exact + 1, i64::from(i32::MIN), 0, i64::from(MAX)] {
                    check(&position, mv, values, exact, threshold);
                }
            }
        }
    }
}
