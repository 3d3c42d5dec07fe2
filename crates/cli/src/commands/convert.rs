//! `quadbit convert`: the same board in another representation.

use std::io::{self, Write};

use clap::ValueEnum;
use quadbit_movegen::{Position, PositionBuilder, Validity};
use quadbit_quad::QuadBitboard;
use quadbit_quad::text::{Mailbox, Planes, X88};

use crate::failure::Failure;
use crate::lines;

/// Rewrite a board from one representation to another
///
/// The board does not have to be a legal position. A FEN made from a bare board ends in `w - - 0 1`; one made
/// from a FEN keeps its other fields. Nibbles that are not pieces (1, 14 and 15) can be written as planes or
/// nibbles, but not as letters.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Kind of the input
    #[arg(long, value_enum, value_name = "KIND")]
    from: Kind,

    /// Kind of the output
    #[arg(long, value_enum, value_name = "KIND")]
    to: Kind,

    /// Board to convert [default: the start position]; `-` reads one per line from standard input and answers
    /// each line with one line
    #[arg(value_name = "INPUT|-")]
    input: Option<String>,

    /// Accept FENs with missing fields or extra spaces
    #[arg(long)]
    relaxed: bool,
}

/// A representation of a board in one line of text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Six fields, of which the first is the board
    Fen,
    /// Planes 0 to 3, 16 hexadecimal digits each, separated by one space
    Quad,
    /// 64 hexadecimal digits, a1 first
    Nibble,
    /// 64 letters, a1 first, `.` for an empty square
    Mailbox,
    /// 128 characters, a1 first, `x` off the board
    X88,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let validity = if args.relaxed { Validity::Relaxed } else { Validity::Strict };
    let converted = |text: &str| args.to.write(&args.from.read(text, validity)?);
    let parts = match args.input.as_deref() {
        Some("-") => return lines::answer(converted),
        Some(text) => args.from.read(text, validity),
        None => Ok(PositionBuilder::from(&Position::start())),
    };
    let text = parts.and_then(|parts| args.to.write(&parts));
    Ok(writeln!(io::stdout(), "{}", text.map_err(|error| Failure::Input(format!("INPUT: {error}")))?)?)
}

impl Kind {
    /// Reads a board in this representation. Only a FEN has more than the board; for other texts the side to move,
    /// castling, en passant and clocks are `w - - 0 1`.
    fn read(self, text: &str, validity: Validity) -> Result<PositionBuilder, String> {
        let board = match self {
            Self::Fen => return PositionBuilder::from_fen(text, validity).map_err(|error| error.to_string()),
            Self::Quad => text.parse().map(|Planes(board)| board).map_err(|error| error.to_string()),
            Self::Nibble => text.parse().map(QuadBitboard::from_nibbles).map_err(|error| error.to_string()),
            Self::Mailbox => text.parse().map(|Mailbox(board)| board).map_err(|error| error.to_string()),
            Self::X88 => text.parse().map(|X88(board)| board).map_err(|error| error.to_string()),
        };
        Ok(PositionBuilder { board: board?, ..PositionBuilder::new() })
    }

    /// Writes a board. It is an error if a nibble has no letter and the representation needs one.
    fn write(self, parts: &PositionBuilder) -> Result<String, String> {
        let board = parts.board;
        let is_letters = matches!(self, Self::Fen | Self::Mailbox | Self::X88);
        if let Some(square) = board.foreign().first().filter(|_| is_letters) {
            return Err(format!(
                "the nibble {:x} on {square} is not a piece and has no letter",
                board.code(square)
            ));
        }
        Ok(match self {
            Self::Fen => parts.to_string(),
            Self::Quad => Planes(board).to_string(),
            Self::Nibble => board.to_nibbles().to_string(),
            Self::Mailbox => Mailbox(board).to_string(),
            Self::X88 => X88(board).to_string(),
        })
    }
}
