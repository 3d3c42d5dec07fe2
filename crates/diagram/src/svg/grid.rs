//! The grid of a view in an SVG: eight rows of cells, with their colours, lines, frame and coordinates.

use std::fmt;

use quadbit_quad::Bitboard;
use quadbit_x88::{Color, File, Rank, Square};

use super::{DARK, FAINT};

/// Eight rows of square cells, the upper left corner at (0, 0).
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The width of a cell.
    pub(super) cell: u32,
    /// The number of columns, of which the first eight are the board.
    pub(super) columns: u32,
    /// The side at the bottom of the grid.
    pub(super) from: Color,
}

/// The dark squares: those of a1's colour.
const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

impl Grid {
    /// The upper left corner of the cell of `square`.
    pub(super) fn corner(self, square: Square) -> (u32, u32) {
        let cells = |number: usize| u32::try_from(number).map_or(0, |number| number * self.cell);
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.from {
            Color::White => (cells(file), cells(7 - rank)),
            Color::Black => (cells(7 - file), cells(rank)),
        }
    }

    /// The middle of the cell of `square`.
    pub(super) fn middle(self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (f64::from(x + self.cell / 2), f64::from(y + self.cell / 2))
    }

    /// Writes the cells of `set` as one path.
    pub(super) fn write_squares(self, f: &mut fmt::Formatter<'_>, fill: &str, set: Bitboard) -> fmt::Result {
        let cell = self.cell;
        write!(f, r#"<path fill="{fill}" d=""#)?;
        for square in set {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{cell}v{cell}h-{cell}z")?;
        }
        writeln!(f, r#""/>"#)
    }

    /// Writes the dark squares. They form the same pattern from either side, so the path is always that of White's
    /// view.
    pub(super) fn write_dark_squares(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self { from: Color::White, ..self }.write_squares(f, DARK, DARK_SQUARES)
    }

    /// Writes thin lines between the cells.
    pub(super) fn write_lines(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, columns, .. } = self;
        let (width, height) = (columns * cell, 8 * cell);
        write!(f, r#"<path stroke="{FAINT}" stroke-width=".5" d=""#)?;
        (1..8).try_for_each(|row| write!(f, "M0 {}h{width}", row * cell))?;
        (1..columns).try_for_each(|column| write!(f, "M{} 0v{height}", column * cell))?;
        writeln!(f, r#""/>"#)
    }

    /// Writes a frame around the cells.
    pub(super) fn write_frame(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.columns * self.cell, 8 * self.cell);
        writeln!(
            f,
            r##"<rect width="{width}" height="{height}" fill="none" stroke="#000" stroke-width="1.5"/>"##
        )
    }

    /// Writes the names of files and ranks, below and on the left.
    pub(super) fn write_coordinates(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, from, .. } = self;
        let width = 8 * cell;
        let (mut files, mut ranks) = (File::ALL, Rank::ALL);
        if from == Color::Black {
            files.reverse();
            ranks.reverse();
        }
        writeln!(f, r#"<g font-size="12">"#)?;
        for ((file, rank), i) in files.into_iter().zip(ranks).zip(0..) {
            writeln!(f, r#"<text x="{}" y="{}">{file}</text>"#, i * cell + cell / 2, width + 15)?;
            writeln!(f, r#"<text x="-11" y="{}">{rank}</text>"#, width - i * cell - cell / 2 + 4)?;
        }
        writeln!(f, "</g>")
    }
}
