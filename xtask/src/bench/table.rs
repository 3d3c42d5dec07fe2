//! The table of the book, made of the records, and two records compared.

use std::fs;

use anyhow::{Context, Result};

use super::record::{FOLDER, Record, lowest, mean};
use crate::workspace;

/// The page with the table.
pub(crate) const PAGE: &str = "docs/src/benchmarks/levels.md";

const START: &str = "<!-- made of benches/record by `cargo xtask bench` -->\n";
const END: &str = "<!-- end -->\n";

/// Writes the table into its page.
pub(super) fn write() -> Result<()> {
    let path = workspace::root().join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("reading {PAGE}"))?;
    fs::write(&path, renewed(&page, &Record::all()?)?).with_context(|| format!("writing {PAGE}"))
}

/// A page with its table made again of some records.
pub(crate) fn renewed(page: &str, records: &[(String, Record)]) -> Result<String> {
    let parts = page.split_once(START).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.with_context(|| format!("{PAGE} has no place for the table"))?;
    let mut text = format!("{before}{START}");
    for (file, record) in records.iter().rev() {
        text.push_str(&table(file, record));
    }
    Ok(text + END + after)
}

/// One record: a line for each level, a column for each position.
fn table(file: &str, record: &Record) -> String {
    let Record { date, cpu, compiler, rounds, .. } = record;
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut positions: Vec<&str> = record.rows.iter().map(|row| row.position.as_str()).collect();
    positions.dedup();
    let mut lines = vec![
        String::new(),
        format!("{date}, {cpu}, {compiler}, the best of {rounds} runs in turn (`{FOLDER}/{name}`):"),
        String::new(),
        format!("| | {} | mean | lowest |", positions.join(" | ")),
        format!("|---|{}", "--:|".repeat(positions.len() + 2)),
    ];
    for (level, ratios) in record.ratios() {
        let cells = ratios.iter().copied().chain([mean(&ratios), lowest(&ratios)]);
        let cells: Vec<String> = cells.map(|ratio| format!("{ratio:.1}")).collect();
        lines.push(format!("| `{level}` | {} |", cells.join(" | ")));
    }
    lines.join("\n") + "\n\n"
}

/// The ratios of two records and how they changed, level by level and position by position.
pub(super) fn comparison(old: &Record, new: &Record) -> String {
    let mut lines = vec![
        format!("old: {}, {}, {}", old.date, old.cpu, old.compiler),
        format!("new: {}, {}, {}", new.date, new.cpu, new.compiler),
    ];
    if old.cpu != new.cpu {
        lines.push("The CPUs differ: a change may be theirs.".to_owned());
    }
    lines.push(format!("\n{:<10} {:<10} {:>8} {:>8} {:>8}", "level", "position", "old", "new", "new/old"));
    let mut line = |level: &str, position: &str, old: f64, new: f64| {
        lines.push(format!("{level:<10} {position:<10} {old:>8.2} {new:>8.2} {:>8.2}", new / old));
    };
    let new_ratios = new.ratios();
    for (level, old_ratios) in old.ratios() {
        let Some((_, new_ratios)) = new_ratios.iter().find(|(name, _)| *name == level) else { continue };
        if old_ratios.len() != new_ratios.len() {
            continue;
        }
        let positions = new.rows.iter().filter(|row| row.program == level).map(|row| row.position.as_str());
        for ((position, &old), &new) in positions.zip(&old_ratios).zip(new_ratios) {
            line(&level, position, old, new);
        }
        line(&level, "mean", mean(&old_ratios), mean(new_ratios));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::{END, START, comparison, renewed};

    #[test]
    fn the_table_says_what_the_record_says() {
        let records = [("benches/record/r.csv".to_owned(), record("2026-11-22", "avx2", [4.0, 16.0]))];
        let page = format!("# Levels\n{START}old{END}the end\n");
        let renewed_page = renewed(&page, &records).unwrap();
        assert!(renewed_page.contains("| | a | b | mean | lowest |"), "{renewed_page}");
        assert!(renewed_page.contains("| `avx2` | 4.0 | 16.0 | 8.0 | 4.0 |"), "{renewed_page}");
        assert!(renewed_page.starts_with("# Levels\n") && renewed_page.ends_with("the end\n"));
        assert_eq!(renewed(&renewed_page, &records).unwrap(), renewed_page);
        assert!(renewed("no place", &records).is_err());
    }

    #[test]
    fn a_comparison_is_a_ratio_of_ratios() {
        let [old, new] =
            [record("2026-11-01", "avx2", [4.0, 16.0]), record("2026-11-22", "avx2", [6.0, 12.0])];
        let text = comparison(&old, &new);
        let numbers: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("avx2")).collect();
        let numbers: Vec<Vec<&str>> = numbers.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(numbers[0], ["a", "4.00", "6.00", "1.50"]);
        assert_eq!(numbers[1], ["b", "16.00", "12.00", "0.75"]);
        assert_eq!(numbers[2][0], "mean");
        let other = record("2026-11-22", "sse2", [1.0, 1.0]);
        assert!(!comparison(&old, &other).contains("mean"));
    }
}
