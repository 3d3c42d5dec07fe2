//! The speed of every board of the literature: a record of what `quadbit bench --boards` prints.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::place::Place;
use super::program::build;
use crate::record::{FOLDER, as_file_name};
use crate::{machine, workspace};

/// Times all boards, prints the tables, and keeps them.
pub(super) fn run(rounds: u16, no_record: bool) -> Result<()> {
    let program = build(&["--package", "quadbit-cli", "--features", "forms"], "target", "quadbit", None)?;
    let rounds = rounds.to_string();
    let command = ["bench", "--boards", "--quick", "--runs", &rounds];
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

/// The newest record, as it stands in the book.
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
    Ok(format!("\n`{FOLDER}/{name}`:\n\n```text\n{}\n```\n\n", text.trim_end()))
}
