//! The folder of the workspace, and calls of cargo in it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package, Target};

/// Returns the folder that holds the root `Cargo.toml`.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// Returns a command of the cargo that started this program, in the root of the workspace.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Returns the command `rustup run` for `toolchain`, in the root of the workspace. The caller adds the program to run.
pub(crate) fn rustup_run(toolchain: &str) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root()).args(["run", toolchain]);
    // Removes the variables that the cargo of this program sets for its own toolchain: they must not reach another one.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC");
    command
}

/// Returns the nightly toolchain: that of the variable `NIGHTLY`, by which the workflows pin one, or the newest.
pub(crate) fn nightly() -> String {
    std::env::var("NIGHTLY").unwrap_or_else(|_| "nightly".to_owned())
}

/// Runs a command, whose output is passed through. If the command fails, the error names it and its arguments.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let program = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy();
    let status = command.status().with_context(|| format!("starting {program}"))?;
    let words = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>();
    ensure!(status.success(), "`{program} {}`: {status}", words.join(" "));
    Ok(())
}

/// Returns the path of the program `name` in the folders of `PATH`; `None` if it is not installed.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether a command can be run and succeeds; its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Says that `check` cannot run here, and why. Where `CI` is set this is a failure, unless the variable
/// `QUADBIT_MAY_SKIP` names the check.
pub(crate) fn skip(check: &str, why: &str) -> Result<()> {
    println!("{check}: skipped, NOT checked: {why}");
    let allowed = std::env::var("QUADBIT_MAY_SKIP").unwrap_or_default();
    if std::env::var_os("CI").is_some() && !allowed.split(' ').any(|name| name == check) {
        bail!("{check} must not be skipped where CI is set: {why}");
    }
    Ok(())
}

/// Whether the standard library for `triple` is installed.
pub(crate) fn has_target(triple: &str) -> bool {
    let asked = Command::new("rustc")
        .current_dir(root())
        .args(["--print", "target-libdir", "--target", triple])
        .output();
    asked.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Returns what cargo knows of the packages of the workspace.
pub(crate) fn metadata() -> Result<Metadata> {
    let asked = MetadataCommand::new().current_dir(root()).no_deps().exec();
    asked.context("listing the packages with `cargo metadata`")
}

/// Returns the packages of `crates/` that have a library.
pub(crate) fn libraries() -> Result<Vec<Package>> {
    let crates = root().join("crates");
    let mut found = metadata()?.packages;
    found.retain(|package| {
        package.manifest_path.as_std_path().starts_with(&crates) && package.targets.iter().any(Target::is_lib)
    });
    Ok(found)
}

/// Returns the arguments that make cargo work only on `packages`.
pub(crate) fn chosen<'a>(packages: impl IntoIterator<Item = &'a Package>) -> impl Iterator<Item = String> {
    packages.into_iter().map(|package| format!("--package={}", package.name))
}

/// Returns `path` relative to the root of the workspace, with `/` on every system; a path outside of it is returned
/// whole.
pub(crate) fn shown(path: &Path) -> String {
    let inside = path.strip_prefix(root()).unwrap_or(path);
    inside.to_string_lossy().replace('\\', "/")
}

/// Runs a command and returns its standard output; if it fails, the error is its standard error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("starting {}", command.get_program().display()))?;
    if !output.status.success() {
        bail!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Reads a file and returns its text; `path` may be relative to the root of the workspace.
pub(crate) fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = root().join(path);
    fs::read_to_string(&path).with_context(|| format!("reading {}", shown(&path)))
}

/// Returns every file below `folder` with this extension, sorted, except in build output, installed packages and hidden
/// folders. `folder` may be relative to the root of the workspace.
pub(crate) fn files(folder: impl AsRef<Path>, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("reading the folder {}", shown(&folder)))?;
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if entry.file_type()?.is_dir() {
                if name != "target" && name != "node_modules" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
