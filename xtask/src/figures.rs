//! The pictures of the book: boards drawn by the command, and diagrams drawn here from
//! files, ranks and formulas.
//!
//! The pictures are checked in, like generated tables, so that the book can be read without building anything. Every
//! picture is black and grey on white, whatever the theme of the page, and scales to the available width.

mod canvas;
mod lanes;
mod levels;
mod quad;
mod swar;
mod x88;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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

/// Fails if a picture is missing or stale, or if a file is not one of the pictures.
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
        if !drawn.contains_key(&name) {
            wrong.push(format!("{name} is not drawn by this task"));
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
        drawn.insert(name.to_owned(), show(name, view, fen)?);
    }
    for (name, canvas) in
        [swar::figures(), x88::figures(), quad::figures(), lanes::figures(), levels::figures()?]
            .into_iter()
            .flatten()
    {
        let name = format!("{name}.svg");
        ensure!(drawn.insert(name.clone(), canvas.finish()).is_none(), "two pictures are called {name}");
    }
    Ok(drawn)
}

/// Lets the command draw a position. The development build is enough, and the tests have built it.
fn show(name: &str, view: &str, fen: &str) -> Result<String> {
    let file = std::env::temp_dir().join(format!("quadbit-{}-{name}", std::process::id()));
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", "quadbit-cli", "--", "show", "--fen", fen]);
    workspace::run(command.args(view.split(' ')).arg("--svg").arg(&file))?;
    read_and_remove(&file)
}

fn read_and_remove(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    fs::remove_file(file).with_context(|| format!("removing {}", file.display()))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn diagrams_equal_their_files() {
        for (name, canvas) in
            [super::swar::figures(), super::x88::figures(), super::quad::figures(), super::lanes::figures()]
                .into_iter()
                .flatten()
        {
            let path = super::workspace::root().join(super::FOLDER).join(format!("{name}.svg"));
            assert!(std::fs::read_to_string(path).unwrap() == canvas.finish(), "{name}");
        }
    }
}
