//! The vector levels that this machine's CPU does not have: NEON in an emulator, WebAssembly in Node.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// The crates with code of their own for a level, or tests that count with it.
const CRATES: [&str; 5] =
    ["quadbit-nibble", "quadbit-x88", "quadbit-quad", "quadbit-movegen", "quadbit-perft"];

/// Targets whose code is compiled but not run.
const CHECKED: [&str; 3] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "i686-unknown-linux-gnu"];

/// Runs the tests of the levels that are not this CPU's, NEON under qemu and WebAssembly under Node
#[derive(clap::Args)]
pub(crate) struct Args {
    /// This package only, such as quadbit-quad
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
}

/// A target whose tests are run, and what that needs.
struct Target {
    triple: &'static str,
    /// The level's name, as the tests print it.
    level: &'static str,
    /// Programs that must be there, each tried with `--version`.
    tools: &'static [&'static str],
    /// Cargo's variables for this target: the linker, the runner, the instruction set.
    environment: Vec<(&'static str, String)>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let packages: Vec<&str> = match &args.package {
        Some(name) => vec![name],
        None => CRATES.to_vec(),
    };
    let mut report = Vec::new();
    let mut failed = false;
    for target in [neon(), wasm()] {
        let what = format!("{} ({})", target.level, target.triple);
        if let Some(missing) = target.missing() {
            report.push(format!("skipped, NOT tested: {what}: {missing}"));
        } else if target.test(&packages)? {
            report.push(format!("tests pass: {what}"));
        } else {
            failed = true;
            report.push(format!("FAILED: {what}"));
        }
    }
    for triple in CHECKED {
        if !has_target(triple) {
            report.push(format!("skipped, NOT checked: {triple}: `rustup target add {triple}`"));
        } else if cargo("check", triple, &packages).status().context("starting cargo")?.success() {
            report.push(format!("compiles, not run: {triple}"));
        } else {
            failed = true;
            report.push(format!("FAILED to compile: {triple}"));
        }
    }
    for line in &report {
        println!("cross: {line}");
    }
    if failed {
        bail!("a target failed");
    }
    Ok(())
}

impl Target {
    /// The first thing that is not there, with the way to get it where there is one.
    fn missing(&self) -> Option<String> {
        if !has_target(self.triple) {
            return Some(format!("`rustup target add {}`", self.triple));
        }
        self.tools.iter().find(|tool| !runs(tool)).map(|tool| format!("no program `{tool}` here"))
    }

    /// Runs the tests and says whether they pass; a level that the target lacks after all is a failure.
    fn test(&self, packages: &[&str]) -> Result<bool> {
        let mut command = cargo("test", self.triple, packages);
        command.args(["--lib", "--tests", "--no-fail-fast"]).env("QUADBIT_REQUIRE", self.level);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        Ok(command.status().context("starting cargo")?.success())
    }
}

/// 64-bit ARM Linux programs under qemu's user mode.
fn neon() -> Target {
    Target {
        triple: "aarch64-unknown-linux-gnu",
        level: "neon",
        tools: &["qemu-aarch64", "aarch64-linux-gnu-gcc"],
        environment: vec![
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc".to_owned()),
            (
                "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
                "qemu-aarch64 -L /usr/aarch64-linux-gnu".to_owned(),
            ),
        ],
    }
}

/// WebAssembly with 128-bit vectors under Node's WASI.
fn wasm() -> Target {
    let script = workspace::root().join("xtask/src/cross/wasi.mjs");
    Target {
        triple: "wasm32-wasip1",
        level: "wasm",
        tools: &["node"],
        environment: vec![
            ("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", "-C target-feature=+simd128".to_owned()),
            ("CARGO_TARGET_WASM32_WASIP1_RUNNER", format!("node --no-warnings {}", script.display())),
        ],
    }
}

/// Cargo's `task` for `triple`, in a folder of its own so that the usual build stays as it is.
fn cargo(task: &str, triple: &str, packages: &[&str]) -> Command {
    let mut command = workspace::cargo();
    command.args([task, "--target-dir", "target/cross", "--target", triple]);
    for package in packages {
        command.args(["--package", package]);
    }
    command
}

/// Whether the compiler's libraries for `triple` are installed.
fn has_target(triple: &str) -> bool {
    let asked = Command::new("rustc")
        .current_dir(workspace::root())
        .args(["--print", "target-libdir", "--target", triple])
        .output();
    asked.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Whether `tool` is a program that starts.
fn runs(tool: &str) -> bool {
    Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
