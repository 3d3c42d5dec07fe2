//! A task: positions that are counted together.

use std::path::{Path, PathBuf};

use quadbit_movegen::Position;

use super::plan::Plan;
use super::sheet::{self, Sheet, bad};
use crate::failure::Failure;

/// The first line of a file with a task.
const KIND: &str = "quadbit-task 1";

/// A position to count, and how often it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The number of ways to reach the position from the root.
    pub(crate) occurrences: u128,
    /// The position. Its clocks have no meaning.
    pub(crate) position: Position,
}

/// The positions that one run counts.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The number of the task, from 1.
    pub(super) number: usize,
    /// The positions of the task, in the order of its file.
    pub(super) units: Vec<Unit>,
    /// The checksum of the task's file, which a result repeats.
    pub(super) checksum: u128,
}

impl Unit {
    /// The line of the unit in files: occurrences and FEN.
    pub(super) fn line(&self) -> String {
        format!("{}\t{}", self.occurrences, self.fen())
    }

    /// The FEN, with the clocks `0 1`.
    pub(crate) fn fen(&self) -> String {
        let fen = self.position.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        fields.join(" ") + " 0 1"
    }

    fn read(line: &str) -> Result<Self, String> {
        let bad = || format!("`{line}` is not a unit");
        let (occurrences, fen) = line.split_once('\t').ok_or_else(bad)?;
        let occurrences = occurrences.parse().map_err(|_| bad())?;
        let position = Position::from_fen_relaxed(fen).map_err(|_| bad())?;
        Ok(Self { occurrences, position })
    }
}

impl Task {
    /// The path of the file of task `number` of the plan in the folder `dir`.
    fn path(dir: &Path, number: usize) -> PathBuf {
        dir.join("tasks").join(format!("{number}.task"))
    }

    /// Writes task `number` of `plan` with its units into the folder `dir`.
    pub(super) fn write<'a>(
        dir: &Path,
        plan: &Plan,
        number: usize,
        units: impl ExactSizeIterator<Item = &'a Unit> + Clone,
    ) -> Result<(), Failure> {
        let header =
            [("plan", plan.name()), ("task", number.to_string()), ("units", units.len().to_string())];
        sheet::write(&Self::path(dir, number), KIND, &header, &units.map(Unit::line))
    }

    /// Reads a task of a plan.
    ///
    /// # Errors
    /// There is no such task, or its file cannot be read, is damaged, or belongs to another plan.
    pub(super) fn open(dir: &Path, plan: &Plan, number: usize) -> Result<Self, Failure> {
        if !(1..=plan.tasks).contains(&number) {
            let why = format!("there is no task {number}: tasks are numbered from 1 to {}", plan.tasks);
            return Err(bad(dir, why));
        }
        let path = Self::path(dir, number);
        let sheet = Sheet::read(&path, KIND)?;
        Self::of(&sheet, plan, number).map_err(|why| bad(&path, why))
    }

    fn of(sheet: &Sheet, plan: &Plan, number: usize) -> Result<Self, String> {
        let foreign = |_: &str| "it belongs to another plan or task".to_owned();
        sheet.expect("plan", &plan.name(), foreign)?;
        sheet.expect("task", &number.to_string(), foreign)?;
        let mut units = Vec::new();
        units.try_reserve_exact(sheet.rows().count()).map_err(|_| "not enough memory for its units")?;
        for row in sheet.rows() {
            units.push(Unit::read(row)?);
        }
        sheet.expect("units", &units.len().to_string(), |_| {
            "the number of its units is not the one in its header".to_owned()
        })?;
        Ok(Self { number, units, checksum: sheet.checksum() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::plan::Columns;
    use super::{KIND, Plan, Position, Task, Unit, sheet};

    #[test]
    fn the_header_counts_the_units() {
        let dir = std::env::temp_dir().join(format!("quadbit-header-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        let plan = Plan::make(&dir, &Position::start(), 2, 1, 1, Columns::Nodes).unwrap();
        let units = Task::open(&dir, &plan, 1).unwrap().units;
        assert_eq!(units.len(), 20);
        for count in [19, 21] {
            let header = [("plan", plan.name()), ("task", "1".to_owned()), ("units", count.to_string())];
            sheet::write(&Task::path(&dir, 1), KIND, &header, &units.iter().map(Unit::line)).unwrap();
            let error = format!("{:?}", Task::open(&dir, &plan, 1).unwrap_err());
            assert!(error.contains("the number of its units is not the one in its header"), "{error}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }
}
