//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so. It plays Chess960 too.
//!
//! ```text
//!   main       the conversation; the engine thinks in a thread of its own, so that it can be told to stop
//!   search     deeper and deeper until the time is up; captures only at the end, until the position is quiet
//!   order      which moves come first
//!   evaluate   material, and how near the centre the pieces stand
//! ```
//!
//! Everything that knows the rules comes from the library. The methods are those of the
//! [Chess Programming Wiki](https://www.chessprogramming.org/Search), under the names in the comments.

mod evaluate;
mod order;
mod search;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use quadbit_movegen::uci::{self, Go};
use quadbit_movegen::{CastlingStyle, Position, Validity};
use search::{Engine, Limits};

fn main() {
    let mut session = Session::new();
    for line in io::stdin().lines().map_while(Result::ok) {
        if !session.obey(&line) {
            return;
        }
    }
    if let Some(thread) = session.thinking {
        thread.join().expect("a search ends without a panic");
    }
}

/// A conversation by UCI.
struct Session {
    position: Position,
    /// The keys of the positions before this one.
    game: Vec<u64>,
    engine: Arc<Mutex<Engine>>,
    stop: Arc<AtomicBool>,
    thinking: Option<JoinHandle<()>>,
    castling: CastlingStyle,
}

impl Session {
    fn new() -> Self {
        Self {
            position: Position::start(),
            game: Vec::new(),
            engine: Arc::new(Mutex::new(Engine::new(64))),
            stop: Arc::default(),
            thinking: None,
            castling: CastlingStyle::Standard,
        }
    }

    /// Obeys one line. Returns false when it is time to leave.
    fn obey(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => println!(
                "id name Quadbit example\nid author the Quadbit authors\noption name UCI_Chess960 type check default false\nuciok"
            ),
            "isready" => println!("readyok"),
            "setoption" if arguments.starts_with("name UCI_Chess960 value ") => {
                let is_on = arguments.ends_with("true");
                self.castling = if is_on { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            "position" => {
                // After an error the old position stays.
                let mut game = Vec::new();
                match uci::read_position(arguments, Validity::Relaxed, |before, _| game.push(before.key())) {
                    Ok(position) => (self.position, self.game) = (position, game),
                    Err(error) => println!("info string {error}: {line}"),
                }
            }
            "go" => self.go(arguments),
            "stop" | "quit" | "ucinewgame" => self.finish(),
            _ => {}
        }
        command != "quit"
    }

    /// Starts to think in a thread of its own, which prints what it finds. Parameters that cannot be read count as none.
    fn go(&mut self, arguments: &str) {
        self.finish();
        let go = Go::read(arguments, &self.position).unwrap_or_default();
        let side = self.position.side_to_move();
        let moves_to_go = go.moves_to_go.unwrap_or(30).max(1);
        let increment = go.increment[side.index()].unwrap_or_default();
        let share = go.clock(side).map(|time| (time / moves_to_go + increment / 2).min(time / 2));
        let castling = self.castling;
        let limits = Limits {
            depth: go.depth.map_or(100, |depth| depth.min(100).cast_signed()),
            time: go.move_time.or(share),
            nodes: go.nodes,
            stop: Arc::clone(&self.stop),
            castling,
        };
        self.stop.store(false, Ordering::Relaxed);
        let (position, game, engine) = (self.position, self.game.clone(), Arc::clone(&self.engine));
        self.thinking = Some(std::thread::spawn(move || {
            let best = engine.lock().expect("no search has panicked").think(&position, &game, limits);
            let best = best.map(|(mv, _)| mv.to_uci(&position, castling).to_string());
            println!("bestmove {}", best.as_deref().unwrap_or("0000"));
        }));
    }

    /// Ends the search, if one is running.
    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thinking.take() {
            thread.join().expect("a search ends without a panic");
        }
    }
}
