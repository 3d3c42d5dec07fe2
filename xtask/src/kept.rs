//! Files that tasks write and that are checked in, so that they can be read without running the task.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// A file that a task writes.
pub(crate) struct Kept {
    /// The path of the file from the root of the workspace.
    pub(crate) path: String,
    /// What the task writes.
    pub(crate) text: String,
}

/// Whether a task writes its files or compares them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a checked-in file differs from what would be written
    #[arg(long)]
    check: bool,
}

impl Args {
    /// Writes the stale files of `task`; with `--check` writes nothing, and fails if a file is stale.
    pub(crate) fn run(&self, task: &str, files: &[Kept]) -> Result<()> {
        for file in files.iter().filter(|file| !self.check && !file.is_fresh()) {
            file.write()?;
            println!("{task}: wrote {}", file.path);
        }
        check(task, files)
    }
}

/// Fails if a file of `task` is stale, naming every one.
pub(crate) fn check(task: &str, files: &[Kept]) -> Result<()> {
    let stale = files.iter().filter(|file| !file.is_fresh()).map(|file| file.path.as_str());
    let stale: Vec<&str> = stale.collect();
    ensure!(stale.is_empty(), "stale: {}: run `cargo xtask {task}` and commit the result", stale.join(", "));
    println!("{task}: {} files are fresh", files.len());
    Ok(())
}

impl Kept {
    /// Whether the existing file is identical to the one that would be written.
    pub(crate) fn is_fresh(&self) -> bool {
        fs::read(workspace::root().join(&self.path)).is_ok_and(|bytes| bytes == self.text.as_bytes())
    }

    pub(crate) fn write(&self) -> Result<()> {
        let path = workspace::root().join(&self.path);
        let folder = path.parent().context("a file lies in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("making the folder of {}", self.path))?;
        fs::write(&path, &self.text).with_context(|| format!("writing {}", self.path))
    }
}
