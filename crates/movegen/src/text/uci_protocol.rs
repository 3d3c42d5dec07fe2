//! The Universal Chess Interface: the lines of a GUI as values, and an engine's `info` as text. This module only reads
//! and writes; what to do with a line is up to the engine.
//!
//! 1. [`read_position`] plays the moves of `position` and passes each of them to a closure first.
//! 2. [`Go::read`] reads the parameters of `go` in that position; [`Go::clock`] is the time of one side.
//! 3. [`Info`] prints what the engine has found.
//!
//! Unknown words are skipped, as the protocol asks. A line that cannot be read is an error, which an engine may report
//! or ignore.
//!
//! Source: Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006; `go perft` is Stockfish's.
//!
//! ```
//! use quadbit_movegen::{CastlingStyle, Validity, uci};
//! let (line, mut keys) = ("startpos moves e2e4 e7e5", Vec::new());
//! let position = uci::read_position(line, Validity::Relaxed, |before, _| keys.push(before.key()))?;
//! assert_eq!(keys.len(), 2);
//!
//! let line = "wtime 60000 btime 50000 winc 1000 searchmoves g1f3 f1c4";
//! let go = uci::Go::read(line, &position, |error| println!("info string {error}"));
//! assert_eq!(go.clock(position.side_to_move()).unwrap().as_secs(), 60);
//!
//! let info = uci::Info {
//!     depth: Some(9),
//!     score: Some(uci::Score::Centipawns(31)),
//!     nodes: Some(72_000),
//!     pv: &go.search_moves[..1],
//!     ..uci::Info::new(&position, CastlingStyle::Standard)
//! };
//! assert_eq!(info.to_string(), "info depth 9 score cp 31 nodes 72000 pv g1f3");
//! # Ok::<(), uci::UciLineError>(())
//! ```

use core::fmt;
use core::iter::{self, Peekable};
use core::num::NonZero;
use core::str::{FromStr, SplitAsciiWhitespace};
use core::time::Duration;

use quadbit_x88::Color;

use super::fen::error::FenError;
use super::fen::reader;
use super::uci::{CastlingStyle, UciError};
use crate::moves::move_list::MoveList;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::validity::Validity;

/// The reason why a line that a GUI sends cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciLineError {
    /// `position` is not followed by `startpos` or `fen`.
    NoStart,
    /// The FEN cannot be read.
    Fen(FenError),
    /// A move cannot be read, or is not legal. The number counts the moves of the line from 1.
    Move(usize, UciError),
    /// This parameter of `go` is not followed by a number that it can have.
    Number(&'static str),
}

impl fmt::Display for UciLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str("expected startpos or fen"),
            Self::Fen(error) => fmt::Display::fmt(error, f),
            Self::Move(number, error) => write!(f, "move {number}: {error}"),
            Self::Number(name) => write!(f, "{name}: expected a number"),
        }
    }
}

impl core::error::Error for UciLineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            Self::Move(_, error) => Some(error),
            Self::NoStart | Self::Number(_) => None,
        }
    }
}

/// Reads what follows the word `position`: `startpos` or `fen ..`, and `moves ..`. `validity` says how strictly
/// the FEN is read; GUIs send what their users set up. Each move is first passed to `before`, with the position
/// in which it is played, so that the caller can collect the keys of earlier positions, for example.
///
/// # Errors
/// What is wrong with the line. `before` has then been called for the moves before the bad one.
pub fn read_position(
    arguments: &str,
    validity: Validity,
    mut before: impl FnMut(&Position, Move),
) -> Result<Position, UciLineError> {
    let (start, moves) = match arguments.split_once(" moves") {
        Some((start, moves)) => (start, moves),
        None => (arguments, ""),
    };
    let start = start.trim();
    let mut position = match start.split_once(char::is_whitespace).unwrap_or((start, "")) {
        ("startpos", "") => Position::start(),
        ("fen", fen) => reader::read(fen, validity).map_err(UciLineError::Fen)?,
        _ => return Err(UciLineError::NoStart),
    };
    for (number, text) in (1..).zip(moves.split_ascii_whitespace()) {
        let mv = Move::from_uci(text, &position).map_err(|error| UciLineError::Move(number, error))?;
        before(&position, mv);
        position = position.after(mv);
    }
    Ok(position)
}

/// The parameters of a `go` line. A parameter that the line does not name is `None`, false or empty.
///
/// If no time, depth or other limit is given, the search has no limit; but see [`read`](Self::read) for a line that
/// cannot be read completely.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// The moves to choose from (`searchmoves`); empty if all moves are allowed.
    pub search_moves: MoveList,
    /// Whether to think in the opponent's time.
    pub ponder: bool,
    /// The time that White and Black have left (`wtime`, `btime`), in this order; `None` if the line does not say it. A
    /// time below 0, which some GUIs send, is 0.
    pub time: [Option<Duration>; 2],
    /// The time that White and Black gain with each move (`winc`, `binc`), in this order; `None` if the line does not
    /// say it.
    pub increment: [Option<Duration>; 2],
    /// The number of moves to the next time control.
    pub moves_to_go: Option<NonZero<u32>>,
    /// The number of plies to search.
    pub depth: Option<u32>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// The number of moves within which to look for a mate (`mate`).
    pub mate: Option<u32>,
    /// The exact time to search (`movetime`).
    pub move_time: Option<Duration>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// The depth of a perft to count instead of a search (`perft`).
    pub perft: Option<u32>,
}

impl Go {
    /// Reads the text after the word `go`. `position` is the one to search; the moves to choose from
    /// must be legal in it.
    ///
    /// `refuse` receives each number or move that cannot be read; an engine may report it. Such a line never means more
    /// thinking than the GUI may have wanted: a time that cannot be read is 0, other numbers and moves are left out,
    /// and if nothing limits the search then, its depth is 1.
    ///
    /// ```
    /// use quadbit_movegen::{Position, uci::Go};
    /// let mut errors = Vec::new();
    /// let line = "wtime 9000 btime 9000 movestogo x";
    /// let go = Go::read(line, &Position::start(), |error| errors.push(error.to_string()));
    /// assert_eq!((go.depth, go.time[0].unwrap().as_secs()), (None, 9));
    /// assert_eq!(errors, ["movestogo: expected a number"]);
    /// assert_eq!(Go::read("depth", &Position::start(), |_| ()).depth, Some(1));
    /// ```
    pub fn read(arguments: &str, position: &Position, mut refuse: impl FnMut(UciLineError)) -> Self {
        let (mut go, mut is_whole) = (Self::default(), true);
        let mut refuse = |error| {
            is_whole = false;
            refuse(error);
        };
        let mut words = arguments.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.time[0] = Some(duration("wtime", &mut words, &mut refuse)),
                "btime" => go.time[1] = Some(duration("btime", &mut words, &mut refuse)),
                "winc" => go.increment[0] = Some(duration("winc", &mut words, &mut refuse)),
                "binc" => go.increment[1] = Some(duration("binc", &mut words, &mut refuse)),
                "movetime" => go.move_time = Some(duration("movetime", &mut words, &mut refuse)),
                "movestogo" => go.moves_to_go = number("movestogo", &mut words, &mut refuse),
                "depth" => go.depth = number("depth", &mut words, &mut refuse),
                "nodes" => go.nodes = number("nodes", &mut words, &mut refuse),
                "mate" => go.mate = number("mate", &mut words, &mut refuse),
                "perft" => go.perft = number("perft", &mut words, &mut refuse),
                "searchmoves" => go.read_moves(&mut words, position, &mut refuse),
                _ => {}
            }
        }
        if !is_whole && !go.is_limited() {
            go.depth = Some(1);
        }
        go
    }

    /// Whether the best move must be held back, even if the search is over, until the GUI sends `stop`, or
    /// `ponderhit` when pondering.
    pub const fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder
    }

    /// Whether the line limits the search by a time, a depth (of a mate or perft, too) or nodes, or lets it run until
    /// `stop` or `ponderhit`.
    fn is_limited(&self) -> bool {
        let has_time = self.time.iter().any(Option::is_some) || self.move_time.is_some();
        let has_depth = self.depth.is_some() || self.mate.is_some() || self.perft.is_some();
        has_time || has_depth || self.nodes.is_some() || self.waits_for_stop()
    }

    /// The time that `side` has left; `None` if the line does not say it.
    pub const fn clock(&self, side: Color) -> Option<Duration> {
        self.time[side.index()]
    }

    /// Reads the moves of `searchmoves`, up to the next parameter. A move that is listed twice is added once. Errors of
    /// moves that cannot be read go to `refuse`.
    fn read_moves(
        &mut self,
        words: &mut Words<'_>,
        position: &Position,
        refuse: &mut impl FnMut(UciLineError),
    ) {
        let moves = iter::from_fn(|| words.next_if(|word| !PARAMETERS.contains(word)));
        for (number, word) in (1..).zip(moves) {
            match Move::from_uci(word, position) {
                Ok(mv) if self.search_moves.contains(&mv) => {}
                Ok(mv) => self.search_moves.push(mv),
                Err(error) => refuse(UciLineError::Move(number, error)),
            }
        }
    }
}

/// The words of a line.
type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

/// The words that begin a parameter, and end a list of moves.
const PARAMETERS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movetime",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "perft",
];

/// Reads the number after the parameter `name`; `None` if it cannot be read, and `refuse` then receives an error.
fn number<T: FromStr>(
    name: &'static str,
    words: &mut Words<'_>,
    refuse: &mut impl FnMut(UciLineError),
) -> Option<T> {
    let word = words.next_if(|word| !PARAMETERS.contains(word));
    let number = word.and_then(|word| word.parse().ok());
    if number.is_none() {
        refuse(UciLineError::Number(name));
    }
    number
}

/// Reads the milliseconds after the parameter `name`; 0 if they are negative or cannot be read. In the latter case
/// `refuse` receives an error.
fn duration(name: &'static str, words: &mut Words<'_>, refuse: &mut impl FnMut(UciLineError)) -> Duration {
    let milliseconds: i64 = number(name, words, refuse).unwrap_or_default();
    Duration::from_millis(milliseconds.max(0).cast_unsigned())
}

/// A score from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves of the winner; negative if the engine is mated.
    Mate(i32),
}

/// Whether a score is exact, or only a bound of the true score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least the reported one.
    Lower,
    /// The true score is at most the reported one.
    Upper,
}

/// A line `info ..` that can be printed; parts that are `None` are left out.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The number of plies searched.
    pub depth: Option<u32>,
    /// The number of plies searched in the longest line.
    pub selective_depth: Option<u32>,
    /// The rank of `pv` if the engine reports several lines of play: 1 for the best one.
    pub multi_pv: Option<u32>,
    /// The score of the position.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The number of nodes searched in a second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hash_full: Option<u32>,
    /// The number of hits in tablebases.
    pub tablebase_hits: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// The best line of play; its first move is legal in `position`, each other one after the moves before it.
    pub pv: &'a [Move],
    /// The position that is searched, from which the moves of `pv` are played.
    pub position: &'a Position,
    /// The style in which castling in `pv` is written.
    pub castling: CastlingStyle,
}

impl<'a> Info<'a> {
    /// An `info` line about a search of `position` with nothing to report yet: all parts are empty. `castling` is the
    /// style of castling in `pv`.
    pub const fn new(position: &'a Position, castling: CastlingStyle) -> Self {
        Self {
            depth: None,
            selective_depth: None,
            multi_pv: None,
            score: None,
            bound: Bound::Exact,
            nodes: None,
            nps: None,
            hash_full: None,
            tablebase_hits: None,
            time: None,
            pv: &[],
            position,
            castling,
        }
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn part(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        f.write_str("info")?;
        part(f, "depth", self.depth)?;
        part(f, "seldepth", self.selective_depth)?;
        part(f, "multipv", self.multi_pv)?;
        match self.score {
            Some(Score::Centipawns(score)) => write!(f, " score cp {score}")?,
            Some(Score::Mate(moves)) => write!(f, " score mate {moves}")?,
            None => {}
        }
        f.write_str(match (self.score, self.bound) {
            (None, _) | (_, Bound::Exact) => "",
            (_, Bound::Lower) => " lowerbound",
            (_, Bound::Upper) => " upperbound",
        })?;
        part(f, "nodes", self.nodes)?;
        part(f, "nps", self.nps)?;
        part(f, "hashfull", self.hash_full)?;
        part(f, "tbhits", self.tablebase_hits)?;
        part(f, "time", self.time.map(|time| time.as_millis()))?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        let mut position = *self.position;
        for &mv in self.pv {
            write!(f, " {}", mv.to_uci(&position, self.castling))?;
            position = position.after(mv);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    fn position(line: &str) -> Result<Position, UciLineError> {
        read_position(line, Validity::Relaxed, |_, _| ())
    }

    #[test]
    fn position_lines_are_read() {
        assert_eq!(position("startpos"), Ok(Position::start()));
        assert_eq!(position("  startpos  moves"), Ok(Position::start()));
        let after =
            position("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4  e7e5").unwrap();
        assert_eq!(after, position("startpos moves e2e4 e7e5").unwrap());
        assert_eq!(position(""), Err(UciLineError::NoStart));
        assert_eq!(position("startposition"), Err(UciLineError::NoStart));
        assert!(matches!(position("fen 8/8 w"), Err(UciLineError::Fen(_))));
        assert!(matches!(position("fen"), Err(UciLineError::Fen(_))));
        let loose = "fen 8/8/8/8/8/8/8/K6k w";
        assert!(position(loose).is_ok());
        assert!(matches!(read_position(loose, Validity::Strict, |_, _| ()), Err(UciLineError::Fen(_))));
        assert_eq!(position("startpos moves e2e4 e2e4"), Err(UciLineError::Move(2, UciError::Illegal)));
        assert_eq!(position("startpos moves x"), Err(UciLineError::Move(1, UciError::Malformed)));
    }

    #[test]
    fn parameters_of_go_are_read() {
        let start = Position::start();
        let go = Go::read(
            "ponder wtime -5 btime 70 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6 movetime 7 infinite perft 8 x searchmoves e2e4 d2d4 e2e4 depth 9",
            &start,
            |error| panic!("{error}"),
        );
        let ms = |n| Some(Duration::from_millis(n));
        assert_eq!((go.time, go.increment, go.move_time), ([ms(0), ms(70)], [ms(1), ms(2)], ms(7)));
        assert_eq!((go.clock(Color::White), go.clock(Color::Black)), (ms(0), ms(70)));
        assert_eq!((go.moves_to_go, go.depth, go.nodes), (NonZero::new(3), Some(9), Some(5)));
        assert_eq!((go.mate, go.perft, go.ponder, go.infinite), (Some(6), Some(8), true, true));
        assert_eq!(go.search_moves.len(), 2);
        let empty = Go::read("", &start, |error| panic!("{error}"));
        assert!(empty.search_moves.is_empty() && !empty.infinite && empty.depth.is_none());
    }

    /// If a parameter cannot be read, the search is limited to depth 1 unless another parameter limits it, and the
    /// other parameters keep their values.
    #[test]
    fn unreadable_parameters() {
        let start = Position::start();
        let read = |line| {
            let mut errors = std::vec::Vec::new();
            (Go::read(line, &start, |error| errors.push(error)), errors)
        };
        for (line, error) in [
            ("depth", UciLineError::Number("depth")),
            ("depth x", UciLineError::Number("depth")),
            ("nodes -1", UciLineError::Number("nodes")),
            ("nodes movestogo 3", UciLineError::Number("nodes")),
            ("movestogo x", UciLineError::Number("movestogo")),
            ("movestogo 0", UciLineError::Number("movestogo")),
            ("perft x", UciLineError::Number("perft")),
            ("winc 1 binc x", UciLineError::Number("binc")),
            ("searchmoves e7e5", UciLineError::Move(1, UciError::Illegal)),
        ] {
            let (go, errors) = read(line);
            assert_eq!((errors, go.depth), (std::vec![error], Some(1)), "{line}");
        }
        let (go, errors) = read("depth nodes 7 movestogo x searchmoves e2e4 x d2d4 wtime 1.5");
        assert_eq!((go.depth, go.nodes, go.moves_to_go), (None, Some(7), None));
        assert_eq!((go.search_moves.len(), go.clock(Color::White)), (2, Some(Duration::ZERO)));
        assert_eq!(errors.len(), 4);
        assert_eq!(read("movetime x").0.move_time, Some(Duration::ZERO));
        let (go, _) = read("infinite depth x");
        assert!(go.waits_for_stop() && go.depth.is_none());
        assert!(read("ponder wtime 1").0.waits_for_stop() && !read("depth 1").0.waits_for_stop());
    }

    #[test]
    fn info_lines_are_written() {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let pv = [Move::from_uci("e1g1", &position).unwrap()];
        let info = Info::new(&position, CastlingStyle::Standard);
        assert_eq!(info.to_string(), "info");
        let all = Info {
            depth: Some(1),
            selective_depth: Some(2),
            multi_pv: Some(3),
            score: Some(Score::Mate(-4)),
            bound: Bound::Upper,
            nodes: Some(5),
            nps: Some(6),
            hash_full: Some(7),
            tablebase_hits: Some(8),
            time: Some(Duration::from_millis(9)),
            pv: &pv,
            ..info
        };
        assert_eq!(
            all.to_string(),
            "info depth 1 seldepth 2 multipv 3 score mate -4 upperbound nodes 5 nps 6 hashfull 7 tbhits 8 time 9 pv e1g1"
        );
        let chess960 = Info { castling: CastlingStyle::Chess960, pv: &pv, ..info };
        assert_eq!(chess960.to_string(), "info pv e1h1");
    }
}
