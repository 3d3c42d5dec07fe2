//! The speed of every board of the literature: a record, and its tables in the book.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::place::Place;
use crate::record::{self, FOLDER, as_file_name};
use crate::{machine, workspace};

/// Lines of an idea and the names of two boards, one with it and one without it, separated by tabs.
const PAIRS: &str = include_str!("../../../benches/src/boards/pairs.tsv");

/// Times perft on all boards of the literature, prints it, and, unless `no_record`, writes a record and fills its
/// tables in the book.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let record = measure("--record", rounds, "counts")?;
    print!("{}", tables(&record)?);
    if no_record { Ok(()) } else { store("boards-", &record, Place::BOARDS, table) }
}

/// The tables of the newest record, with its title, as text for the book.
pub(crate) fn table() -> Result<String> {
    let (name, text) = newest("boards-")?;
    let title = title(&text);
    let what = "Million leaves a second on one thread, geometric means:";
    Ok(format!("\n{title}\n(`{FOLDER}/{name}`).\n{what}\n\n{}\n", tables(&text)?))
}

/// The name and the text of the newest record whose name begins with `prefix`.
pub(super) fn newest(prefix: &str) -> Result<(String, String)> {
    let files = workspace::files(FOLDER, "tsv")?;
    let mut names = files.iter().filter_map(|file| file.file_name()?.to_str());
    let name = names.rfind(|name| name.starts_with(prefix));
    let name = name.with_context(|| format!("{FOLDER} has no record {prefix}*"))?;
    Ok((name.to_owned(), workspace::read(Path::new(FOLDER).join(name))?))
}

/// The first line of a record: date, processor, compiler.
pub(super) fn title(record: &str) -> &str {
    record.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// Runs the bench `boards` with `option`, which makes it print a record, and puts a title in front of that: date, CPU,
/// compiler, and the number of rounds and of what.
pub(super) fn measure(option: &str, rounds: u16, what: &str) -> Result<String> {
    let bench = ["bench", "--package", "benches", "--bench", "boards", "--", option, &rounds.to_string()];
    let text = workspace::output(workspace::cargo().args(bench))?;
    Ok(stored_title(rounds, what)? + &text)
}

/// The first line of a new record: date, CPU, compiler, and the number of rounds and of what.
pub(super) fn stored_title(rounds: u16, what: &str) -> Result<String> {
    let (date, cpu, compiler) = (machine::today()?, machine::cpu(), machine::compiler()?);
    Ok(format!("# {date}, {cpu}, {compiler}: the best of {rounds} {what}\n"))
}

/// Stores `record` in a file whose name is `prefix`, the date and the CPU, and fills `place` with its `table`.
pub(super) fn store(
    prefix: &str,
    record: &str,
    place: Place,
    table: impl FnOnce() -> Result<String>,
) -> Result<()> {
    let name = format!("{prefix}{}-{}.tsv", machine::today()?, as_file_name(&machine::cpu()));
    fs::write(workspace::root().join(FOLDER).join(&name), record)
        .with_context(|| format!("writing {name}"))?;
    place.fill(&table()?)?;
    println!("\nbench: wrote {FOLDER}/{name} and its table");
    Ok(())
}

/// A board in a record, with the geometric means of its speeds: leaves counted in bulk, and made.
struct Row<'a> {
    board: &'a str,
    bytes: &'a str,
    means: [f64; 2],
}

/// Returns two tables of a record: the boards; and the ideas of [`pairs`], each with the speed of a board with it to
/// that of the board without it, if the record has both.
fn tables(record: &str) -> Result<String> {
    let lines = record.lines().filter(|line| !line.starts_with('#')).skip(1);
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    let rows = lines.chunks(2).map(|ways| {
        ensure!(ways.len() == 2 && ways[0].len() > 4, "the record has no two lines for each board");
        let means = [mean(&ways[0][4..])?, mean(&ways[1][4..])?];
        Ok(Row { board: ways[0][0], bytes: ways[0][1], means })
    });
    let rows = rows.collect::<Result<Vec<Row<'_>>>>()?;
    let mut table = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n".to_owned();
    for Row { board, bytes, means } in &rows {
        let [bulk, every_leaf] = means.map(in_three_digits);
        writeln!(table, "| {board} | {bulk} | {every_leaf} | {bytes} |")?;
    }
    table.push_str("\nSpeed with an idea to speed without it:\n\n| idea | with | without | bulk | every leaf |\n|---|---|---|--:|--:|\n");
    for [idea, with, without] in pairs() {
        let row = |name| rows.iter().find(|row| row.board == name);
        if let (Some(with), Some(without)) = (row(with), row(without)) {
            let [bulk, every_leaf] = [0, 1].map(|way| with.means[way] / without.means[way]);
            let names = [with.board, without.board].join(" | ");
            writeln!(table, "| {idea} | {names} | {bulk:.2} | {every_leaf:.2} |")?;
        }
    }
    Ok(table)
}

/// The ideas, each with the names of the board that has it and of the board that is alike but without it.
pub(super) fn pairs() -> impl Iterator<Item = [&'static str; 3]> {
    PAIRS.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// The geometric mean of speeds that are written as text.
pub(super) fn mean(speeds: &[&str]) -> Result<f64> {
    let read = |speed: &&str| speed.parse().with_context(|| format!("reading the speed {speed}"));
    Ok(record::mean(&speeds.iter().map(read).collect::<Result<Vec<f64>>>()?))
}

/// A speed with one decimal place if it is below a hundred.
pub(super) fn in_three_digits(speed: f64) -> String {
    if speed < 100.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

#[cfg(test)]
mod tests {
    use super::{PAIRS, pairs, tables};

    #[test]
    fn the_book_has_means_and_pairs() {
        let record = "# date, cpu\nboard\tboard bytes\tmove bytes\tleaves\ta 4\tb 3\n\
                      x88-rays\t298\t4\tcounted\t100.0\t400.0\nx88-rays\t298\t4\tmade\t1.0\t4.0\n\
                      mailbox\t170\t4\tcounted\t100.0\t100.0\nmailbox\t170\t4\tmade\t2.0\t2.0\n";
        let expected = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n\
                        | x88-rays | 200 | 2.0 | 298 |\n| mailbox | 100 | 2.0 | 170 |\n\n\
                        Speed with an idea to speed without it:\n\n| idea | with | without | bulk | every leaf |\n|---|---|---|--:|--:|\n\
                        | the mask 0x88, not comparisons | x88-rays | mailbox | 2.00 | 1.00 |\n";
        assert_eq!(tables(record).unwrap(), expected);
        assert!(tables("# date\nboard\nx88\t298\t4\tcounted\t1.0\n").is_err());
    }

    #[test]
    fn pairs_have_an_idea_and_two_boards() {
        assert_eq!(pairs().count(), PAIRS.lines().count() - 1);
    }
}
