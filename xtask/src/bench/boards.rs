//! Times perft on every board of the literature, keeps the speeds in a record, and makes tables of the book from it.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Result, ensure};

use super::place::{Place, keep};
use crate::record::{Record, mean, numbers};
use crate::workspace;

/// A line for each idea: the idea and the names of two boards, one with it and one without it, separated by tabs.
const PAIRS: &str = include_str!("../../../benches/src/boards/pairs.tsv");

/// Times perft on all boards of the literature, prints the speeds, and, unless `no_record`, writes a record and fills
/// its tables in the book.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let record = measure("boards", "--record", &format!("{rounds} counts"), rounds)?;
    print!("{}", tables(&record)?);
    if no_record { Ok(()) } else { keep(&record, Place::BOARDS, table) }
}

/// Returns the tables of the newest record, with its title, as text for the book.
pub(crate) fn table() -> Result<String> {
    let record = Record::newest("boards")?;
    let what = "Million leaves a second on one thread, geometric means:";
    Ok(format!("\n{}\n(`{}`).\n{what}\n\n{}\n", record.title(), record.path, tables(&record)?))
}

/// Runs the bench `boards` with `option`, which makes it print a record of the kind `kind`. `what` says in the title of
/// the record what was repeated how often.
pub(super) fn measure(kind: &str, option: &str, what: &str, rounds: u16) -> Result<Record> {
    let bench = ["bench", "--package", "benches", "--bench", "boards", "--", option, &rounds.to_string()];
    Record::new(kind, what, &workspace::output(workspace::cargo().args(bench))?)
}

/// A board in a record, with the geometric means of its speeds: leaves counted in bulk, and made.
struct Row<'a> {
    board: &'a str,
    bytes: &'a str,
    means: [f64; 2],
}

/// Returns two tables of a record: the boards; and the ideas of [`pairs`], each with the speed of a board with it to
/// that of the board without it, if the record has both.
fn tables(record: &Record) -> Result<String> {
    let lines: Vec<Vec<&str>> = record.rows().collect();
    let rows = lines.chunks(2).map(|ways| {
        ensure!(ways.len() == 2 && ways[0].len() > 4, "the record has no two lines for each board");
        let means = [mean(&numbers(&ways[0][4..])?), mean(&numbers(&ways[1][4..])?)];
        Ok(Row { board: ways[0][0], bytes: ways[0][1], means })
    });
    let rows = rows.collect::<Result<Vec<Row<'_>>>>()?;
    let mut table = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n".to_owned();
    for Row { board, bytes, means } in &rows {
        let [bulk, every_leaf] = means.map(in_three_digits);
        writeln!(table, "| {board} | {bulk} | {every_leaf} | {bytes} |")?;
    }
    table.push_str("\nSpeed with an idea to speed without it:\n\n");
    Ok(table + &ideas("bulk | every leaf", rows.iter().map(|row| (row.board, row.means)))?)
}

/// Returns the table of the ideas of [`pairs`], under the `headings`: for each idea, the speeds of the board with it
/// divided by those of the board without it. Ideas of which `speeds` lacks a board are left out.
pub(super) fn ideas<'a, const N: usize>(
    headings: &str,
    speeds: impl Iterator<Item = (&'a str, [f64; N])>,
) -> Result<String> {
    let speeds: BTreeMap<_, _> = speeds.collect();
    let mut table = format!("| idea | with | without | {headings} |\n|---|---|---|{}\n", "--:|".repeat(N));
    for [idea, with, without] in pairs() {
        if let (Some(fast), Some(slow)) = (speeds.get(with), speeds.get(without)) {
            let times: [_; N] = std::array::from_fn(|i| format!("{:.2}", fast[i] / slow[i]));
            writeln!(table, "| {idea} | {with} | {without} | {} |", times.join(" | "))?;
        }
    }
    Ok(table)
}

/// Returns the ideas, each with the names of the board that has it and of the board that is alike but without it.
fn pairs() -> impl Iterator<Item = [&'static str; 3]> {
    PAIRS.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// Formats a speed: with one decimal place if it is below a hundred, else without.
pub(super) fn in_three_digits(speed: f64) -> String {
    if speed < 100.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

#[cfg(test)]
mod tests {
    use super::{PAIRS, pairs, tables};
    use crate::record::Record;

    #[test]
    fn the_book_has_means_and_pairs() {
        let text = "# date, cpu\nboard\tboard bytes\tmove bytes\tleaves\ta 4\tb 3\n\
                      x88-rays\t298\t4\tcounted\t100.0\t400.0\nx88-rays\t298\t4\tmade\t1.0\t4.0\n\
                      mailbox\t170\t4\tcounted\t100.0\t100.0\nmailbox\t170\t4\tmade\t2.0\t2.0\n";
        let expected = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n\
                        | x88-rays | 200 | 2.0 | 298 |\n| mailbox | 100 | 2.0 | 170 |\n\n\
                        Speed with an idea to speed without it:\n\n| idea | with | without | bulk | every leaf |\n|---|---|---|--:|--:|\n\
                        | the mask 0x88, not comparisons | x88-rays | mailbox | 2.00 | 1.00 |\n";
        let record = |text: &str| Record { path: String::new(), text: text.to_owned() };
        assert_eq!(tables(&record(text)).unwrap(), expected);
        assert!(tables(&record("# date\nboard\nx88\t298\t4\tcounted\t1.0\n")).is_err());
    }

    #[test]
    fn pairs_have_an_idea_and_two_boards() {
        assert_eq!(pairs().count(), PAIRS.lines().count() - 1);
    }
}
