//! The Universal Chess Interface: the lines of a GUI as values, and an engine's `info` as text. This module
//! only reads and writes; what to do with a line is up to the engine.
//!
//! Unknown words are skipped, as the protocol asks. A line that cannot be read is an error, which an engine
//! may report or ignore.
//!
//! Source: Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006;
//! `go perft` is Stockfish's.
//!
//! ```
//! use quadbit_movegen::{CastlingStyle, Validity, uci};
//! let (line, mut keys) = ("startpos moves e2e4 e7e5", Vec::new());
//! let position = uci::read_position(line, Validity::Relaxed, |before, _| keys.push(before.key()))?;
//! assert_eq!(keys.len(), 2);
//!
//! let go = uci::Go::read("wtime 60000 btime 50000 winc 1000 searchmoves g1f3 f1c4", &position)?;
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
//! # Ok::<(), uci::UciError>(())
//! ```

use core::fmt;
use core::str::{FromStr, SplitAsciiWhitespace};
use core::time::Duration;

use quadbit_x88::Color;

use super::fen::error::FenError;
use super::uci::{CastlingStyle, ParseUciError};
use crate::moves::move_list::MoveList;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::validity::Validity;

/// The reason why a line of a GUI cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// `position` is not followed by `startpos` or `fen`.
    NoStart,
    /// The FEN cannot be read.
    Fen(FenError),
    /// A move cannot be read, or is not legal. The number counts the moves of the line from 1.
    Move(usize, ParseUciError),
    /// The word after this parameter of `go` is not a number.
    Number(&'static str),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str("expected startpos or fen"),
            Self::Fen(error) => fmt::Display::fmt(error, f),
            Self::Move(number, error) => write!(f, "move {number}: {error}"),
            Self::Number(name) => write!(f, "{name}: expected a number"),
        }
    }
}

impl core::error::Error for UciError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            Self::Move(_, error) => Some(error),
            Self::NoStart | Self::Number(_) => None,
        }
    }
}

/// Reads what follows the word `position`: `startpos` or `fen ..`, and `moves ..`. `validity` says how strictly the FEN is read; GUIs
/// send what their users set up. Each move is first passed to a function, with the position in which it is played, for the keys of a
/// game.
///
/// # Errors
/// What is wrong with the line. The function has then been called for the moves before.
pub fn read_position(
    arguments: &str,
    validity: Validity,
    mut before: impl FnMut(&Position, Move),
) -> Result<Position, UciError> {
    let (start, moves) = match arguments.split_once(" moves") {
        Some((start, moves)) => (start, moves),
        None => (arguments, ""),
    };
    let start = start.trim();
    let mut position = match start.split_once(char::is_whitespace).unwrap_or((start, "")) {
        ("startpos", "") => Position::start(),
        ("fen", fen) if validity == Validity::Strict => Position::from_fen(fen).map_err(UciError::Fen)?,
        ("fen", fen) => Position::from_fen_relaxed(fen).map_err(UciError::Fen)?,
        _ => return Err(UciError::NoStart),
    };
    for (number, text) in (1..).zip(moves.split_ascii_whitespace()) {
        let mv = Move::from_uci(text, &position).map_err(|error| UciError::Move(number, error))?;
        before(&position, mv);
        position = position.after(mv);
    }
    Ok(position)
}

/// The parameters of `go`. Those that a line does not name are `None`, false or empty.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// The moves to choose from; empty for all.
    pub search_moves: MoveList,
    /// Think in the opponent's time.
    pub ponder: bool,
    /// White's and black's time. A time below 0, which some GUIs send, is 0.
    pub time: [Option<Duration>; 2],
    /// White's and black's increment per move.
    pub increment: [Option<Duration>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search exactly this long.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count positions to this depth instead of searching.
    pub perft: Option<u32>,
}

impl Go {
    /// Reads the text after the word `go`. `position` is the one to search; the moves to choose from
    /// must be legal in it.
    ///
    /// # Errors
    /// A number or a move that cannot be read.
    pub fn read(arguments: &str, position: &Position) -> Result<Self, UciError> {
        let mut go = Self::default();
        let mut words = arguments.split_ascii_whitespace();
        let mut next = words.next();
        while let Some(word) = next {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.time[0] = Some(duration("wtime", &mut words)?),
                "btime" => go.time[1] = Some(duration("btime", &mut words)?),
                "winc" => go.increment[0] = Some(duration("winc", &mut words)?),
                "binc" => go.increment[1] = Some(duration("binc", &mut words)?),
                "movetime" => go.move_time = Some(duration("movetime", &mut words)?),
                "movestogo" => go.moves_to_go = Some(number("movestogo", &mut words)?),
                "depth" => go.depth = Some(number("depth", &mut words)?),
                "nodes" => go.nodes = Some(number("nodes", &mut words)?),
                "mate" => go.mate = Some(number("mate", &mut words)?),
                "perft" => go.perft = Some(number("perft", &mut words)?),
                "searchmoves" => {
                    next = go.read_moves(&mut words, position)?;
                    continue;
                }
                _ => {}
            }
            next = words.next();
        }
        Ok(go)
    }

    /// The time that a side has left.
    pub const fn clock(&self, side: Color) -> Option<Duration> {
        self.time[side.index()]
    }

    /// Reads moves up to the next parameter, which is returned. A move that is listed twice is added once.
    fn read_moves<'a>(
        &mut self,
        words: &mut SplitAsciiWhitespace<'a>,
        position: &Position,
    ) -> Result<Option<&'a str>, UciError> {
        for (number, word) in (1..).zip(words) {
            if PARAMETERS.contains(&word) {
                return Ok(Some(word));
            }
            let mv = Move::from_uci(word, position).map_err(|error| UciError::Move(number, error))?;
            if !self.search_moves.contains(&mv) {
                self.search_moves.push(mv);
            }
        }
        Ok(None)
    }
}

/// The words that end a list of moves.
const PARAMETERS: [&str; 12] = [
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

fn number<T: FromStr>(name: &'static str, words: &mut SplitAsciiWhitespace<'_>) -> Result<T, UciError> {
    words.next().and_then(|word| word.parse().ok()).ok_or(UciError::Number(name))
}

/// Milliseconds; a negative number is 0.
fn duration(name: &'static str, words: &mut SplitAsciiWhitespace<'_>) -> Result<Duration, UciError> {
    let milliseconds: i64 = number(name, words)?;
    Ok(Duration::from_millis(milliseconds.max(0).cast_unsigned()))
}

/// A score from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves of the winner; negative if the engine is mated.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// A line `info ..` that can be printed; parts that are `None` are left out.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies searched in the longest line.
    pub selective_depth: Option<u32>,
    /// The number of the line, from 1, if there are several.
    pub multi_pv: Option<u32>,
    /// The score of the position.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Hits in tablebases.
    pub tablebase_hits: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// The best line, legal from the position on.
    pub pv: &'a [Move],
    /// The position that is searched.
    pub position: &'a Position,
    /// How castling is written.
    pub castling: CastlingStyle,
}

impl<'a> Info<'a> {
    /// A line about a position, without any parts.
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

    fn position(line: &str) -> Result<Position, UciError> {
        read_position(line, Validity::Relaxed, |_, _| ())
    }

    #[test]
    fn positions() {
        assert_eq!(position("startpos"), Ok(Position::start()));
        assert_eq!(position("  startpos  moves"), Ok(Position::start()));
        let after =
            position("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4  e7e5").unwrap();
        assert_eq!(after, position("startpos moves e2e4 e7e5").unwrap());
        assert_eq!(position(""), Err(UciError::NoStart));
        assert_eq!(position("startposition"), Err(UciError::NoStart));
        assert!(matches!(position("fen 8/8 w"), Err(UciError::Fen(_))));
        assert!(matches!(position("fen"), Err(UciError::Fen(_))));
        let loose = "fen 8/8/8/8/8/8/8/K6k w";
        assert!(position(loose).is_ok());
        assert!(matches!(read_position(loose, Validity::Strict, |_, _| ()), Err(UciError::Fen(_))));
        assert_eq!(position("startpos moves e2e4 e2e4"), Err(UciError::Move(2, ParseUciError::Illegal)));
        assert_eq!(position("startpos moves x"), Err(UciError::Move(1, ParseUciError::Malformed)));
    }

    #[test]
    fn parameters() {
        let start = Position::start();
        let go = Go::read(
            "ponder wtime -5 btime 70 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6 movetime 7 infinite perft 8 x searchmoves e2e4 d2d4 e2e4 depth 9",
            &start,
        );
        let go = go.unwrap();
        let ms = |n| Some(Duration::from_millis(n));
        assert_eq!((go.time, go.increment, go.move_time), ([ms(0), ms(70)], [ms(1), ms(2)], ms(7)));
        assert_eq!((go.clock(Color::White), go.clock(Color::Black)), (ms(0), ms(70)));
        assert_eq!((go.moves_to_go, go.depth, go.nodes), (Some(3), Some(9), Some(5)));
        assert_eq!((go.mate, go.perft, go.ponder, go.infinite), (Some(6), Some(8), true, true));
        assert_eq!(go.search_moves.len(), 2);
        let empty = Go::read("", &start).unwrap();
        assert!(empty.search_moves.is_empty() && !empty.infinite && empty.depth.is_none());
        for (line, error) in [
            ("depth", UciError::Number("depth")),
            ("wtime 1.5", UciError::Number("wtime")),
            ("nodes -1", UciError::Number("nodes")),
            ("searchmoves e2e4 e7e5", UciError::Move(2, ParseUciError::Illegal)),
        ] {
            assert_eq!(Go::read(line, &start).unwrap_err(), error, "{line}");
        }
    }

    #[test]
    fn info_lines() {
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
