//! Tests that the forecast, which counts the replies to moves without making them, follows every [`Rule`], and that
//! every rule is needed. The reference is the theorem of the book's chapter "Two plies at once", evaluated square by
//! square.
//!
//! 1. `the_theorem_holds`: the slow form counts right after every move that no rule excludes.
//! 2. [`excludes_none`]: the vector code forecasts no move that a rule excludes.
//! 3. [`BOARDS`] has positions for each rule in which the count is wrong with only this rule switched off.

#![expect(clippy::cast_possible_wrap, reason = "numbers of moves are small")]

use std::string::ToString;

use quadbit_movegen::{CastlingStyle, PositionBuilder, Validity};

use super::super::rules::{Rule, boards::BOARDS};
use super::super::theorem::Case;
use super::*;

/// The book and the comments in `rules.rs` state the same numbers of rules as [`Rule::ALL`], and cite no other number.
#[test]
fn rules_have_the_numbers_of_the_book() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(std::format!("{folder}/{path}")).unwrap();
    let (book, code) = (read("docs/src/two-plies.md"), read("crates/lanes/src/forecast/rules.rs"));
    let numbers = Rule::ALL.map(|(_, number)| number);
    let stated = |text: &str, start: &str| -> Vec<std::string::String> {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix(start)?.split_once(".**"));
        lines
            .map(|(number, _)| number.into())
            .filter(|number: &std::string::String| number.len() == 2)
            .collect()
    };
    assert_eq!(stated(&book, "**"), numbers);
    assert_eq!(stated(&code, "/// **"), numbers);
    for text in [&book, &code] {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let cited = words.filter(|word| matches!(word.as_bytes(), [b'1'..=b'9', b'a'..=b'z']));
        cited.for_each(|word| assert!(numbers.contains(&word), "rule {word} is not stated"));
    }
}

/// The legal moves of `position` except castling and captures en passant, which the theorem does not cover; each with
/// the position after it and the number of replies, without captures en passant.
fn cases(position: &Position) -> impl Iterator<Item = (Move, Position, i64)> {
    let moves = position.legal_moves().into_iter();
    moves.filter(|&mv| !position.is_castling(mv) && !position.is_en_passant(mv)).map(|mv| {
        let after = position.after(mv);
        let replies = after.legal_count() - after.legal_ep_capturers().len() as usize;
        (mv, after, replies as i64)
    })
}

/// The rules by which the replies to the move of `case` must not be counted without making the move.
fn rules_for(case: &Case<'_>) -> Vec<Rule> {
    Rule::ALL.into_iter().map(|(rule, _)| rule).filter(|rule| rule.names(case)).collect()
}

/// Checks, without vector code, that [`Case::replies`] is the number of replies to every move that no rule excludes.
#[test]
fn the_theorem_holds() {
    let both = positions().step_by(2).flat_map(|position| [Some(position), position.flip_files()]);
    let scattered = scattered(1, 8).take(2000).chain(scattered(2, 16).take(2000));
    let rare = rare_positions();
    let (mut forecast, mut excluded) = (0, [0; Rule::ALL.len()]);
    for position in white_to_move(both.flatten().chain(scattered).chain(rare)) {
        for (mv, after, expected) in cases(&position) {
            let case = Case::new(&position, mv, &after);
            let rules = rules_for(&case);
            for rule in &rules {
                excluded[*rule as usize] += 1;
            }
            if rules.is_empty() {
                assert_eq!(case.replies(), expected, "{position}: replies to {mv:?}");
                forecast += 1;
            }
        }
    }
    assert!(forecast > 50_000 && excluded.iter().all(|&moves| moves >= 16), "{forecast} {excluded:?}");
}

/// Checks that no rule excludes any move of `forecast`: the moves whose replies the vector code counts without making
/// them.
pub(super) fn excludes_none(position: &Position, forecast: &[Move]) {
    for &mv in forecast {
        let after = position.after(mv);
        let rules = rules_for(&Case::new(position, mv, &after));
        assert_eq!(rules, [], "{position}: {mv:?}");
    }
}

/// A move whose replies the vector code counts wrong, without making the move, and how many it counts too many.
#[derive(Clone, Copy, Debug)]
struct Mistake {
    mv: Move,
    excess: i64,
}

/// For each position, the moves whose replies the vector code counts wrong.
fn mistakes(positions: &[Position]) -> Vec<Vec<Mistake>> {
    at_widest!(s => mistakes_in_lanes(s, positions))
}

fn mistakes_in_lanes<S: BoardSimd>(s: S, positions: &[Position]) -> Vec<Vec<Mistake>> {
    let mut all = Vec::new();
    for positions in positions.chunks(Boards::<S>::LEN) {
        let parts = parts(s, &load(s, positions));
        let forecast = moves(positions, &parts.counted.targets, parts.counted.promotions.as_ref());
        let replies = replies_to_each(s, &parts, &forecast);
        for (lane, position) in positions.iter().enumerate() {
            let excess = forecast[lane].iter().zip(&replies[lane]).map(|(set_move, &found)| {
                let after = position.after(set_move.mv);
                let expected = after.legal_count() as u64 - u64::from(after.legal_ep_capturers().len());
                Mistake { mv: set_move.mv, excess: found as i64 - expected as i64 }
            });
            all.push(excess.filter(|mistake| mistake.excess != 0).collect());
        }
    }
    all
}

/// Whether `position` needs `rule` for the move `mv`: with the rule switched off, the replies to the move and the sum
/// over all moves are wrong; no other rule excludes the move; and the theorem would be wrong for it. `mistakes` are the
/// moves of `position` whose replies are counted wrong with the rule switched off.
fn needs(rule: Rule, position: &Position, mistakes: &[Mistake], mv: Move) -> bool {
    let after = position.after(mv);
    let case = Case::new(position, mv, &after);
    let expected = after.legal_count() as i64 - i64::from(after.legal_ep_capturers().len());
    mistakes.iter().any(|mistake| mistake.mv == mv)
        && mistakes.iter().map(|mistake| mistake.excess).sum::<i64>() != 0
        && rules_for(&case) == [rule]
        && case.replies() != expected
}

#[test]
fn every_rule_is_needed() {
    for (rule, number) in Rule::ALL {
        assert!(BOARDS.iter().any(|board| board.0 == rule), "no position needs rule {number}");
    }
    for &(rule, fen, uci) in BOARDS {
        let position: Position = fen.parse().expect("a legal position");
        let mv = Move::from_uci(uci, &position).expect("a legal move");
        assert!(mistakes(&[position])[0].is_empty(), "{fen}");
        let without = rule.without(|| mistakes(&[position]));
        assert!(
            needs(rule, &position, &without[0], mv),
            "{fen} does not need {rule:?} for {uci}: {without:?}"
        );
    }
}

/// Searches random boards for positions that need each rule, with as few pieces as possible, one for each
/// rule and kind of moving piece. Prints them in the form of [`BOARDS`]:
///
/// ```text
/// cargo test -p quadbit-lanes --lib -- --ignored --nocapture positions_for_rules
/// ```
#[test]
#[ignore = "a search, not a test"]
fn positions_for_rules() {
    for (rule, number) in Rule::ALL {
        let mut found: Vec<(Role, usize, Position, Move)> = Vec::new();
        for pieces in [4, 6, 9] {
            let boards = scattered(pieces as u64, pieces).take(16_000).chain(rare_positions());
            let boards: Vec<Position> = white_to_move(boards).collect();
            let all = rule.without(|| mistakes(&boards));
            for (position, mistakes) in boards.iter().zip(&all) {
                for &Mistake { mv, .. } in mistakes {
                    if position.to_string().parse::<Position>().is_err()
                        || !needs(rule, position, mistakes, mv)
                    {
                        continue;
                    }
                    let role = position.piece_at(mv.from()).expect("a piece").role();
                    let least = reduced(rule, position, mv);
                    let count = least.board().occupied().len() as usize;
                    match found.iter_mut().find(|found| found.0 == role) {
                        Some(best) if best.1 <= count => {}
                        Some(best) => *best = (role, count, least, mv),
                        None => found.push((role, count, least, mv)),
                    }
                }
            }
        }
        std::println!("    // {number}");
        for (_, _, position, mv) in found {
            let uci = mv.to_uci(&position, CastlingStyle::Standard);
            std::println!("    (Rule::{rule:?}, \"{position}\", \"{uci}\"),");
        }
    }
}

/// Removes pieces and castling rights from `position` as long as `mv` still needs the rule, and returns what is
/// left.
fn reduced(rule: Rule, position: &Position, mv: Move) -> Position {
    let mut least = *position;
    'again: loop {
        for at in least.board().occupied() {
            let rights = least.castling_rights().rooks();
            for right in [false, true] {
                // Tries the board first without the piece on `at`, then with the piece but without its castling right.
                if at == mv.from() || (right && !rights.has(at)) {
                    continue;
                }
                let mut parts = PositionBuilder { side_to_move: US, ..PositionBuilder::new() };
                for square in least.board().occupied() {
                    if square != at || right {
                        parts.board.put(square, least.piece_at(square).expect("a piece"));
                    }
                    if rights.has(square) && square != at {
                        let color = least.piece_at(square).expect("a rook").color();
                        parts.castling = parts.castling.with(color, square.file());
                    }
                }
                let Ok(smaller) = parts.build(Validity::Strict) else { continue };
                if !smaller.legal_moves().contains(&mv) {
                    continue;
                }
                let mistakes = rule.without(|| mistakes(&[smaller]));
                if needs(rule, &smaller, &mistakes[0], mv) {
                    least = smaller;
                    continue 'again;
                }
            }
        }
        return least;
    }
}
