//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so.
//!
//! ```text
//!   main       the conversation; the engine thinks in a thread of its own, so that it can be told to stop
//!   search     depth 1, 2, 3, .. until the time is up; alpha-beta with a table, null moves, late moves less deep;
//!              at the end captures only, until the position is quiet
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
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Color, Move, Position};
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
}

impl Session {
    fn new() -> Self {
        Self {
            position: Position::start(),
            game: Vec::new(),
            engine: Arc::new(Mutex::new(Engine::new(64))),
            stop: Arc::default(),
            thinking: None,
        }
    }

    /// Obeys one line. Returns false when it is time to leave.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => println!("id name Quadbit example\nid author the Quadbit authors\nuciok"),
            ["isready"] => println!("readyok"),
            ["position", ref words @ ..] => match self.set_up(words) {
                Some(()) => {}
                None => println!("info string this position cannot be read: {line}"),
            },
            ["go", ref words @ ..] => self.go(words),
            ["stop" | "quit" | "ucinewgame"] => self.finish(),
            _ => {}
        }
        words != ["quit"]
    }

    /// `startpos` or `fen ..`, and `moves ..`.
    fn set_up(&mut self, words: &[&str]) -> Option<()> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(moves_at);
        let mut position = match start {
            ["startpos"] => Position::start(),
            ["fen", fields @ ..] => Position::from_fen_relaxed(&fields.join(" ")).ok()?,
            _ => return None,
        };
        let mut game = Vec::new();
        for word in moves.iter().skip(1) {
            game.push(position.key());
            position.play_unchecked(Move::from_uci(word, &position).ok()?);
        }
        (self.position, self.game) = (position, game);
        Some(())
    }

    /// Starts to think in a thread of its own, which prints what it finds.
    fn go(&mut self, words: &[&str]) {
        self.finish();
        let number = |name: &str| -> Option<u64> {
            words.iter().skip_while(|&&word| word != name).nth(1)?.parse().ok()
        };
        let (clock, increment) = match self.position.side_to_move() {
            Color::White => (number("wtime"), number("winc")),
            Color::Black => (number("btime"), number("binc")),
        };
        let moves_to_go = number("movestogo").unwrap_or(30).max(1);
        let share = clock.map(|time| (time / moves_to_go + increment.unwrap_or(0) / 2).min(time / 2));
        let limits = Limits {
            depth: number("depth").and_then(|depth| depth.try_into().ok()).unwrap_or(100),
            time: number("movetime").or(share).map(Duration::from_millis),
            stop: Arc::clone(&self.stop),
        };
        self.stop.store(false, Ordering::Relaxed);
        let (position, game, engine) = (self.position, self.game.clone(), Arc::clone(&self.engine));
        self.thinking = Some(std::thread::spawn(move || {
            let best = engine.lock().expect("no search has panicked").think(&position, &game, limits);
            let best = best.map(|(mv, _)| mv.to_uci(&position, CastlingStyle::Standard).to_string());
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
