//! Planes with history against their definition, square by square.

use quadbit_inputs::history::{History, Layout};
use quadbit_movegen::{Color, Move, Position, Square};
use quadbit_x88::Role;
use testing::Random;

/// The planes of the last position of `game`, square by square, in the order of the tables in the documentation of
/// `history`.
fn twin(game: &[Position], layout: Layout) -> Vec<[u32; 64]> {
    let now = game.last().unwrap();
    let us = now.side_to_move();
    let mut planes = Vec::new();
    let times_before = |n: usize| (0..n).filter(|&earlier| game[earlier] == game[n]).count();
    for n in 0..8 {
        let index = game.len().checked_sub(n + 1);
        for color in [us, !us] {
            for role in Role::ALL {
                planes.push(core::array::from_fn(|square| {
                    let turned = if us == Color::White { square } else { 8 * (7 - square / 8) + square % 8 };
                    let piece = index.and_then(|index| game[index].get(Square::ALL[turned]));
                    u32::from(piece == Some(role.of(color)))
                }));
            }
        }
        let before = index.map_or(0, times_before);
        planes.push([u32::from(before >= 1); 64]);
        if layout == Layout::AlphaZero {
            planes.push([u32::from(before >= 2); 64]);
        }
    }
    // Short, long.
    let rights = |color: Color| {
        let fen = now.to_string();
        let letters = fen.split(' ').nth(2).unwrap();
        ['k', 'q'].map(|letter| {
            let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
            u32::from(letters.contains(letter))
        })
    };
    let ([us_short, us_long], [they_short, they_long]) = (rights(us), rights(!us));
    let (black, clock) = (u32::from(us == Color::Black), u32::from(now.halfmoves()));
    let state = match layout {
        Layout::Lc0 => vec![us_long, us_short, they_long, they_short, black, clock, 0, 1],
        Layout::AlphaZero => {
            vec![black, now.fullmoves().into(), us_short, us_long, they_short, they_long, clock]
        }
    };
    planes.extend(state.into_iter().map(|number| [number; 64]));
    planes
}

fn compare(game: &[Position]) -> usize {
    let mut history = History::new();
    history.extend(game.iter().copied());
    let mut repeated = 0;
    for layout in [Layout::Lc0, Layout::AlphaZero] {
        for index in 0..game.len() {
            let expected = twin(&game[..=index], layout);
            assert_eq!(expected.len(), layout.planes());
            let mut bits = vec![7; layout.planes()];
            history.bits(index, layout, &mut bits);
            let mut bytes = vec![7; 64 * layout.planes()];
            history.bytes(index, layout, &mut bytes);
            let mut floats = vec![7.0; 64 * layout.planes()];
            history.floats(index, layout, &mut floats);
            for (plane, expected) in expected.iter().enumerate() {
                let context = format!("{layout:?}, plane {plane} of {}, ply {index}", game[index]);
                let set: u64 = (0..64).map(|square| u64::from(expected[square] != 0) << square).sum();
                assert_eq!(bits[plane], set, "{context}");
                let numbers = expected.map(|number| u8::try_from(number.min(255)).unwrap());
                assert_eq!(bytes[64 * plane..][..64], numbers, "{context}");
                let exact = expected.map(|number| f32::from(u16::try_from(number).unwrap()));
                assert_eq!(floats[64 * plane..][..64], exact, "{context}");
            }
            repeated += usize::from(bits[12] != 0);
        }
    }
    repeated
}

/// Games in which pieces go back and forth, so that positions recur.
#[test]
fn planes_are_those_of_the_definition() {
    let (mut random, mut repeated) = (Random(8), 0);
    for number in 0..12 {
        let mut position = if number % 3 == 0 {
            Position::chess960(u16::try_from(random.below(960)).unwrap()).unwrap()
        } else {
            Position::start()
        };
        let (mut game, mut played) = (vec![position], Vec::<Move>::new());
        for _ in 0..80 {
            let moves = position.legal_moves();
            // The mover's last move, backwards.
            let back = played.iter().rev().nth(1).and_then(|last| {
                moves.iter().copied().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from()))
            });
            let back = back.filter(|_| random.below(3) > 0);
            let Some(mv) = back.or_else(|| random.of(&moves)) else { break };
            played.push(mv);
            position = position.after(mv);
            game.push(position);
        }
        repeated += compare(&game);
    }
    assert!(repeated > 100, "{repeated}");
}

#[test]
fn three_times_the_start_position() {
    let [out, back] = [[Square::G1, Square::F3], [Square::F3, Square::G1]];
    let [reply, back_again] = [[Square::G8, Square::F6], [Square::F6, Square::G8]];
    let mut game = vec![Position::start()];
    for [from, to] in [out, reply, back, back_again, out, reply, back, back_again] {
        game.push(game.last().unwrap().after(Move::new(from, to)));
    }
    // The start position recurs, at plies 4 and 8, and so do the positions between.
    assert_eq!(compare(&game), 2 * 5);
    let mut history = History::new();
    history.extend(game.iter().copied());
    let mut planes = [0; 119];
    history.bits(8, Layout::AlphaZero, &mut planes);
    let repetitions: Vec<[bool; 2]> = (0..8).map(|n| [12, 13].map(|at| planes[14 * n + at] != 0)).collect();
    let (none, once, twice) = ([false, false], [true, false], [true, true]);
    assert_eq!(repetitions, [twice, once, once, once, once, none, none, none]);
}

/// Positions before the last capture or pawn move, as the clock tells it, are not compared.
#[test]
fn clock_ends_the_search_for_repetitions() {
    let knights = ["", "N3", "n3", "N1", ""];
    for (clocks, repeated) in [([0, 1, 2, 3, 4], true), ([0, 0, 1, 2, 3], false), ([0; 5], false)] {
        let mut history = History::new();
        for (n, clock) in clocks.into_iter().enumerate() {
            let [black, white] = match knights[n] {
                "N3" => ["rnbqkbnr/pppppppp/8/8/8/", "5N2/PPPPPPPP/RNBQKB1R"],
                "n3" => ["rnbqkb1r/pppppppp/5n2/8/8/", "5N2/PPPPPPPP/RNBQKB1R"],
                "N1" => ["rnbqkb1r/pppppppp/5n2/8/8/", "8/PPPPPPPP/RNBQKBNR"],
                _ => ["rnbqkbnr/pppppppp/8/8/8/", "8/PPPPPPPP/RNBQKBNR"],
            };
            let turn = ["w", "b"][n % 2];
            history.push(Position::from_fen(&format!("{black}{white} {turn} KQkq - {clock} 9")).unwrap());
        }
        let mut planes = [0; 112];
        history.bits(4, Layout::Lc0, &mut planes);
        assert_eq!(planes[12] != 0, repeated, "{clocks:?}");
    }
}

/// Numbers beyond a byte are cut; the clock of a first position can be high.
#[test]
fn high_numbers() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R b KQ - 99 300").unwrap();
    assert_eq!(compare(&[position]), 0);
}
