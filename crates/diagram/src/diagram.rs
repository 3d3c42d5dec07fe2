//! What is drawn: a position, its marks, and the views of it.

use quadbit_movegen::Position;
use quadbit_quad::Bitboard;
use quadbit_x88::{Color, File, Rank, Square};

/// A position, the side from which it is seen, its marks, and the views to draw of it.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position, with its side to move.
    pub position: Position,
    /// The side at the bottom of the board view; in an SVG also at the bottom of the planes and the nibbles.
    pub from: Color,
    /// The squares that get a frame in an SVG, or brackets in the board view of a text.
    pub marked: Bitboard,
    /// The start and the end of an arrow, which only an SVG shows; no arrow if they are equal, or if this is `None`.
    pub arrow: Option<(Square, Square)>,
    /// Lines between pieces, which only an SVG shows.
    pub lines: Vec<Line>,
    /// The views in their order: from top to bottom; with `beside`, in an SVG, from left to right in each row of two.
    pub views: Vec<View>,
    /// Whether an SVG has its views in two columns: two views in each row, the second view to the right of the first.
    /// Text has one column always.
    pub beside: bool,
    /// The width of an SVG in pixels; `None` takes 420 pixels a column.
    pub width: Option<u64>,
}

/// A representation of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The pieces on their squares; in text with the FEN and the Polyglot key.
    Board,
    /// The four planes of the quad-bitboard.
    Planes,
    /// The 64 nibbles.
    Nibbles,
    /// The 128 cells of the 0x88 board.
    X88,
}

/// The meaning of planes 0 to 3, the bits of the nibbles.
pub(crate) const PLANE_NAMES: [&str; 4] = ["black", "P, B, Q", "N, B, K", "R, Q, K"];

/// A line from a piece to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The square of the piece where the line begins.
    pub from: Square,
    /// The square of the piece where the line ends, with a dot.
    pub to: Square,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Diagram {
    /// A diagram of only the board, from White's side, without marks.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            from: Color::White,
            marked: Bitboard::EMPTY,
            arrow: None,
            lines: Vec::new(),
            views: vec![View::Board],
            beside: false,
            width: None,
        }
    }

    /// The squares row by row, from the upper left corner.
    pub(crate) fn rows(&self) -> [[Square; 8]; 8] {
        let (mut files, mut ranks) = (File::ALL, Rank::ALL);
        match self.from {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        ranks.map(|rank| files.map(|file| Square::new(file, rank)))
    }
}
