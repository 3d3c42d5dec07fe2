//! The speed of every board of the literature: a record of what `quadbit bench --boards` prints.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::place::Place;
use super::program::build;
use crate::record::{FOLDER, as_file_name};
use crate::{machine, workspace};

/// Times all boards, prints the tables, and stores them.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let program = build(&["--package", "quadbit-cli", "--features", "forms"], "target", "quadbit", None)?;
    let rounds = rounds.to_string();
    let command = ["bench", "--boards", "--runs", &rounds];
    let output = Command::new(&program).args(command).output();
    let output = output.with_context(|| format!("starting {}", program.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tables = String::from_utf8(output.stdout)?;
    print!("{tables}");
    if no_record {
        return Ok(());
    }
    let (date, cpu, compiler) = (machine::today()?, machine::cpu(), machine::compiler()?);
    let text = format!("{date}, {cpu}, {compiler}: quadbit {}\n\n{tables}", command.join(" "));
    let name = format!("boards-{date}-{}.txt", as_file_name(&cpu));
    fs::write(workspace::root().join(FOLDER).join(&name), text).with_context(|| format!("writing {name}"))?;
    Place::BOARDS.fill(&table()?)?;
    println!("\nbench: wrote {FOLDER}/{name} and its table");
    Ok(())
}

/// The newest record as the book shows it: the means of each board, and the pairs.
pub(crate) fn table() -> Result<String> {
    let folder = workspace::root().join(FOLDER);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("reading {FOLDER}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with("boards-") {
            names.push(name);
        }
    }
    let name = names.iter().max().with_context(|| format!("{FOLDER} has no record of the boards"))?;
    let text = fs::read_to_string(folder.join(name)).with_context(|| format!("reading {name}"))?;
    let title = text.lines().next().unwrap_or_default().replace(": quadbit", ": `quadbit");
    let what = "Million leaves a second on one thread, geometric means:";
    Ok(format!("\n{title}`\n(`{FOLDER}/{name}`).\n{what}\n\n{}\n", tables(&text)))
}

/// Two tables made of the record's text: the boards with their mean speeds in both modes and their
/// bytes, and the pairs.
fn tables(text: &str) -> String {
    // A row has a name, six positions, the mean, instructions, and the bytes of a board and of a move.
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row.len() == 11 && row[9].parse::<u32>().is_ok()).collect();
    let (bulk, every_leaf) = rows.split_at(rows.len() / 2);
    let mut table = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n".to_owned();
    for (bulk, every_leaf) in bulk.iter().zip(every_leaf) {
        let cells = [bulk[0], bulk[7], every_leaf[7], bulk[9]];
        table.push_str(&["| ", &cells.join(" | "), " |\n"].concat());
    }
    table.push_str("\nSpeed with an idea to speed without it:\n\n| idea | with | without | bulk | every leaf |\n|---|---|---|--:|--:|\n");
    let pairs = text.lines().skip_while(|line| !line.starts_with("idea ")).skip(1);
    for line in pairs.take_while(|line| !line.is_empty()) {
        let cells: Vec<&str> =
            line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).take(5).collect();
        table.push_str(&["| ", &cells.join(" | "), " |\n"].concat());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::tables;

    #[test]
    fn the_book_has_means_and_pairs() {
        let text = "date, cpu\n\nboard  a  b  c  d  e  f  mean  instructions  bytes  a move\n\
                    x88   1  2  3  4  5  6  3.5  -  298  4\n\nboard ..\n\
                    x88   1  2  3  4  5  6  1.5  -  298  4\n\n\
                    idea            with  without  bulk  every leaf\nthe mask, here  x88   mailbox  1.07  1.01  -  -\n";
        let expected = "| board | bulk | every leaf | bytes |\n|---|--:|--:|--:|\n| x88 | 3.5 | 1.5 | 298 |\n\n\
                        Speed with an idea to speed without it:\n\n| idea | with | without | bulk | every leaf |\n|---|---|---|--:|--:|\n\
                        | the mask, here | x88 | mailbox | 1.07 | 1.01 |\n";
        assert_eq!(tables(text), expected);
    }
}
