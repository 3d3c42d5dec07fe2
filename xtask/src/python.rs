//! Builds and tests the Python package in a new environment, if possible.
//!
//! 1. An environment is made with what the tests need; an optional package that cannot be installed is named.
//! 2. The package is formatted, checked and built quickly, with checks for overflow; or a wheel or source
//!    distribution that exists is installed, as the workflow of the wheels does.
//! 3. The installed package must carry its licences.
//! 4. Its tests run from the root of the workspace: in the package's folder Python would import the sources.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{self, run as run_command, skip, succeeds};

/// The folder of the Python package, which is a workspace of its own.
pub(crate) const FOLDER: &str = "python";

/// The folder of the virtual environment, from the package's folder.
const VENV: &str = "target/venv";

/// The packages that build the Python package, that it needs, and that its tests compare it with.
const PACKAGES: [&str; 8] =
    ["maturin>=1.9,<2", "numpy", "pytest", "hypothesis", "chess", "gymnasium", "pettingzoo", "pyarrow"];

/// Optional packages, which read the data of the Python package or check its types. A test whose package is missing is
/// skipped, and says so.
const OTHERS: [&str; 5] = ["mypy", "zstandard", "polars", "duckdb", "distributed"];

/// A Python script that succeeds if the interpreter is new enough and can make environments with pip in them.
const PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

/// The names under which Python may be installed.
const PYTHONS: [&str; 7] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/// Builds the Python package and tests it in a new environment, if Python 3.10 and pip are installed
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Build nothing: test this wheel or source distribution
    package: Option<PathBuf>,

    /// What else to install, such as `numpy==1.23.*`
    #[arg(long, value_name = "REQUIREMENT")]
    with: Vec<String>,
}

/// A Python script that prints the names of the package's licences, as they are installed.
const LICENCES: &str = "import importlib.metadata as m
print(*sorted(path.name for path in m.files('quadbit') if 'licenses' in path.parts))";

pub(crate) fn run(args: &Args) -> Result<()> {
    let package = args
        .package
        .as_deref()
        .map(|path| path.canonicalize().with_context(|| format!("finding {}", path.display())));
    let package = package.transpose()?;
    let venv = workspace::root().join(FOLDER).join(VENV);
    if package.is_none() && !can_build()? {
        return skip("python", "cargo cannot download the package's crates");
    }
    let packages: Vec<&str> = PACKAGES.into_iter().chain(args.with.iter().map(String::as_str)).collect();
    if let Some(why) = environment(&venv, &packages)? {
        return skip("python", why);
    }
    for package in OTHERS {
        if !succeeds(pip(&venv).arg(package)) {
            println!("python: {package} cannot be installed; its tests are skipped");
        }
    }

    match package {
        Some(package) => run_command(pip(&venv).arg(package))?,
        None => build(&venv)?,
    }
    let mut names = Command::new(program(&venv, "python"));
    let names = names.args(["-c", LICENCES]).output().context("starting Python")?;
    let names = String::from_utf8_lossy(&names.stdout);
    ensure!(
        names.trim() == "LICENSE-APACHE LICENSE-MIT LICENSE-binpack LICENSE-numpy",
        "the package's licences: {names}"
    );
    let mut tests = Command::new(program(&venv, "pytest"));
    tests.current_dir(workspace::root()).args(["-q", "-rs", "-p", "no:cacheprovider"]);
    run_command(tests.arg(Path::new(FOLDER).join("tests")))
}

/// Makes a new environment with `packages` in it, or says why that is not possible.
pub(crate) fn environment(venv: &Path, packages: &[&str]) -> Result<Option<&'static str>> {
    let Some(python) = PYTHONS.into_iter().find(|python| succeeds(Command::new(python).args(["-c", PROBE])))
    else {
        return Ok(Some("no Python 3.10 or later with venv and pip is installed"));
    };
    match fs::remove_dir_all(venv) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).context("removing the last environment");
        }
        _ => {}
    }
    if !succeeds(Command::new(python).args(["-m", "venv"]).arg(venv)) {
        return Ok(Some("Python cannot create an environment"));
    }
    let is_installed = packages.is_empty() || succeeds(pip(venv).args(packages));
    Ok((!is_installed).then_some("pip cannot install the packages that are needed"))
}

/// Whether cargo has or can download the package's crates. Fails if the lock file is stale.
fn can_build() -> Result<bool> {
    let fetched = cargo().args(["fetch", "--locked", "--quiet"]).output().context("starting cargo")?;
    let error = String::from_utf8_lossy(&fetched.stderr);
    ensure!(!error.contains("lock file"), "{FOLDER}/Cargo.lock is stale: run `cargo fetch` in {FOLDER}");
    Ok(fetched.status.success())
}

/// Checks the sources, and installs them as a wheel of the profile `quick`.
fn build(venv: &Path) -> Result<()> {
    run_command(cargo().args(["fmt", "--check"]))?;
    run_command(cargo().args(["clippy", "--locked", "--quiet", "--all-targets", "--", "-D", "warnings"]))?;
    println!("python: building the package, which takes up to two minutes");
    // The profile `quick` builds quickly and checks for overflows.
    run_command(
        pip(venv)
            .args(["--no-build-isolation", "--no-deps", "."])
            .env("MATURIN_PEP517_ARGS", "--profile quick --locked")
            .env("PATH", path_with(venv)?),
    )
}

/// Returns a command that runs cargo in the folder of the package.
fn cargo() -> Command {
    let mut command = workspace::cargo();
    command.current_dir(workspace::root().join(FOLDER));
    command
}

/// Returns a command that installs packages in the environment by pip.
pub(crate) fn pip(venv: &Path) -> Command {
    let mut command = Command::new(program(venv, "python"));
    command.current_dir(workspace::root().join(FOLDER));
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}

/// Returns the path of a program of the environment.
pub(crate) fn program(venv: &Path, name: &str) -> PathBuf {
    if cfg!(windows) { venv.join("Scripts").join(format!("{name}.exe")) } else { venv.join("bin").join(name) }
}

/// Returns the search path with the programs of the environment first, so that pip finds maturin.
fn path_with(venv: &Path) -> Result<OsString> {
    let own = program(venv, "python");
    let own = own.parent().context("a program lies in a folder")?.to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths(iter::once(own).chain(env::split_paths(&others)))?)
}
