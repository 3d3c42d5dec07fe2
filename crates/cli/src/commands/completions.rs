//! `quadbit completions`: a script that completes commands and options in a shell.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::failure::Failure;

/// Print a script that completes commands and options in a shell
///
/// For bash, for example: `quadbit completions bash > ~/.local/share/bash-completion/completions/quadbit`
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    // Generates the script in memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    generate(args.shell, &mut crate::Args::command(), "quadbit", &mut script);
    Ok(io::stdout().write_all(&script)?)
}
