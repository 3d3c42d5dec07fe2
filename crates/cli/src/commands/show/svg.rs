//! Drawings as SVG, in black, white and greys that print well.

use std::fmt;

use quadbit_quad::text::X88;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Rank, Role, Square, Square88};

use super::{Board, PLANE_NAMES, Views, threats};

/// A position as an SVG document: the board, and below it or beside it the views.
pub(super) struct Svg {
    pub(super) board: Board,
    pub(super) views: Views,
}

/// The width of a column: the board, and a margin on each side for coordinates.
const WIDTH: u32 = BOARD + 2 * MARGIN;
/// The width of the board.
const BOARD: u32 = 8 * CELL;
const CELL: u32 = 45;
/// Scales a shape from 100 x 100 to a cell, and trims the empty space around it a little.
const TO_CELL: &str = "translate(-1.5 -2) scale(.48)";
const MARGIN: u32 = 30;

/// The heights of the views, with the space below them, and the widths of their cells.
const BOARD_HEIGHT: u32 = BOARD + 2 * MARGIN;
const PLANES_HEIGHT: u32 = 2 * PLANE_HEIGHT;
const PLANE_HEIGHT: u32 = 8 * PLANE_CELL + 60;
const PLANE_CELL: u32 = 20;
const NIBBLES_HEIGHT: u32 = 8 * NIBBLE_CELL + 85;
const NIBBLE_CELL: u32 = 30;
const X88_HEIGHT: u32 = 8 * X88_CELL + 55;
const X88_CELL: u32 = 22;

/// The grey of dark squares: light enough for a black piece on paper.
const DARK: &str = "#ccc";
/// The grey of less important details.
const FAINT: &str = "#777";
/// The grey of marks and arrows.
const MARK: &str = "#555";

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Views { planes, nibbles, x88, threats, beside } = self.views;
        let views: [(bool, u32, View); 5] = [
            (!threats, BOARD_HEIGHT, write_board),
            (threats, BOARD_HEIGHT, write_board_with_threats),
            (planes, PLANES_HEIGHT, |f, board| write_planes(f, board.position.board())),
            (nibbles, NIBBLES_HEIGHT, |f, board| write_nibbles(f, board.position.board())),
            (x88, X88_HEIGHT, |f, board| write_x88(f, board.position.board())),
        ];
        let shown: Vec<(u32, View)> =
            views.into_iter().filter(|view| view.0).map(|(_, h, view)| (h, view)).collect();
        let columns = if beside && shown.len() > 1 { 2 } else { 1 };
        let row_height =
            |row: &[(u32, View)]| row.iter().map(|(height, _)| *height).max().unwrap_or_default();
        let height: u32 = shown.chunks(columns).map(row_height).sum();
        let width = if columns == 2 { 2 * WIDTH } else { WIDTH };
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
        )?;
        writeln!(f, "<title>{}</title>", self.board.position)?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
        let mut top = MARGIN;
        for row in shown.chunks(columns) {
            for ((_, write), left) in row.iter().zip([MARGIN, WIDTH + MARGIN]) {
                writeln!(
                    f,
                    r#"<g transform="translate({left} {top})" font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">"#
                )?;
                write(f, &self.board)?;
                writeln!(f, "</g>")?;
            }
            top += row_height(row);
        }
        writeln!(f, "</svg>")
    }
}

/// Writes one view, with its upper left corner at (0, 0).
type View = fn(&mut fmt::Formatter<'_>, &Board) -> fmt::Result;

fn write_board(f: &mut fmt::Formatter<'_>, view: &Board) -> fmt::Result {
    let board = view.position.board();
    write_shapes(f, board)?;
    // Both diagonals of the board map the dark squares to themselves, so they are the same from both sides.
    write_squares(f, DARK, CELL, dark_squares())?;
    write_marks(f, view)?;
    write_frame(f, 8, CELL)?;
    write_coordinates(f, CELL, view.from)?;
    // Outlines are black for both sides; lines on a piece have the other side's colour.
    for (color, fill, line) in [(Color::White, "#fff", "#000"), (Color::Black, "#000", "#fff")] {
        writeln!(f, r#"<g fill="{fill}" color="{line}">"#)?;
        for square in board.color(color) {
            if let Some(piece) = board.get(square) {
                let (x, y) = turned_corner(view, square);
                writeln!(f, r##"<use href="#{:?}" x="{x}" y="{y}"/>"##, piece.role())?;
            }
        }
        writeln!(f, "</g>")?;
    }
    write_arrow(f, view)?;
    // The side to move: a small box beside its first rank.
    let side = view.position.side_to_move();
    let fill = if side == Color::White { "#fff" } else { "#000" };
    let y = if side == view.from { BOARD - 28 } else { 17 };
    let x = BOARD + 9;
    writeln!(f, r##"<rect x="{x}" y="{y}" width="11" height="11" fill="{fill}" stroke="#000"/>"##)
}

/// The board with a line for each pair.
fn write_board_with_threats(f: &mut fmt::Formatter<'_>, view: &Board) -> fmt::Result {
    write_board(f, view)?;
    threats::write_svg(f, view, MARK, |square| middle(view, square))
}

/// Frames inside the marked squares.
fn write_marks(f: &mut fmt::Formatter<'_>, view: &Board) -> fmt::Result {
    for square in view.marked {
        let (x, y) = turned_corner(view, square);
        let (x, y, width) = (x + 2, y + 2, CELL - 4);
        writeln!(
            f,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{width}" fill="none" stroke="{MARK}" stroke-width="4"/>"#
        )?;
    }
    Ok(())
}

/// The move, from the middle of its first square to the middle of its last.
fn write_arrow(f: &mut fmt::Formatter<'_>, view: &Board) -> fmt::Result {
    let Some((start, end)) = view.arrow else { return Ok(()) };
    let ((x1, y1), (x2, y2)) = (middle(view, start), middle(view, end));
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The head is 18 long and 16 wide; its tip is in the middle of the square.
    let (bx, by) = (x2 - 18.0 * dx, y2 - 18.0 * dy);
    let (lx, ly, rx, ry) = (bx - 8.0 * dy, by + 8.0 * dx, bx + 8.0 * dy, by - 8.0 * dx);
    writeln!(f, r#"<g stroke="{MARK}" fill="{MARK}" opacity=".8">"#)?;
    writeln!(f, r#"<path stroke-width="6" d="M{x1:.1} {y1:.1}L{bx:.1} {by:.1}"/>"#)?;
    writeln!(f, r#"<path stroke="none" d="M{lx:.1} {ly:.1}L{rx:.1} {ry:.1}L{x2:.1} {y2:.1}z"/>"#)?;
    writeln!(f, "</g>")
}

/// Defines the shapes of the pieces that are on the board.
fn write_shapes(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    writeln!(f, "<defs>")?;
    for role in Role::ALL.into_iter().filter(|&role| board.role(role).any()) {
        let shape = role.shape();
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

/// The planes in two columns, with their names above and their words below.
fn write_planes(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let width = 8 * PLANE_CELL;
    let (middle, below) = (width / 2, width + 17);
    let places = [(0, 0), (BOARD - width, 0), (0, PLANE_HEIGHT), (BOARD - width, PLANE_HEIGHT)];
    for (plane, (set, (x, y))) in board.planes().into_iter().zip(places).enumerate() {
        writeln!(f, r#"<g transform="translate({x} {y})">"#)?;
        writeln!(f, r#"<text x="{middle}" y="-8">plane {plane}: {}</text>"#, PLANE_NAMES[plane])?;
        write_squares(f, "#444", PLANE_CELL, set)?;
        write_lines(f, 8, PLANE_CELL)?;
        write_frame(f, 8, PLANE_CELL)?;
        writeln!(
            f,
            r#"<text x="{middle}" y="{below}" font-family="monospace" font-size="13">{:016x}</text>"#,
            set.0
        )?;
        writeln!(f, "</g>")?;
    }
    Ok(())
}

/// The nibbles on their squares, the codes of the pieces on the right, and all nibbles in a row below.
fn write_nibbles(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let width = 8 * NIBBLE_CELL;
    writeln!(f, r#"<text x="{}" y="-8">nibbles</text>"#, width / 2)?;
    write_squares(f, DARK, NIBBLE_CELL, dark_squares())?;
    write_frame(f, 8, NIBBLE_CELL)?;
    write_coordinates(f, NIBBLE_CELL, Color::White)?;
    let nibbles = board.to_nibbles();
    writeln!(f, r#"<g font-family="monospace" font-size="17">"#)?;
    for square in Square::ALL {
        let (x, y) = corner(square, NIBBLE_CELL);
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

/// The 128 cells: the board on the left, and on the right the cells that a step over the edge lands on.
fn write_x88(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let half = 8 * X88_CELL;
    writeln!(f, r#"<text x="{half}" y="-8">0x88</text>"#)?;
    write_squares(f, DARK, X88_CELL, dark_squares())?;
    write_lines(f, 16, X88_CELL)?;
    write_frame(f, 16, X88_CELL)?;
    write_frame(f, 8, X88_CELL)?;
    writeln!(f, r#"<g font-size="12">"#)?;
    for number in 0..16 {
        let at = number * X88_CELL + X88_CELL / 2;
        writeln!(f, r#"<text x="{at}" y="{}">{number:x}</text>"#, half + 15)?;
        if let Some(row) = 7_u32.checked_sub(number) {
            writeln!(f, r#"<text x="-13" y="{}">{row}0</text>"#, at + 4)?;
        }
    }
    writeln!(f, "</g>")?;
    for (number, c) in (0..).zip(X88(board).to_string().chars()) {
        let (x, y) = (number % 16 * X88_CELL + X88_CELL / 2, (7 - number / 16) * X88_CELL + 16);
        if c == 'x' {
            writeln!(f, r#"<text x="{x}" y="{y}" fill="{FAINT}">x</text>"#)?;
        } else if c != '.' {
            writeln!(f, r#"<text x="{x}" y="{y}" font-weight="bold">{c}</text>"#)?;
        }
    }
    Ok(())
}

/// The names of files and ranks, below and on the left, as seen from a side.
fn write_coordinates(f: &mut fmt::Formatter<'_>, cell: u32, from: Color) -> fmt::Result {
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

/// The squares of a set as one path.
fn write_squares(f: &mut fmt::Formatter<'_>, fill: &str, cell: u32, set: Bitboard) -> fmt::Result {
    write!(f, r#"<path fill="{fill}" d=""#)?;
    for square in set {
        let (x, y) = corner(square, cell);
        write!(f, "M{x} {y}h{cell}v{cell}h-{cell}z")?;
    }
    writeln!(f, r#""/>"#)
}

/// Thin lines between the cells of eight rows.
fn write_lines(f: &mut fmt::Formatter<'_>, columns: u32, cell: u32) -> fmt::Result {
    let (width, height) = (columns * cell, 8 * cell);
    write!(f, r#"<path stroke="{FAINT}" stroke-width=".5" d=""#)?;
    (1..8).try_for_each(|row| write!(f, "M0 {}h{width}", row * cell))?;
    (1..columns).try_for_each(|column| write!(f, "M{} 0v{height}", column * cell))?;
    writeln!(f, r#""/>"#)
}

/// A frame around eight rows of cells.
fn write_frame(f: &mut fmt::Formatter<'_>, columns: u32, cell: u32) -> fmt::Result {
    let (width, height) = (columns * cell, 8 * cell);
    writeln!(f, r##"<rect width="{width}" height="{height}" fill="none" stroke="#000" stroke-width="1.5"/>"##)
}

/// The upper left corner of a square, measured from that of a8.
fn corner(square: Square, cell: u32) -> (u32, u32) {
    let number = u32::from(Square88::from_square(square).get());
    (number % 16 * cell, (7 - number / 16) * cell)
}

/// The upper left corner of a square of the board as it is oriented.
fn turned_corner(view: &Board, square: Square) -> (u32, u32) {
    let cells = |cells: usize| u32::try_from(cells).map_or(0, |cells| cells * CELL);
    let (column, row) = view.place(square);
    (cells(column), cells(row))
}

/// The middle of a square of the board as it is oriented.
fn middle(view: &Board, square: Square) -> (f64, f64) {
    let (x, y) = turned_corner(view, square);
    (f64::from(x + CELL / 2), f64::from(y + CELL / 2))
}

/// The dark squares: a1, c1 and so on.
fn dark_squares() -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|square| (square.file().index() + square.rank().index()) % 2 == 0)
        .collect()
}
