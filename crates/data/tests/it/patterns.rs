//! Rules against counting square by square, at every level.

use quadbit_data::pattern::{self, PieceRule, Rule, RuleError};
use quadbit_movegen::{Color, Piece, Position, Square};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::Bitboard;
use testing::positions;

/// The number of the pieces `pieces`, given by their letters, on `squares`, counted one by one.
fn count(position: &Position, pieces: &str, squares: &[Square]) -> usize {
    squares
        .iter()
        .filter(|&&square| position.piece_at(square).is_some_and(|piece| pieces.contains(piece.to_char())))
        .count()
}

/// A rule as text, and a function that gives its answer by counting.
type Case = (&'static str, fn(&Position) -> bool);

/// Rules about pieces, each with a function that gives its answer by counting.
const CASES: [Case; 14] = [
    ("Q", |p| count(p, "Q", &Square::ALL) >= 1),
    ("Qq=0", |p| count(p, "Qq", &Square::ALL) == 0),
    ("Pp>=10", |p| count(p, "Pp", &Square::ALL) >= 10),
    ("Pp<10", |p| count(p, "Pp", &Square::ALL) < 10),
    ("NnBb>2", |p| count(p, "NnBb", &Square::ALL) > 2),
    ("*<=7", |p| count(p, "PNBRQKpnbrqk", &Square::ALL) <= 7),
    ("K@g1c1", |p| count(p, "K", &[Square::G1, Square::C1]) >= 1),
    ("Rr@7=2", |p| count(p, "Rr", &rank(6)) == 2),
    ("p@ah=0", |p| count(p, "p", &[file(0), file(7)].concat()) == 0),
    ("*@e4", |p| p.piece_at(Square::E4).is_some()),
    ("check", Position::is_check),
    ("no-check", |p| !p.is_check()),
    ("white", |p| p.side_to_move() == Color::White),
    ("black", |p| p.side_to_move() == Color::Black),
];

fn rank(n: usize) -> Vec<Square> {
    Square::ALL.into_iter().filter(|square| square.rank().index() == n).collect()
}

fn file(n: usize) -> Vec<Square> {
    Square::ALL.into_iter().filter(|square| square.file().index() == n).collect()
}

#[test]
fn rules_are_counts() {
    let positions: Vec<Position> = positions().collect();
    for level in levels() {
        for (text, expected) in CASES {
            let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut found = vec![false; positions.len()];
            pattern::matches(level, std::slice::from_ref(&rule), &positions, &mut found);
            for (position, found) in positions.iter().zip(&found) {
                assert_eq!(*found, expected(position), "{text}: {position} at level {level}");
            }
            assert!(found.contains(&true) && found.contains(&false), "{text} says something");
        }
    }
}

#[test]
fn all_rules_have_to_hold() {
    let positions: Vec<Position> = positions().collect();
    for (first, one) in CASES {
        for (second, other) in CASES {
            let rules = [first, second].map(|text| text.parse::<Rule>().unwrap());
            for len in [0, 1, 7, 64, 65, 200] {
                let mut found = vec![false; len];
                pattern::matches(Level::auto(), &rules, &positions[..len], &mut found);
                let expected: Vec<bool> = positions[..len].iter().map(|p| one(p) && other(p)).collect();
                assert_eq!(found, expected, "{first} and {second}");
            }
        }
    }
    let mut found = [false; 3];
    pattern::matches(Level::auto(), &[], &positions[..3], &mut found);
    assert_eq!(found, [true; 3]);
}

#[test]
fn texts_and_values_are_the_same() {
    let queens = ["Q", "q"].map(|letter| letter.parse::<Piece>().unwrap());
    let rule = Rule::Pieces(PieceRule::new(&queens, Bitboard::rank(quadbit_movegen::Rank::First), 2..=2));
    assert_eq!("Qq@1=2".parse().as_ref(), Ok(&rule));
    assert_eq!("QqQ@1=2".parse(), Ok(rule));
}

#[test]
fn other_texts_are_refused() {
    for (text, error) in [
        ("", RuleError::Pieces),
        ("x", RuleError::Pieces),
        ("checks", RuleError::Pieces),
        ("@e4", RuleError::Pieces),
        ("**", RuleError::Pieces),
        ("Q@", RuleError::Squares),
        ("Q@i4", RuleError::Squares),
        ("Q@e9", RuleError::Squares),
        ("Q=", RuleError::Count),
        ("Q=65", RuleError::Count),
        ("Q=+1", RuleError::Count),
        ("Q<0", RuleError::Count),
        ("Q>64", RuleError::Count),
        ("Q==1", RuleError::Count),
        ("Q=é", RuleError::Count),
    ] {
        assert_eq!(text.parse::<Rule>(), Err(error), "{text}");
    }
}
