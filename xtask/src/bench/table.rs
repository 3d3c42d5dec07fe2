//! The table of the book with the speed of each level, made of the records.

use anyhow::Result;

use crate::record::levels::ratios;
use crate::record::{Record, mean};

/// Returns the tables of all records, the newest first. Each is a table with a column for every level, a set of
/// CPU instructions.
pub(crate) fn levels() -> Result<String> {
    Record::all("levels")?.iter().rev().map(table).collect()
}

/// Returns the table of one record, with a line for each position and a column for each level: narrow enough for a
/// phone.
pub(super) fn table(record: &Record) -> Result<String> {
    let (positions, levels) = ratios(record)?;
    let names: Vec<String> = levels.iter().map(|(level, _)| format!("`{level}`")).collect();
    let line = |name: &str, value: &dyn Fn(&[f64]) -> f64| {
        let cells: Vec<String> = levels.iter().map(|(_, ratios)| format!("{:.1}", value(ratios))).collect();
        format!("| {name} | {} |\n", cells.join(" | "))
    };
    let lines = positions.iter().enumerate().map(|(n, name)| line(name, &|ratios| ratios[n]));
    Ok([
        format!("\n{}\n(`{}`):\n\n", record.title(), record.path),
        format!("| | {} |\n|---|{}\n", names.join(" | "), "--:|".repeat(levels.len())),
        lines.collect(),
        line("mean", &mean),
        line("lowest", &|ratios| ratios.iter().copied().fold(f64::INFINITY, f64::min)),
        "\n".to_owned(),
    ]
    .concat())
}

#[cfg(test)]
mod tests {
    use super::table;
    use crate::record::Record;

    fn record(rows: &str) -> Record {
        let text = format!("# today, CPU, rustc: the best of 5 runs in turn\nposition\tdepth\tnodes\n{rows}");
        Record { path: "benches/record/r.tsv".to_owned(), text }
    }

    #[test]
    fn the_table_says_what_the_record_says() {
        let record = record(
            "a\t5\t9\tcozy-chess\t0.5\na\t5\t9\tavx2\t0.125\nb\t5\t9\tcozy-chess\t0.25\nb\t5\t9\tavx2\t0.015625\n",
        );
        assert_eq!(
            table(&record).unwrap(),
            "\ntoday, CPU, rustc: the best of 5 runs in turn\n(`benches/record/r.tsv`):\n\n\
             | | `avx2` |\n|---|--:|\n| a | 4.0 |\n| b | 16.0 |\n| mean | 8.0 |\n| lowest | 4.0 |\n\n"
        );
    }
}
