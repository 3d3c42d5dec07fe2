use std::path::PathBuf;

use anyhow::Result;

use crate::workspace;

/// Builds a program with a profile of the workspace, into a separate folder if it has its own flags, and returns its
/// path.
pub(super) fn build(
    profile: &str,
    arguments: &[&str],
    folder: &str,
    name: &str,
    flags: Option<&str>,
) -> Result<PathBuf> {
    let folder = workspace::root().join(folder);
    let mut command = workspace::cargo();
    command.args(["build", "--profile", profile]).args(arguments).arg("--target-dir").arg(&folder);
    workspace::run(command.envs(flags.map(|flags| ("RUSTFLAGS", flags))))?;
    Ok(folder.join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}
