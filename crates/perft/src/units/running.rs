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
use super::sheet::remove_abandoned;
use super::task::Task;

/// The report of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The units of the task.
    pub units: usize,
    /// How many of them had already been counted.
    pub resumed: usize,
}

/// Counts a task of the plan in a folder, and writes its result. A checkpoint is written whenever the given
/// time has passed since the last one. A run resumes from a checkpoint if there is one; if there is already a
/// result, it does nothing.
///
/// `name` distinguishes several results of a task; it is empty or consists of letters, digits, `-` and
/// `_`. `count` returns the counts for a position and a depth; if only nodes are counted, its other
/// columns are ignored.
///
/// # Errors
/// A file cannot be read or written, or is damaged. A damaged checkpoint must be removed by hand. Files that
/// were already written remain.
pub fn run(
    dir: &Path,
    task: usize,
    name: &str,
    checkpoint: Duration,
    mut count: impl FnMut(&Position, u8) -> Answer,
) -> Result<Done, UnitsError> {
    let plan = Plan::open(dir)?;
    remove_abandoned(&dir.join("results"));
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

#[cfg(test)]
mod tests {
    use alloc::format;
    use core::time::Duration;

    use quadbit_movegen::Position;

    use super::super::{Columns, Plan};
    use super::{fs, run};
    use crate::statistics;

    #[test]
    fn names_of_results_and_tasks_of_another_plan() {
        let dir = std::env::temp_dir().join(format!("quadbit-names-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        let (one, other) = (dir.join("one"), dir.join("other"));
        for (dir, depth) in [(&one, 2), (&other, 3)] {
            Plan::make(dir, &Position::start(), depth, 1, 2, Columns::Nodes).unwrap();
        }
        let run =
            |task, name| run(&one, task, name, Duration::MAX, statistics).map_err(|error| format!("{error}"));
        assert!(run(1, "node_7-B").is_ok());
        assert!(one.join("results/1.node_7-B.result").is_file());
        for name in ["../x", "a b", "a.b", "ä"] {
            assert!(
                run(1, name).unwrap_err().contains("may contain only letters, digits, - and _"),
                "{name}"
            );
        }
        for task in [0, 3] {
            assert!(run(task, "").unwrap_err().contains("tasks are numbered from 1 to 2"));
        }
        // A task of the same number, of another plan; and another task of the same plan.
        for foreign in [other.join("tasks/2.task"), one.join("tasks/1.task")] {
            fs::copy(&foreign, one.join("tasks/2.task")).unwrap();
            assert!(run(2, "").unwrap_err().contains("it belongs to another plan or task"), "{foreign:?}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    /// As after `kill -9`; the other file is still being written.
    #[test]
    fn temporary_files_of_ended_processes_are_removed() {
        let dir = std::env::temp_dir().join(format!("quadbit-aside-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Plan::make(&dir, &Position::start(), 2, 1, 1, Columns::Nodes).unwrap();
        let [dead, living, other] =
            ["1.part.77.aside", "1.part.78.aside", "notes"].map(|name| dir.join("results").join(name));
        for path in [&dead, &living, &other] {
            fs::write(path, "half a file").unwrap();
        }
        let writer = fs::File::open(&living).unwrap();
        writer.lock().unwrap();
        run(&dir, 1, "", Duration::MAX, statistics).unwrap();
        assert_eq!([&dead, &living, &other].map(|path| path.exists()), [false, true, true]);
        drop(writer);
        super::super::merge(&dir, |_, _| ()).unwrap();
        assert_eq!([&dead, &living, &other].map(|path| path.exists()), [false, false, true]);
        fs::remove_dir_all(&dir).unwrap();
    }

    /// Something takes the name of the checkpoint while the units are counted.
    #[test]
    fn a_checkpoint_that_cannot_be_removed() {
        let dir = std::env::temp_dir().join(format!("quadbit-part-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Plan::make(&dir, &Position::start(), 2, 1, 1, Columns::Nodes).unwrap();
        let part = dir.join("results/1.part");
        let count = |position: &Position, depth| {
            let _ = fs::create_dir(&part);
            statistics(position, depth)
        };
        let error = format!("{}", run(&dir, 1, "", Duration::MAX, count).unwrap_err());
        assert!(error.contains("1.part: "), "{error}");
        fs::remove_dir_all(&dir).unwrap();
    }
}
