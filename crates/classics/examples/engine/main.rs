//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so. It plays Chess960
//! too, and with `-- --board kittinger` on any board of this crate, by its name.
//!
//! ```text
//!   main       the conversation; a thread of its own reads the lines, so that a search can look for them
//!   search     deeper and deeper until the time is up; captures only at the end, until the position is quiet
//!   order      which moves come first
//!   evaluate   material, and how near the centre the pieces stand
//!   table      what has been found about positions that come again
//!   node       what the search asks of a position, and how `Position` answers
//!   on_board   how any other board answers, by making and unmaking moves
//! ```
//!
//! Everything that knows the rules comes from the library. The methods are those of the
//! [Chess Programming Wiki](https://www.chessprogramming.org/Search), under the names in the comments.

mod evaluate;
mod node;
mod on_board;
mod order;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};
use std::{env, io, thread};

use node::Node;
use on_board::OnBoard;
use quadbit_movegen::CastlingStyle::{self, Chess960, Standard};
use quadbit_movegen::{Move, Position, Validity, uci};
use search::{MATE, Search};
use table::Table;

/// A function for each board, with the name of the board; `quad` is [`Position`] itself.
macro_rules! boards {
    ($function:ident, $kind:ty) => {{
        let boards: [(&'static str, $kind); 12] = [
            ("quad", $function::<Position>),
            ("mailbox", $function::<OnBoard<quadbit_classics::mailbox::Mailbox>>),
            ("nibble", $function::<OnBoard<quadbit_classics::nibble::NibbleBoard>>),
            ("x88", $function::<OnBoard<quadbit_classics::x88::X88>>),
            ("kittinger", $function::<OnBoard<quadbit_classics::kittinger::Kittinger>>),
            ("sentinel", $function::<OnBoard<quadbit_classics::sentinel::Sentinel>>),
            ("10x12", $function::<OnBoard<quadbit_classics::sentinel::TenByTwelve>>),
            ("ccr", $function::<OnBoard<quadbit_classics::ccr::Ccr>>),
            ("sets", $function::<OnBoard<quadbit_classics::sets::Sets>>),
            ("flip", $function::<OnBoard<quadbit_classics::flip::Flip>>),
            ("delta", $function::<OnBoard<quadbit_classics::delta::Delta>>),
            ("fill", $function::<OnBoard<quadbit_classics::fill::Fill>>),
        ];
        boards
    }};
}

/// A conversation with a GUI, whose lines come from the receiver.
type Talk = fn(Receiver<String>);

const BOARDS: [(&str, Talk); 12] = boards!(talk, Talk);

#[cfg(test)]
use boards;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let name = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => "quad",
        ["--board", name] => name,
        _ => "",
    };
    let Some((_, talk)) = BOARDS.iter().find(|(board, _)| *board == name) else {
        eprintln!("usage: engine [--board {}]", BOARDS.map(|(name, _)| name).join("|"));
        return ExitCode::from(2);
    };
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    talk(lines);
    ExitCode::SUCCESS
}

/// Talks to a GUI until it ends the program.
fn talk<N: Node>(lines: Receiver<String>) {
    let mut session = Session::<N>::new(64, lines);
    while session.search.next_line().is_some_and(|line| session.obey(line.trim())) {}
}

/// The state of the engine in a conversation with a GUI by UCI.
struct Session<N: Node> {
    position: Position,
    search: Search<N>,
    castling: CastlingStyle,
}

impl<N: Node> Session<N> {
    fn new(megabytes: usize, lines: Receiver<String>) -> Self {
        let search = Search::new(Table::new(megabytes), lines);
        Self { position: Position::start(), search, castling: Standard }
    }

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
                match uci::read_position(arguments, Validity::Relaxed, |before, _| {
                    game.push(N::from_position(before).key());
                }) {
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
