//! The guide's recipe for Syzygy tables, on tables of three pieces.
//!
//! `rtbgen` and `rtbgenp` of <https://github.com/syzygy1/tb> made the tables. With the path of others in `SYZYGY_PATH`,
//! all of up to four pieces, positions of four pieces are probed too.

#![expect(clippy::cast_possible_truncation, reason = "squares are below 64")]

mod adapter;

use adapter::{Attacks, best_move, wdl};
use pyrrhic_rs::{TableBases, WdlProbeResult};
use quadbit::quad::zobrist::split_mix;
use quadbit::{Color, Outcome, Piece, Position, PositionBuilder, Role, Square, Validity};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy/tables");

/// Returns random positions without castling: both kings and some other pieces, and the positions a move later, so that
/// there are captures en passant.
fn positions(pieces: usize, count: u64) -> impl Iterator<Item = Position> {
    let random = move |n: u64| {
        let mut bits = split_mix(n);
        let mut next = |limit: u64| {
            bits = split_mix(bits);
            bits % limit
        };
        let kings = Color::ALL.map(|color| Role::King.of(color));
        let others = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let mut parts =
            PositionBuilder { side_to_move: Color::ALL[next(2) as usize], ..PositionBuilder::new() };
        let mut taken = 0_u64;
        for i in 0..pieces {
            let role = others[next(6) as usize];
            let piece: Piece = kings.get(i).copied().unwrap_or(role.of(Color::ALL[next(2) as usize]));
            let square = next(64);
            if taken >> square & 1 == 1 {
                return None;
            }
            taken |= 1 << square;
            parts.board.put(Square::ALL[square as usize], piece);
        }
        parts.build(Validity::Strict).ok()
    };
    (0..count)
        .filter_map(random)
        .flat_map(|position| position.legal_moves().iter().map(|&mv| position.after(mv)).collect::<Vec<_>>())
}

/// Returns the value of the position for the side to move, from -2, a loss, to 2, a win.
fn value(tables: &TableBases<Attacks>, position: &Position) -> i32 {
    match wdl(tables, position).unwrap_or_else(|error| panic!("{position}: {error:?}")) {
        WdlProbeResult::Loss => -2,
        WdlProbeResult::BlessedLoss => -1,
        WdlProbeResult::Draw => 0,
        WdlProbeResult::CursedWin => 1,
        WdlProbeResult::Win => 2,
    }
}

/// Checks that the value of each position is that of its best move. Returns how many captures en passant were among the
/// moves.
fn check_values(tables: &TableBases<Attacks>, pieces: usize, count: u64) -> usize {
    let mut en_passant = 0;
    for position in positions(pieces, count) {
        let moves = position.legal_moves();
        let best = moves.iter().map(|&mv| -value(tables, &position.after(mv))).max();
        let without_moves = if position.is_check() { -2 } else { 0 };
        assert_eq!(value(tables, &position), best.unwrap_or(without_moves), "{position}");
        en_passant += moves.iter().filter(|&&mv| position.is_en_passant(mv)).count();
    }
    en_passant
}

/// Plays from each position by the moves of the tables, and checks that won positions are won and lost ones lost.
fn check_games(tables: &TableBases<Attacks>, pieces: usize, count: u64) {
    let mut mates = 0;
    for start in positions(pieces, count) {
        let (mut position, won) = (start, value(tables, &start));
        while position.outcome().is_none() {
            let best = best_move(tables, &position).unwrap().expect("there is a move");
            position.play(best).unwrap_or_else(|error| panic!("{position}: {error}"));
        }
        let winner = match position.outcome() {
            Some(Outcome::Checkmate { winner }) => Some(winner),
            _ => None,
        };
        let expected = match won {
            2 => Some(start.side_to_move()),
            -2 => Some(!start.side_to_move()),
            _ => None,
        };
        assert_eq!(winner, expected, "{start}");
        mates += usize::from(winner.is_some());
    }
    assert!(mates > 100, "{mates}");
}

/// There can be only one set of tables in a program, so this is one test.
#[test]
fn tables_are_probed_by_the_recipe() {
    let path = std::env::var("SYZYGY_PATH");
    let tables = TableBases::<Attacks>::new(path.as_deref().unwrap_or(TABLES)).unwrap();
    check_values(&tables, 3, 2_000);
    check_games(&tables, 3, 100);
    if path.is_ok() {
        assert!(check_values(&tables, 4, 200_000) > 10);
        check_games(&tables, 4, 100);
    }
}
