//! The position of a command, and how FENs are read.

use quadbit_movegen::{CastlingStyle, Epd, FenError, Move, Position, PositionBuilder, Validity};

use crate::failure::Failure;

/// The rules for reading positions and writing moves.
#[derive(Clone, Copy, Default, clap::Args)]
pub(crate) struct Rules {
    /// Write castling as king takes rook (e1h1); FENs of Chess960 are read with or without it
    #[arg(long)]
    chess960: bool,

    #[command(flatten)]
    rigour: Rigour,
}

/// The positions to accept.
#[derive(Clone, Copy, Default, clap::Args)]
pub(crate) struct Rigour {
    /// Accept positions that no game can reach, and FENs with missing fields or extra spaces
    #[arg(long)]
    relaxed: bool,

    /// Accept no castling rights of Chess960: standard chess only
    #[arg(long, conflicts_with = "relaxed")]
    standard: bool,
}

impl Rigour {
    /// The rules that a position must obey: strict without an option.
    pub(crate) fn validity(self) -> Validity {
        match self {
            Self { relaxed: true, .. } => Validity::Relaxed,
            Self { standard: true, .. } => Validity::Standard,
            Self { .. } => Validity::Strict,
        }
    }
}

impl Rules {
    /// Reads the position of a FEN under these rules.
    ///
    /// # Errors
    /// The field that is wrong, and what reads the text: `--relaxed`, or the commands that take an EPD.
    pub(crate) fn read(self, fen: &str) -> Result<Position, String> {
        let read = PositionBuilder::from_fen(fen, self.validity())
            .and_then(|parts| Ok(parts.build(self.validity())?));
        read.map_err(|error| format!("{error}{}", self.advice(fen)))
    }

    /// What reads `fen`, a text that is refused as a FEN, in parentheses; empty if nothing does.
    pub(crate) fn advice(self, fen: &str) -> &'static str {
        if self.validity() == Validity::Strict && Position::from_fen_relaxed(fen).is_ok() {
            " (--relaxed accepts it)"
        } else if fen.contains(';') && Epd::from_epd_relaxed(fen).is_ok() {
            " (this is an EPD: its first four fields are a FEN; `quadbit suite` reads counts such as `D1 20;`)"
        } else {
            ""
        }
    }

    /// The rules that a position must obey.
    pub(crate) fn validity(self) -> Validity {
        self.rigour.validity()
    }

    /// How castling is written in UCI text: as king takes rook with `--chess960`, else by the king's squares.
    pub(crate) fn castling_style(self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }
}

/// A position, given with `--fen` or without, and the rules for reading it.
#[derive(clap::Args)]
pub(crate) struct Start {
    /// A FEN, or a name as for --fen
    #[arg(value_name = "POSITION", conflicts_with = "fen")]
    alone: Option<String>,

    #[arg(
        long,
        value_name = "FEN",
        allow_hyphen_values = true,
        help = format!("A FEN or a name: {}; by default startpos", names())
    )]
    fen: Option<String>,

    #[command(flatten)]
    pub(crate) rules: Rules,
}

impl Start {
    /// Reads the position of the argument POSITION or of the option `--fen`; without both it is the start position.
    ///
    /// # Errors
    /// The position cannot be read, or is `-`, which stands for standard input.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        match (&self.alone, &self.fen) {
            (Some(text), _) if text == "-" => {
                Err(Failure::Input("POSITION: this command reads no lines from standard input".to_owned()))
            }
            (Some(text), _) => given("POSITION", text, self.rules),
            (None, Some(text)) => given("--fen", text, self.rules),
            (None, None) => Ok(Position::start()),
        }
    }

    /// The text of the argument POSITION or of `--fen`, with a name replaced by its FEN, and not checked; without both
    /// the FEN of the start position.
    pub(crate) fn fen(&self) -> &str {
        fen_of(self.alone.as_deref().or(self.fen.as_deref()).unwrap_or("startpos"))
    }

    /// Whether the position is `-`: lines of standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.alone.as_deref() == Some("-")
    }
}

/// The position of `text`, a FEN or a name. Errors begin with `argument`, the argument that has the text.
pub(crate) fn given(argument: &str, text: &str, rules: Rules) -> Result<Position, Failure> {
    let fen = fen_of(text);
    let is_a_word = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    if fen == text && is_a_word {
        let names = names();
        return Err(Failure::Input(format!("{argument}: `{text}` is neither a FEN nor one of {names}")));
    }
    rules.read(fen).map_err(|error| Failure::Input(format!("{argument}: {error}")))
}

/// The names that `--fen` accepts in place of a FEN, for a message.
fn names() -> String {
    let names: Vec<&str> = NAMED.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// The FEN of a name that `--fen` accepts, or else the text itself.
pub(crate) fn fen_of(text: &str) -> &str {
    NAMED.iter().find(|(name, _)| *name == text).map_or(text, |&(_, fen)| fen)
}

/// The position after `moves`, given as UCI text by the argument `argument`.
pub(crate) fn after(argument: &str, mut position: Position, moves: &[String]) -> Result<Position, String> {
    for text in moves.iter().flat_map(|moves| moves.split_ascii_whitespace()) {
        let mv = Move::from_uci(text, &position).map_err(|error| format!("{argument}: `{text}`: {error}"))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// The position of a name that `--fen` accepts.
pub(crate) fn named(name: &str) -> Result<Position, Failure> {
    fen_of(name).parse().map_err(|error| Failure::Input(format!("{name}: {error}")))
}

/// The position of a FEN, or of one of the three names that The Grand Chess Tree's engine knows.
pub(crate) fn tree_named(fen: &str) -> Result<Position, FenError> {
    let known = match fen {
        "start" => "startpos",
        "kiwipete" | "sje" => fen,
        _ => return fen.parse(),
    };
    NAMED.iter().find(|(name, _)| *name == known).map_or(fen, |&(_, fen)| fen).parse()
}

/// The names that `--fen` accepts, with their FENs. cpw3 to cpw6 are the positions 3 to 6 of the [Chess
/// Programming Wiki's "Perft Results"](https://www.chessprogramming.org/Perft_Results); the sixth is also known
/// by the initials of its finder.
pub(crate) const NAMED: &[(&str, &str)] = &include!("../suites/named.in");
