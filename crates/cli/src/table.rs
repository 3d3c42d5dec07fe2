//! Rows of cells as lines of text with aligned columns.

/// Writes rows of cells with aligned columns, two blanks apart: the first `left` columns are aligned to the left, the
/// others to the right.
pub(crate) fn table(left: usize, rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or_default()
        })
        .collect();
    let line = |row: &Vec<String>| {
        let aligned = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        aligned.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_aligned() {
        let rows = [["level", "mean"], ["avx2", "7"], ["sse", "12345"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(1, &rows), "level   mean\navx2       7\nsse    12345");
        assert_eq!(table(2, &rows), "level  mean\navx2   7\nsse    12345");
        assert_eq!(table(0, &[]), "");
    }
}
