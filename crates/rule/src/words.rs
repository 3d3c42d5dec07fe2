//! The words that begin conditions, other than pieces, boards and tags.

use core::ops::RangeInclusive;

use quadbit_movegen::{Color, GameResult};

use crate::balance::Balance;
use crate::chance::{PieceTargets, PlyCurve, probability};
use crate::comparison::Comparison;
use crate::condition::Condition;
use crate::pieces::{PiecesOn, pieces_of};

/// How a condition is read, given the word with which it begins.
pub(crate) enum Meaning {
    /// The word is the whole condition; with `no-` before the word, the condition must fail.
    Flag(fn() -> Condition),
    /// The word is the whole condition, and cannot have `no-` before it.
    Fixed(fn() -> Condition),
    /// A comparison with a whole number follows the word.
    Number(fn(RangeInclusive<i32>) -> Condition),
    /// A comparison with a text follows the word. The first field says what is expected, for the error of a text that
    /// cannot be read.
    Value(&'static str, fn(Comparison, &str) -> Option<Condition>),
    /// A board follows the word, and a comparison with a number of squares. The field says whether only pawns are
    /// compared.
    Near(bool),
}

use Meaning::{Fixed, Flag, Near, Number, Value};

/// The words of conditions. A word with two meanings is listed twice.
pub(crate) static WORDS: [(&str, Meaning); 38] = [
    ("white", Fixed(|| Condition::SideToMove(Color::White))),
    ("black", Fixed(|| Condition::SideToMove(Color::Black))),
    ("check", Flag(|| Condition::Check)),
    ("checkmate", Flag(|| Condition::Checkmate)),
    ("stalemate", Flag(|| Condition::Stalemate)),
    ("castling", Value("expected =, <= or >= and rights such as KQkq, or -", castling)),
    ("halfmoves", Number(Condition::Halfmoves)),
    ("ply", Number(Condition::Ply)),
    ("repeated", Number(Condition::Repeated)),
    ("material", Number(|range| balance(Balance::PAWNS, false, range))),
    ("|material|", Number(|range| balance(Balance::PAWNS, true, range))),
    ("simple-eval", Number(|range| balance(Balance::SIMPLE_EVAL, false, range))),
    ("|simple-eval|", Number(|range| balance(Balance::SIMPLE_EVAL, true, range))),
    ("near", Near(false)),
    ("near-pawns", Near(true)),
    ("moved", Value(PIECES, moved)),
    ("captured", Flag(|| Condition::Captured(PiecesOn::ALL))),
    ("captured", Value(PIECES, |sign, text| equal(sign).and(pieces_of(text)).map(Condition::Captured))),
    ("promoted", Flag(|| Condition::Promoted(PiecesOn::ALL))),
    ("promoted", Value(PIECES, |sign, text| equal(sign).and(pieces_of(text)).map(Condition::Promoted))),
    ("castled", Flag(|| Condition::Castled)),
    ("gives-check", Flag(|| Condition::GivesCheck)),
    ("sacrifice", Number(Condition::Sacrifice)),
    ("best-capture", Flag(|| Condition::Captured(PiecesOn::ALL))),
    ("best-direct-capture", Flag(|| Condition::CapturedDirectly)),
    ("best-promotion", Flag(|| Condition::Promoted(PiecesOn::ALL))),
    ("best-check", Flag(|| Condition::GivesCheck)),
    ("clock", Number(Condition::Clock)),
    ("score", Flag(|| Condition::HasScore)),
    ("score", Number(Condition::Score)),
    ("|score|", Number(Condition::ScoreSize)),
    ("result", Value("expected result=white, result=draw or result=black", result)),
    ("no-placeholder", Fixed(|| Condition::NoPlaceholder)),
    (
        "random",
        Value("expected random< and a probability such as 0.25 or 1/4", |sign, text| {
            chance(sign, text).map(Condition::Random)
        }),
    ),
    (
        "random-game",
        Value("expected random-game< and a probability such as 0.25 or 1/4", |sign, text| {
            chance(sign, text).map(Condition::RandomGame)
        }),
    ),
    ("likely-result", Fixed(|| Condition::LikelyResult)),
    (
        "soft-ply",
        Value("expected ascending plies with probabilities, such as 0:0.1,20:1", |sign, text| {
            equal(sign).and_then(|()| PlyCurve::parse(text)).map(Condition::SoftPly)
        }),
    ),
    (
        "piece-targets",
        Value("expected 2 to 33 weights, such as 0,0.4,1,1,0.75", |sign, text| {
            equal(sign).and_then(|()| PieceTargets::parse(text)).map(Condition::PieceTargets)
        }),
    ),
];

/// What the error says is expected where pieces are not named.
const PIECES: &str = "expected = and pieces: FEN letters, or * for all of them";

/// Returns `Some` if `sign` is `=`, the only sign that some words allow.
fn equal(sign: Comparison) -> Option<()> {
    (sign == Comparison::Equal).then_some(())
}

fn balance(values: [i32; 5], is_size: bool, range: RangeInclusive<i32>) -> Condition {
    Condition::Balance(Balance { values, is_size, range })
}

/// The condition on the rights to castle that `text` names. `=` asks for exactly these, `>=` for these and perhaps
/// more, `<=` for no others.
fn castling(sign: Comparison, text: &str) -> Option<Condition> {
    let right = |c| "KQkq".chars().position(|right| right == c).map(|right| 1 << right);
    let letters = if text == "-" { "" } else { Some(text).filter(|text| !text.is_empty())? };
    let rights = letters.chars().try_fold(0, |rights, c| Some(rights | right(c)?))?;
    match sign {
        Comparison::Equal => Some(Condition::Castling { least: rights, most: rights }),
        Comparison::AtLeast => Some(Condition::Castling { least: rights, most: 0b1111 }),
        Comparison::AtMost => Some(Condition::Castling { least: 0, most: rights }),
        _ => None,
    }
}

/// Reads the condition `moved=..`: the kinds of the moving piece and, if `text` names them, the squares to which it
/// moves.
fn moved(sign: Comparison, text: &str) -> Option<Condition> {
    equal(sign).and_then(|()| PiecesOn::parse(text).ok()).map(Condition::Moved)
}

/// Reads the condition `result=..`; `text` is `white`, `draw` or `black`.
fn result(sign: Comparison, text: &str) -> Option<Condition> {
    let result = match text {
        "white" => GameResult::Win(Color::White),
        "draw" => GameResult::Draw,
        "black" => GameResult::Win(Color::Black),
        _ => return None,
    };
    equal(sign).map(|()| Condition::Result(result))
}

/// Reads the probability of a condition that keeps by chance. `sign` must be `<`, and `text` a probability such as
/// `0.25` or `1/4`; otherwise returns `None`.
fn chance(sign: Comparison, text: &str) -> Option<f64> {
    if sign == Comparison::Less { probability(text) } else { None }
}
