//! The guard of the kernels: fails if one has grown by more than 3%.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use super::Kernels;
use crate::{machine, workspace};

/// The file of the reference counts, from the workspace's root.
const FILE: &str = "benches/instructions.csv";

/// The names of the columns.
const COLUMNS: &str = "kernel,level,instructions";

/// The growth that is accepted, in percent.
const ALLOWED: usize = 3;

/// The number of instructions of each kernel, by name and level.
type Counts = BTreeMap<(String, String), usize>;

/// Stores the counts of the kernels as the reference.
pub(super) fn write(kernels: &Kernels) -> Result<()> {
    let text = to_csv(&machine::compiler()?, &counts(kernels));
    fs::write(workspace::root().join(FILE), text).with_context(|| format!("writing {FILE}"))
}

/// Fails with the counts of all kernels that have grown. Nothing is compared if the compiler is another one,
/// because its code differs.
pub(super) fn check(kernels: &Kernels) -> Result<()> {
    let text = fs::read_to_string(workspace::root().join(FILE)).with_context(|| format!("reading {FILE}"))?;
    let (compiler, kept) = from_csv(&text).with_context(|| format!("reading {FILE}"))?;
    let found = machine::compiler()?;
    if compiler != found {
        println!(
            "asm: skipped, NOT guarded: {FILE} was written with {compiler}, this is {found}: run `cargo xtask asm --write`"
        );
        return Ok(());
    }
    let grown = grown(&kept, &counts(kernels));
    ensure!(
        grown.is_empty(),
        "more than {ALLOWED}% more instructions than in {FILE} (run `cargo xtask asm --write` if this is intended):\n{}",
        grown.join("\n")
    );
    Ok(())
}

fn counts(kernels: &Kernels) -> Counts {
    kernels.iter().map(|(key, lines)| (key.clone(), lines.len())).collect()
}

/// A line for each kernel that has grown too much, or is gone.
fn grown(kept: &Counts, found: &Counts) -> Vec<String> {
    let remark = |((kernel, level), &before): (&(String, String), &usize)| {
        let Some(&now) = found.get(&(kernel.clone(), level.clone())) else {
            return Some(format!("{kernel} at {level}: {before} before, now missing"));
        };
        (now * 100 > before * (100 + ALLOWED))
            .then(|| format!("{kernel} at {level}: {before} before, now {now}"))
    };
    kept.iter().filter_map(remark).collect()
}

fn to_csv(compiler: &str, counts: &Counts) -> String {
    let lines = counts.iter().map(|((kernel, level), count)| format!("{kernel},{level},{count}\n"));
    format!("# compiler: {compiler}\n{COLUMNS}\n{}", lines.collect::<Vec<_>>().concat())
}

fn from_csv(text: &str) -> Result<(String, Counts)> {
    let mut lines = text.lines();
    let compiler = lines.next().and_then(|line| line.strip_prefix("# compiler: ")).context("the compiler")?;
    ensure!(lines.next() == Some(COLUMNS), "expected the columns {COLUMNS}");
    let mut counts = Counts::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let [kernel, level, count] = cells[..] else { bail!("expected three cells: {line}") };
        let key = (kernel.to_owned(), level.to_owned());
        counts.insert(key, count.parse().with_context(|| format!("the count: {line}"))?);
    }
    Ok((compiler.to_owned(), counts))
}

#[cfg(test)]
mod tests {
    use super::{Counts, from_csv, grown, to_csv};

    fn counts(slides: usize) -> Counts {
        Counts::from([
            (("slides".to_owned(), "avx2".to_owned()), slides),
            (("kings".to_owned(), "avx2".to_owned()), 10),
        ])
    }

    #[test]
    fn three_percent_pass_and_more_fails_with_the_numbers() {
        assert!(grown(&counts(100), &counts(103)).is_empty());
        assert!(grown(&counts(100), &counts(50)).is_empty());
        assert_eq!(grown(&counts(100), &counts(104)), ["slides at avx2: 100 before, now 104"]);
        let gone = grown(&counts(100), &Counts::new());
        assert_eq!(gone.len(), 2, "{gone:?}");
    }

    #[test]
    fn counts_come_back_from_their_file() {
        let text = to_csv("rustc 1.95.0", &counts(100));
        assert_eq!(from_csv(&text).unwrap(), ("rustc 1.95.0".to_owned(), counts(100)));
        for (from, to) in [("# compiler", "# linker"), ("kernel,", "name,"), (",100", ",many"), (",100", "")]
        {
            assert!(from_csv(&text.replace(from, to)).is_err(), "{from}");
        }
    }
}
