//! Positions built together in lanes from their parts, against positions built one after the other, at every level.

use quadbit_lanes::batch;
use quadbit_movegen::{CastlingRights, Color, Position, PositionBuilder, PositionError, Validity};
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::Bitboard;
use quadbit_quad::zobrist::split_mix;
use quadbit_x88::{File, Square};

/// Returns everything that a position holds, including what `==` ignores, to compare positions by it.
fn all(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let clocks = (position.halfmoves(), position.fullmoves(), position.is_check());
    (*position, position.key(), position.pawn_key(), position.state_word(), clocks)
}

/// Returns the parts of valid positions, each followed by six copies with one to four random changes.
fn parts() -> Vec<PositionBuilder> {
    let mut all = Vec::new();
    for (n, position) in (0..).zip(testing::positions()) {
        let position = PositionBuilder::from(&position);
        all.push(position);
        for change in 0..6 {
            let mut changed = position;
            let mut random = split_mix(6 * n + change);
            let mut next = |below: u64| {
                let number = random % below;
                random = split_mix(random);
                number
            };
            for _ in 0..=next(4) {
                mutate(&mut changed, &mut next);
            }
            all.push(changed);
        }
    }
    all
}

fn mutate(parts: &mut PositionBuilder, next: &mut impl FnMut(u64) -> u64) {
    let mut square = || Square::ALL[usize::try_from(next(64)).unwrap()];
    let (from, to) = (square(), square());
    let code = u8::try_from(next(16)).unwrap();
    match next(8) {
        0 => parts.side_to_move = !parts.side_to_move,
        1 => parts.en_passant = File::from_index(usize::try_from(next(9)).unwrap()),
        2 => parts.castling = CastlingRights::from_rooks(Bitboard(split_mix(next(1 << 40)))),
        3 => {
            let rooks = parts.castling.rooks() ^ Bitboard::of(Square::ALL[[0, 7, 56, 63][from.index() & 3]]);
            parts.castling = CastlingRights::from_rooks(rooks);
        }
        4 => (parts.halfmoves, parts.fullmoves) = (u16::MAX, 0),
        // Puts any nibble on any square, or moves a piece somewhere else.
        5 => parts.board.put_code(to, code),
        _ => {
            let code = parts.board.code(from);
            parts.board.put_code(from, 0);
            parts.board.put_code(to, code);
        }
    }
}

#[test]
fn parts_make_the_same_positions_and_errors() {
    let parts = parts();
    for validity in [Validity::Strict, Validity::Standard, Validity::Relaxed] {
        let expected: Vec<_> = parts.iter().map(|parts| parts.build(validity)).collect();
        let good = expected.iter().filter(|position| position.is_ok()).count();
        let bad = parts.len() - good;
        assert!(good > parts.len() / 4 && bad > parts.len() / 8, "{good} good, {bad} bad");
        for level in levels() {
            let mut found = vec![Err(PositionError::NoKing(Color::White)); parts.len()];
            batch::build(level, validity, &parts, &mut found);
            for ((parts, found), expected) in parts.iter().zip(&found).zip(&expected) {
                match (found, expected) {
                    (Ok(found), Ok(expected)) => {
                        assert_eq!(all(found), all(expected), "{parts} at level {level}");
                    }
                    _ => assert_eq!(found, expected, "{parts} at level {level}"),
                }
            }
        }
    }
}

/// Each position and each error comes with the index of its parts, also after the first block of parts.
#[test]
fn indices_are_those_of_the_parts() {
    let parts = &parts()[..200];
    for level in levels() {
        let mut found = vec![(usize::MAX, false); parts.len()];
        let put = |index, place: &mut (usize, bool), _| *place = (index, true);
        let refuse = |index, place: &mut (usize, bool), _| *place = (index, false);
        batch::build_into(level, Validity::Strict, parts, &mut found, put, refuse);
        let expected = parts.iter().map(|parts| parts.build(Validity::Strict).is_ok()).enumerate();
        assert!(found.into_iter().eq(expected), "level {level}");
    }
}

/// The last batch need not fill the lanes.
#[test]
fn any_number_of_parts() {
    let parts = parts();
    for level in levels() {
        for count in 0..20 {
            let mut found = vec![Err(PositionError::ManyCheckers); count];
            batch::build(level, Validity::Strict, &parts[..count], &mut found);
            for (parts, found) in parts.iter().zip(&found) {
                assert_eq!(*found, parts.build(Validity::Strict), "level {level}");
            }
        }
    }
}
