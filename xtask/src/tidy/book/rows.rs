//! The log of what was tried for speed: each row has three cells and is short.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

const LOG: &str = "docs/src/benchmarks/log.md";

/// Two lines of a page: longer text does not belong into a table.
const LONGEST: usize = 240;

const CELLS: usize = 3;

pub(super) fn problems() -> Result<Vec<String>> {
    let text = fs::read_to_string(workspace::root().join(LOG)).with_context(|| format!("reading {LOG}"))?;
    Ok(objections(&text).map(|(line, problem)| format!("{LOG}:{line} {problem}")).collect())
}

/// The rows that break a rule, with their lines.
fn objections(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.lines().enumerate().filter(|(_, line)| line.starts_with('|')).filter_map(|(index, row)| {
        let cells = row.matches('|').count() - 1;
        let length = row.chars().count();
        let problem = if cells != CELLS {
            format!("has {cells} cells: what, gain, kept")
        } else if length > LONGEST {
            format!("has {length} characters, more than {LONGEST}: say less")
        } else {
            return None;
        };
        Some((index + 1, problem))
    })
}

#[cfg(test)]
mod tests {
    use super::objections;

    #[test]
    fn rows_are_short_and_complete() {
        let long = format!("| {} | b | c |", "a".repeat(230));
        let text = format!("| a | b | c |\nprose | of | any | form, at | any | length\n| a | b |\n{long}");
        let lines: Vec<usize> = objections(&text).map(|(line, _)| line).collect();
        assert_eq!(lines, [3, 4]);
    }
}
