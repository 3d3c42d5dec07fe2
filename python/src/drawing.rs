//! Drawings of a position as SVG.

use std::fmt;

use quadbit_movegen::{Bitboard, Color, Position, Role, Square};

/// The view that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The pieces on their squares.
    Board,
    /// The four bit planes.
    Planes,
    /// The code of each square.
    Nibbles,
}

/// A view of a position that can be printed.
pub(crate) struct Drawing<'a> {
    pub(crate) position: &'a Position,
    pub(crate) view: View,
    /// The side at the bottom.
    pub(crate) from: Color,
    /// The width in pixels.
    pub(crate) width: u64,
}

/// The width of a square; a drawing is as wide as eight squares and two margins.
const CELL: u32 = 45;
const MARGIN: u32 = 15;
const WIDTH: u32 = 8 * CELL + 2 * MARGIN;

/// The grey of dark squares: light enough for a black piece on paper.
const DARK: &str = "#ccc";

/// The titles of the planes: the pieces that each has.
const PLANES: [&str; 4] = ["0: black", "1: P B Q", "2: N B K", "3: R Q K"];

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {WIDTH}" width="{width}" height="{width}">"#
        )?;
        writeln!(f, "<title>{}</title>", self.position)?;
        writeln!(f, r##"<rect width="{WIDTH}" height="{WIDTH}" fill="#fff"/>"##)?;
        match self.view {
            View::Board => self.write_board(f)?,
            View::Planes => self.write_planes(f)?,
            View::Nibbles => self.write_nibbles(f)?,
        }
        writeln!(f, "</svg>")
    }
}

impl Drawing<'_> {
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_squares(f)?;
        // Outlines are black for both sides; lines on a piece have the other side's colour.
        for (color, fill, line) in [(Color::White, "#fff", "#000"), (Color::Black, "#000", "#fff")] {
            writeln!(
                f,
                r#"<g fill="{fill}" color="{line}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">"#
            )?;
            for role in Role::ALL {
                for square in self.position.pieces(color, role) {
                    let (x, y) = self.corner(square);
                    let shape = role.shape();
                    writeln!(f, r#"<g transform="translate({x} {y}) translate(-1.5 -2) scale(.48)">"#)?;
                    writeln!(f, r##"<path stroke="#000" d="{}"/>"##, shape.body)?;
                    writeln!(f, r#"<path fill="none" stroke="currentColor" d="{}"/></g>"#, shape.detail)?;
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// A hexadecimal digit on each square.
    fn write_nibbles(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_squares(f)?;
        writeln!(f, r#"<g font-family="monospace" font-size="22" text-anchor="middle">"#)?;
        for square in Square::ALL {
            let code = self.position.board().code(square);
            let (x, y) = self.corner(square);
            let (x, y) = (x + CELL / 2, y + 30);
            let fill = if code == 0 { "#777" } else { "#000" };
            writeln!(f, r#"<text x="{x}" y="{y}" fill="{fill}">{code:x}</text>"#)?;
        }
        writeln!(f, "</g>")
    }

    /// The planes in two rows, each with its title above.
    fn write_planes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SIDE: u32 = 160;
        let places = [(0, 0), (200, 0), (0, 190), (200, 190)];
        for ((plane, title), (x, y)) in self.position.board().planes().into_iter().zip(PLANES).zip(places) {
            let (x, y) = (x + MARGIN, y + 30);
            writeln!(f, r#"<g transform="translate({x} {y})">"#)?;
            writeln!(
                f,
                r#"<text x="0" y="-6" font-family="sans-serif" font-size="13">plane {title}</text>"#
            )?;
            self.write_set(f, plane, SIDE / 8, 0, "#444")?;
            writeln!(f, r##"<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#000"/></g>"##)?;
        }
        Ok(())
    }

    /// The dark squares, the frame, and the names of files and ranks.
    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dark = Bitboard(0xaa55_aa55_aa55_aa55);
        self.write_set(f, dark, CELL, MARGIN, DARK)?;
        let width = 8 * CELL;
        writeln!(
            f,
            r##"<rect x="{MARGIN}" y="{MARGIN}" width="{width}" height="{width}" fill="none" stroke="#000"/>"##
        )?;
        writeln!(f, r#"<g font-family="sans-serif" font-size="10" text-anchor="middle">"#)?;
        for (square, file) in Square::ALL.into_iter().zip("abcdefgh".chars()) {
            let x = self.corner(square).0 + CELL / 2;
            writeln!(f, r#"<text x="{x}" y="{}">{file}</text>"#, WIDTH - 4)?;
        }
        for (square, rank) in Square::ALL.into_iter().step_by(8).zip(1..) {
            let y = self.corner(square).1 + CELL / 2 + 4;
            writeln!(f, r#"<text x="7" y="{y}">{rank}</text>"#)?;
        }
        writeln!(f, "</g>")
    }

    /// A set of squares as one path.
    fn write_set(
        &self,
        f: &mut fmt::Formatter<'_>,
        set: Bitboard,
        cell: u32,
        margin: u32,
        fill: &str,
    ) -> fmt::Result {
        write!(f, r#"<path fill="{fill}" d=""#)?;
        for square in set {
            let (column, row) = self.place(square);
            write!(f, "M{} {}h{cell}v{cell}h-{cell}z", margin + column * cell, margin + row * cell)?;
        }
        writeln!(f, r#""/>"#)
    }

    /// The upper left corner of a square of the large board.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square);
        (MARGIN + column * CELL, MARGIN + row * CELL)
    }

    /// The column from the left and the row from above.
    fn place(&self, square: Square) -> (u32, u32) {
        let index = u32::try_from(square.index()).unwrap_or_default();
        let (file, rank) = (index % 8, index / 8);
        match self.from {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }
}
