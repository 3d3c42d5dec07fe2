//! `quadbit uci`: the loop that perft tools drive.

mod options;

use std::io::{self, BufReader, Write};
use std::str::SplitAsciiWhitespace;

use quadbit_movegen::{Move, Position};

use crate::divided::{self, MoveCount};
use crate::failure::Failure;
use crate::lines;
use options::Options;

/// Read commands of the UCI protocol and answer `go perft N`, until `quit`
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut bytes = Vec::new();
    let mut session = Session { position: Some(Position::start()), options: Options::default() };
    while let Some(line) = lines::next_line(&mut input, &mut bytes)? {
        // What is no text is no command.
        let mut out = io::stdout().lock();
        if session.obey(line.unwrap_or_default(), &mut out)? == Then::Quit {
            break;
        }
        out.flush()?;
    }
    Ok(())
}

/// What is remembered from one command to the next.
struct Session {
    /// `None` after a position that was refused: there is nothing to answer for then.
    position: Option<Position>,
    options: Options,
}

/// How it goes on after a command.
#[derive(PartialEq, Eq)]
enum Then {
    Listen,
    Quit,
}

impl Session {
    /// Does what a line says, as far as it is known.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<Then> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") => {
                writeln!(out, "id name Quadbit {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                Options::list(out)?;
                writeln!(out, "uciok")?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            Some("ucinewgame") => self.options.forget(),
            Some("setoption") => refused(self.options.set(line), out)?,
            Some("position") => {
                let position = position(words);
                self.position = position.as_ref().ok().copied();
                refused(position.map(drop), out)?;
            }
            Some("go") if words.next() == Some("perft") => self.perft(words, out)?,
            Some("perft") => self.perft(words, out)?,
            Some("d") => self.display(out)?,
            Some("quit") => return Ok(Then::Quit),
            _ => {}
        }
        Ok(Then::Listen)
    }

    /// `go perft N`, in Stockfish's form.
    fn perft(&self, mut words: SplitAsciiWhitespace<'_>, out: &mut impl Write) -> io::Result<()> {
        let depth = words.next().and_then(|depth| depth.parse::<u8>().ok());
        let Some(depth) = depth else {
            return writeln!(out, "info string perft takes a depth, 0 to 255");
        };
        let Some(position) = &self.position else {
            return writeln!(out, "info string there is no position");
        };
        let counts = self.options.counter().divide(position, depth);
        for MoveCount { uci, nodes } in divided::sorted(&counts, position, self.options.castling_style()) {
            writeln!(out, "{uci}: {nodes}")?;
        }
        writeln!(out, "\nNodes searched: {}\n", divided::total(&counts, depth))
    }

    /// `d`: the position.
    fn display(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.position {
            Some(position) => writeln!(out, "Fen: {position}\nKey: {:016X}", position.key()),
            None => writeln!(out, "info string there is no position"),
        }
    }
}

/// Says why something was refused.
fn refused(result: Result<(), String>, out: &mut impl Write) -> io::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(why) => writeln!(out, "info string refused: {why}"),
    }
}

/// The position of `startpos` or `fen FEN`, and of `moves M..` behind it.
fn position(mut words: SplitAsciiWhitespace<'_>) -> Result<Position, String> {
    let mut position = match words.next() {
        Some("startpos") => {
            match words.next() {
                None | Some("moves") => {}
                Some(word) => return Err(format!("`{word}` after startpos")),
            }
            Position::start()
        }
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Position::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("a position is `startpos` or `fen` and a FEN".to_owned()),
    };
    for text in words {
        let mv = Move::from_uci(text, &position).map_err(|error| format!("`{text}`: {error}"))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}
