//! The programs that are timed: built in release mode, run, and their output read.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// Builds a program in release mode, into a separate folder if it has its own flags, and returns its path.
pub(super) fn build(arguments: &[&str], folder: &str, name: &str, flags: Option<&str>) -> Result<PathBuf> {
    build_as("release", arguments, folder, name, flags)
}

/// Builds a program with a profile of the workspace, and returns its path.
pub(super) fn build_as(
    profile: &str,
    arguments: &[&str],
    folder: &str,
    name: &str,
    flags: Option<&str>,
) -> Result<PathBuf> {
    let folder = workspace::root().join(folder);
    let mut command = workspace::cargo();
    command.args(["build", "--profile", profile]).args(arguments).arg("--target-dir").arg(&folder);
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    let status = command.status().context("starting cargo")?;
    ensure!(status.success(), "building {name}: {status}");
    Ok(folder.join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs a command and returns its standard output; if it fails, the error is its standard error.
pub(super) fn output(mut command: Command) -> Result<String> {
    let output = command.output().with_context(|| format!("starting {}", command.get_program().display()))?;
    if !output.status.success() {
        bail!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}
