//! A plan: which positions are counted, and in which tasks.

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

/// Which perft is counted, and in how many parts.
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
    /// The number of units in all tasks, and of ways to reach them.
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
<<<<<<< HEAD
    /// Reads a task; they are numbered from 1.
    ///
    /// # Errors
    /// There is no such task, or its file cannot be read, is damaged, or belongs to another plan.
    pub fn task(&self, dir: &Path, number: usize) -> Result<Task, UnitsError> {
        if !(1..=self.tasks).contains(&number) {
            let what = format!("there is no task {number}: tasks are numbered from 1 to {}", self.tasks);
            return Err(UnitsErrorKind::Impossible(what).at(dir));
        }
        Task::read(dir, self.id, number)
    }

    /// Makes a plan in an empty or new folder: the positions `ply` plies below a root, in `tasks` tasks of similar cost. The cost of a
    /// position is estimated by the leaves a few plies below it.
    ///
    /// # Errors
    /// The folder is not empty or cannot be written, the numbers make no sense, or there are more than 20 million positions.
    pub fn make(
        dir: &Path,
        root: &Position,
        depth: u8,
        ply: u8,
        tasks: usize,
        columns: Columns,
    ) -> Result<Self, UnitsError> {
        let impossible = |what: &str| UnitsErrorKind::Impossible(what.to_owned()).at(dir);
        if ply > depth {
            return Err(impossible("the units lie deeper than the perft"));
        }
        if tasks == 0 || tasks > MOST_TASKS {
            return Err(impossible("a plan has from 1 to 1000000 tasks"));
        }
        let units = units_below(root, ply)
            .ok_or_else(|| impossible("there are more than 20000000 positions at this ply"))?;
        if tasks > units.len() {
            return Err(impossible(&format!("there are only {} positions for {tasks} tasks", units.len())));
        }
        let io = |error| UnitsErrorKind::Io(error).at(dir);
        fs::create_dir_all(dir).map_err(io)?;
        if fs::read_dir(dir).map_err(io)?.next().is_some() {
            return Err(impossible("the folder is not empty"));
        }
        for folder in ["tasks", "results"] {
            fs::create_dir(dir.join(folder)).map_err(io)?;
        }
        let mut plan = Self {
            root: *root,
            depth,
            ply,
            tasks,
            columns,
            units: units.len(),
            occurrences: units.iter().map(|unit| unit.occurrences).sum(),
            id: 0,
        };
        let dealt = deal(&units, depth - ply, tasks);
        let mut lines = plan.sheet();
        lines.rows = dealt.iter().flatten().map(Unit::line).collect();
        plan.id = lines.checksum(KIND);
        for (number, units) in (1..).zip(&dealt) {
            Task::write(dir, plan.id, number, units)?;
        }
        // Last: a folder with a manifest is complete.
        plan.sheet().write(&manifest(dir), KIND)?;
        Ok(plan)
    }

=======
>>>>>>> 88565ad52534ddeaa71c7a5ceb1031b493bc5f8b
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
