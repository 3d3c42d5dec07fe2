//! `quadbit uci`: the loop that perft tools drive.
//!
//! 1. A [`Listener`] reads lines on a thread of its own, so that `stop` and `quit` are seen while a count runs.
//! 2. [`Session::obey`] runs one command after the other, and answers on standard output.
//! 3. What is wrong with a command is an `info string`; the loop goes on. After a refused `position` there is no
//!    position, so that no answer is about an earlier one.

mod divide;
mod listener;
mod options;

use std::io::{self, Write};

use quadbit_movegen::Position;
use quadbit_movegen::uci::{self, Go, UciLineError};

use crate::divided::{self, MoveCount};
use crate::failure::Failure;
use crate::position::Rules;
use listener::{Heard, LONGEST, Listener};
use options::Options;

/// Read commands of the UCI protocol and answer `go perft N`, until `quit`
///
/// The commands are uci, isready, ucinewgame, setoption (Hash, Threads, UCI_Chess960), position, go perft N, perft N, d
/// (prints the position), stop and quit. What is wrong with a command is answered by a line `info string ..`; unknown
/// commands are ignored.
#[derive(clap::Args)]
#[expect(clippy::doc_markdown, reason = "the help prints it as it is")]
pub(crate) struct Args {
    #[command(flatten)]
    rules: Rules,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut listener = Listener::start();
    let mut session = Session {
        position: Some(Position::start()),
        rules: args.rules,
        options: Options::new(args.rules.castling_style()),
        is_waited_for: false,
    };
    // Standard output is not locked, because the listener writes to it too.
    let mut out = io::stdout();
    while let Some(heard) = listener.next() {
        let then = match heard {
            Heard::Whole(line) => session.obey(&line, &listener, &mut out)?,
            Heard::Cut(beginning) => session.refuse(&beginning, &mut out)?,
            Heard::Failed(failure) => return Err(failure),
        };
        if then == Then::Quit {
            break;
        }
        out.flush()?;
    }
    Ok(())
}

/// What the loop remembers from one command to the next.
struct Session {
    /// The current position; `None` after a refused `position` command.
    position: Option<Position>,
    rules: Rules,
    options: Options,
    /// Whether the move for `go infinite` or `go ponder` has still to be printed.
    is_waited_for: bool,
}

/// What the loop does after a command: go on, or end.
#[derive(PartialEq, Eq)]
enum Then {
    Listen,
    Quit,
}

impl Session {
    /// Runs the command in `line`; words before the command are ignored.
    fn obey(&mut self, line: &str, listener: &Listener, out: &mut impl Write) -> io::Result<Then> {
        let line = from_command(line);
        if let Some(request) = line.strip_prefix("divide:") {
            divide::answer(request, self.options.castling_style(), listener, out)?;
            return Ok(Then::Listen);
        }
        let (command, arguments) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        match command {
            "uci" => {
                writeln!(out, "id name Quadbit {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                self.options.list(out)?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => self.options.forget(),
            "setoption" => refused(self.options.set(line), out)?,
            "position" => {
                let position = position(arguments, self.rules);
                self.position = position.as_ref().ok().copied();
                refused(position.map(drop), out)?;
            }
            "go" => self.go(arguments, listener, out)?,
            "perft" => self.go(line, listener, out)?,
            "stop" | "ponderhit" if self.is_waited_for => self.any_move(out)?,
            "d" => self.display(out)?,
            "quit" => return Ok(Then::Quit),
            _ => {}
        }
        Ok(Then::Listen)
    }

    /// Refuses a line that is too long, of which only the beginning was read. If it is a `position` command, there is
    /// no position afterwards.
    fn refuse(&mut self, beginning: &str, out: &mut impl Write) -> io::Result<Then> {
        if from_command(beginning).split_ascii_whitespace().next() == Some("position") {
            self.position = None;
        }
        refused(Err(format!("the line has more than {LONGEST} bytes")), out)?;
        Ok(Then::Listen)
    }

    /// Answers `go perft N` as Stockfish does: a line for each move, then the total.
    fn perft(&self, depth: Option<u32>, listener: &Listener, out: &mut impl Write) -> io::Result<()> {
        let Some(depth) = depth.and_then(|depth| u8::try_from(depth).ok()) else {
            return writeln!(out, "info string perft needs a depth from 0 to 255");
        };
        let Some(position) = &self.position else {
            return writeln!(out, "info string there is no position");
        };
        let counter = self.options.counter();
        let Some(counts) = listener.count(|progress| counter.divide(position, depth, progress)) else {
            return writeln!(out, "info string stopped");
        };
        // Written in one piece, because standard output is flushed at each line.
        let mut answer = Vec::new();
        for MoveCount { uci, nodes } in divided::sorted(&counts, position, self.options.castling_style()) {
            writeln!(answer, "{uci}: {nodes}")?;
        }
        writeln!(answer, "\nNodes searched: {}\n", divided::total(&counts, depth))?;
        out.write_all(&answer)
    }

    /// Answers `go`. Only `go perft` is done as asked: with a depth or a time, `go` asks for a search, which this
    /// program does not have. The answer is then any legal move, because the other side waits for one; after `infinite`
    /// or `ponder` it comes only with `stop` or `ponderhit`.
    fn go(&mut self, arguments: &str, listener: &Listener, out: &mut impl Write) -> io::Result<()> {
        let mut unreadable = Vec::new();
        let position = self.position.unwrap_or_else(Position::start);
        let go = Go::read(arguments, &position, |error| unreadable.push(error));
        if go.perft.is_some() || unreadable.contains(&UciLineError::Number("perft")) {
            return self.perft(go.perft, listener, out);
        }
        for error in unreadable {
            refused(Err(error.to_string()), out)?;
        }
        let reason = match self.position {
            Some(_) => "quadbit counts moves but does not search: this is any legal move",
            None => "there is no position",
        };
        writeln!(out, "info string {reason}")?;
        if go.waits_for_stop() {
            self.is_waited_for = true;
            return Ok(());
        }
        self.any_move(out)
    }

    fn any_move(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.is_waited_for = false;
        match self.position.and_then(|position| Some((position, *position.legal_moves().first()?))) {
            Some((position, mv)) => {
                writeln!(out, "bestmove {}", mv.to_uci(&position, self.options.castling_style()))
            }
            None => writeln!(out, "bestmove 0000"),
        }
    }

    /// Answers `d`: prints the position.
    fn display(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.position {
            Some(position) => writeln!(out, "Fen: {position}\nKey: {:016X}", position.key()),
            None => writeln!(out, "info string there is no position"),
        }
    }
}

/// Prints the reason for a refusal as an `info string`; nothing after success.
fn refused(result: Result<(), String>, out: &mut impl Write) -> io::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(why) => writeln!(out, "info string refused: {why}"),
    }
}

/// The first words of the commands. `debug` and `register`, with what follows them, are ignored.
const COMMANDS: [&str; 13] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "quit",
    "debug",
    "register",
];

/// The line from its first word on that begins a command, as the protocol asks: `joho isready` is `isready`. The whole
/// line if no word does.
fn from_command(line: &str) -> &str {
    let line = line.trim_ascii();
    let mut rest = line;
    loop {
        let (word, after) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
        match word {
            word if COMMANDS.contains(&word) || word.starts_with("divide:") => return rest,
            _ if after.is_empty() => return line,
            _ => rest = after.trim_ascii_start(),
        }
    }
}

/// The position of `startpos` or `fen FEN`, after the moves of `moves M..`. The error says what is wrong, and quotes a
/// wrong move or a wrong word after `startpos`.
fn position(arguments: &str, rules: Rules) -> Result<Position, String> {
    let words: Vec<&str> = arguments.split_ascii_whitespace().collect();
    uci::read_position(&words.join(" "), rules.validity(), |_, _| ()).map_err(|error| match error {
        UciLineError::NoStart => match words[..] {
            ["startpos", word, ..] => format!("unexpected `{word}` after startpos"),
            _ => "expected `position startpos` or `position fen FEN`".to_owned(),
        },
        UciLineError::Move(number, error) => {
            let moves = words.iter().skip_while(|word| **word != "moves");
            let text = moves.copied().nth(number).unwrap_or_default();
            format!("`{text}`: {error}")
        }
        UciLineError::Fen(error) => {
            let fen: Vec<&str> = words[1..].iter().copied().take_while(|word| *word != "moves").collect();
            format!("{error}{}", rules.advice(&fen.join(" ")))
        }
        error => error.to_string(),
    })
}
