//! The figures at the heads of the claims: one record for all, and their tables in the book.
//!
//! 1. `benches/claims.tsv` has a line for each claim: what it says, by whom, the verdict, and whose times or speeds make
//!    its figure.
//! 2. [`run`] lets the forms of all contests take turns, and stores the lowest time of each form.
//! 3. [`table`] divides times of that record, and speeds of the records of the boards.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::boards::{mean, newest, store, stored_title, title};
use super::place::Place;
use crate::record::{self, FOLDER};
use crate::workspace;

/// Lines of five cells, with a headline before each part.
const CLAIMS: &str = include_str!("../../../benches/claims.tsv");

/// The files of `benches/benches` that have the contests of the claims.
const TARGETS: [&str; 4] = ["nibble", "x88", "quad", "threats"];

/// Times the forms of all contests, prints the tables, and, unless `no_record`, writes a record and fills them in.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let mut record = stored_title(rounds, "turns")?;
    for target in TARGETS {
        let mut bench = workspace::cargo();
        bench.args(["bench", "--package", "benches", "--features", "bars", "--bench", target]);
        let text = workspace::output(bench.env("TURNS", rounds.to_string()))?;
        let mut contest = "";
        for line in text.lines() {
            match line.split_once(" ns each").and_then(|(form, _)| form.trim_end().rsplit_once(' ')) {
                Some((form, time)) => writeln!(record, "{target}\t{contest}\t{}\t{time}", form.trim())?,
                None => contest = line,
            }
        }
    }
    print!("{}", tables(&record)?);
    if no_record { Ok(()) } else { store("claims-", &record, Place::CLAIMS, table) }
}

/// The tables of the newest record, with its title, as text for the book; `None` as long as there is no record.
pub(crate) fn recorded() -> Result<Option<String>> {
    if newest("claims-").is_ok() { table().map(Some) } else { Ok(None) }
}

fn table() -> Result<String> {
    let (name, text) = newest("claims-")?;
    Ok(format!("\n{} (`{FOLDER}/{name}`).\n{}", title(&text), tables(&text)?))
}

fn tables(times: &str) -> Result<String> {
    let (boards, search) = (newest("boards-")?.1, newest("search-")?.1);
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
                        let start = [target, contest, form, ""].join("\t");
                        let line = times.lines().find_map(|line| line.strip_prefix(&start));
                        line.with_context(|| format!("the record has no {target}, {contest}, {form}"))
                    };
                    format!("{:.2}", mean(&[time(a)?])? / mean(&[time(b)?])?)
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

/// The geometric mean of the speeds of board `with` to those of `without`, and the lowest of them: in a record of boards
/// in the line of the `way`, counted or made.
fn speeds(record: &str, with: &str, without: &str, way: usize) -> Result<String> {
    let row = |name: &str| {
        let mut lines = record.lines().filter(|line| line.split('\t').next() == Some(name));
        let line = lines.nth(way).with_context(|| format!("the record has no board {name}"))?;
        let cells = line.split('\t').filter_map(|cell| cell.parse::<f64>().ok());
        Ok::<Vec<f64>, anyhow::Error>(cells.collect())
    };
    let (with, without) = (row(with)?, row(without)?);
    // Bytes of board and move come first in one record, four shares last in the other.
    let columns = if record.contains("board bytes") { 2..8 } else { 0..6 };
    let pairs = with.get(columns.clone()).zip(without.get(columns)).context("a line is too short")?;
    let ratios: Vec<f64> = pairs.0.iter().zip(pairs.1).map(|(with, without)| with / without).collect();
    Ok(format!("{:.2} ({:.2} at least)", record::mean(&ratios), record::lowest(&ratios)))
}

#[cfg(test)]
mod tests {
    use super::speeds;

    #[test]
    fn a_mean_has_its_lowest_beside_it() {
        let boards = "board\tboard bytes\tmove bytes\tleaves\na\t9\t4\tcounted\t1\t2\t2\t2\t2\t4\nb\t7\t4\tcounted\t1\t1\t1\t1\t1\t1\n";
        assert_eq!(speeds(boards, "a", "b", 0).unwrap(), "2.00 (1.00 at least)");
        let search = "board\tstartpos 6\na\t1\t2\t2\t2\t2\t4\t0.1\t0.1\t0.1\t1\nb\t1\t1\t1\t1\t1\t1\t0.1\t0.1\t0.1\t1\n";
        assert_eq!(speeds(search, "a", "b", 0).unwrap(), "2.00 (1.00 at least)");
        assert!(speeds(search, "a", "c", 0).is_err());
    }
}
