//! A plan: the positions to count, split into tasks.

use alloc::format;
use std::path::{Path, PathBuf};

use quadbit_movegen::Position;

use super::error::UnitsError;
use super::sheet::{Sheet, damaged};

/// The first line of a manifest.
pub(super) const KIND: &str = "quadbit-units 1";

/// What is counted for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Leaves.
    Nodes,
    /// All columns of [`Statistics`](crate::Statistics).
    Statistics,
}

/// A perft and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The position at the root.
    pub root: Position,
    /// The depth of the perft, in plies below the root.
    pub depth: u8,
    /// The plies between the root and the positions of the units.
    pub ply: u8,
    /// The number of tasks.
    pub tasks: usize,
    /// What is counted.
    pub columns: Columns,
    /// The number of units in all tasks.
    pub units: usize,
    /// The sum of the occurrences of all units: the perft of the root, `ply` plies deep.
    pub occurrences: u128,
    /// Different for different plans.
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
    pub fn open(dir: &Path) -> Result<Self, UnitsError> {
        let path = manifest(dir);
        let sheet = Sheet::read(&path, KIND)?;
        let read = || {
            let fen = sheet.value("root")?;
            let columns = match sheet.value("columns")? {
                "nodes" => Columns::Nodes,
                "statistics" => Columns::Statistics,
                other => return Err(damaged(format!("`columns {other}` is unknown"))),
            };
            let plan = sheet.value("plan")?;
            Ok(Self {
                root: Position::from_fen_relaxed(fen).map_err(|error| damaged(format!("root: {error}")))?,
                depth: sheet.number("depth")?,
                ply: sheet.number("ply")?,
                tasks: sheet.number("tasks")?,
                columns,
                units: sheet.number("units")?,
                occurrences: sheet.number("occurrences")?,
                id: u128::from_str_radix(plan, 16)
                    .map_err(|_| damaged(format!("`plan {plan}` is not a number")))?,
            })
        };
        read().map_err(|kind| kind.at(path.clone()))
    }

    /// The plies below the units.
    pub const fn depth_below(&self) -> u8 {
        self.depth.saturating_sub(self.ply)
    }

    pub(super) fn sheet(&self) -> Sheet {
        Sheet::new()
            .with("root", &self.root)
            .with("depth", &self.depth)
            .with("ply", &self.ply)
            .with("tasks", &self.tasks)
            .with("columns", &self.columns.name())
            .with("units", &self.units)
            .with("occurrences", &self.occurrences)
            .with("plan", &format!("{:032x}", self.id))
    }
}

/// The manifest of a folder.
pub(super) fn manifest(dir: &Path) -> PathBuf {
    dir.join("manifest")
}
