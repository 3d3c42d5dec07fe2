//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so. It plays Chess960
//! too.
//!
//! ```text
//!   main       the conversation; a thread of its own reads the lines, so that a search can look for them
//!   search     deeper and deeper until the time is up; captures only at the end, until the position is quiet
//!   order      which moves come first
//!   evaluate   material, and how near the centre the pieces stand
//!   table      what has been found about positions that come again
//! ```
//!
//! Everything that knows the rules comes from the library. The methods are those of the
//! [Chess Programming Wiki](https://www.chessprogramming.org/Search), under the names in the comments.

mod evaluate;
mod order;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::mpsc;
use std::{io, thread};

// The other files call the library `chess`: the benches compile them on other libraries too.
use quadbit_movegen::CastlingStyle::{self, Chess960, Standard};
use quadbit_movegen::{self as chess, Position, Validity, uci};
use search::{MATE, Search};
use table::Table;

fn main() {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let search = Search::new(Table::new(64), lines);
    let mut session = Session { position: Position::start(), search, castling: Standard };
    while session.search.next_line().is_some_and(|line| session.obey(line.trim())) {}
}

/// The state of the engine in a conversation with a GUI by UCI.
struct Session {
    position: Position,
    search: Search,
    castling: CastlingStyle,
}

impl Session {
    /// Obeys one line of UCI. Returns false if the program should end.
    fn obey(&mut self, line: &str) -> bool {
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => println!(
                "id name Quadbit example\nid author the Quadbit authors\noption name UCI_Chess960 type check default false\noption name Ponder type check default false\nuciok"
            ),
            "isready" => println!("readyok"),
            "setoption" if arguments.starts_with("name UCI_Chess960 value ") => {
                self.castling = if arguments.ends_with("true") { Chess960 } else { Standard };
            }
            "position" => {
                let mut game = Vec::new();
                match uci::read_position(arguments, Validity::Relaxed, |before, _| game.push(before.key())) {
                    Ok(position) => (self.position, self.search.path) = (position, game),
                    // The old position stays.
                    Err(error) => println!("info string {error}: {line}"),
                }
            }
            "go" => self.go(arguments),
            _ => {}
        }
        command != "quit"
    }

    /// Thinks, and prints what it finds.
    fn go(&mut self, arguments: &str) {
        let (position, castling) = (self.position, self.castling);
        let go = uci::Go::read(arguments, &position, |error| println!("info string {error}"));
        let found = self.search.think(position, go, |search, found| {
            let score = found.score.into();
            let info = uci::Info {
                depth: Some(found.depth.unsigned_abs().into()),
                score: Some(match MATE - i32::abs(score) {
                    plies @ ..1000 => uci::Score::Mate(score.signum() * (plies + 1) / 2),
                    _ => uci::Score::Centipawns(score),
                }),
                nodes: Some(search.nodes),
                time: Some(search.started.elapsed()),
                pv: &[found.mv],
                ..uci::Info::new(&position, castling)
            };
            println!("{info}");
        });
        let best = found.map(|found| found.mv.to_uci(&position, castling).to_string());
        println!("bestmove {}", best.as_deref().unwrap_or("0000"));
    }
}
