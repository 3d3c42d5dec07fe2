//! The pairs of a position, as lines of text and as lines on the board.

use std::fmt;

use quadbit_threats::{Finder, Threat, ThreatList};

use super::Board;

/// All pairs, by the attacker's square, each square on a line of its own.
pub(super) fn write_text(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    writeln!(f, "\n   threats")?;
    let pairs = pairs(board);
    for of_one in pairs.chunk_by(|a, b| a.from() == b.from()) {
        let texts: Vec<String> = of_one.iter().map(Threat::to_string).collect();
        writeln!(f, "   {}", texts.join(" "))?;
    }
    Ok(())
}

/// A line for each pair from the attacker to a dot on the attacked piece: full lines for attacks on the other
/// side, dashed ones for pieces that are defended.
pub(super) fn write_svg(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    color: &str,
    middle: impl Fn(quadbit_movegen::Square) -> (f64, f64),
) -> fmt::Result {
    for (is_defended, style) in
        [(true, r#" stroke-dasharray="3 3" opacity=".5""#), (false, r#" opacity=".9""#)]
    {
        writeln!(f, r#"<g stroke="{color}" fill="{color}" stroke-width="2"{style}>"#)?;
        for pair in pairs(board).iter().filter(|pair| is_own(**pair) == is_defended) {
            let ((x1, y1), (x2, y2)) = (middle(pair.from()), middle(pair.to()));
            // From a third of a cell off the attacker's middle to a quarter of a cell before the other's.
            let length = (x2 - x1).hypot(y2 - y1);
            let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
            let [x1, y1, x2, y2] = [x1 + 12.0 * dx, y1 + 12.0 * dy, x2 - 12.0 * dx, y2 - 12.0 * dy];
            writeln!(f, r#"<path fill="none" d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"/>"#)?;
            writeln!(f, r#"<circle cx="{x2:.1}" cy="{y2:.1}" r="3" stroke="none"/>"#)?;
        }
        writeln!(f, "</g>")?;
    }
    Ok(())
}

fn pairs(board: &Board) -> ThreatList {
    Finder::new().threats(&board.position)
}

fn is_own(pair: Threat) -> bool {
    pair.attacker().color() == pair.attacked().color()
}
