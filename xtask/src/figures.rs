//! The pictures of the book that are drawn: boards by the command, the chart of the newest record here. The other
//! diagrams of the folder are their own source, one element a line, and edited as text.
//!
//! The pictures are checked in, like generated tables, so that the book can be read without building anything. Every
//! picture is black and grey on white, whatever the theme of the page, and scales to the available width.

mod canvas;
mod levels;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};

use crate::record::Record;
use crate::workspace;

/// Where the pictures are, from the workspace's root.
const FOLDER: &str = "docs/src/figures";

/// The chart of the newest record.
const LEVELS: &str = "levels.svg";

/// Saavedra's position of 1895, with which README and book begin.
const SAAVEDRA: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

/// What `quadbit show` draws: the name of the file, the views or marks, the position.
const SHOWN: [(&str, &str, &str); 6] = [
    ("saavedra.svg", "--planes --beside", SAAVEDRA),
    ("planes.svg", "--planes", "startpos"),
    ("nibbles.svg", "--nibbles", "sje"),
    ("two-plies.svg", "--move=b4d3", "6k1/8/b7/8/rN2p2P/8/7K/8 w - - 0 1"),
    ("two-plies-king.svg", "--move=e4f6", "8/2k5/1pp3R1/8/4N3/8/8/7K w - - 0 1"),
    ("x88.svg", "--x88", "startpos"),
];

/// Draws the pictures of the book again
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a picture is stale
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.check {
        return check();
    }
    let folder = workspace::root().join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("making {FOLDER}"))?;
    let drawn = draw()?;
    for (name, svg) in &drawn {
        fs::write(folder.join(name), svg).with_context(|| format!("writing {FOLDER}/{name}"))?;
    }
    println!("figures: {} pictures in {FOLDER}", drawn.len());
    Ok(())
}

/// Draws the chart of the newest record again: it is made from a file and needs no build of the command.
pub(crate) fn write_records() -> Result<()> {
    let path = workspace::root().join(FOLDER).join(LEVELS);
    let chart = levels::chart(&Record::newest("levels")?)?;
    fs::write(&path, chart.finish()).with_context(|| format!("writing {}", workspace::shown(&path)))
}

/// Fails if a drawn picture is missing or stale.
pub(crate) fn check() -> Result<()> {
    let folder = workspace::root().join(FOLDER);
    let drawn = draw()?;
    let mut wrong: Vec<String> = Vec::new();
    for (name, svg) in &drawn {
        match fs::read_to_string(folder.join(name)) {
            Ok(text) if text == *svg => {}
            Ok(_) => wrong.push(format!("{name} is stale")),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    if !wrong.is_empty() {
        bail!("{FOLDER}: {}: run `cargo xtask figures` and commit the result", wrong.join(", "));
    }
    println!("figures: {} pictures are up to date", drawn.len());
    Ok(())
}

/// Every picture by the name of its file.
fn draw() -> Result<BTreeMap<String, String>> {
    let mut drawn = BTreeMap::new();
    for (name, view, fen) in SHOWN {
        drawn.insert(name.to_owned(), show(view, fen)?);
    }
    drawn.insert(LEVELS.to_owned(), levels::chart(&Record::newest("levels")?)?.finish());
    Ok(drawn)
}

/// Lets the command draw a position. The development build is enough, and the tests have built it.
fn show(view: &str, fen: &str) -> Result<String> {
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", "quadbit-cli", "--", "show", "--fen", fen]);
    command.args(view.split(' ')).args(["--svg", "-"]);
    workspace::output(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_is_that_of_the_newest_record() {
        let chart = levels::chart(&Record::newest("levels").unwrap()).unwrap().finish();
        assert!(fs::read_to_string(workspace::root().join(FOLDER).join(LEVELS)).unwrap() == chart);
    }
}
