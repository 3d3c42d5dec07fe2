//! All checks of a change, the fastest first.

use std::ffi::OsStr;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{codegen, figures, python, readme, tidy, workspace};

pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    step("formatting", || cargo(&["fmt", "--all", "--check"], &[]))?;
    step("generated tables", codegen::check)?;
    step("tidy", tidy::run)?;
    step("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))?;
    // Clippy and the tests build the libraries with all features.
    step("libraries without std", || {
        cargo(&[&["check", "--no-default-features"][..], &LIBRARIES].concat(), &[])
    })?;
    let test = readme::test_arguments()?;
    step("tests", || cargo(&test, &[]))?;
    // The tests have built the command that draws the boards.
    step("figures", figures::check)?;
    step("dependencies", dependencies)?;
    step("documentation", || {
        cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
    })?;
    step("packages", || {
        cargo(
            &[
                "package",
                "--workspace",
                "--exclude=testing",
                "--exclude=xtask",
                "--exclude=benches",
                "--exclude=binpack-speed",
                "--exclude=search-speed",
                "--no-verify",
                "--allow-dirty",
            ],
            &[],
        )
    })?;
    step("Python package", python::run)?;
    println!("ci: all passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The crates that must compile without the standard library. (`cargo xtask features` checks each
/// alone, and each feature.)
const LIBRARIES: [&str; 13] = [
    "--package=quadbit-nibble",
    "--package=quadbit-x88",
    "--package=quadbit-quad",
    "--package=quadbit-movegen",
    "--package=quadbit-lanes",
    "--package=quadbit-classics",
    "--package=quadbit-perft",
    "--package=quadbit-pack",
    "--package=quadbit-pgn",
    "--package=quadbit-inputs",
    "--package=quadbit-data",
    "--package=quadbit-threats",
    "--package=quadbit",
];

/// Runs one step and prints its name; an error repeats the name.
fn step(name: &str, task: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("ci: {name}");
    task().with_context(|| format!("ci failed at the step: {name}"))
}

/// Licences, sources and banned crates, by `deny.toml`.
fn dependencies() -> Result<()> {
    if workspace::succeeds(workspace::cargo().args(["deny", "--version"])) {
        cargo(&["deny", "check", "bans", "licenses", "sources"], &[])
    } else {
        workspace::skip("dependencies", "`cargo install cargo-deny --locked`")
    }
}

/// Runs cargo in the root of the workspace; its output is passed through.
fn cargo(arguments: &[impl AsRef<OsStr>], environment: &[(&str, &str)]) -> Result<()> {
    workspace::run(workspace::cargo().args(arguments).envs(environment.iter().copied()))
}
