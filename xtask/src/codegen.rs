//! Writes the tables that are checked in. They are computed from files and ranks, except for the numbers
//! of a foreign format and the bishop's factors, which are found by search.
//!
//! A table as data compiles quickly, shows up in a diff, and needs no build script. It can be written again
//! at any time, and `--check` compares every byte.

mod bishops;
mod geometry;
mod polyglot;
mod x88;

use std::fs;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Writes the generated tables.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a checked-in file differs from what would be written
    #[arg(long)]
    check: bool,
}

/// A checked-in file that this task writes.
pub(crate) struct Generated {
    /// Its path from the root of the workspace.
    pub(crate) path: &'static str,
    text: fn() -> String,
}

/// Every file that this task writes. A new one is added only here.
pub(crate) const FILES: &[Generated] = &[
    Generated { path: "crates/x88/src/generated/attackers.rs", text: x88::attackers },
    Generated { path: "crates/x88/src/generated/distances.rs", text: x88::distances },
    Generated { path: "crates/x88/src/generated/lines.rs", text: x88::lines },
    Generated { path: "crates/quad/src/generated/bishops.rs", text: bishops::text },
    Generated { path: "crates/movegen/src/generated/polyglot.rs", text: polyglot::text },
];

/// The first line of every generated file.
pub(crate) const HEADER: &str = "// Written by `cargo xtask codegen`. Do not edit.";

impl Generated {
    /// The whole file: the header, then the text.
    fn contents(&self) -> String {
        format!("{HEADER}\n{}", (self.text)())
    }

    /// Whether the existing file is identical to the one that would be written.
    fn is_fresh(&self) -> bool {
        fs::read(workspace::root().join(self.path)).is_ok_and(|bytes| bytes == self.contents().as_bytes())
    }

    fn write(&self) -> Result<()> {
        let path = workspace::root().join(self.path);
        let folder = path.parent().context("a generated file lies in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("making the folder of {}", self.path))?;
        fs::write(&path, self.contents()).with_context(|| format!("writing {}", self.path))
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.check { check() } else { write() }
}

/// Fails if a checked-in file is stale, naming every one.
pub(crate) fn check() -> Result<()> {
    let stale: Vec<&str> = FILES.iter().filter(|file| !file.is_fresh()).map(|file| file.path).collect();
    for path in &stale {
        eprintln!("codegen: {path} is stale");
    }
    if !stale.is_empty() {
        bail!("run `cargo xtask codegen` and commit the result");
    }
    println!("codegen: {} files are fresh", FILES.len());
    Ok(())
}

fn write() -> Result<()> {
    for file in FILES.iter().filter(|file| !file.is_fresh()) {
        file.write()?;
        println!("codegen: wrote {}", file.path);
    }
    check()
}

/// Sixteen hexadecimal digits in groups of four.
fn grouped(number: u64) -> String {
    let group = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checked_in_tables_are_fresh() {
        for file in FILES {
            assert!(file.is_fresh(), "{}: run `cargo xtask codegen` and commit the result", file.path);
        }
    }
}
