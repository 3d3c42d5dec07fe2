//! A plan: the positions to count, split into tasks.

use std::fs;
use std::path::{Path, PathBuf};

use quadbit_movegen::Position;

use super::sheet::{Sheet, bad};
use crate::failure::Failure;

/// The first line of a manifest, the file that describes a plan.
pub(super) const KIND: &str = "quadbit-units 1";

/// What is counted for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Only the number of leaves.
    Nodes,
    /// All columns of [`Statistics`](quadbit_perft::Statistics).
    Statistics,
}

/// A perft that is split into tasks: what the manifest of its folder says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The position at the root.
    pub(crate) root: Position,
    /// The depth of the perft, in plies below the root.
    pub(crate) depth: u8,
    /// The plies between the root and the positions of the work units.
    pub(crate) ply: u8,
    /// The number of tasks.
    pub(crate) tasks: usize,
    /// Which columns are counted for each position.
    pub(crate) columns: Columns,
    /// The number of work units (distinct positions) in all tasks.
    pub(crate) units: usize,
    /// The sum of the occurrences of all work units: the perft of the root, `ply` plies deep.
    pub(crate) occurrences: u128,
    /// The checksum of the manifest and all units; 0 until these are known.
    pub(super) id: u128,
}

impl Columns {
    fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Statistics => "statistics",
        }
    }
}

impl Plan {
    /// Reads the plan of a folder.
    ///
    /// # Errors
    /// There is no manifest, or it is damaged.
    pub(crate) fn open(dir: &Path) -> Result<Self, Failure> {
        let path = manifest(dir);
        let sheet = Sheet::read(&path, KIND)?;
        Self::of(&sheet).map_err(|why| bad(&path, why))
    }

    /// The files in a folder that a merge may read: the manifest, tasks and results.
    pub(crate) fn files(dir: &Path) -> Vec<PathBuf> {
        let folders = ["tasks", "results"].map(|folder| fs::read_dir(dir.join(folder)));
        let entries = folders.into_iter().flatten().flatten().flatten();
        entries.map(|entry| entry.path()).chain([manifest(dir)]).collect()
    }

    fn of(sheet: &Sheet) -> Result<Self, String> {
        let plan = sheet.value("plan")?;
        Ok(Self {
            root: Position::from_fen_relaxed(sheet.value("root")?)
                .map_err(|error| format!("root: {error}"))?,
            depth: sheet.number("depth")?,
            ply: sheet.number("ply")?,
            tasks: sheet.number("tasks")?,
            columns: match sheet.value("columns")? {
                "nodes" => Columns::Nodes,
                "statistics" => Columns::Statistics,
                other => return Err(format!("`columns {other}` is unknown")),
            },
            units: sheet.number("units")?,
            occurrences: sheet.number("occurrences")?,
            id: u128::from_str_radix(plan, 16).map_err(|_| format!("`plan {plan}` is not a number"))?,
        })
    }

    /// The lines of the manifest as names and values.
    pub(super) fn header(&self) -> [(&'static str, String); 8] {
        [
            ("root", self.root.to_string()),
            ("depth", self.depth.to_string()),
            ("ply", self.ply.to_string()),
            ("tasks", self.tasks.to_string()),
            ("columns", self.columns.name().to_owned()),
            ("units", self.units.to_string()),
            ("occurrences", self.occurrences.to_string()),
            ("plan", self.name()),
        ]
    }

    /// The id as the text that all files of the plan repeat.
    pub(super) fn name(&self) -> String {
        format!("{:032x}", self.id)
    }

    /// The number of plies that are counted below the position of each work unit.
    pub(crate) const fn depth_below(&self) -> u8 {
        self.depth.saturating_sub(self.ply)
    }
}

/// The path of the manifest in the folder `dir`.
pub(super) fn manifest(dir: &Path) -> PathBuf {
    dir.join("manifest")
}
