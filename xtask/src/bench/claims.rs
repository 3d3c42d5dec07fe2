//! The figures at the heads of the claims: one record for all, and their tables in the book.
//!
//! 1. `benches/claims.tsv` has a line for each claim: what it says, by whom, the verdict, and whose times or speeds
//!    make its figure.
//! 2. [`run`] lets the forms of all contests take turns, and stores the lowest time of each form.
//! 3. [`table`] computes the figures: ratios of times in that record, and of speeds in the records of the boards.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::place::{Place, keep};
use crate::record::{Record, mean, numbers};
use crate::workspace;

/// A line for each claim, with five cells separated by tabs, and a headline before each part.
const CLAIMS: &str = include_str!("../../../benches/claims.tsv");

/// The files of `benches/benches` that have the contests of the claims.
const TARGETS: [&str; 4] = ["nibble", "x88", "quad", "threats"];

/// Times the forms of all contests, prints the tables, and, unless `no_record`, writes a record and fills the tables of
/// the book.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let mut lines = "bench\tcontest\tform\tnanoseconds\n".to_owned();
    for target in TARGETS {
        let mut bench = workspace::cargo();
        bench.args(["bench", "--package", "benches", "--features", "bars", "--bench", target]);
        let text = workspace::output(bench.env("TURNS", rounds.to_string()))?;
        let mut contest = "";
        for line in text.lines() {
            match line.split_once(" ns each").and_then(|(form, _)| form.trim_end().rsplit_once(' ')) {
                Some((form, time)) => writeln!(lines, "{target}\t{contest}\t{}\t{time}", form.trim())?,
                None => contest = line,
            }
        }
    }
    let record = Record::new("claims", &format!("{rounds} turns"), &lines)?;
    print!("{}", tables(&record)?);
    if no_record { Ok(()) } else { keep(&record, Place::CLAIMS, table) }
}

/// Returns the tables of the newest record, with its title, as text for the book; `None` as long as there is no record.
pub(crate) fn recorded() -> Result<Option<String>> {
    if Record::all("claims")?.is_empty() { Ok(None) } else { table().map(Some) }
}

fn table() -> Result<String> {
    let record = Record::newest("claims")?;
    Ok(format!("\n{} (`{}`).\n{}", record.title(), record.path, tables(&record)?))
}

fn tables(times: &Record) -> Result<String> {
    let (boards, search) = (Record::newest("boards")?, Record::newest("search")?);
    let mut tables = String::new();
    for line in CLAIMS.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[claim, by, verdict, what, ref figures @ ..] = &cells[..] else {
            let part = line.trim_start_matches("# ");
            write!(tables, "\n| {part}: the claim | by | verdict | figure |\n|---|---|---|---|\n")?;
            continue;
        };
        let mut shown = Vec::new();
        for figure in figures.iter().flat_map(|figures| figures.split(';')).filter(|figure| *figure != "-") {
            let figure: Vec<&str> = figure.split('|').collect();
            shown.push(match figure[..] {
                ["boards", with, without] => {
                    let ways = [speeds(&boards, with, without, 0)?, speeds(&boards, with, without, 1)?];
                    format!("{} counted, {} made: speed, {what}", ways[0], ways[1])
                }
                ["search", with, without] => {
                    format!("{}: speed of a search, {what}", speeds(&search, with, without, 0)?)
                }
                [target, contest, a, b] => {
                    let time = |form: &str| {
                        let row = times.rows().find(|row| row[..3] == [target, contest, form]);
                        let row =
                            row.with_context(|| format!("the record has no {target}, {contest}, {form}"))?;
                        Ok::<f64, anyhow::Error>(numbers(&row[3..])?[0])
                    };
                    format!("{:.2}", time(a)? / time(b)?)
                }
                _ => anyhow::bail!("benches/claims.tsv: what is {figure:?}?"),
            });
        }
        let is_time = shown.iter().all(|figure| !figure.contains(':'));
        let figure = match (&shown[..], is_time) {
            ([], _) => what.to_owned(),
            (_, true) => format!("{}: {what}", shown.join(" and ")),
            (_, false) => shown.join("; "),
        };
        writeln!(tables, "| {claim} | {by} | {verdict} | {figure} |")?;
    }
    Ok(tables)
}

/// Divides the speeds of the board `with` by those of the board `without`, position by position, and returns as text
/// the geometric mean of the ratios and the lowest one. `way` is the number of a board's line in `record`: in a record
/// of boards 0 for leaves counted in bulk and 1 for leaves made, in a record of searches 0.
fn speeds(record: &Record, with: &str, without: &str, way: usize) -> Result<String> {
    let row = |name: &str| {
        let row = record.rows().filter(|row| row[0] == name).nth(way);
        let row = row.with_context(|| format!("{} has no board {name}", record.path))?;
        // Finds the six speeds. In a record of boards, the bytes of board and move and the kind of counting come before
        // them; in a record of searches, four shares come after them.
        numbers(if row[3].parse::<f64>().is_ok() { &row[1..7] } else { &row[4..10] })
    };
    let ratios: Vec<f64> =
        row(with)?.iter().zip(row(without)?).map(|(with, without)| with / without).collect();
    let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(format!("{:.2} ({lowest:.2} at least)", mean(&ratios)))
}

#[cfg(test)]
mod tests {
    use super::speeds;
    use crate::record::Record;

    #[test]
    fn a_mean_has_its_lowest_beside_it() {
        let boards = "# date\nboard\tboard bytes\tmove bytes\tleaves\ta\tb\tc\td\te\tf\n\
                      x88\t9\t4\tcounted\t1\t2\t2\t2\t2\t4\nsets\t7\t4\tcounted\t1\t1\t1\t1\t1\t1\n";
        let search = "# date\nboard\ta\tb\tc\td\te\tf\tmake\tlists\tlook-ups\tcopy\n\
                      x88\t1\t2\t2\t2\t2\t4\t0.1\t0.1\t0.1\t1\nsets\t1\t1\t1\t1\t1\t1\t0.1\t0.1\t0.1\t1\n";
        for text in [boards, search] {
            let record = Record { path: String::new(), text: text.to_owned() };
            assert_eq!(speeds(&record, "x88", "sets", 0).unwrap(), "2.00 (1.00 at least)");
            assert!(speeds(&record, "x88", "ccr", 0).is_err());
        }
    }
}
