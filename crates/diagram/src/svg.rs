//! A diagram as an SVG document, in black, white and greys that print well.
//!
//! 1. [`Svg`] puts the views of the diagram below each other, or in two columns, each in a group whose origin is
//!    the upper left corner of its board.
//! 2. A view writes its cells with [`grid`] and then their contents.
//!
//! Coordinates are whole units of the document, except the ends of arrows and lines, which have one decimal.

mod grid;
mod marks;

use std::fmt;

use quadbit_quad::Bitboard;
use quadbit_quad::text::X88;
use quadbit_x88::{Color, Role, Square};

use crate::diagram::{Diagram, PLANE_NAMES, View};
use crate::shape::Shape;
use grid::Grid;

impl Diagram {
    /// Returns the drawing as an SVG document.
    pub fn svg(&self) -> impl fmt::Display {
        Svg(self)
    }
}

/// A diagram that prints as an SVG document.
struct Svg<'a>(&'a Diagram);

/// The width of a column: the board, and a margin on each side for coordinates.
const WIDTH: u32 = BOARD + 2 * MARGIN;
/// The width of the board.
const BOARD: u32 = 8 * CELL;
const CELL: u32 = 45;
const MARGIN: u32 = 30;

/// The width of a square in the view of the planes.
const PLANE_CELL: u32 = 20;
/// The width of a square in the view of the nibbles.
const NIBBLE_CELL: u32 = 30;
/// The width of a cell in the view of the 0x88 board.
const X88_CELL: u32 = 22;
/// The height of one plane, with its name above and its hexadecimal number below.
const PLANE_HEIGHT: u32 = 8 * PLANE_CELL + 60;

/// Scales a shape from 100 x 100 to a cell, and trims the empty space around it a little.
const TO_CELL: &str = "translate(-1.5 -2) scale(.48)";

/// The grey of dark squares: light enough for a black piece on paper.
const DARK: &str = "#ccc";
/// The grey of less important details.
const FAINT: &str = "#555";
/// The grey of marks, arrows and lines.
const MARK: &str = "#555";

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.0;
        let columns = if diagram.beside && diagram.views.len() > 1 { 2 } else { 1 };
        let rows = || diagram.views.chunks(columns);
        let row_height = |row: &[View]| row.iter().map(|&view| height(view)).max().unwrap_or_default();
        let width = if columns == 2 { 2 * WIDTH } else { WIDTH };
        let height: u32 = rows().map(row_height).sum();
        let shown_width = diagram.width.unwrap_or(u64::from(width));
        let shown_height = u64::from(height) * shown_width / u64::from(width);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{shown_width}" height="{shown_height}">"#
        )?;
        writeln!(f, "<title>{}</title>", diagram.position)?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
        let mut top = MARGIN;
        for row in rows() {
            for (&view, left) in row.iter().zip([MARGIN, WIDTH + MARGIN]) {
                writeln!(
                    f,
                    r#"<g transform="translate({left} {top})" font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">"#
                )?;
                match view {
                    View::Board => write_board(f, diagram)?,
                    View::Planes => write_planes(f, diagram)?,
                    View::Nibbles => write_nibbles(f, diagram)?,
                    View::X88 => write_x88(f, diagram)?,
                }
                writeln!(f, "</g>")?;
            }
            top += row_height(row);
        }
        writeln!(f, "</svg>")
    }
}

/// The height of a view, with the space below it.
fn height(view: View) -> u32 {
    match view {
        View::Board => BOARD + 2 * MARGIN,
        View::Planes => 2 * PLANE_HEIGHT,
        View::Nibbles => 8 * NIBBLE_CELL + 85,
        View::X88 => 8 * X88_CELL + 55,
    }
}

/// Writes the pieces on their squares, the marks, and a small box next to the first rank of the side to move.
fn write_board(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let board = diagram.position.board();
    let grid = Grid { cell: CELL, columns: 8, from: diagram.from };
    write_shapes(f, diagram)?;
    grid.write_dark_squares(f)?;
    marks::write_frames(f, grid, diagram.marked)?;
    grid.write_frame(f)?;
    grid.write_coordinates(f)?;
    // Outlines are black for both sides; lines on a piece have the other side's colour.
    for (color, fill, line) in [(Color::White, "#fff", "#000"), (Color::Black, "#000", "#fff")] {
        writeln!(f, r#"<g fill="{fill}" color="{line}">"#)?;
        for square in board.color(color) {
            if let Some(piece) = board.piece_at(square) {
                let (x, y) = grid.corner(square);
                writeln!(f, r##"<use href="#{:?}" x="{x}" y="{y}"/>"##, piece.role())?;
            }
        }
        writeln!(f, "</g>")?;
    }
    marks::write_arrow(f, grid, diagram.arrow)?;
    let side = diagram.position.side_to_move();
    let fill = if side == Color::White { "#fff" } else { "#000" };
    let y = if side == diagram.from { BOARD - 28 } else { 17 };
    let x = BOARD + 9;
    writeln!(f, r##"<rect x="{x}" y="{y}" width="11" height="11" fill="{fill}" stroke="#000"/>"##)?;
    marks::write_lines(f, grid, &diagram.lines)
}

/// Defines the shapes of the pieces that are on the board.
fn write_shapes(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    writeln!(f, "<defs>")?;
    for role in Role::ALL.into_iter().filter(|&role| diagram.position.board().role(role).any()) {
        let shape = Shape::of(role);
        writeln!(
            f,
            r#"<g id="{role:?}" transform="{TO_CELL}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">"#
        )?;
        writeln!(f, r##"<path stroke="#000" d="{}"/>"##, shape.body)?;
        writeln!(f, r#"<path fill="none" stroke="currentColor" d="{}"/>"#, shape.detail)?;
        writeln!(f, "</g>")?;
    }
    writeln!(f, "</defs>")
}

/// Writes the four planes in two columns; above each is its name, below it its 64 bits as a hexadecimal number.
fn write_planes(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let grid = Grid { cell: PLANE_CELL, columns: 8, from: diagram.from };
    let width = 8 * PLANE_CELL;
    let (middle, below) = (width / 2, width + 17);
    let places = [(0, 0), (BOARD - width, 0), (0, PLANE_HEIGHT), (BOARD - width, PLANE_HEIGHT)];
    for (plane, (set, (x, y))) in diagram.position.board().planes().into_iter().zip(places).enumerate() {
        let Bitboard(word) = set;
        writeln!(f, r#"<g transform="translate({x} {y})">"#)?;
        writeln!(f, r#"<text x="{middle}" y="-8">plane {plane}: {}</text>"#, PLANE_NAMES[plane])?;
        grid.write_squares(f, "#444", set)?;
        grid.write_lines(f)?;
        grid.write_frame(f)?;
        writeln!(
            f,
            r#"<text x="{middle}" y="{below}" font-family="monospace" font-size="13">{word:016x}</text>"#
        )?;
        writeln!(f, "</g>")?;
    }
    Ok(())
}

/// Writes the nibbles on their squares, the codes of the pieces on the right, and all nibbles in a row below.
fn write_nibbles(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let board = diagram.position.board();
    let grid = Grid { cell: NIBBLE_CELL, columns: 8, from: diagram.from };
    let width = 8 * NIBBLE_CELL;
    writeln!(f, r#"<text x="{}" y="-8">nibbles</text>"#, width / 2)?;
    grid.write_dark_squares(f)?;
    grid.write_frame(f)?;
    grid.write_coordinates(f)?;
    let nibbles = board.to_nibbles();
    writeln!(f, r#"<g font-family="monospace" font-size="17">"#)?;
    for square in Square::ALL {
        let (x, y) = grid.corner(square);
        let faint = if board.code(square) == 0 { format!(r#" fill="{FAINT}""#) } else { String::new() };
        let (x, y) = (x + NIBBLE_CELL / 2, y + 21);
        writeln!(f, r#"<text x="{x}" y="{y}"{faint}>{}</text>"#, nibbles[square.index()])?;
    }
    for (role, line) in Role::ALL.into_iter().zip(1..) {
        let y = line * NIBBLE_CELL + 21;
        for (color, x) in [(Color::White, width + 45), (Color::Black, width + 90)] {
            let piece = role.of(color);
            writeln!(f, r#"<text x="{x}" y="{y}">{} {piece}</text>"#, piece.to_nibble())?;
        }
    }
    writeln!(f, "</g>")?;
    let (x, y) = (BOARD / 2, width + 40);
    writeln!(f, r#"<text x="{x}" y="{y}" font-family="monospace" font-size="9">{nibbles}</text>"#)
}

/// Writes the 128 cells: the board on the left, and on the right the cells that a step over the edge lands on. They are
/// in the order of their numbers, a1 at the lower left, even if the diagram is seen from Black's side.
fn write_x88(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let board = Grid { cell: X88_CELL, columns: 8, from: Color::White };
    let cells = Grid { columns: 16, ..board };
    let half = 8 * X88_CELL;
    writeln!(f, r#"<text x="{half}" y="-8">0x88</text>"#)?;
    board.write_dark_squares(f)?;
    cells.write_lines(f)?;
    cells.write_frame(f)?;
    board.write_frame(f)?;
    writeln!(f, r#"<g font-size="12">"#)?;
    for number in 0..16 {
        let at = number * X88_CELL + X88_CELL / 2;
        writeln!(f, r#"<text x="{at}" y="{}">{number:x}</text>"#, half + 15)?;
        if let Some(row) = 7_u32.checked_sub(number) {
            writeln!(f, r#"<text x="-13" y="{}">{row}0</text>"#, at + 4)?;
        }
    }
    writeln!(f, "</g>")?;
    for (number, c) in (0..).zip(X88(diagram.position.board()).to_string().chars()) {
        let (x, y) = (number % 16 * X88_CELL + X88_CELL / 2, (7 - number / 16) * X88_CELL + 16);
        if c == 'x' {
            writeln!(f, r#"<text x="{x}" y="{y}" fill="{FAINT}">x</text>"#)?;
        } else if c != '.' {
            writeln!(f, r#"<text x="{x}" y="{y}" font-weight="bold">{c}</text>"#)?;
        }
    }
    Ok(())
}
