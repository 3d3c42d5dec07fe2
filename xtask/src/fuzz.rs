//! Runs every fuzz target for a while.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::workspace;

/// Runs each fuzz target of `fuzz/fuzz_targets` for some seconds
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The seconds of each target
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !workspace::succeeds(&mut cargo_fuzz(&["--version"])) {
        let why = "`rustup toolchain install nightly --profile minimal` and `cargo install cargo-fuzz`";
        return workspace::skip("fuzz", why);
    }
    let targets = targets()?;
    for target in &targets {
        println!("fuzz: {target}");
        let time = format!("-max_total_time={}", args.seconds);
        // What is found goes to the first folder; the second is where the search begins, if the crate has one.
        let folders = [format!("fuzz/corpus/{target}"), format!("crates/{target}/tests/data/kinds")];
        fs::create_dir_all(&folders[0])?;
        let folders = folders.iter().filter(|folder| Path::new(folder).is_dir()).map(String::as_str);
        // Without `unsafe` the address sanitizer finds nothing; debug assertions do.
        let arguments = ["run", "-s", "none", "-a", target].into_iter().chain(folders);
        workspace::run(&mut cargo_fuzz(&arguments.chain(["--", &time]).collect::<Vec<_>>()))?;
    }
    println!("fuzz: {} targets, {} s each, without a finding", targets.len(), args.seconds);
    Ok(())
}

/// The names of the targets.
fn targets() -> Result<Vec<String>> {
    let files = workspace::files("fuzz/fuzz_targets", "rs")?;
    ensure!(!files.is_empty(), "no fuzz targets");
    Ok(files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect())
}

/// A command that calls cargo-fuzz with a nightly compiler.
fn cargo_fuzz(arguments: &[&str]) -> Command {
    let mut command = workspace::rustup_run(&workspace::nightly());
    command.args(["cargo", "fuzz"]).args(arguments);
    command
}
