//! Tests the levels that this machine's CPU lacks, and lets clippy see the code of other systems.
//!
//! 1. The tests of every library run at NEON in an emulator, and at WebAssembly in Node.
//! 2. Clippy checks libraries and tests for [`CHECKED`], and the command where it exists: code for one
//!    system or one level leaves unused items on others.
//! 3. The last lines say what ran. What could not run is a failure where `CI` is set (see [`workspace::skip`]).
//!
//! A test that needs threads or files asks `cfg!(target_family = "wasm")`: WebAssembly has one thread, and sees
//! the files of the workspace only.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// The command, which does not exist for WebAssembly.
const COMMAND: &str = "quadbit-cli";

/// The targets whose code is checked, including those that are not run.
const CHECKED: [&str; 5] = [
    "aarch64-unknown-linux-gnu",
    "wasm32-wasip1",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "i686-unknown-linux-gnu",
];

/// Turns warnings into errors, because they would go unnoticed in a long output: mostly dead code on
/// targets with fewer levels.
const STRICT: &str = "-D warnings";

/// Runs the tests of levels that this CPU lacks: NEON under qemu, WebAssembly under Node
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this package, such as quadbit-quad
    #[arg(long, value_name = "NAME")]
    package: Option<String>,

    /// Run no tests: only clippy for other systems
    #[arg(long)]
    check: bool,
}

/// A requirement of the tests of a target, and how to install it.
enum Need {
    /// A program, and its Debian package.
    Program(&'static str, &'static str),
    /// A folder that must exist, and the Debian package that installs it.
    Folder(&'static str, &'static str),
    /// Node of this major version or a later one.
    Node(u32),
}

/// A target whose tests are run, and its requirements.
struct Target {
    triple: &'static str,
    /// The level's name, as the tests print it.
    level: &'static str,
    /// The requirements other than the target itself.
    needs: &'static [Need],
    /// The environment variables of cargo for this target: the linker, the runner, the instruction set.
    environment: Vec<(&'static str, String)>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let libraries = workspace::libraries()?;
    let packages: Vec<&str> = match &args.package {
        Some(name) => vec![name],
        None => libraries.iter().map(|library| library.name.as_str()).collect(),
    };
    let mut report = Vec::new();
    let mut failed = false;
    let run = if args.check { vec![] } else { vec![neon(), wasm()] };
    for target in run {
        let what = format!("{} ({})", target.level, target.triple);
        if let Some(missing) = target.missing() {
            workspace::skip(target.level, &missing)?;
            report.push(format!("skipped, NOT tested: {what}: {missing}"));
        } else {
            println!("cross: tests: {what}");
            let passed = target.test(&packages)?;
            failed |= !passed;
            report.push(format!("{}: {what}", if passed { "tests pass" } else { "FAILED" }));
        }
    }
    for triple in CHECKED {
        if workspace::has_target(triple) {
            println!("cross: check: {triple}");
            let is_command_there = args.package.is_none() && !triple.starts_with("wasm");
            let packages = [&packages[..], if is_command_there { &[COMMAND] } else { &[] }].concat();
            let passed = check(triple, &packages)?;
            failed |= !passed;
            report.push(format!("{}: {triple}", if passed { "clippy passes" } else { "clippy FAILED" }));
        } else {
            workspace::skip(triple, &format!("`rustup target add {triple}`"))?;
            report.push(format!("skipped, NOT checked: {triple}"));
        }
    }
    println!("cross: {}", packages.join(", "));
    for line in &report {
        println!("cross: {line}");
    }
    if failed {
        bail!("a target failed: see its messages above");
    }
    Ok(())
}

impl Need {
    /// Returns what is missing and how to install it; `None` if nothing is missing.
    fn missing(&self) -> Option<String> {
        match self {
            Self::Program(name, package) => workspace::program(name)
                .is_none()
                .then(|| format!("no program `{name}` (Debian: `apt install {package}`)")),
            Self::Folder(path, package) => {
                (!Path::new(path).is_dir()).then(|| format!("no {path} (Debian: `apt install {package}`)"))
            }
            Self::Node(least) => {
                let version = workspace::output(Command::new("node").arg("--version")).unwrap_or_default();
                (node_major(&version) < Some(*least)).then(|| {
                    format!("`node --version` says {:?}: `npm install --global node@{least}`", version.trim())
                })
            }
        }
    }
}

/// Returns the major version in what `node --version` prints, such as `v24.1.0`; `None` if it prints anything else.
fn node_major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

impl Target {
    /// Returns the first missing requirement and how to install it; `None` if nothing is missing.
    fn missing(&self) -> Option<String> {
        if !workspace::has_target(self.triple) {
            return Some(format!("`rustup target add {}`", self.triple));
        }
        self.needs.iter().find_map(Need::missing)
    }

    /// Runs the tests and returns whether they pass; it is a failure if the target lacks the level.
    fn test(&self, packages: &[&str]) -> Result<bool> {
        let mut command = cargo("test", self.triple, packages);
        command.args(["--lib", "--tests", "--no-fail-fast"]).env("QUADBIT_REQUIRE", self.level);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        Ok(command.status().context("starting cargo")?.success())
    }
}

/// Returns the target of the level NEON: 64-bit ARM Linux programs under qemu's user mode.
fn neon() -> Target {
    Target {
        triple: "aarch64-unknown-linux-gnu",
        level: "neon",
        needs: &[
            Need::Program("qemu-aarch64", "qemu-user"),
            Need::Program("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            Need::Folder("/usr/aarch64-linux-gnu/include", "libc6-dev-arm64-cross"),
        ],
        environment: vec![
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc".to_owned()),
            (
                "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
                "qemu-aarch64 -L /usr/aarch64-linux-gnu".to_owned(),
            ),
        ],
    }
}

/// Returns the target of WebAssembly with 128-bit vectors, run by Node's WASI. Earlier versions of Node are refused:
/// Node 20 crashes in every other run of a long test, with and without V8's helper threads, tiers and traps.
fn wasm() -> Target {
    let script = workspace::root().join("xtask/src/cross/wasi.mjs");
    Target {
        triple: "wasm32-wasip1",
        level: "wasm",
        needs: &[Need::Node(24)],
        environment: vec![
            ("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", format!("{STRICT} -C target-feature=+simd128")),
            ("CARGO_TARGET_WASM32_WASIP1_RUNNER", format!("node --no-warnings {}", script.display())),
        ],
    }
}

/// Returns a command that runs cargo's `task` for `triple`, with a build folder of its own, which leaves the usual
/// build untouched. Warnings of our crates are errors.
fn cargo(task: &str, triple: &str, packages: &[&str]) -> Command {
    let mut command = workspace::cargo();
    let triple_in_names = triple.replace('-', "_").to_uppercase();
    command.env(format!("CARGO_TARGET_{triple_in_names}_RUSTFLAGS"), STRICT);
    command.args([task, "--target-dir", "target/cross", "--target", triple]);
    for package in packages {
        command.args(["--package", package]);
    }
    command
}

/// Runs clippy on libraries, programs and tests, and returns whether it found nothing.
fn check(triple: &str, packages: &[&str]) -> Result<bool> {
    let mut command = cargo("clippy", triple, packages);
    command.args(["--lib", "--bins", "--tests", "--", "-D", "warnings"]);
    Ok(command.status().context("starting cargo")?.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_says_how_to_get_it() {
        assert_eq!(
            Need::Program("no-such-emulator", "no-such-package").missing().as_deref(),
            Some("no program `no-such-emulator` (Debian: `apt install no-such-package`)")
        );
        assert_eq!(
            Need::Folder("/no/such/folder", "no-such-package").missing().as_deref(),
            Some("no /no/such/folder (Debian: `apt install no-such-package`)")
        );
        assert_eq!(Need::Program("rustc", "rustc").missing(), None);
        assert_eq!(node_major("v24.1.0\n"), Some(24));
        assert_eq!(node_major(""), None);
        assert!(Need::Node(u32::MAX).missing().unwrap().ends_with("`npm install --global node@4294967295`"));
        let target = Target { triple: "no-such-triple", ..wasm() };
        assert_eq!(target.missing().as_deref(), Some("`rustup target add no-such-triple`"));
    }
}
