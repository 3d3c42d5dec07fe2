//! Batches against positions taken one by one, at every level.

use quadbit_lanes::batch;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Piece, Square};
use testing::lists::HARD_CASES;

/// Returns positions of standard chess and Chess960 with either side to move, three times: in the order of the files;
/// in an order that takes one from the front half and one from the end in turn, so that neighbouring lanes differ; and
/// each followed by its copy with colours exchanged.
fn positions() -> Vec<Position> {
    let plain: Vec<Position> = testing::positions().chain(hard_cases()).collect();
    let (front, back) = plain.split_at(plain.len() / 2);
    let mixed = front.iter().zip(back.iter().rev()).flat_map(|(a, b)| [*a, *b]);
    let turned = plain.iter().flat_map(|position| [*position, position.flip_colors()]);
    plain.iter().copied().chain(mixed).chain(turned).collect()
}

/// Yields positions made to break generators, and some that only relaxed readers accept, with checks that no game can
/// give.
fn hard_cases() -> impl Iterator<Item = Position> {
    let lines = HARD_CASES.lines().filter(|line| !line.starts_with('#'));
    let fens = lines.map(|line| line.rsplit('\t').next().unwrap().split(';').next().unwrap());
    fens.chain(PICKED)
        .map(|fen| Position::from_fen_relaxed(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Positions with more than two checkers; with two on one line, on both sides of the king or one behind the other; with
/// a checker that is protected through the king; with the most moves that are known; with a capture en passant that
/// ends none of the checks.
const PICKED: [&str; 8] = [
    "k3r3/8/8/8/1b5q/3n4/8/4K3 w - - 0 1",
    "4r2k/8/8/8/8/8/8/r3K2r w - - 0 1",
    "7k/8/8/8/8/8/8/r2rK2r w - - 0 1",
    "7k/8/8/8/7b/8/3b4/4K3 w - - 0 1",
    "4r2k/4r3/8/8/8/8/8/4K3 w - - 0 1",
    "6bk/8/8/8/2p1p3/3K4/2p1p3/1b6 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/b2pP2b/8/8/8/r3K2R w K d6 0 1",
];

/// Compares the batch function `many` with `one`, which answers for one position, at every level: on all positions, and
/// then on slices of every length from 0 to 40, which begin at seven times their length. The results are filled with
/// `empty` before.
fn check<T: Copy + PartialEq + std::fmt::Debug>(
    empty: T,
    many: impl Fn(Level, &[Position], &mut [T]),
    one: impl Fn(&Position) -> T,
) {
    let positions = positions();
    let expected: Vec<T> = positions.iter().map(one).collect();
    for level in levels() {
        let mut found = vec![empty; positions.len()];
        many(level, &positions, &mut found);
        for ((position, found), expected) in positions.iter().zip(&found).zip(&expected) {
            assert_eq!(found, expected, "{position} at level {level}");
        }
        for len in 0..=40 {
            let range = 7 * len..8 * len;
            let mut found = vec![empty; len];
            many(level, &positions[range.clone()], &mut found);
            assert_eq!(found, expected[range], "{len} positions at level {level}");
        }
    }
}

fn number(moves: usize) -> u8 {
    moves.try_into().expect("no position has more than 218 moves")
}

/// Returns the square `square` as the side to move sees it: with ranks in reverse order if black is to move.
fn relative(position: &Position, square: Square) -> Square {
    if position.side_to_move() == Color::Black { square.flip_rank() } else { square }
}

#[test]
fn legal_targets_are_the_legal_moves() {
    check([Bitboard::EMPTY; 64], batch::legal_targets_at, |position| {
        let mut rows = [Bitboard::EMPTY; 64];
        for &mv in &position.legal_moves() {
            let row = &mut rows[relative(position, mv.from()).index()];
            *row = row.with(relative(position, mv.to()));
        }
        rows
    });
}

/// Boards with as many sliders, knights and pawns as a side can have, in all lanes at once, so that no list of pieces
/// ends too early.
#[test]
fn legal_targets_of_the_most_pieces_are_the_legal_moves() {
    let fens = [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "7k/8/8/8/N1N5/NNNN4/NN6/NNK5 w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    ];
    for fen in fens {
        let position = Position::from_fen_relaxed(fen).unwrap();
        for position in [position, position.flip_colors()] {
            let mut expected = [Bitboard::EMPTY; 64];
            for &mv in &position.legal_moves() {
                let row = &mut expected[relative(&position, mv.from()).index()];
                *row = row.with(relative(&position, mv.to()));
            }
            for level in levels() {
                let mut rows = [[Bitboard::ALL; 64]; 8];
                batch::legal_targets_at(level, &[position; 8], &mut rows);
                assert_eq!(rows, [expected; 8], "{position} at level {level}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_single_positions() {
    check(0, batch::legal_counts_at, |position| number(position.legal_moves().len()));
}

#[test]
fn checks_are_those_of_single_positions() {
    check(false, batch::in_check_at, Position::is_check);
}

#[test]
fn attack_maps_are_those_of_single_positions() {
    for by in Color::ALL {
        check(
            Bitboard::EMPTY,
            |level, positions, maps| batch::attack_maps_at(level, positions, by, maps),
            |position| position.attacked(by),
        );
    }
}

#[test]
fn planes_are_those_of_single_positions() {
    check([Bitboard::EMPTY; 12], batch::one_hot_at, |position| {
        Piece::ALL.map(|piece| position.pieces(piece.color(), piece.role()))
    });
}

#[test]
fn mailboxes_are_those_of_single_positions() {
    check([0; 64], batch::mailboxes_at, |position| position.board().to_mailbox());
}

#[test]
#[should_panic(expected = "2 positions, but room for 3 results")]
fn lengths_that_differ_are_refused() {
    batch::legal_counts(&[Position::start(); 2], &mut [0; 3]);
}
