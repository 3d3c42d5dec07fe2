//! `quadbit show`: drawings of a position and its representations.

mod svg;
mod text;
mod threats;

use std::array;
use std::io::{self, Write};
use std::path::PathBuf;

use quadbit_movegen::{Bitboard, Color, File, Move, Position, Rank, Square};

use crate::failure::Failure;
use crate::file::write_whole;
use crate::position::{Rules, Start};

use svg::Svg;
use text::Text;

/// Draw the board and, on request, its representations
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    marks: Marks,

    #[command(flatten)]
    views: Views,

    /// Draw an SVG file instead of text; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The orientation of the board, and the marks on it.
#[derive(clap::Args)]
struct Marks {
    /// Draw the board from Black's side
    #[arg(long)]
    black: bool,

    /// Mark these squares, such as e4,d5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    mark: Vec<Square>,

    /// Mark a legal move, given as UCI text or SAN; an SVG shows it as an arrow
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
}

/// The side that the board is seen from, and the marks on it.
#[derive(Clone, Copy)]
struct Board {
    position: Position,
    from: Color,
    marked: Bitboard,
    /// The start and end of a move. `None` if they are the same square, as in some Chess960 castling.
    arrow: Option<(Square, Square)>,
}

impl Board {
    /// The squares row by row, from the upper left corner.
    fn rows(&self) -> [[Square; 8]; 8] {
        array::from_fn(|row| array::from_fn(|column| self.square_at(column, row)))
    }

    /// The column and the row of a square.
    fn place(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.from {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    fn square_at(&self, column: usize, row: usize) -> Square {
        match self.from {
            Color::White => Square::new(File::ALL[column], Rank::ALL[7 - row]),
            Color::Black => Square::new(File::ALL[7 - column], Rank::ALL[row]),
        }
    }
}

impl Marks {
    /// The board with its marks, or why a move cannot be marked.
    fn board(&self, position: Position) -> Result<Board, Failure> {
        let from = if self.black { Color::Black } else { Color::White };
        let mut marked: Bitboard = self.mark.iter().copied().collect();
        let mut arrow = None;
        if let Some(text) = &self.mv {
            let read = Move::from_uci(text, &position).or_else(|_| Move::from_san_relaxed(text, &position));
            let mv = read.map_err(|error| Failure::Input(format!("--move: `{text}`: {error}")))?;
            let (start, end) = (mv.from(), position.effect(mv).destination());
            marked |= Bitboard::from(start) | Bitboard::from(end);
            arrow = (start != end).then_some((start, end));
        }
        Ok(Board { position, from, marked, arrow })
    }
}

/// What is drawn below the board.
#[derive(Clone, Copy, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
struct Views {
    /// The quad-bitboard's four planes
    #[arg(long)]
    planes: bool,

    /// The 64 nibbles
    #[arg(long)]
    nibbles: bool,

    /// The 0x88 board
    #[arg(long)]
    x88: bool,

    /// Which piece attacks which: a list, or lines on the board of an SVG, dashed for pieces of the same side
    #[arg(long)]
    threats: bool,

    /// Draw the views of an SVG in two columns, the first beside the board
    #[arg(long, requires = "svg")]
    beside: bool,
}

/// The meaning of planes 0 to 3, the bits of the nibbles.
const PLANE_NAMES: [&str; 4] = ["black", "P, B, Q", "N, B, K", "R, Q, K"];

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let board = args.marks.board(args.start.position(args.rules)?)?;
    let drawing = Svg { board, views: args.views };
    match &args.svg {
        None => Ok(write!(io::stdout(), "{}", Text { board, views: args.views })?),
        Some(file) if file.as_os_str() == "-" => Ok(write!(io::stdout(), "{drawing}")?),
        Some(file) => write_whole(file, &drawing.to_string())
            .map_err(|error| Failure::Input(format!("--svg: {}: {error}", file.display()))),
    }
}
