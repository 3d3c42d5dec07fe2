//! Times one search on every board of the literature, keeps the speeds in a record, and makes a table of the book from
//! it.

use std::fmt::Write;

use anyhow::{Result, ensure};

use super::boards::{ideas, in_three_digits, measure};
use super::place::{Place, keep};
use crate::record::{Record, mean, numbers};

/// The number of columns of a record after the speeds: the shares of making moves, listing them and looking up pieces,
/// and the speed with copied boards.
const SHARES: usize = 4;

/// Times a search on all boards of the literature, prints the speeds, and, unless `no_record`, writes a record and
/// fills its table in the book.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let record = measure("search", "--search", &format!("{rounds} searches"), rounds)?;
    print!("{}", rows(&record)?);
    if no_record { Ok(()) } else { keep(&record, Place::SEARCHES, table) }
}

/// Returns the table of the newest record, with its title, as text for the book.
pub(crate) fn table() -> Result<String> {
    let record = Record::newest("search")?;
    let sums = record.text.lines().last().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    Ok(format!("\n{}\n(`{}`).\n{sums}:\n\n{}\n", record.title(), record.path, rows(&record)?))
}

/// Returns two tables of a record: the boards, the fastest first; and the ideas of the literature, each with the
/// speed of a board with it to that of the board without it, if the record has both.
fn rows(record: &Record) -> Result<String> {
    let mut rows = Vec::new();
    for cells in record.rows() {
        ensure!(cells.len() > 1 + SHARES, "the record has no speeds in the row {cells:?}");
        let (speeds, shares) = cells[1..].split_at(cells.len() - 1 - SHARES);
        rows.push((mean(&numbers(speeds)?) / 1e3, cells[0], shares.join(" | ")));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut table = "| board | million nodes a second | make | lists | look-ups | copies to unmaking |\n\
                     |---|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for (speed, board, shares) in &rows {
        writeln!(table, "| {board} | {} | {shares} |", in_three_digits(*speed))?;
    }
    table.push_str("\nSpeed with an idea to speed without it, in the search:\n\n");
    Ok(table + &ideas("search", rows.iter().map(|row| (row.1, [row.0])))?)
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::record::Record;

    #[test]
    fn the_fastest_board_comes_first() {
        let text = "# date, cpu\nboard\ta 4\tb 3\tmake\tlists\tlook-ups\tcopy\n\
                      sets\t1000\t4000\t0.10\t0.20\t0.05\t0.90\nsets-planes\t4000\t4000\t0.20\t0.30\t0.15\t1.10\n\
                      # 5 nodes\n";
        let expected = "| board | million nodes a second | make | lists | look-ups | copies to unmaking |\n\
                        |---|--:|--:|--:|--:|--:|\n\
                        | sets-planes | 4.0 | 0.20 | 0.30 | 0.15 | 1.10 |\n| sets | 2.0 | 0.10 | 0.20 | 0.05 | 0.90 |\n\n\
                        Speed with an idea to speed without it, in the search:\n\n\
                        | idea | with | without | search |\n|---|---|---|--:|\n\
                        | four planes, not eight sets | sets-planes | sets | 2.00 |\n";
        let record = |text: &str| Record { path: String::new(), text: text.to_owned() };
        assert_eq!(rows(&record(text)).unwrap(), expected);
        assert!(rows(&record("# date\nboard\nx88\t1\n")).is_err());
    }
}
