//! Builds and tests the Python package in a new environment, if possible.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{self, run as run_command, skip, succeeds};

/// The workspace of the package.
const FOLDER: &str = "python";

/// The environment, from the package's folder.
const VENV: &str = "target/venv";

/// The packages that build it, that it needs, and that its tests compare it with.
const PACKAGES: [&str; 8] =
    ["maturin>=1.9,<2", "numpy", "pytest", "hypothesis", "chess", "gymnasium", "pettingzoo", "pyarrow"];

/// Optional packages, which read its data or check its types. A test whose package is missing is skipped, and says so.
const OTHERS: [&str; 5] = ["mypy", "zstandard", "polars", "duckdb", "distributed"];

/// Whether an interpreter is new enough, and can make environments with pip in them.
const PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

/// The names under which Python may be installed.
const PYTHONS: [&str; 7] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

pub(crate) fn run() -> Result<()> {
    let Some(python) = PYTHONS.into_iter().find(|python| succeeds(Command::new(python).args(["-c", PROBE])))
    else {
        return skip("python", "no Python 3.10 or later with venv and pip is installed");
    };
    let fetched = cargo().args(["fetch", "--locked", "--quiet"]).output().context("starting cargo")?;
    if !fetched.status.success() {
        let error = String::from_utf8_lossy(&fetched.stderr);
        ensure!(!error.contains("lock file"), "{FOLDER}/Cargo.lock is stale: run `cargo fetch` in {FOLDER}");
        return skip("python", "cargo cannot download the package's crates");
    }
    let venv = workspace::root().join(FOLDER).join(VENV);
    match fs::remove_dir_all(&venv) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).context("removing the last environment");
        }
        _ => {}
    }
    if !succeeds(Command::new(python).args(["-m", "venv"]).arg(&venv)) {
        return skip("python", "Python cannot create an environment");
    }
    if !succeeds(pip(&venv).args(PACKAGES)) {
        return skip("python", "pip cannot install the packages that the tests need");
    }
    for package in OTHERS {
        if !succeeds(pip(&venv).arg(package)) {
            println!("python: {package} cannot be installed; its tests are skipped");
        }
    }

    run_command(cargo().args(["fmt", "--check"]))?;
    run_command(cargo().args(["clippy", "--locked", "--quiet", "--all-targets", "--", "-D", "warnings"]))?;
    // The profile builds quickly and checks for overflows.
    run_command(
        pip(&venv)
            .args(["--no-build-isolation", "--no-deps", "."])
            .env("MATURIN_PEP517_ARGS", "--profile quick --locked")
            .env("PATH", path_with(&venv)?),
    )?;
    // Run from the root, because in the package's folder Python would import its sources instead of
    // the installed package.
    let mut tests = Command::new(program(&venv, "pytest"));
    tests.current_dir(workspace::root()).args(["-q", "-rs", "-p", "no:cacheprovider"]);
    run_command(tests.arg(Path::new(FOLDER).join("tests")))
}

/// Cargo in the folder of the package.
fn cargo() -> Command {
    let mut command = workspace::cargo();
    command.current_dir(workspace::root().join(FOLDER));
    command
}

/// `pip install` in the environment.
fn pip(venv: &Path) -> Command {
    let mut command = Command::new(program(venv, "python"));
    command.current_dir(workspace::root().join(FOLDER));
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}

/// A program of the environment.
fn program(venv: &Path, name: &str) -> PathBuf {
    if cfg!(windows) { venv.join("Scripts").join(format!("{name}.exe")) } else { venv.join("bin").join(name) }
}

/// The search path with the programs of the environment first, so that pip finds maturin.
fn path_with(venv: &Path) -> Result<OsString> {
    let own = program(venv, "python");
    let own = own.parent().context("a program lies in a folder")?.to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths(iter::once(own).chain(env::split_paths(&others)))?)
}
