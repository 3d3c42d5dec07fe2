//! Marks on a board: frames, an arrow, lines between pieces.

use std::fmt::{self, Write as _};

use quadbit_quad::Bitboard;
use quadbit_x88::Square;

use super::MARK;
use super::grid::Grid;
use crate::diagram::Line;

/// Writes a frame inside each square of `marked`.
pub(super) fn write_frames(f: &mut fmt::Formatter<'_>, grid: Grid, marked: Bitboard) -> fmt::Result {
    for square in marked {
        let (x, y) = grid.corner(square);
        let (x, y, width) = (x + 2, y + 2, grid.cell - 4);
        writeln!(
            f,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{width}" fill="none" stroke="{MARK}" stroke-width="4"/>"#
        )?;
    }
    Ok(())
}

/// Writes an arrow from the middle of the first square of `arrow` to the middle of the second.
pub(super) fn write_arrow(
    f: &mut fmt::Formatter<'_>,
    grid: Grid,
    arrow: Option<(Square, Square)>,
) -> fmt::Result {
    let Some((start, end)) = arrow.filter(|(start, end)| start != end) else { return Ok(()) };
    let ((x1, y1), (x2, y2)) = (grid.middle(start), grid.middle(end));
    let (dx, dy) = direction((x1, y1), (x2, y2));
    // The head is 18 long and 16 wide; its tip is in the middle of the square.
    let (bx, by) = (x2 - 18.0 * dx, y2 - 18.0 * dy);
    let (lx, ly, rx, ry) = (bx - 8.0 * dy, by + 8.0 * dx, bx + 8.0 * dy, by - 8.0 * dx);
    writeln!(f, r#"<g stroke="{MARK}" fill="{MARK}" opacity=".8">"#)?;
    writeln!(f, r#"<path stroke-width="6" d="M{x1:.1} {y1:.1}L{bx:.1} {by:.1}"/>"#)?;
    writeln!(f, r#"<path stroke="none" d="M{lx:.1} {ly:.1}L{rx:.1} {ry:.1}L{x2:.1} {y2:.1}z"/>"#)?;
    writeln!(f, "</g>")
}

/// Writes lines that end in dots, the dashed ones first. Full lines and dots have a white edge, so that they
/// can be seen on black pieces.
pub(super) fn write_lines(f: &mut fmt::Formatter<'_>, grid: Grid, lines: &[Line]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    for (dashed, edge, style) in [
        (true, None, r#"stroke-dasharray="3 3" opacity=".65""#),
        (false, Some(r##"stroke="#fff" stroke-width="4.5" opacity=".8""##), r#"opacity=".9""#),
    ] {
        let (mut path, mut dots) = (String::new(), String::new());
        for line in lines.iter().filter(|line| line.dashed == dashed) {
            let ((x1, y1), (x2, y2)) = (grid.middle(line.from), grid.middle(line.to));
            // About a quarter of a cell stays free at both ends.
            let (dx, dy) = direction((x1, y1), (x2, y2));
            let (x1, y1, x2, y2) = (x1 + 12.0 * dx, y1 + 12.0 * dy, x2 - 12.0 * dx, y2 - 12.0 * dy);
            write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")?;
            writeln!(
                dots,
                r##"<circle cx="{x2:.1}" cy="{y2:.1}" r="3.2" fill="{MARK}" stroke="#fff" stroke-dasharray="none"/>"##
            )?;
        }
        if let Some(edge) = edge {
            writeln!(f, r#"<path {edge} d="{path}"/>"#)?;
        }
        writeln!(f, "<g {style}>")?;
        writeln!(f, r#"<path stroke="{MARK}" stroke-width="2" d="{path}"/>"#)?;
        write!(f, "{dots}")?;
        writeln!(f, "</g>")?;
    }
    Ok(())
}

/// The unit vector from `start` to `end`, two different points.
fn direction(start: (f64, f64), end: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    (dx / length, dy / length)
}
