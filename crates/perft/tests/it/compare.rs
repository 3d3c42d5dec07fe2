//! A generator that is a function, on the suite that ships with the crate.

use quadbit_movegen::{CastlingStyle, Move, Position};
use quadbit_perft::compare::{Answer, Comparison, Question};
use quadbit_perft::suite::Suite;
use quadbit_perft::{compare, divide};

/// Returns a generator that counts by the rules of chess, but leaves out each first move for whose UCI text `lacks` is
/// true.
fn without(lacks: impl Fn(&str) -> bool) -> impl FnMut(&Question<'_>) -> Answer {
    move |question| {
        let mut position: Position = question.fen.parse().unwrap();
        for mv in question.moves {
            position.play_unchecked(Move::from_uci(mv, &position).unwrap());
        }
        let text = |mv: Move| mv.to_uci(&position, question.style).to_string();
        let counts = divide(&position, question.depth).into_iter().map(|(mv, nodes)| (text(mv), nodes));
        Answer::of(counts.filter(|(uci, _)| !lacks(uci)))
    }
}

#[test]
fn each_position_is_reported_once() {
    assert_eq!(compare(&Suite::builtin(), 20_000, without(|_| false)), Ok(Vec::new()));
    let Ok(found) = compare(&Suite::builtin(), 100, without(|uci| uci == "e1g1"));
    assert_eq!(
        found[0].to_string(),
        "differ, at depth 1: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nonly quadbit: e1g1 (castling of the king on e1)"
    );
    let mut fens: Vec<&str> = found.iter().map(|difference| &*difference.fen).collect();
    let all = fens.len();
    fens.dedup();
    assert_eq!(fens.len(), all);
}

/// Counts that are too low because of a move two plies below lead to that move.
#[test]
fn a_count_leads_to_the_move() {
    let mut right = without(|_| false);
    let wrong = |question: &Question<'_>| {
        let mut counts = right(question);
        for (uci, nodes) in &mut counts.moves {
            // The count below e2e4 is one too low: the generator lacks the reply a7a6.
            let is_above = question.depth == 2 && question.moves.is_empty() && uci == "e2e4";
            *nodes -= u128::from(is_above);
        }
        counts.moves.retain(|(uci, _)| question.moves != ["e2e4"] || uci != "a7a6");
        counts
    };
    let mut suite = Suite::builtin();
    suite.entries.retain(|entry| entry.fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8"));
    let Ok(found) = compare(&suite, 400, wrong);
    assert_eq!((&*found[0].path, found[0].depth), (&["e2e4".to_owned()][..], 1));
    assert!(
        found[0].to_string().ends_with("\nonly quadbit: a7a6 (a move of the pawn on a7)"),
        "{}",
        found[0]
    );
}

/// A generator that fails below a move is asked for ever smaller counts.
#[test]
fn a_failure_leads_to_the_smallest_count() {
    let mut right = without(|_| false);
    let mut comparison = Comparison::new(|question: &Question<'_>| {
        let fails = question.depth + u8::try_from(question.moves.len()).unwrap() > 2
            && question.moves.first().is_none_or(|mv| mv == "b2b4");
        let failure = if fails { vec!["crashed".to_owned()] } else { Vec::new() };
        Answer { failure, ..right(question) }
    });
    let start = Position::start();
    let Ok(found) = comparison.difference((&start.to_string(), &[]), CastlingStyle::default(), &start, 3);
    let found = found.unwrap();
    assert_eq!(
        (found.path, found.depth, found.differs),
        (vec!["b2b4".to_owned(), "a7a6".to_owned()], 1, vec!["crashed".to_owned()])
    );
}
