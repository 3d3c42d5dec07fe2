//! Descriptors of engines for `PerftWar`, the harness behind The Grand Chess Tree's leaderboard.
//!
//! A descriptor is a JSON object: `name`, `version`, and under `modes` up to four ways to run the engine. A
//! mode has `launch` (a shell command), `setup` (lines sent first), `case` (lines sent for each count, with
//! `{fen}`, `{depth}` and `{threads}`), `end_re` (what the line with the count matches) and `quit`.
//!
//! Source: `Leaderboard/README.md` of The Grand Chess Tree, <https://github.com/Timmoth/grandchesstree>.

use std::collections::HashMap;
use std::path::Path;

use tinyjson::{InnerAsRef, JsonValue};

use crate::json::{Json, ToJson, json_object};
use crate::suite_file::text_of;

/// The modes, in the order in which a checker prefers them: without a table first.
const MODES: [&str; 4] = ["single-no-cache", "single-with-cache", "multi-no-cache", "multi-with-cache"];

/// The most brackets that a descriptor may open, because its reader recurses at each one.
const MOST_BRACKETS: usize = 1000;

/// An engine and the ways to run it, by the names of the modes.
#[derive(Debug)]
pub(crate) struct Descriptor {
    name: String,
    version: String,
    owner: String,
    repo: String,
    language: String,
    modes: Vec<(&'static str, Mode)>,
}

/// One way to run an engine.
#[derive(Clone, Debug)]
pub(crate) struct Mode {
    pub(crate) launch: String,
    pub(crate) setup: Vec<String>,
    case: String,
    end_re: String,
    quit: String,
}

json_object!(Descriptor { name, version, owner, repo, language, modes });
json_object!(Mode { launch, setup, case, end_re, quit });

impl ToJson for Vec<(&'static str, Mode)> {
    fn to_json(&self) -> Json {
        Json::Object(self.iter().map(|(name, mode)| (*name, mode.to_json())).collect())
    }
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
        let mut modes: Vec<_> = MODES
            .into_iter()
            .zip([mode("1", 0), mode("1", 4096), mode("{threads}", 0), mode("{threads}", 4096)])
            .collect();
        modes.sort_unstable_by_key(|&(name, _)| name);
        Self {
            name: "quadbit".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            owner: String::new(),
            repo: String::new(),
            language: "Rust".to_owned(),
            modes,
        }
    }

    /// The mode of the descriptor in a file that is best for checking counts: preferably without a
    /// table and on one thread.
    ///
    /// # Errors
    /// The file is not a descriptor, has no mode, or its engine does not accept `position fen` and
    /// `go perft`, which the search for a wrong move needs.
    pub(crate) fn mode(path: &Path) -> Result<Mode, String> {
        let text = text_of(path).map_err(|error| error.to_string())?;
        if text.matches(['[', '{']).count() > MOST_BRACKETS {
            return Err("this is not a descriptor of an engine".to_owned());
        }
        let descriptor: JsonValue = text.parse().map_err(|error| format!("{error}"))?;
        let modes: &Members = member(&descriptor, "modes").ok_or("it has no modes")?;
        let preferred = MODES.iter().find_map(|mode| modes.get(*mode));
        let first = || modes.iter().min_by_key(|(name, _)| *name).map(|(_, mode)| mode);
        let mode = Mode::read(preferred.or_else(first).ok_or("it has no modes")?)?;
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
        Ok(mode)
    }
}

impl Mode {
    fn read(mode: &JsonValue) -> Result<Self, String> {
        let text = |name: &str| member::<String>(mode, name).cloned();
        let needed = |name| text(name).ok_or_else(|| format!("its mode has no text `{name}`"));
        let setup = member::<Vec<JsonValue>>(mode, "setup").into_iter().flatten();
        let setup = setup.map(|line| Some(line.get::<String>()?.replace("{threads}", "1")));
        Ok(Self {
            launch: needed("launch")?,
            setup: setup.collect::<Option<_>>().ok_or("its setup is not a list of lines")?,
            case: needed("case")?,
            end_re: needed("end_re")?,
            quit: text("quit").unwrap_or_else(quit),
        })
    }
}

/// The members of an object.
type Members = HashMap<String, JsonValue>;

/// A member of an object, if there is one of this type.
fn member<'a, T: InnerAsRef>(object: &'a JsonValue, name: &str) -> Option<&'a T> {
    object.get::<Members>()?.get(name)?.get()
}
