//! The conversation with a GUI by UCI.
//!
//! 1. A thread of its own reads the lines, so that a search can look for them.
//! 2. [`Session`] obeys them one by one; `position` keeps the game, `go` searches and prints what it finds.

use std::sync::mpsc::{self, Receiver};
use std::{io, thread};

use quadbit_movegen::CastlingStyle::{self, Chess960, Standard};
use quadbit_movegen::{Move, Position, Validity, uci};

use super::evaluate::Sums;
use super::node::Node;
use super::search::{MATE, Search};
use super::table::Table;

/// The lines of the standard input, which a thread of its own reads.
pub(crate) fn heard() -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    lines
}

/// Talks to a GUI until it ends the program.
pub(crate) fn talk<N: Node>(lines: Receiver<String>) {
    let mut session = Session::<N>::new(64, lines);
    while session.search.next_line().is_some_and(|line| session.obey(line.trim())) {}
}

/// The state of the engine in a conversation with a GUI by UCI.
pub(crate) struct Session<N: Node> {
    pub(crate) position: Position,
    pub(crate) search: Search<N>,
    pub(crate) castling: CastlingStyle,
}

impl<N: Node> Session<N> {
    pub(crate) fn new(megabytes: usize, lines: Receiver<String>) -> Self {
        let search = Search::new(Table::new(megabytes), lines);
        Self { position: Position::start(), search, castling: Standard }
    }

    /// Obeys one line of UCI. Returns false if the program should end.
    pub(crate) fn obey(&mut self, line: &str) -> bool {
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
                match uci::read_position(arguments, Validity::Relaxed, |before, _| {
                    game.push(N::from_position(before).key());
                }) {
                    Ok(position) => (self.position, self.search.path) = (position, game),
                    // A line that cannot be read leaves the old position.
                    Err(error) => println!("info string {error}: {line}"),
                }
            }
            "go" => self.go(arguments),
            // No command of UCI, but many engines have it.
            "eval" => {
                let node = N::from_position(&self.position);
                println!(
                    "info string evaluation {}",
                    node.evaluate(Sums::new(&node).score(self.position.side_to_move()))
                );
            }
            _ => {}
        }
        command != "quit"
    }

    /// Obeys `go`: searches, prints a line after each depth, and at the end the best move.
    fn go(&mut self, arguments: &str) {
        let (position, castling) = (self.position, self.castling);
        let go = uci::Go::read(arguments, &position, |error| println!("info string {error}"));
        let found = self.search.think(&mut N::from_position(&position), go, |search, found| {
            let score = found.score.into();
            let info = uci::Info {
                depth: Some(found.depth.unsigned_abs().into()),
                score: Some(match MATE - i32::abs(score) {
                    plies @ ..1000 => uci::Score::Mate(score.signum() * (plies + 1) / 2),
                    _ => uci::Score::Centipawns(score),
                }),
                nodes: Some(search.nodes),
                time: Some(search.started.elapsed()),
                pv: &[found.mv.into()],
                ..uci::Info::new(&position, castling)
            };
            println!("{info}");
        });
        let best = found.map(|found| Into::<Move>::into(found.mv).to_uci(&position, castling).to_string());
        println!("bestmove {}", best.as_deref().unwrap_or("0000"));
    }
}
