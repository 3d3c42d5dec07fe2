//! Solves mate problems: finds every first move that forces mate in at most N moves, and one line of play.
//!
//! `cargo run --release --example mate_in -- 2 "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"`

use std::error::Error;

use quadbit_movegen::{Move, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [moves, fen] = &arguments[..] else {
        return Err("usage: mate_in MOVES FEN".into());
    };
    let position: Position = fen.parse()?;
    let keys = keys(&position, moves.parse()?);
    if keys.is_empty() {
        println!("no mate in {moves}");
    }
    for line in keys {
        println!("{}", to_text(&position, &line));
    }
    Ok(())
}

/// The lines of play that mate in at most `n` moves: one for each first move that forces mate, with the longest
/// defence.
fn keys(position: &Position, n: u32) -> Vec<Vec<Move>> {
    let moves = position.legal_moves().into_iter();
    moves.filter_map(|mv| if n == 0 { None } else { after_attack(position, mv, n) }).collect()
}

/// The attacker is to move: the line of the first move found that mates in at most `n` moves; `None` if no move does.
fn attack(position: &Position, n: u32) -> Option<Vec<Move>> {
    if n == 0 {
        return None;
    }
    let mut moves = position.legal_moves();
    // Checks come first, because only a check can mate.
    moves.sort_by_key(|&mv| !position.gives_check(mv));
    moves.into_iter().find_map(|mv| after_attack(position, mv, n))
}

/// The line that begins with `mv`, a move of the attacker, and the longest defence; `None` if `mv` does not force mate
/// in at most `n` moves.
fn after_attack(position: &Position, mv: Move, n: u32) -> Option<Vec<Move>> {
    if n == 1 && !position.gives_check(mv) {
        return None;
    }
    let mut after = *position;
    after.play_unchecked(mv);
    let mut line = vec![mv];
    line.extend(defend(&after, n - 1)?);
    Some(line)
}

/// The defender is to move: the longest of the lines found for the replies, empty if this is mate. `None` if this is
/// stalemate, or if a reply avoids mate in `n` more moves of the attacker.
fn defend(position: &Position, n: u32) -> Option<Vec<Move>> {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check().then(Vec::new);
    }
    let mut longest = Vec::new();
    for reply in replies {
        let mut after = *position;
        after.play_unchecked(reply);
        let line = attack(&after, n)?;
        if line.len() >= longest.len() {
            longest = [vec![reply], line].concat();
        }
    }
    Some(longest)
}

/// A line of play in SAN.
fn to_text(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for &mv in line {
        words.push(mv.to_san(&position).to_string());
        position.play_unchecked(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(n: u32, fen: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        keys(&position, n).iter().map(|line| to_text(&position, line)).collect()
    }

    #[test]
    fn problems_have_one_key() {
        // Paul Morphy: mate in two.
        assert_eq!(solve(2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").len(), 1);
        assert!(solve(2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")[0].starts_with("Ra6 "));
        assert!(solve(1, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").is_empty());
        assert_eq!(solve(1, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), ["Ra8#"]);
    }

    #[test]
    fn a_stalemate_is_no_mate() {
        assert!(solve(1, "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1").iter().all(|line| line.ends_with('#')));
        assert!(solve(2, "7k/8/4B2K/8/8/8/8/8 w - - 0 1").is_empty());
    }
}
