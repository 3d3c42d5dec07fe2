//! All checks of a change, the fastest first.

use std::ffi::OsStr;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{asm, codegen, docs, figures, kept, python, readme, release, tidy, workspace};

pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    step("formatting", || cargo(&["fmt", "--all", "--check"], &[]))?;
    step("generated tables", || kept::check("codegen", &codegen::files()))?;
    step("tidy", tidy::run)?;
    // Clippy also checks the benches with the crates of others that they are compared with: no other step builds these.
    step("clippy", || {
        let workspace = ["clippy", "--workspace", "--all-targets", "--features", PEERS, "--"];
        cargo(&[&workspace[..], &["-D", "warnings"]].concat(), &[])
    })?;
    step("fuzz targets", || clippy_in("fuzz"))?;
    step("interactive figures", || clippy_in("docs/live"))?;
    // Clippy and the tests build the libraries with all features. (`cargo hack` checks each feature by itself.)
    step("libraries without std", || {
        let mut check = workspace::cargo();
        check.args(["check", "--no-default-features"]).args(workspace::chosen(&workspace::libraries()?));
        workspace::run(&mut check)
    })?;
    let test = readme::test_arguments()?;
    step("tests", || cargo(&test, &[]))?;
    // Each bench runs once, in the profile of the tests and with the crates that the tests have built.
    step("benches", || cargo(&["test", "--workspace", "--benches", "--features", "benches/bars"], &[]))?;
    // The command draws the boards; the tests have built it.
    step("figures", || kept::check("figures", &figures::files()?))?;
    step("instructions", asm::check)?;
    step("documentation", || {
        cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
    })?;
    // The programs that the book needs are not installed everywhere. Where they are, this step takes a minute.
    step("book", || docs::run(&docs::Args::default()).map(drop))?;
    step("packages", || {
        let mut package = workspace::cargo();
        package.args(["package", "--no-verify", "--allow-dirty"]);
        package.args(workspace::chosen(release::published(&workspace::metadata()?)));
        workspace::run(&mut package)
    })?;
    step("Python package", || python::run(&python::Args::default()))?;
    println!("ci: all passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The features with which benches and speed programs also build the crates of others, to compare with ours.
const PEERS: &str = "benches/peers,binpack-speed/peers,search-speed/peers";

/// Runs one step and prints its name; an error repeats the name.
fn step(name: &str, task: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("ci: {name}");
    task().with_context(|| format!("ci failed at the step: {name}"))
}

/// Runs clippy in `folder`, which is a separate workspace. Its `Cargo.lock` must not change (`--locked`). It has its
/// own build folder, so later runs reuse the output.
fn clippy_in(folder: &str) -> Result<()> {
    let mut command = workspace::cargo();
    command.current_dir(workspace::root().join(folder)).args(["clippy", "--locked", "--workspace"]);
    workspace::run(command.args(["--all-targets", "--", "-D", "warnings"]))
}

/// Runs cargo in the root of the workspace; its output is passed through.
fn cargo(arguments: &[impl AsRef<OsStr>], environment: &[(&str, &str)]) -> Result<()> {
    workspace::run(workspace::cargo().args(arguments).envs(environment.iter().copied()))
}
