//! Named hard cases, each with its assertions.
//!
//! A line is `name, category, std or 960, validity, assertions, FEN;D1 n;D2 n`, separated by tabs. Assertions are
//! separated by commas and semicolons: `D1=6` and `N 6` (six legal moves), `check`, `nocheck`, `L e5d6` legal, `X e5d6`
//! not legal, `C` counts only.

use quadbit_movegen::{Move, Position};

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_count() as u64;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(mv);
        nodes += count(&after, depth - 1);
    }
    nodes
}

fn check(name: &str, assertion: &str, position: &Position) {
    match assertion.split_at_checked(2) {
        None if assertion == "C" => {}
        Some(("L ", text)) => assert!(Move::from_uci(text, position).is_ok(), "{name}: {text} must be legal"),
        Some(("X ", text)) => assert!(Move::from_uci(text, position).is_err(), "{name}: {text} is not legal"),
        Some(("N ", n)) => assert_eq!(position.legal_count(), n.parse::<usize>().unwrap(), "{name}"),
        _ => match assertion {
            "check" => assert!(position.is_check() && position.checkers().any(), "{name}: it is check"),
            "nocheck" => assert!(!position.is_check() && position.checkers().is_empty(), "{name}: no check"),
            _ => {
                let n =
                    assertion.strip_prefix("D1=").unwrap_or_else(|| panic!("{name}: what is {assertion}?"));
                assert_eq!(position.legal_count(), n.parse::<usize>().unwrap(), "{name}");
            }
        },
    }
}

#[test]
fn hard_cases_have_their_listed_moves() {
    let mut cases = 0;
    for line in include_str!("../data/hard_cases.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, _, _, assertions, record] = fields[..] else { panic!("malformed line: {line}") };
        let mut parts = record.split(';');
        let fen = parts.next().unwrap();
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
        for assertion in assertions.split([',', ';']) {
            check(name, assertion.trim(), &position);
        }
        for part in parts {
            let (depth, nodes) = part.trim().strip_prefix('D').and_then(|part| part.split_once(' ')).unwrap();
            assert_eq!(
                count(&position, depth.parse().unwrap()),
                nodes.parse::<u64>().unwrap(),
                "{name} D{depth}"
            );
        }
        cases += 1;
    }
    assert_eq!(cases, 56);
}
