//! Rules on samples: each condition against a plain function that decides about one sample, alone and in pairs; those
//! that keep samples by chance against the share of samples that they should keep.
//!
//! Every case must keep some samples and leave out others, so that none of them tests nothing.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares and the numbers of samples are small"
)]

use quadbit_data::sieve::{Sieve, unknown};
use quadbit_movegen::{
    Color, GameResult, Move, Piece, PieceValues, Position, PositionBuilder, Role, Square, Validity,
};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Format, Labels, Sample};
use quadbit_rule::{Need, Rule};
use testing::positions;

/// A condition as text, and a plain function that says whether a sample passes it.
type Case = (&'static str, fn(&Sample) -> bool);

fn after(sample: &Sample) -> Option<Position> {
    sample.labels.mv.map(|mv| sample.position.after(mv))
}

fn pieces(position: &Position) -> u32 {
    position.board().occupied().len()
}

fn pawns(position: &Position) -> u32 {
    position.board().pawns().len()
}

fn captures(sample: &Sample) -> Option<bool> {
    after(sample).map(|after| pieces(&after) < pieces(&sample.position))
}

fn is_en_passant(sample: &Sample) -> bool {
    sample.labels.mv.is_some_and(|mv| sample.position.piece_at(mv.to()).is_none())
        && captures(sample) == Some(true)
}

/// White's material minus Black's, by the values of `simple-eval`.
fn worth(position: &Position) -> i32 {
    let worth = |piece: Piece| [208, 781, 825, 1276, 2538, 0][piece.role().index()];
    let sign = |piece: Piece| if piece.color() == Color::White { 1 } else { -1 };
    Square::ALL
        .into_iter()
        .filter_map(|square| position.piece_at(square))
        .map(|piece| sign(piece) * worth(piece))
        .sum()
}

/// Whether the move of a sample promotes: after it, the side that has moved has fewer pawns. `None` without a move.
fn promotes(sample: &Sample) -> Option<bool> {
    let us = sample.position.board().color(sample.position.side_to_move());
    after(sample).map(|after| {
        let own =
            |position: &Position, color| (position.board().pawns() & position.board().color(color)).len();
        let color = sample.position.side_to_move();
        !us.is_empty() && own(&after, color) < own(&sample.position, color)
    })
}

const CASES: [Case; 36] = [
    ("best-capture", |sample| captures(sample) == Some(true)),
    ("no-best-capture", |sample| captures(sample) == Some(false)),
    ("best-promotion", |sample| promotes(sample) == Some(true)),
    ("no-best-promotion", |sample| promotes(sample) == Some(false)),
    ("best-direct-capture", |sample| captures(sample) == Some(true) && !is_en_passant(sample)),
    ("no-best-direct-capture", |sample| {
        captures(sample).is_some_and(|captures| !captures || is_en_passant(sample))
    }),
    ("best-check", |sample| after(sample).is_some_and(|after| after.is_check())),
    ("no-best-check", |sample| after(sample).is_some_and(|after| !after.is_check())),
    ("score<=100", |sample| sample.labels.score.is_some_and(|score| score < 101)),
    ("score>-50", |sample| sample.labels.score.is_some_and(|score| score >= -49)),
    ("|score|<=100", |sample| sample.labels.score.is_some_and(|score| (-100..=100).contains(&score))),
    ("score", |sample| sample.labels.score.is_some()),
    ("no-score", |sample| sample.labels.score.is_none()),
    ("|simple-eval|>=400", |sample| worth(&sample.position).abs() >= 400),
    ("no-check", |sample| !sample.position.is_check()),
    ("black", |sample| sample.position.side_to_move() == Color::Black),
    ("score=7", |sample| sample.labels.score == Some(7)),
    ("ply>=16", |sample| match sample.labels.ply {
        Some(ply) => ply >= 16,
        None => sample.position.fullmoves() > 8,
    }),
    ("ply<3", |sample| {
        let is_black = sample.position.side_to_move() == Color::Black;
        let by_number = sample.position.fullmoves() == 1 || sample.position.fullmoves() == 2 && !is_black;
        sample.labels.ply.map_or(by_number, |ply| ply < 3)
    }),
    ("result=draw", |sample| sample.labels.result == GameResult::Draw),
    ("result=black", |sample| sample.labels.result == GameResult::Win(Color::Black)),
    ("Pp>=10", |sample| pawns(&sample.position) >= 10),
    ("moved=Nn", |sample| mover(sample).is_some_and(|piece| "Nn".contains(piece.to_char()))),
    ("moved=Kk@gc", |sample| {
        let king = |position: &Position| position.king(sample.position.side_to_move()).file().index();
        mover(sample).is_some_and(|piece| piece.role() == Role::King)
            && after(sample).is_some_and(|after| [2, 6].contains(&king(&after)))
    }),
    ("captured=Qq", |sample| {
        let queens = |position: &Position, color| position.pieces(color, Role::Queen).len();
        let them = !sample.position.side_to_move();
        after(sample).is_some_and(|after| queens(&after, them) < queens(&sample.position, them))
    }),
    ("not captured=pP", |sample| {
        let pawns = |position: &Position, color| position.pieces(color, Role::Pawn).len();
        let them = !sample.position.side_to_move();
        after(sample).is_some_and(|after| pawns(&after, them) == pawns(&sample.position, them))
    }),
    ("promoted=Qq", |sample| sample.labels.mv.and_then(Move::promotion) == Some(Role::Queen)),
    ("castled", |sample| {
        let own = |mv: Move| sample.position.board().color(sample.position.side_to_move()).has(mv.to());
        sample.labels.mv.is_some_and(own)
    }),
    ("sacrifice>=2", |sample| {
        let value = |mv| sample.position.exchange_value(mv, &PieceValues::default());
        sample.labels.mv.is_some_and(|mv| value(mv) <= -2)
    }),
    ("sacrifice=3", |sample| {
        let value = |mv| sample.position.exchange_value(mv, &PieceValues::default());
        sample.labels.mv.is_some_and(|mv| value(mv) == -3)
    }),
    ("material>=1", |sample| pawns_ahead(&sample.position) >= 1),
    ("|material|=0", |sample| pawns_ahead(&sample.position) == 0),
    ("not result=draw", |sample| matches!(sample.labels.result, GameResult::Win(_))),
    ("not score<=100", |sample| sample.labels.score.is_some_and(|score| score > 100)),
    ("(score>0 or Q) and not (white and check)", |sample| {
        (sample.labels.score.is_some_and(|score| score > 0) || !sample.position.board().of(10).is_empty())
            && !(sample.position.side_to_move() == Color::White && sample.position.is_check())
    }),
    ("no-best-capture or best-check", |sample| {
        captures(sample) == Some(false) || after(sample).is_some_and(|after| after.is_check())
    }),
];

/// The piece that the move of a sample moves.
fn mover(sample: &Sample) -> Option<Piece> {
    sample.labels.mv.and_then(|mv| sample.position.piece_at(mv.from()))
}

/// White's material minus Black's in pawns, letter by letter of the FEN.
fn pawns_ahead(position: &Position) -> i32 {
    let fen = position.to_string();
    let worth =
        |letter: char| [0, 1, 3, 3, 5, 9]["pnbrq".find(letter.to_ascii_lowercase()).map_or(0, |at| at + 1)];
    let sign = |letter: char| if letter.is_ascii_uppercase() { 1 } else { -1 };
    fen.split(' ').next().unwrap().chars().map(|letter| sign(letter) * worth(letter)).sum()
}

fn samples() -> Vec<Sample> {
    let sample = |(n, position): (usize, Position)| {
        let moves = position.legal_moves();
        Sample {
            position,
            labels: Labels {
                score: (n % 5 > 0).then_some((n % 301) as i16 - 150),
                result: GameResult::ALL[n % GameResult::ALL.len()],
                mv: moves.get(n % (moves.len() + 1)).copied(),
                ply: (n % 3 > 0).then_some((n % 40) as u16),
                ..Labels::NONE
            },
        }
    };
    positions().enumerate().map(sample).collect()
}

fn sieve(rule: &str) -> Sieve {
    Sieve::new(Level::auto(), &rule.parse().unwrap(), 7)
}

#[test]
fn each_question_alone_and_two_at_once() {
    let samples = samples();
    let mut found = vec![false; samples.len()];
    for (text, one) in CASES {
        sieve(text).matches(&samples, &mut found);
        let expected: Vec<bool> = samples.iter().map(one).collect();
        assert!(found == expected, "{text}");
        assert!(expected.contains(&true) && expected.contains(&false), "{text} tests nothing");
        for (other, second) in CASES {
            sieve(&format!("({text}) and ({other})")).matches(&samples, &mut found);
            let expected: Vec<bool> = samples.iter().map(|sample| one(sample) && second(sample)).collect();
            assert!(found == expected, "{text} and {other}");
        }
    }
    Sieve::new(Level::auto(), &Rule::default(), 7).matches(&samples, &mut found);
    assert!(!found.contains(&false));
}

/// The share of many copies of `sample` that all of `rules` keep.
fn rate(rules: &[&str], sample: &Sample) -> f64 {
    let mut found = vec![false; 400_000];
    sieve(&rules.join(" ")).matches(&vec![*sample; found.len()], &mut found);
    found.iter().filter(|&&found| found).count() as f64 / found.len() as f64
}

/// Filters by chance keep the share of samples that they promise; `likely-result` keeps the share that the win rates of
/// nnue-pytorch's model give.
#[test]
fn chance_has_its_rates() {
    let sample = Sample {
        position: Position::start(),
        labels: Labels {
            score: Some(300),
            ply: Some(40),
            result: GameResult::Win(Color::White),
            ..Labels::NONE
        },
    };
    let near = |rate: f64, expected: f64| assert!((rate - expected).abs() < 0.003, "{rate}, not {expected}");
    near(rate(&["random<1/4"], &sample), 0.25);
    near(rate(&["likely-result"], &sample), 0.602_81);
    near(
        rate(
            &["likely-result"],
            &Sample { labels: Labels { result: GameResult::Draw, ..sample.labels }, ..sample },
        ),
        0.391_33,
    );
    near(
        rate(
            &["likely-result"],
            &Sample { labels: Labels { result: GameResult::Win(Color::Black), ..sample.labels }, ..sample },
        ),
        0.005_86,
    );
    near(
        rate(
            &["likely-result"],
            &Sample { labels: Labels { result: GameResult::Unknown, ..sample.labels }, ..sample },
        ),
        0.0,
    );
    near(
        rate(&["likely-result"], &Sample { labels: Labels { score: None, ..sample.labels }, ..sample }),
        0.0,
    );
    near(rate(&["soft-ply=20:0.1,60:0.5"], &sample), 0.3);
    near(rate(&["soft-ply=20:0.1,60:1"], &sample), 0.55);
    near(rate(&["soft-ply=0:0.1,20:0.5"], &sample), 0.5);
    // The random numbers of different kinds of filters do not depend on each other, and the order of conditions does
    // not matter.
    near(rate(&["random<0.5", "soft-ply=20:0.1,60:0.5", "likely-result"], &sample), 0.5 * 0.3 * 0.602_81);
    near(rate(&["likely-result", "random<0.5"], &sample), 0.5 * 0.602_81);
    // All samples have the same number of pieces, which is then the most frequent one: 1 in 40 is kept.
    near(rate(&["piece-targets=0,0.4,1,1,0.75"], &sample), 0.025);
}

/// Together or in parts, the same samples are kept; with another seed, others.
#[test]
fn chance_is_decided_by_place_and_seed() {
    let rule = "random<0.3 and likely-result and piece-targets=0,1,0.1".parse().unwrap();
    let samples: Vec<Sample> = samples().into_iter().cycle().take(50_000).collect();
    let load = |seed, part: usize| {
        let (mut sieve, mut found) = (Sieve::new(Level::auto(), &rule, seed), vec![false; samples.len()]);
        for (samples, found) in samples.chunks(part).zip(found.chunks_mut(part)) {
            sieve.matches(samples, found);
        }
        found
    };
    let first = load(1, 50_000);
    assert!([1, 77, 256, 1000].into_iter().all(|part| load(1, part) == first));
    assert!(load(2, 50_000) != first && first.contains(&true));
}

/// The numbers of pieces of the samples that are kept are nearly as frequent as the targets say.
#[test]
fn pieces_come_near_their_targets() {
    let with_pieces = |n: usize| {
        let position = Position::start();
        let pawns = position.board().pawns().into_iter().take(n);
        let mut builder = PositionBuilder::from(&position);
        pawns.for_each(|square| _ = builder.board.take(square));
        Sample::from(builder.build(Validity::Relaxed).unwrap())
    };
    // One sample with 32 pieces, two with 31, and so on to eight with 25.
    let kinds: Vec<Sample> = (0..8).flat_map(|n| vec![with_pieces(n); n + 1]).collect();
    let samples: Vec<Sample> = kinds.into_iter().cycle().take(200_000).collect();
    let weights = (0..33).map(|pieces| if pieces < 29 { "1" } else { "3" }).collect::<Vec<_>>().join(",");
    let mut found = vec![false; samples.len()];
    sieve(&format!("piece-targets={weights}")).matches(&samples, &mut found);
    let mut kept = [0f64; 33];
    for (sample, _) in samples.iter().zip(found).filter(|(_, found)| *found) {
        kept[pieces(&sample.position) as usize] += 1.0;
    }
    // The samples with 25 pieces are the most frequent ones compared with their target: 1 in 40 of them is kept.
    let least = 200_000.0 * 8.0 / 36.0 / 40.0;
    for (pieces, kept) in kept.iter().enumerate().skip(25) {
        let expected = if pieces < 29 { least } else { 3.0 * least };
        assert!((kept / expected - 1.0).abs() < 0.1, "{pieces}: {kept}, not {expected}");
    }
}

#[test]
fn placeholders_are_zeros_in_decided_games() {
    let sample = |score, ply, result| Sample {
        position: Position::start(),
        labels: Labels { score, ply: Some(ply), result, ..Labels::NONE },
    };
    let (won, draw) = (GameResult::Win(Color::White), GameResult::Draw);
    let stream = [
        (sample(Some(0), 0, won), true),
        (sample(Some(-101), 1, won), true),
        (sample(None, 2, won), true),
        (sample(Some(0), 3, won), false),
        (sample(Some(0), 4, won), false),
        (sample(Some(100), 5, won), true),
        (sample(Some(0), 6, won), true),
        (sample(Some(500), 7, won), true),
        (sample(Some(0), 8, draw), true),
        (sample(Some(500), 9, won), true),
        // Another game begins: its ply is not later than the ply of the sample before.
        (sample(Some(0), 0, won), true),
        // A sample at the ply of the sample before it is no placeholder either.
        (sample(Some(500), 1, won), true),
        (sample(Some(0), 1, won), true),
    ];
    let (samples, expected): (Vec<_>, Vec<_>) = stream.into_iter().unzip();
    let mut found = vec![false; samples.len()];
    let mut sieve = sieve("no-placeholder ply<9");
    sieve.matches(&samples, &mut found);
    let expected: Vec<bool> =
        expected.into_iter().zip(&samples).map(|(is, sample)| is && sample.labels.ply != Some(9)).collect();
    assert_eq!(found, expected);
}

/// [`unknown`] names what a rule asks about and a format does not hold.
#[test]
fn unknown_things_are_named() {
    for (text, format, need) in [
        ("best-check", Format::Bulletformat, Some(Need::Move)),
        ("score<0", Format::Bulletformat, None),
        ("Q or ply>3", Format::Bulletformat, Some(Need::Ply)),
        ("ply>3", Format::Viriformat, None),
        ("soft-ply=0:0,1:1", Format::Binpack, None),
        ("castling=KQ", Format::Bulletformat, Some(Need::Castling)),
        ("not WhiteElo>=2000", Format::Binpack, Some(Need::Tags)),
        ("Q then q", Format::Binpack, Some(Need::Game)),
        ("Q for 3", Format::Binpack, Some(Need::Game)),
        ("clock<10", Format::Binpack, Some(Need::Time)),
        ("random-game<1/4", Format::Binpack, None),
        ("random-game<1/4", Format::Viriformat, Some(Need::Chains)),
    ] {
        let rule: Rule = text.parse().unwrap();
        let has_chains = format == Format::Binpack;
        assert_eq!(unknown(rule.needs(), |field| format.gives(field), has_chains), need, "{text} {format}");
    }
}
