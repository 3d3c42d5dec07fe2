//! Licences, sources, banned crates and known faults of the dependencies, by `deny.toml`.

use anyhow::Result;

use crate::workspace;

/// Checks licences, sources and doubles of all dependencies with cargo-deny
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Also look for known faults, which needs the network
    #[arg(long)]
    advisories: bool,
}

/// The workspaces of which something is published.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "python/Cargo.toml"];

/// Checks what does not change from one day to the next.
pub(crate) fn check() -> Result<()> {
    run(&Args { advisories: false })
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !workspace::succeeds(workspace::cargo().args(["deny", "--version"])) {
        return workspace::skip("dependencies", "`cargo install cargo-deny --locked`");
    }
    for manifest in MANIFESTS {
        println!("dependencies: {manifest}");
        let mut command = workspace::cargo();
        command.args(["deny", "--manifest-path", manifest, "--config", "deny.toml", "check"]);
        command.args(["bans", "licenses", "sources"]);
        command.args(args.advisories.then_some("advisories"));
        workspace::run(&mut command)?;
    }
    Ok(())
}
