//! Builds what a release publishes, and tries each part away from the workspace.
//!
//! ```text
//!   dist/quadbit-movegen-0.1.0.crate ..       a program in a new folder plays a move by them
//!   dist/quadbit-0.1.0-x86_64-...tar.gz       the command, unpacked, counts perft 5
//!   dist/quadbit-0.1.0-cp310-abi3-...whl      in a new environment the package and its command count perft 4
//!   dist/quadbit-0.1.0-book.tar.gz            checked by `cargo xtask docs`
//! ```
//!
//! The wheel has the command inside, so that `pip install quadbit` brings both. Nothing is published from here.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{self, run as run_command};
use crate::{docs, python, release};

/// Makes the crates, the command, the wheel and the book of a release, and tries each of them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder for what is made; its old contents are removed
    #[arg(long, default_value = "target/dist")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let out = workspace::root().join(&args.out);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("removing {}", workspace::shown(&out)))?;
    }
    fs::create_dir_all(&out)?;
    let trial = out.join("trial");
    let version = crates(&out, &trial)?;
    let binary = command(&out, &trial, &version)?;
    wheel(&out, &trial, &binary)?;
    book(&out, &version)?;
    fs::remove_dir_all(&trial).context("removing what was tried")?;

    let mut names: Vec<_> = fs::read_dir(&out)?.collect::<std::io::Result<_>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    for entry in names {
        println!("dist: {} bytes  {}", entry.metadata()?.len(), workspace::shown(&entry.path()));
    }
    Ok(())
}

/// Packages the crates, and runs a program that depends only on them. Returns their version.
fn crates(out: &Path, trial: &Path) -> Result<String> {
    let metadata = workspace::metadata()?;
    let packages = release::published(&metadata);
    let mut package = workspace::cargo();
    package.args(["package", "--no-verify", "--allow-dirty"]);
    run_command(package.args(workspace::chosen(packages.iter().copied())))?;

    let program = trial.join("program");
    fs::create_dir_all(program.join("src"))?;
    let mut manifest = PROGRAM.to_owned();
    for package in &packages {
        let name = format!("{}-{}", package.name, package.version);
        let archive = out.join(format!("{name}.crate"));
        let packed = metadata.target_directory.join("package").join(format!("{name}.crate"));
        fs::copy(&packed, &archive).with_context(|| format!("copying {packed}"))?;
        unpack(&archive, trial)?;
        writeln!(manifest, "{} = {{ path = \"../{name}\" }}", package.name)?;
    }
    fs::write(program.join("Cargo.toml"), manifest)?;
    fs::write(program.join("src/main.rs"), MAIN)?;
    let mut cargo = workspace::cargo();
    let printed = workspace::output(cargo.current_dir(&program).args(["run", "--quiet"]))?;
    ensure!(printed.trim() == "20", "a program with the packaged crates printed {printed:?}, not 20");
    Ok(packages.first().context("no crate is published")?.version.to_string())
}

/// The manifest of a program that uses the packaged crates; their paths follow.
const PROGRAM: &str = "[package]
name = \"program\"
edition = \"2024\"

[workspace]

[dependencies]
quadbit = \"*\"

[patch.crates-io]
";

const MAIN: &str = "fn main() {
    println!(\"{}\", <quadbit::Position>::default().legal_moves().len());
}
";

/// Builds the command, packs it with its manual, completions and licences, and runs what was packed. Returns the path
/// of the built command.
fn command(out: &Path, trial: &Path, version: &str) -> Result<PathBuf> {
    run_command(workspace::cargo().args(["build", "--release", "--locked", "--package=quadbit-cli"]))?;
    let target = workspace::metadata()?.target_directory;
    let binary = target.join("release").join(PROGRAM_NAME).into_std_path_buf();
    let host = workspace::output(Command::new("rustc").arg("-vV"))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let name = format!("quadbit-{version}-{host}");
    let folder = trial.join(&name);
    fs::create_dir_all(&folder)?;
    fs::copy(&binary, folder.join(PROGRAM_NAME)).context("copying the command")?;
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        fs::copy(workspace::root().join(file), folder.join(file))?;
    }
    fs::copy(workspace::root().join("crates/cli/README.md"), folder.join("README.md"))?;
    for shell in ["bash", "zsh", "fish"] {
        let text = workspace::output(Command::new(&binary).args(["completions", shell]))?;
        fs::write(folder.join(format!("quadbit.{shell}")), text)?;
    }
    fs::write(folder.join("quadbit.1"), workspace::output(Command::new(&binary).arg("man"))?)?;
    let archive = out.join(format!("{name}.tar.gz"));
    pack(&archive, trial, &name)?;

    fs::remove_dir_all(&folder)?;
    unpack(&archive, trial)?;
    counts(Command::new(folder.join(PROGRAM_NAME)).args(["perft", "5"]), "nodes: 4865609")?;
    Ok(binary)
}

/// The file name of the command.
const PROGRAM_NAME: &str = if cfg!(windows) { "quadbit.exe" } else { "quadbit" };

/// Builds the wheel with the command inside, and tries both in a new environment.
fn wheel(out: &Path, trial: &Path, binary: &Path) -> Result<()> {
    let venv = trial.join("build");
    if let Some(why) = python::environment(&venv, &["maturin>=1.9,<2"])? {
        return workspace::skip("wheel", why);
    }
    let package = workspace::root().join(python::FOLDER);
    // Maturin packs the contents of this folder, which is named after the module. Pip installs them next to the
    // programs of Python.
    let data = package.join("quadbit._quadbit.data");
    let scripts = data.join("scripts");
    fs::create_dir_all(&scripts)?;
    fs::copy(binary, scripts.join(PROGRAM_NAME))?;
    let mut maturin = Command::new(python::program(&venv, "maturin"));
    maturin.current_dir(&package).args(["build", "--release", "--locked", "--out"]).arg(out);
    let built = run_command(&mut maturin);
    fs::remove_dir_all(&data)?;
    built?;

    let wheels: Vec<_> = workspace::files(out, "whl")?;
    let [wheel] = &wheels[..] else { anyhow::bail!("{} wheels, not 1", wheels.len()) };
    let venv = trial.join("user");
    if let Some(why) = python::environment(&venv, &[])? {
        return workspace::skip("wheel", why);
    }
    run_command(python::pip(&venv).arg(wheel))?;
    let mut user = Command::new(python::program(&venv, "python"));
    user.current_dir(trial).args(["-c", "import quadbit; print(quadbit.Position().perft(4))"]);
    counts(&mut user, "197281")?;
    counts(Command::new(python::program(&venv, "quadbit")).args(["perft", "4"]), "nodes: 197281")
}

/// Builds and checks the book, and packs it.
fn book(out: &Path, version: &str) -> Result<()> {
    if !docs::run(&docs::Args::default())? {
        return Ok(());
    }
    let docs = workspace::root().join("docs");
    pack(&out.join(format!("quadbit-{version}-book.tar.gz")), &docs, "book")
}

/// Fails if `command` does not print `line`.
fn counts(command: &mut Command, line: &str) -> Result<()> {
    let printed = workspace::output(command)?;
    ensure!(printed.lines().any(|found| found == line), "{command:?} printed {printed:?}, not {line:?}");
    Ok(())
}

/// Packs the folder `folder` of `parent`, and nothing else, into an archive.
fn pack(archive: &Path, parent: &Path, folder: &str) -> Result<()> {
    run_command(Command::new("tar").arg("-czf").arg(archive).arg("-C").arg(parent).arg(folder))
}

fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    run_command(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))
}
