//! The pictures of the book that are drawn: boards by the command, formulas and charts of records here. The other
//! diagrams of the folder were laid out by hand; they are their own source, one element a line.
//!
//! The pictures are checked in, like generated tables, so that the book can be read without building anything. Every
//! picture is black and grey on white, whatever the theme of the page, and scales to the available width.

mod canvas;
mod levels;
mod swar;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// Where the pictures are, from the workspace's root.
const FOLDER: &str = "docs/src/figures";

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

/// Diagrams that nothing draws, each edited as text.
const BY_HAND: [&str; 11] = [
    "lanes-queue.svg",
    "lanes.svg",
    "quad-between.svg",
    "quad-fill.svg",
    "quad-line.svg",
    "quad-move.svg",
    "x88-differences.svg",
    "x88-guards.svg",
    "x88-pin.svg",
    "x88-same-difference.svg",
    "x88-steps.svg",
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

/// Draws the charts of the records again: they are made from files and need no build of the command.
pub(crate) fn write_records() -> Result<()> {
    for (name, canvas) in levels::figures()? {
        let path = workspace::root().join(FOLDER).join(format!("{name}.svg"));
        fs::write(&path, canvas.finish()).with_context(|| format!("writing {}", workspace::shown(&path)))?;
    }
    Ok(())
}

/// Fails if a drawn picture is missing or stale, or if a file is not one of the pictures.
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
    for entry in fs::read_dir(&folder).with_context(|| format!("reading {FOLDER}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !drawn.contains_key(&name) && !BY_HAND.contains(&name.as_str()) {
            wrong.push(format!("{name} is neither drawn by this task nor one of those made by hand"));
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
    for (name, canvas) in swar::figures().into_iter().chain(levels::figures()?) {
        let name = format!("{name}.svg");
        ensure!(drawn.insert(name.clone(), canvas.finish()).is_none(), "two pictures are called {name}");
    }
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
    #[test]
    fn formulas_equal_their_files() {
        for (name, canvas) in super::swar::figures() {
            let path = super::workspace::root().join(super::FOLDER).join(format!("{name}.svg"));
            assert!(std::fs::read_to_string(path).unwrap() == canvas.finish(), "{name}");
        }
    }
}
