//! Wrong numbers that people have reported, `data/wrong_perft.jsonl`, and what explains them.

use quadbit_faults::{Board, Counter, Fault, Faults, Wrong, diagnose, next_count};
use quadbit_movegen::{CastlingStyle, Color, Position};

use crate::{fault, perft};

const REPORTS: &str = include_str!("../data/wrong_perft.jsonl");

/// Returns the value of the member `name` of `line`, a JSON object, as it is written there, without quotes or brackets.
fn member<'a>(line: &'a str, name: &str) -> &'a str {
    let value = line.split_once(&format!("\"{name}\": ")).unwrap().1;
    let end = match &value[..1] {
        "\"" => return value[1..].split_once('"').unwrap().0,
        "[" => value.find(']'),
        _ => value.find([',', '}']),
    };
    value[..end.unwrap()].trim_start_matches('[')
}

#[test]
fn every_rule_that_is_named_gives_the_number() {
    let mut named = 0;
    for line in REPORTS.lines() {
        let number = |name| member(line, name).parse::<u64>().unwrap();
        let board = Board::new(&Position::from_fen_relaxed(member(line, "fen")).unwrap());
        let depth = u8::try_from(number("depth")).unwrap();
        assert_eq!(perft(&board, depth, Faults::NONE), number("right"), "{line}");
        for rule in member(line, "rules").split(", ").filter(|rule| !rule.is_empty()) {
            let fault: Fault = rule.trim_matches('"').parse().unwrap();
            assert_eq!(perft(&board, depth, fault.into()), number("wrong"), "{rule}: {line}");
            named += 1;
        }
    }
    assert!(named > 90, "{named}");
}

fn names(fen: &str, depth: u8, nodes: u64) -> Vec<String> {
    let wrong = Wrong { depth, nodes, moves: None };
    let diagnosis = diagnose(&fen.parse().unwrap(), &[wrong], 2, &|_| true).unwrap();
    diagnosis.rules.iter().map(ToString::to_string).collect()
}

/// The numbers have causes that their authors have found, and the diagnosis must name these.
#[test]
fn known_causes() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, depth, nodes, cause) in [
        (start, 3, 8_903, "pawn-capture-masks-swapped"),
        (start, 2, 240, "double-push-missing-black"),
        (start, 2, 8_902, "ply-added"),
        (start, 3, 400, "ply-missing"),
        (start, 3, 9_322, "inner-nodes-counted"),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_461,
            "promotion-rook-for-knight",
        ),
        ("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", 2, 207, "rights-clear-all"),
    ] {
        let names = names(fen, depth, nodes);
        assert!(names.iter().any(|name| name == cause), "{nodes}: {names:?}");
    }
}

#[test]
fn one_side_two_faults_and_none() {
    let kiwipete: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    let board = Board::new(&kiwipete);
    let diagnosis = |faults: Faults| {
        let nodes = perft(&board, 3, faults);
        diagnose(&kiwipete, &[Wrong { depth: 3, nodes, moves: None }], 1, &|_| true).unwrap()
    };
    let found = diagnosis(Faults::of_side(fault("queen-as-rook"), Color::Black));
    assert_eq!(found.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), ["queen-as-rook-black"]);
    let pair = [fault("en-passant-missing"), fault("castling-missing")];
    let found = diagnosis(pair.into());
    assert!(found.rules.is_empty() && found.guesses.contains(&pair), "{found:?}");
    let found = diagnosis(Faults::NONE);
    assert!(found.is_right && found.rules.is_empty());
    let impossible = Wrong { depth: 2, nodes: 3, moves: None };
    let found = diagnose(&kiwipete, std::slice::from_ref(&impossible), 1, &|_| true).unwrap();
    assert_eq!((found.rules.len(), found.guesses.len(), found.near.len()), (0, 0, 3));
    assert_eq!(diagnose(&kiwipete, &[impossible], 1, &|_| false), None);
}

/// The counts below the first moves tell faults apart that give the same total.
#[test]
fn a_divide_narrows() {
    let start = Position::start();
    let divide = |faults: Faults| {
        let mut lists = Counter::new(&[faults]).divide(&Board::new(&start), 2);
        lists.remove(0).into_iter().map(|(mv, nodes)| (mv.to_uci(CastlingStyle::Standard), nodes)).collect()
    };
    let moves = Some(divide(fault("double-push-missing-black").into()));
    let wrong = Wrong { depth: 2, nodes: 240, moves };
    let diagnosis = diagnose(&start, &[wrong], 1, &|_| true).unwrap();
    assert_eq!(diagnosis.rules, [fault("double-push-missing-black").into()]);
    // Without these counts, `next_count` finds another perft that tells the faults apart.
    let causes = [fault("double-push-missing-white"), fault("double-push-missing-black")].map(Into::into);
    let next = next_count(&causes, &[("startpos", start)]).unwrap();
    assert_eq!((next.name, next.depth, next.right, next.counts.len()), ("startpos", 1, 20, 2));
}
