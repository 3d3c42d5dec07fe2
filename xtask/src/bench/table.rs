//! The table of the book, made of the records, and the comparison of two records.

use crate::record::{FOLDER, Record, lowest, mean};

/// Returns the tables of all records, the newest first. Each is a table with a column for every level, a set of
/// CPU instructions.
pub(crate) fn levels(records: &[(String, Record)]) -> String {
    records.iter().rev().map(|(file, record)| table(file, record)).collect()
}

/// One record: a line for each position, a column for each level, so that it fits a phone.
fn table(file: &str, record: &Record) -> String {
    let Record { date, cpu, compiler, rounds, .. } = record;
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut positions: Vec<&str> = record.rows.iter().map(|row| row.position.as_str()).collect();
    positions.dedup();
    let (levels, columns): (Vec<String>, Vec<Vec<f64>>) = record
        .ratios()
        .into_iter()
        .map(|(level, ratios)| {
            let ends = [mean(&ratios), lowest(&ratios)];
            (format!("`{level}`"), ratios.into_iter().chain(ends).collect())
        })
        .unzip();
    let mut lines = vec![
        String::new(),
        format!("{date}, {cpu}, {compiler}, the best of {rounds} runs in turn"),
        format!("(`{FOLDER}/{name}`):"),
        String::new(),
        format!("| | {} |", levels.join(" | ")),
        format!("|---|{}", "--:|".repeat(levels.len())),
    ];
    for (n, position) in positions.into_iter().chain(["mean", "lowest"]).enumerate() {
        let cells: Vec<String> = columns.iter().map(|column| format!("{:.1}", column[n])).collect();
        lines.push(format!("| {position} | {} |", cells.join(" | ")));
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
        lines.push("The CPUs differ, so changes may be due to them.".to_owned());
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
    use super::{comparison, levels};
    use crate::record::tests::record;

    #[test]
    fn the_table_says_what_the_record_says() {
        let records = [("benches/record/r.csv".to_owned(), record("2026-11-22", "avx2", [4.0, 16.0]))];
        let text = levels(&records);
        assert!(text.contains("(`benches/record/r.csv`):"), "{text}");
        assert!(text.contains("| | `avx2` |"), "{text}");
        assert!(text.contains("| a | 4.0 |\n| b | 16.0 |\n| mean | 8.0 |\n| lowest | 4.0 |\n"), "{text}");
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
