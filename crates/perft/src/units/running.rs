//! Running one task.

use alloc::format;
use alloc::string::String;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use quadbit_movegen::Position;

use super::error::{UnitsError, UnitsErrorKind};
use super::plan::Plan;
use super::result::{Answer, ResultFile};
use super::task::Task;

/// The report of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The units of the task.
    pub units: usize,
    /// How many of them had already been counted.
    pub resumed: usize,
}

/// Counts a task of the plan in a folder, and writes its result. A checkpoint is written whenever the given time has passed since the
/// last one. A run resumes from a checkpoint if there is one; if there is already a result, it does nothing.
///
/// `name` distinguishes several results of a task; it is empty or consists of letters, digits, `-` and `_`. `count` gives the answer
/// for a position and a depth; if only nodes are counted, the other columns are ignored.
///
/// # Errors
/// A file cannot be read or written, or is damaged. A damaged checkpoint must be removed by hand. Files written before remain.
pub fn run(
    dir: &Path,
    task: usize,
    name: &str,
    checkpoint: Duration,
    mut count: impl FnMut(&Position, u8) -> Answer,
) -> Result<Done, UnitsError> {
    let plan = Plan::open(dir)?;
    let task = Task::open(dir, &plan, task)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.chars().all(is_plain) {
        let what = format!("the name `{name}` may contain only letters, digits, - and _");
        return Err(UnitsErrorKind::Impossible(what).at(dir));
    }
    let stem = if name.is_empty() { format!("{}", task.number) } else { format!("{}.{name}", task.number) };
    let path = |extension: &str| dir.join("results").join(format!("{stem}.{extension}"));
    let (result, part) = (path("result"), path("part"));
    let units = task.units.len();
    if exists(&result)? {
        let found = ResultFile::open(&result, &plan, &task)?;
        if found.answers.len() == units {
            return Ok(Done { units, resumed: units });
        }
        let what: String = format!("it has only {} of {units} units", found.answers.len());
        return Err(UnitsErrorKind::Damaged(what).at(result));
    }
    let mut file =
        if exists(&part)? { ResultFile::open(&part, &plan, &task)? } else { ResultFile::default() };
    let resumed = file.answers.len();
    let mut written = Instant::now();
    for unit in &task.units[resumed..] {
        file.answers.push(count(&unit.position, plan.depth_below()));
        if written.elapsed() >= checkpoint {
            file.write(&part, &plan, &task)?;
            written = Instant::now();
        }
    }
    file.write(&result, &plan, &task)?;
    match fs::remove_file(&part) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(UnitsErrorKind::Io(error).at(part)),
        _ => Ok(Done { units, resumed }),
    }
}

fn exists(path: &Path) -> Result<bool, UnitsError> {
    path.try_exists().map_err(|error| UnitsErrorKind::Io(error).at(path))
}
