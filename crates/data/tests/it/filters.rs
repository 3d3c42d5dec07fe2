//! Filters of samples against the questions in plain words.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares and the numbers of samples are small"
)]

use quadbit_data::filter::{self, Filter, ParseFilterError};
use quadbit_data::pattern::ParseRuleError;
use quadbit_movegen::{Color, GameResult, Position};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Field, Sample};
use testing::positions;

/// A question and its answer in plain words, by make and unmake.
type Case = (&'static str, fn(&Sample) -> bool);

fn after(sample: &Sample) -> Option<Position> {
    sample.mv.map(|mv| sample.position.after(mv))
}

fn pieces(position: &Position) -> u32 {
    position.board().occupied().count()
}

fn pawns(position: &Position) -> u32 {
    position.board().pawns().count()
}

fn captures(sample: &Sample) -> Option<bool> {
    after(sample).map(|after| pieces(&after) < pieces(&sample.position))
}

/// A pawn has gone, and not the other side's.
fn promotes(sample: &Sample) -> Option<bool> {
    let us = sample.position.board().color(sample.position.side_to_move());
    after(sample).map(|after| {
        let own =
            |position: &Position, color| (position.board().pawns() & position.board().color(color)).count();
        let color = sample.position.side_to_move();
        us.count() > 0 && own(&after, color) < own(&sample.position, color)
    })
}

const CASES: [Case; 14] = [
    ("best-capture", |sample| captures(sample) == Some(true)),
    ("no-best-capture", |sample| captures(sample) == Some(false)),
    ("best-promotion", |sample| promotes(sample) == Some(true)),
    ("no-best-promotion", |sample| promotes(sample) == Some(false)),
    ("best-check", |sample| after(sample).is_some_and(|after| after.is_check())),
    ("no-best-check", |sample| after(sample).is_some_and(|after| !after.is_check())),
    ("score<=100", |sample| sample.score.is_some_and(|score| score < 101)),
    ("score>-50", |sample| sample.score.is_some_and(|score| score >= -49)),
    ("score=7", |sample| sample.score == Some(7)),
    ("ply>=16", |sample| match sample.ply {
        Some(ply) => ply >= 16,
        None => sample.position.fullmoves() > 8,
    }),
    ("ply<3", |sample| {
        let is_black = sample.position.side_to_move() == Color::Black;
        let by_number = sample.position.fullmoves() == 1 || sample.position.fullmoves() == 2 && !is_black;
        sample.ply.map_or(by_number, |ply| ply < 3)
    }),
    ("result=draw", |sample| sample.result == GameResult::Draw),
    ("result=black", |sample| sample.result == GameResult::Win(Color::Black)),
    ("Pp>=10", |sample| pawns(&sample.position) >= 10),
];

fn samples() -> Vec<Sample> {
    let sample = |(n, position): (usize, Position)| {
        let moves = position.legal_moves();
        Sample {
            score: (n % 5 > 0).then_some((n % 301) as i16 - 150),
            result: GameResult::ALL[n % GameResult::ALL.len()],
            mv: moves.get(n % (moves.len() + 1)).copied(),
            ply: (n % 3 > 0).then_some((n % 40) as u16),
            ..Sample::from(position)
        }
    };
    positions().enumerate().map(sample).collect()
}

#[test]
fn each_question_alone_and_two_at_once() {
    let samples = samples();
    let mut found = vec![false; samples.len()];
    for (text, one) in CASES {
        let first: Filter = text.parse().unwrap();
        filter::matches(Level::auto(), std::slice::from_ref(&first), &samples, &mut found);
        let expected: Vec<bool> = samples.iter().map(one).collect();
        assert!(found == expected, "{text}");
        assert!(expected.contains(&true) && expected.contains(&false), "{text} tests nothing");
        for (other, second) in CASES {
            filter::matches(Level::auto(), &[first.clone(), other.parse().unwrap()], &samples, &mut found);
            let expected: Vec<bool> = samples.iter().map(|sample| one(sample) && second(sample)).collect();
            assert!(found == expected, "{text} and {other}");
        }
    }
    filter::matches(Level::auto(), &[], &samples, &mut found);
    assert!(!found.contains(&false));
}

#[test]
fn texts() {
    for (text, field) in [
        ("best-check", Some(Field::Move)),
        ("score<0", Some(Field::Score)),
        ("ply=0", Some(Field::Ply)),
        ("result=white", Some(Field::Result)),
        ("no-check", None),
        ("r=2", None),
    ] {
        assert_eq!(text.parse::<Filter>().unwrap().field(), field, "{text}");
    }
    for (text, error) in [
        ("best", ParseFilterError::Rule(ParseRuleError::Pieces)),
        ("no-score=1", ParseFilterError::Rule(ParseRuleError::Pieces)),
        ("P=65", ParseFilterError::Rule(ParseRuleError::Count)),
        ("score", ParseFilterError::Number),
        ("score=+1", ParseFilterError::Number),
        ("score<-2147483648", ParseFilterError::Number),
        ("ply>=x", ParseFilterError::Number),
        ("ply 3", ParseFilterError::Number),
        ("result=0.5", ParseFilterError::Result),
    ] {
        assert_eq!(text.parse::<Filter>(), Err(error), "{text}");
    }
}
