//! Builds the book.

use std::io::ErrorKind;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace;

pub(crate) fn run() -> Result<()> {
    let status = match Command::new("mdbook").args(["build", "docs"]).current_dir(workspace::root()).status()
    {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("mdbook is not installed: run `cargo install mdbook --locked`")
        }
        status => status.context("starting mdbook")?,
    };
    if !status.success() {
        bail!("`mdbook build docs`: {status}");
    }
    println!("docs: docs/book/index.html");
    Ok(())
}
