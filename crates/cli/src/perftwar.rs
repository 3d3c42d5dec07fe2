//! Descriptors of engines for `PerftWar`, the harness behind The Grand Chess Tree's leaderboard.
//!
//! A descriptor is a JSON object: `name`, `version`, and under `modes` up to four ways to run the engine. A mode has `launch` (a
//! shell command), `setup` (lines sent first), `case` (lines sent for each count, with `{fen}`, `{depth}` and `{threads}`),
//! `end_re` (what the line with the count matches) and `quit`.
//!
//! Source: `Leaderboard/README.md` of The Grand Chess Tree, <https://github.com/Timmoth/grandchesstree>.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::suite_file::text_of;

/// The modes, in the order in which a checker prefers them: without a table first.
const MODES: [&str; 4] = ["single-no-cache", "single-with-cache", "multi-no-cache", "multi-with-cache"];

/// An engine and the ways to run it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Descriptor {
    pub(crate) name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    owner: String,
    #[serde(default)]
    repo: String,
    #[serde(default)]
    language: String,
    modes: BTreeMap<String, Mode>,
}

/// One way to run an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Mode {
    pub(crate) launch: String,
    #[serde(default)]
    pub(crate) setup: Vec<String>,
    pub(crate) case: String,
    pub(crate) end_re: String,
    #[serde(default = "quit")]
    pub(crate) quit: String,
}

fn quit() -> String {
    "quit".to_owned()
}

impl Descriptor {
    /// The descriptor of this program, started by a command.
    pub(crate) fn own(launch: &str) -> Self {
        let mode = |threads: &str, hash: u32| Mode {
            launch: launch.to_owned(),
            setup: vec![
                format!("setoption name Threads value {threads}"),
                format!("setoption name Hash value {hash}"),
            ],
            case: "position fen {fen}\ngo perft {depth}".to_owned(),
            end_re: r"^Nodes searched: \d+$".to_owned(),
            quit: quit(),
        };
        let modes = MODES.into_iter().zip([
            mode("1", 0),
            mode("1", 4096),
            mode("{threads}", 0),
            mode("{threads}", 4096),
        ]);
        Self {
            name: "quadbit".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            owner: String::new(),
            repo: String::new(),
            language: "Rust".to_owned(),
            modes: modes.map(|(name, mode)| (name.to_owned(), mode)).collect(),
        }
    }

    /// Reads a descriptor.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let text = text_of(path).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    /// The mode for checking counts: preferably without a table and on one thread.
    ///
    /// # Errors
    /// There is no mode, or its engine does not take `position fen` and `go perft`, which the search for the wrong move needs.
    pub(crate) fn mode(&self) -> Result<Mode, String> {
        let preferred = MODES.iter().find_map(|mode| self.modes.get(*mode));
        let mode = preferred.or_else(|| self.modes.values().next()).ok_or("it has no modes")?;
        let lines: Vec<&str> = mode.case.lines().map(str::trim).collect();
        if lines != ["position fen {fen}", "go perft {depth}"] {
            return Err(format!(
                "its engine is not driven by `position fen {{fen}}` and `go perft {{depth}}`, but by `{}`",
                mode.case.escape_debug()
            ));
        }
        if !mode.end_re.contains("Nodes searched") {
            return Err(format!(
                "its engine does not end a count with `Nodes searched`, but with `{}`",
                mode.end_re
            ));
        }
        let mut mode = mode.clone();
        for line in &mut mode.setup {
            *line = line.replace("{threads}", "1");
        }
        Ok(mode)
    }
}
