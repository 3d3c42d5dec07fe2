//! The conversation with a GUI.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Color, Move, Position};

use crate::search::{Engine, Found, Limits, MATE, MATE_BOUND};

/// The state of a conversation by UCI.
pub(crate) struct Session {
    position: Position,
    pub(crate) game: Vec<u64>,
    style: CastlingStyle,
    stop: Arc<AtomicBool>,
    /// The engine, or the thread in which it thinks.
    engine: Option<Engine>,
    pub(crate) thinking: Option<JoinHandle<Engine>>,
}

impl Session {
    pub(crate) fn new() -> Self {
        Self {
            position: Position::start(),
            game: Vec::new(),
            style: CastlingStyle::Standard,
            stop: Arc::default(),
            engine: Some(Engine::new(64)),
            thinking: None,
        }
    }

    /// Obeys one line. Returns false when it is time to leave.
    pub(crate) fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => println!(
                "id name Quadbit example\nid author the Quadbit authors\n\
                 option name Hash type spin default 64 min 1 max 4096\n\
                 option name UCI_Chess960 type check default false\nuciok"
            ),
            ["isready"] => println!("readyok"),
            ["ucinewgame"] => self.finish().forget(),
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                self.style = if value == "true" { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            ["setoption", "name", "Hash", "value", value] => {
                let megabytes = value.parse().unwrap_or(64).clamp(1, 4096);
                *self.finish() = Engine::new(megabytes);
            }
            ["position", ref setup @ ..] => self
                .set_up(setup)
                .unwrap_or_else(|| println!("info string this position cannot be read: {line}")),
            ["go", ref words @ ..] => self.go(words),
            ["stop"] => {
                self.finish();
            }
            ["quit"] => {
                self.finish();
                return false;
            }
            _ => {}
        }
        true
    }

    /// Ends the search, if one is running, and hands out the engine.
    fn finish(&mut self) -> &mut Engine {
        self.stop.store(true, Ordering::Relaxed);
        let thought = self.thinking.take().and_then(|thread| thread.join().ok());
        let idle = self.engine.take();
        self.engine.insert(thought.or(idle).unwrap_or_else(|| Engine::new(64)))
    }

    /// Lets a search come to its own end.
    pub(crate) fn wait(self) {
        if let Some(thread) = self.thinking {
            let _ = thread.join();
        }
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
            let mv = Move::from_uci(word, &position).ok()?;
            game.push(position.key());
            position.play_unchecked(mv);
        }
        (self.position, self.game) = (position, game);
        Some(())
    }

    /// Starts to think in a thread of its own, which prints what it finds.
    fn go(&mut self, words: &[&str]) {
        let number = |name: &str| -> Option<u64> {
            let at = words.iter().position(|&word| word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let (clock, increment) = match self.position.side_to_move() {
            Color::White => (number("wtime"), number("winc")),
            Color::Black => (number("btime"), number("binc")),
        };
        let share = clock.map(|clock| {
            let moves = number("movestogo").unwrap_or(30).max(1) + 1;
            (clock / moves + increment.unwrap_or(0) / 2).min(clock / 4) / 2
        });
        let exact = number("movetime").map(|time| time / 2);
        self.finish();
        self.stop = Arc::default();
        let limits = Limits {
            depth: number("depth").and_then(|depth| i32::try_from(depth).ok()).unwrap_or(100),
            time: exact.or(share).map(Duration::from_millis),
            stop: Arc::clone(&self.stop),
        };
        let (position, game, style) = (self.position, self.game.clone(), self.style);
        let mut engine = self.engine.take().unwrap_or_else(|| Engine::new(64));
        self.thinking = Some(std::thread::spawn(move || {
            let found = engine.think(&position, &game, limits, |engine, found| {
                println!("{}", engine.info(&position, style, found));
            });
            match found {
                Some(found) => println!("bestmove {}", found.mv.to_uci(&position, style)),
                None => println!("bestmove 0000"),
            }
            engine
        }));
    }
}

impl Engine {
    /// A line about a finished depth.
    fn info(&self, position: &Position, style: CastlingStyle, found: Found) -> String {
        let Found { score, depth, .. } = found;
        let score = if score.abs() < MATE_BOUND {
            format!("cp {score}")
        } else {
            format!("mate {}", score.signum() * (MATE - score.abs() + 1) / 2)
        };
        let time = self.started.elapsed();
        let nps = u128::from(self.nodes) * 1_000_000 / time.as_micros().max(1);
        let line: Vec<String> = self
            .line(position, depth)
            .iter()
            .map(|(before, mv)| mv.to_uci(before, style).to_string())
            .collect();
        format!(
            "info depth {depth} score {score} nodes {} nps {nps} time {} pv {}",
            self.nodes,
            time.as_millis(),
            line.join(" ")
        )
    }
}
