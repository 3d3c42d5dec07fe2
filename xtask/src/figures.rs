//! The pictures of the book that are drawn: boards by the command, the chart of the newest record here. The other
//! diagrams of the folder are their own source, one element a line, and edited as text.
//!
//! The pictures are checked in, like generated tables, so that the book can be read without building anything. Every
//! picture is black and grey on white, whatever the theme of the page, and scales to the available width.

mod canvas;
mod levels;

use anyhow::Result;

use crate::kept::Kept;
use crate::record::Record;
use crate::workspace;

/// Where the pictures are, from the workspace's root.
const FOLDER: &str = "docs/src/figures";

/// Saavedra's position of 1895, with which README and book begin.
const SAAVEDRA: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

/// The pictures that `quadbit show` draws: for each the name of the file, the options for views or marks, and the
/// position.
const SHOWN: [(&str, &str, &str); 6] = [
    ("saavedra.svg", "--planes --beside", SAAVEDRA),
    ("planes.svg", "--planes", "startpos"),
    ("nibbles.svg", "--nibbles", "sje"),
    ("two-plies.svg", "--move=b4d3", "6k1/8/b7/8/rN2p2P/8/7K/8 w - - 0 1"),
    ("two-plies-king.svg", "--move=e4f6", "8/2k5/1pp3R1/8/4N3/8/8/7K w - - 0 1"),
    ("x88.svg", "--x88", "startpos"),
];

/// Draws every picture and returns the files.
pub(crate) fn files() -> Result<Vec<Kept>> {
    let shown = SHOWN
        .into_iter()
        .map(|(name, view, fen)| Ok(Kept { path: format!("{FOLDER}/{name}"), text: show(view, fen)? }));
    shown.chain([chart()]).collect()
}

/// Draws the chart of the newest record, which needs no build of the command.
pub(crate) fn chart() -> Result<Kept> {
    let text = levels::chart(&Record::newest("levels")?)?.finish();
    Ok(Kept { path: format!("{FOLDER}/levels.svg"), text })
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
        assert!(chart().unwrap().is_fresh());
    }
}
