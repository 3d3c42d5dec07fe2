//! Tests the portable level in Miri, for this machine's target and for a big-endian one.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// The tests that are fast enough for an interpreter: the crate, its test programs, and the tests in them.
const TESTED: [(&str, &[&str], &[&str]); 2] = [
    ("quadbit-nibble", &["--test", "it"], &["nibble::"]),
    ("quadbit-x88", &["--lib"], &["_come_back", "_told_apart", "_clockwise", "_has_its_meaning"]),
];

/// A big-endian target; Miri needs no machine and no linker for it.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

pub(crate) fn run() -> Result<()> {
    if !workspace::succeeds(&mut miri(&["--version"])) {
        let toolchain = workspace::nightly();
        let why = format!("`rustup component add --toolchain {toolchain} miri rust-src`");
        return workspace::skip("miri", &why);
    }
    for (package, program, filters) in TESTED {
        for target in [None, Some(BIG_ENDIAN)] {
            let mut command = miri(&["test", "--package", package]);
            command.args(program).args(target.iter().flat_map(|target| ["--target", target]));
            command.arg("--").args(filters).stderr(Stdio::inherit());
            println!("miri: {package} on {}", target.unwrap_or("this machine's target"));
            let output = command.output().context("starting rustup")?;
            let text = String::from_utf8_lossy(&output.stdout);
            print!("{text}");
            // A run without any test fails here, because a filter that matches no test passes too.
            if !output.status.success() || text.contains("running 0 tests") {
                bail!("{package} in Miri: {}, or no test ran", output.status);
            }
        }
    }
    println!("miri: {} crates pass, little and big-endian", TESTED.len());
    Ok(())
}

/// Returns a command that runs Miri of the nightly compiler, with a build folder of its own. Property tests get only 8
/// random cases, because an interpreter is slow.
fn miri(arguments: &[&str]) -> Command {
    let mut command = workspace::rustup_run(&workspace::nightly());
    command.args(["cargo", "miri"]).args(arguments);
    command.env("CARGO_TARGET_DIR", "target/miri").env("PROPTEST_CASES", "8");
    command.env("MIRIFLAGS", "-Zmiri-disable-isolation");
    command
}
