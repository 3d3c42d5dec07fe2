//! Runs the command on suites and corpora of positions: the tests of `crates/cli/tests/it/conformance.rs`, which take
//! minutes.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace;

/// Runs `quadbit` on our own suites, and on the public corpora if they are there
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the corpora, with the public ones in its subfolder `public` [default: the environment
    /// variable `QUADBIT_CORPORA`, or `../shared/corpora`]
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["test", "--package", "quadbit-cli", "--test", "it", "conformance", "--"]);
    command.args(["--ignored", "--nocapture", "--test-threads=1"]);
    workspace::run(command.envs(args.corpora.as_ref().map(|folder| ("QUADBIT_CORPORA", folder))))
}
