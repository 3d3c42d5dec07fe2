//! Conditions on positions against counting square by square, at every level.

use quadbit_data::matching::{matches, may_match};
use quadbit_movegen::{Color, Piece, Position, Square};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_rule::{Condition, Rule};
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

/// Conditions on positions, each with a function that gives its answer by counting.
const CASES: [Case; 37] = [
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
    ("B@light-b@light=0", |p| {
        let light: Vec<Square> =
            Square::ALL.into_iter().filter(|s| (s.file().index() + s.rank().index()) % 2 == 1).collect();
        count(p, "B", &light) == count(p, "b", &light)
    }),
    ("Q-q>=1", |p| count(p, "Q", &Square::ALL) > count(p, "q", &Square::ALL)),
    ("Pp@d-Nn@45<0", |p| count(p, "Pp", &file(3)) < count(p, "Nn", &[rank(3), rank(4)].concat())),
    ("KQkqRr!=2", |p| count(p, "KQkqRr", &Square::ALL) != 2),
    ("r???k??r/p.pp", |p| fits(p, "r???k??rp.pp")),
    ("????k/p/!.!p", |p| fits(p, "????k???p???????^.^p")),
    ("8/???????!P/!n", |p| fits(p, "........???????^P^n")),
    ("near \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\" <= 40", |p| {
        let (board, other) = (letters(p), KIWIPETE);
        board.chars().zip(other.chars()).filter(|(a, b)| a != b).count() <= 40
    }),
    ("near r3k2r/p1ppqpb1/bn2pnp1/3PN3 > 20", |p| {
        let (board, other) = (letters(p), KIWIPETE);
        board.chars().zip(other.chars()).take(32).filter(|(a, b)| a != b).count() > 20
    }),
    ("near-pawns r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R <= 9", |p| {
        let (board, other) = (letters(p), KIWIPETE);
        let pawn = |c: char| if c.eq_ignore_ascii_case(&'p') { c } else { '.' };
        board.chars().zip(other.chars()).filter(|&(a, b)| pawn(a) != pawn(b)).count() <= 9
    }),
    ("KRPvKR", |p| ["KRPkr", "KRkrp"].contains(&&*material(p))),
    ("KPPPvKPPP or KvKP", |p| ["KPPPkppp", "Kkp", "KPk"].contains(&&*material(p))),
    ("material>=3", |p| balance(p) >= 3),
    ("|material|<1", |p| balance(p) == 0),
    ("checkmate or stalemate", |p| p.legal_moves().is_empty()),
    ("not checkmate", |p| !(p.is_check() && p.legal_moves().is_empty())),
    ("castling=KQkq", |p| p.to_string().split(' ').nth(2) == Some("KQkq")),
    ("castling>=Q", |p| p.to_string().split(' ').nth(2).unwrap().contains(['Q', 'A'])),
    ("castling<=kq", |p| !p.to_string().split(' ').nth(2).unwrap().contains(|c: char| c.is_uppercase())),
    ("halfmoves>=1", |p| p.halfmoves() >= 1),
    ("ply>=20", |p| 2 * p.fullmoves() - 2 + u16::from(p.side_to_move() == Color::Black) >= 20),
    ("(white or Q) and not (check or q)", |p| {
        (p.side_to_move() == Color::White || count(p, "Q", &Square::ALL) > 0)
            && !(p.is_check() || count(p, "q", &Square::ALL) > 0)
    }),
    ("not (black q)", |p| !(p.side_to_move() == Color::Black && count(p, "q", &Square::ALL) > 0)),
];

/// The squares of the position `kiwipete`, from a8 to h1.
const KIWIPETE: &str = "r...k..rp.ppqpb.bn..pnp....PN....p..P.....N..Q.pPPPBBPPPR...K..R";

/// The letters of the squares from a8 to h1, with dots for empty ones.
fn letters(position: &Position) -> String {
    let squares = (0..8).rev().flat_map(rank);
    squares.map(|square| position.piece_at(square).map_or('.', Piece::to_char)).collect()
}

/// Whether each square from a8 on fits the next letter of `pattern`: `?` is any square, `^` before a letter all others.
fn fits(position: &Position, pattern: &str) -> bool {
    let mut wanted = pattern.chars();
    letters(position).chars().all(|found| match wanted.next() {
        Some('?') | None => true,
        Some('^') => Some(found) != wanted.next(),
        other => Some(found) == other,
    })
}

/// The letters of all pieces, white ones first, each side's by its value, kings first.
fn material(position: &Position) -> String {
    "KQRBNPkqrbnp"
        .chars()
        .flat_map(|letter| {
            letters(position).chars().filter(move |&found| found == letter).collect::<Vec<_>>()
        })
        .collect()
}

/// White's material minus Black's in pawns.
fn balance(position: &Position) -> i32 {
    let of =
        |letters: &str, value: i32| i32::try_from(count(position, letters, &Square::ALL)).unwrap() * value;
    [("P", 1), ("N", 3), ("B", 3), ("R", 5), ("Q", 9)]
        .into_iter()
        .map(|(letter, value)| of(letter, value) - of(&letter.to_lowercase(), value))
        .sum()
}

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
            matches(level, &rule, &positions, &mut found);
            for (position, found) in positions.iter().zip(&found) {
                assert_eq!(*found, expected(position), "{text}: {position} at level {level}");
            }
            assert!(found.contains(&true) && found.contains(&false), "{text} says something");
        }
    }
}

/// [`may_match`] leaves out only positions that the rule does not choose, and all of them if the rule asks only about
/// boards.
#[test]
fn boards_leave_out_what_is_not_chosen() {
    let positions: Vec<Position> = positions().collect();
    for level in levels() {
        for (text, expected) in CASES {
            let rule: Rule = text.parse().unwrap();
            let rules = rule.conjuncts();
            let is_on_board = rule.conditions().all(Condition::is_on_board);
            let mut left_out = 0;
            for positions in [&positions[..13], &positions[13..]].into_iter().flat_map(|some| some.chunks(64))
            {
                let boards: Vec<_> = positions.iter().map(Position::board).collect();
                let may_match = may_match(level, &rules, &boards);
                for (n, position) in positions.iter().enumerate() {
                    let (may_match, expected) = (may_match >> n & 1 == 1, expected(position));
                    assert!(may_match || !expected, "{text}: {position} at level {level}");
                    assert!(may_match == expected || !is_on_board, "{text}: {position} at level {level}");
                    left_out += usize::from(!may_match);
                }
            }
            assert_eq!(left_out > 0, is_on_board || text.starts_with('('), "{text}");
        }
    }
}

#[test]
fn all_rules_have_to_hold() {
    let positions: Vec<Position> = positions().collect();
    for (first, one) in CASES {
        for (second, other) in CASES {
            let rule = Rule::all([first, second].map(|text| text.parse().unwrap()));
            for len in [0, 1, 7, 64, 65, 200] {
                let mut found = vec![false; len];
                matches(Level::auto(), &rule, &positions[..len], &mut found);
                let expected: Vec<bool> = positions[..len].iter().map(|p| one(p) && other(p)).collect();
                assert_eq!(found, expected, "{first} and {second}");
            }
        }
    }
    let mut found = [false; 3];
    matches(Level::auto(), &Rule::default(), &positions[..3], &mut found);
    assert_eq!(found, [true; 3]);
}
