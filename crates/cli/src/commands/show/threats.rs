//! The pairs of a position, as lines of text and as lines on the board.

use std::fmt::{self, Write as _};

use quadbit_threats::{Finder, Threat, ThreatList};

use super::Board;

/// All pairs, by the attacker's square, each square on a line of its own.
pub(super) fn write_text(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    writeln!(f, "\n   threats")?;
    let mut pairs = pairs(board).to_vec();
    pairs.sort_by_key(|pair| pair.from());
    for of_one in pairs.chunk_by(|a, b| a.from() == b.from()) {
        let texts: Vec<String> = of_one.iter().map(Threat::to_string).collect();
        writeln!(f, "   {}", texts.join(" "))?;
    }
    Ok(())
}

/// A line for each pair, from the attacker to a dot on the attacked piece: full lines for attacks on the other side, dashed ones for
/// pieces that are defended. Full lines and dots have a white edge, so that they can be seen on black pieces.
pub(super) fn write_svg(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    color: &str,
    middle: impl Fn(quadbit_movegen::Square) -> (f64, f64),
) -> fmt::Result {
    let line = |pair: &Threat| {
        let ((x1, y1), (x2, y2)) = (middle(pair.from()), middle(pair.to()));
        // A quarter of a cell stays free at both ends.
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = (12.0 * (x2 - x1) / length, 12.0 * (y2 - y1) / length);
        [x1 + dx, y1 + dy, x2 - dx, y2 - dy]
    };
    let (defended, attacked): (Vec<Threat>, Vec<Threat>) =
        pairs(board).iter().partition(|pair| is_own(**pair));
    for (pairs, edge, style) in [
        (&defended, None, r#"stroke-dasharray="3 3" opacity=".65""#),
        (&attacked, Some(r##"stroke="#fff" stroke-width="4.5" opacity=".8""##), r#"opacity=".9""#),
    ] {
        let lines: Vec<[f64; 4]> = pairs.iter().map(line).collect();
        let mut d = String::new();
        for [x1, y1, x2, y2] in &lines {
            write!(d, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")?;
        }
        if let Some(edge) = edge {
            writeln!(f, r#"<path {edge} d="{d}"/>"#)?;
        }
        writeln!(f, "<g {style}>")?;
        writeln!(f, r#"<path stroke="{color}" stroke-width="2" d="{d}"/>"#)?;
        for [_, _, x, y] in lines {
            writeln!(
                f,
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.2" fill="{color}" stroke="#fff" stroke-dasharray="none"/>"##
            )?;
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
