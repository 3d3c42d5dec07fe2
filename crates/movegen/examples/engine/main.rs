//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so. It plays Chess960
//! too.
//!
//! ```text
//!   main       the conversation; the engine thinks in a thread of its own, so that it can be told to stop
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

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

// The other files call the library `chess`: the benches compile them on other libraries too.
use quadbit_movegen::{self as chess, CastlingStyle, Position, Validity, uci};
use search::{MATE, Search};
use table::Table;

fn main() {
    let mut session = Session::new();
    io::stdin().lines().map_while(Result::ok).all(|line| session.obey(line.trim()));
    session.end();
}

/// The state of the engine in a conversation with a GUI by UCI.
struct Session {
    position: Position,
    /// The keys of the earlier positions of the game, without the current one.
    game: Vec<u64>,
    search: Arc<Mutex<Search>>,
    stop: Arc<AtomicBool>,
    waits: Arc<AtomicBool>,
    /// The thread of a search that is running, or that is done and must wait before it prints its move.
    thinking: Option<JoinHandle<()>>,
    castling: CastlingStyle,
}

impl Session {
    fn new() -> Self {
        let search = Search::new(Table::new(64));
        let (stop, waits) = (Arc::clone(&search.stop), Arc::clone(&search.waits));
        let (position, search, castling) =
            (Position::start(), Arc::new(Mutex::new(search)), CastlingStyle::Standard);
        Self { position, game: Vec::new(), search, stop, waits, thinking: None, castling }
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
                let styles = [CastlingStyle::Standard, CastlingStyle::Chess960];
                self.castling = styles[usize::from(arguments.ends_with("true"))];
            }
            "position" => {
                let mut game = Vec::new();
                match uci::read_position(arguments, Validity::Relaxed, |before, _| game.push(before.key())) {
                    Ok(position) => (self.position, self.game) = (position, game),
                    // The old position stays.
                    Err(error) => println!("info string {error}: {line}"),
                }
            }
            "go" => self.go(arguments),
            "stop" | "quit" | "ucinewgame" => self.finish(),
            "ponderhit" => self.release(),
            _ => {}
        }
        command != "quit"
    }

    /// Starts to think in a thread of its own, which prints what it finds.
    fn go(&mut self, arguments: &str) {
        self.finish();
        let go = uci::Go::read(arguments, &self.position, |error| println!("info string {error}"));
        self.stop.store(false, Relaxed);
        self.waits.store(go.waits_for_stop(), Relaxed);
        let (position, game, castling) = (self.position, self.game.clone(), self.castling);
        let (search, waits) = (Arc::clone(&self.search), Arc::clone(&self.waits));
        self.thinking = Some(thread::spawn(move || {
            let mut search = search.lock().expect("no search has panicked");
            search.path = game;
            search.root_moves = go.search_moves.to_vec();
            let found = search.think(position, &go, |search, found| {
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
            while waits.load(Relaxed) {
                thread::park();
            }
            let best = found.map(|found| found.mv.to_uci(&position, castling).to_string());
            println!("bestmove {}", best.as_deref().unwrap_or("0000"));
        }));
    }

    /// Lets a search that waits for `stop` or `ponderhit` print its move, at once or when its time is up.
    fn release(&self) {
        self.waits.store(false, Relaxed);
        self.thinking.iter().for_each(|thinking| thinking.thread().unpark());
    }

    /// Ends the search, if one is running.
    fn finish(&mut self) {
        self.stop.store(true, Relaxed);
        self.wait();
    }

    /// Ends the program when the input has ended, perhaps without `quit`. A search that waits for `stop` is stopped;
    /// any other runs to its end.
    fn end(&mut self) {
        self.stop.fetch_or(self.waits.load(Relaxed), Relaxed);
        self.wait();
    }

    fn wait(&mut self) {
        self.release();
        if let Some(thinking) = self.thinking.take() {
            thinking.join().expect("a search ends without a panic");
        }
    }
}
