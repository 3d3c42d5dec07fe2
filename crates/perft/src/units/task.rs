//! A task: positions that are counted together.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::{Path, PathBuf};

use quadbit_movegen::Position;

use super::error::{UnitsError, UnitsErrorKind};
use super::plan::Plan;
use super::sheet::{Sheet, damaged};

/// The first line of a task.
const KIND: &str = "quadbit-task 1";

/// A position to count, and how often it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The number of ways to reach it from the root.
    pub occurrences: u128,
    /// The position. Its clocks have no meaning.
    pub position: Position,
}

/// The positions that one run counts.
#[derive(Clone, Debug)]
pub struct Task {
    /// The number of the task, from 1.
    pub number: usize,
    /// The positions.
    pub units: Vec<Unit>,
    /// The checksum of the task's file, which a result repeats.
    pub(super) checksum: u128,
}

impl Unit {
    /// The line of the unit in files: occurrences and FEN.
    pub(super) fn line(&self) -> String {
        format!("{}\t{}", self.occurrences, self.fen())
    }

    /// The FEN, with the clocks `0 1`.
    pub fn fen(&self) -> String {
        let fen = self.position.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        fields.join(" ") + " 0 1"
    }

    fn read(line: &str) -> Result<Self, UnitsErrorKind> {
        let bad = || damaged(format!("`{line}` is not a unit"));
        let (occurrences, fen) = line.split_once('\t').ok_or_else(bad)?;
        let occurrences = occurrences.parse().map_err(|_| bad())?;
        let position = Position::from_fen_relaxed(fen).map_err(|_| bad())?;
        Ok(Self { occurrences, position })
    }
}

impl Task {
    /// The file of a task in a folder.
    fn path(dir: &Path, number: usize) -> PathBuf {
        dir.join("tasks").join(format!("{number}.task"))
    }

    /// Writes a task of a plan.
    pub(super) fn write<'a>(
        dir: &Path,
        plan: u128,
        number: usize,
        units: impl ExactSizeIterator<Item = &'a Unit> + Clone,
    ) -> Result<(), UnitsError> {
        let sheet = Sheet::new()
            .with("plan", &format!("{plan:032x}"))
            .with("task", &number)
            .with("units", &units.len());
        sheet.write(&Self::path(dir, number), KIND, &units.map(Unit::line))
    }

    /// Reads a task of a plan.
    ///
    /// # Errors
    /// There is no such task, or its file cannot be read, is damaged, or belongs to another plan.
    pub fn open(dir: &Path, plan: &Plan, number: usize) -> Result<Self, UnitsError> {
        let path = Self::path(dir, number);
        if !(1..=plan.tasks).contains(&number) {
            let what = format!("there is no task {number}: tasks are numbered from 1 to {}", plan.tasks);
            return Err(UnitsErrorKind::Impossible(what).at(dir));
        }
        let sheet = Sheet::read(&path, KIND)?;
        let read = || {
            if sheet.value("plan")? != format!("{:032x}", plan.id) || sheet.number::<usize>("task")? != number
            {
                return Err(UnitsErrorKind::Foreign("it belongs to another plan or task".to_owned()));
            }
            let mut units = Vec::new();
            units.try_reserve_exact(sheet.rows().count()).map_err(|_| UnitsErrorKind::Memory("its units"))?;
            for row in sheet.rows() {
                units.push(Unit::read(row)?);
            }
            if units.len() != sheet.number::<usize>("units")? {
                return Err(damaged("the number of its units is not the one in its header".to_owned()));
            }
            Ok(Self { number, units, checksum: sheet.checksum_read() })
        };
        read().map_err(|kind| kind.at(path.clone()))
    }
}
