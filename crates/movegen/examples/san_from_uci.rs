//! Reads the log of a UCI engine from standard input, and prints the games of its `position` commands in SAN.
//!
//! `grep position engine.log | cargo run --example san_from_uci`

use std::error::Error;
use std::io;

use quadbit_movegen::{Game, Move, Position};

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lines() {
        if let Some(command) = position_command(&line?) {
            println!("{}", to_san(command).unwrap_or_else(|error| format!("error: {error}")));
        }
    }
    Ok(())
}

/// The arguments of the UCI command `position` in `line`; `None` if there is no such command. It may begin anywhere,
/// because logs put time and direction before it.
fn position_command(line: &str) -> Option<&str> {
    let (_, command) = line.split_once("position ")?;
    ["startpos", "fen "].iter().any(|word| command.starts_with(word)).then_some(command)
}

/// Converts the arguments of `position` to the movetext of a PGN: `startpos moves e2e4 e7e5` to `1. e4 e5 *`.
fn to_san(command: &str) -> Result<String, Box<dyn Error>> {
    let (start, moves) = command.split_once("moves").unwrap_or((command, ""));
    let start = match start.trim().strip_prefix("fen ") {
        Some(fen) => fen.trim().parse()?,
        None => Position::start(),
    };
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = Move::from_uci(text, game.position()).map_err(|error| format!("{text}: {error}"))?;
        game.play(mv)?;
    }
    Ok(game.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_a_log() {
        let command = position_command("12:00 >> position startpos moves e2e4 e7e5 g1f3").unwrap();
        assert_eq!(to_san(command).unwrap(), "1. e4 e5 2. Nf3 *");
        let command = "fen 4k2r/8/8/8/8/8/8/4K3 b k - 3 40 moves e8g8 e1e2";
        assert_eq!(to_san(command).unwrap(), "40... O-O 41. Ke2 *");
        assert_eq!(to_san("startpos").unwrap(), "*");
        assert_eq!(position_command("info depth 1"), None);
    }

    #[test]
    fn mistakes_are_told() {
        let error = to_san("startpos moves e2e4 e2e4").unwrap_err().to_string();
        assert_eq!(error, "e2e4: the move is not legal in this position");
        assert!(to_san("fen 8/8 w moves").is_err());
    }
}
