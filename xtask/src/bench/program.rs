use std::path::PathBuf;

use anyhow::Result;

use crate::workspace;

/// Builds a program with the `profile` of the workspace, into `folder`, and returns the path of its file, `name`.
/// `arguments` are those of cargo, and `flags` those of rustc, for which a build needs a folder of its own.
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
