//! Runs one task of a plan.
//!
//! 1. A result that is there already ends the run; a checkpoint is read, and its units are skipped.
//! 2. The units are counted one after the other. From time to time the counts so far are written as a
//!    checkpoint.
//! 3. The result is written under its own name, and the checkpoint removed.
//!
//! A file has its name only when it is complete, so a run may be killed at any time.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use quadbit_movegen::Position;
use quadbit_perft::Statistics;

use super::plan::Plan;
use super::result;
use super::sheet::bad;
use super::task::Task;
use crate::failure::Failure;
use crate::file::remove_abandoned;

/// What a run has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The number of work units of the task.
    pub(crate) units: usize,
    /// How many work units of the task an earlier run had already counted.
    pub(crate) resumed: usize,
}

/// Counts a task of the plan in the folder `dir`, and writes its result. A checkpoint is written after a unit if the
/// time `checkpoint` has passed since the last one. A run resumes from a checkpoint if there is one; if there is
/// already a result, it is only checked.
///
/// `name` distinguishes several results of a task; it is empty or consists of letters, digits, `-` and `_`. `count`
/// returns the counts for a position and a depth; if only nodes are counted, its other columns are ignored.
///
/// # Errors
/// There is no such task, `name` has another character, or a file cannot be read or written, or is damaged. A damaged
/// checkpoint must be removed by hand. Files that were already written remain.
pub(crate) fn run(
    dir: &Path,
    task: usize,
    name: &str,
    checkpoint: Duration,
    mut count: impl FnMut(&Position, u8) -> Statistics,
) -> Result<Done, Failure> {
    let plan = Plan::open(dir)?;
    remove_abandoned(&dir.join("results"));
    let task = Task::open(dir, &plan, task)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.chars().all(is_plain) {
        return Err(bad(dir, format!("the name `{name}` may contain only letters, digits, - and _")));
    }
    let stem = if name.is_empty() { task.number.to_string() } else { format!("{}.{name}", task.number) };
    let path = |extension: &str| dir.join("results").join(format!("{stem}.{extension}"));
    let (result, part) = (path("result"), path("part"));
    let units = task.units.len();
    if exists(&result)? {
        result::read_whole(&result, &plan, &task)?;
        return Ok(Done { units, resumed: units });
    }
    let mut answers = if exists(&part)? { result::read(&part, &plan, &task)? } else { Vec::new() };
    let resumed = answers.len();
    let mut written = Instant::now();
    for unit in &task.units[resumed..] {
        answers.push(count(&unit.position, plan.depth_below()));
        if written.elapsed() >= checkpoint {
            result::write(&part, &plan, &task, &answers)?;
            written = Instant::now();
        }
    }
    result::write(&result, &plan, &task, &answers)?;
    match fs::remove_file(&part) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(bad(&part, error)),
        _ => Ok(Done { units, resumed }),
    }
}

fn exists(path: &Path) -> Result<bool, Failure> {
    path.try_exists().map_err(|error| bad(path, error))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quadbit_movegen::Position;
    use quadbit_perft::statistics;

    use super::super::{Columns, Plan};
    use super::{Done, Failure, Statistics, Task, fs, result, run};

    fn message(failure: Failure) -> String {
        match failure {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn names_of_results_and_tasks_of_another_plan() {
        let dir = std::env::temp_dir().join(format!("quadbit-names-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        let (one, other) = (dir.join("one"), dir.join("other"));
        for (dir, depth) in [(&one, 2), (&other, 3)] {
            Plan::make(dir, &Position::start(), depth, 1, 2, Columns::Nodes).unwrap();
        }
        let run = |task, name| run(&one, task, name, Duration::MAX, statistics).map_err(message);
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
        // Task 2 is replaced by a task of the same number from another plan, then by another task of the same plan.
        for foreign in [other.join("tasks/2.task"), one.join("tasks/1.task")] {
            fs::copy(&foreign, one.join("tasks/2.task")).unwrap();
            assert!(run(2, "").unwrap_err().contains("it belongs to another plan or task"), "{foreign:?}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    /// The checkpoint holds the counts of two units, one of which is wrong and must be taken over.
    #[test]
    fn run_resumes_from_the_checkpoint() {
        let dir = std::env::temp_dir().join(format!("quadbit-resumed-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Plan::make(&dir, &Position::start(), 2, 1, 2, Columns::Nodes).unwrap();
        let plan = Plan::open(&dir).unwrap();
        let task = Task::open(&dir, &plan, 1).unwrap();
        let known = [20, 1000].map(|nodes| Statistics { nodes, ..Statistics::default() });
        result::write(&dir.join("results/1.part"), &plan, &task, &known).unwrap();
        let mut counted = 0;
        let mut run = || {
            run(&dir, 1, "", Duration::MAX, |position, depth| {
                counted += 1;
                statistics(position, depth)
            })
        };
        assert_eq!(run().unwrap(), Done { units: 10, resumed: 2 });
        assert_eq!(run().unwrap(), Done { units: 10, resumed: 10 });
        assert_eq!(counted, 8);
        let answers = result::read_whole(&dir.join("results/1.result"), &plan, &task).unwrap();
        assert_eq!(answers.iter().map(|answer| answer.nodes).sum::<u128>(), 20 + 1000 + 8 * 20);
        // Task 2 writes a checkpoint after each of its ten units; at the end none is left.
        super::run(&dir, 2, "", Duration::ZERO, |position, depth| {
            let rows = fs::read_to_string(dir.join("results/2.part")).map_or(0, |text| text.lines().count());
            assert!(rows == 0 || rows > 7, "{rows} lines");
            statistics(position, depth)
        })
        .unwrap();
        assert!(!dir.join("results/2.part").exists());
        fs::remove_dir_all(&dir).unwrap();
    }

    /// Temporary files of ended runs, as `kill -9` leaves them, are removed; a file that is still being written is not.
    #[test]
    fn temporary_files_of_ended_processes_are_removed() {
        let dir = std::env::temp_dir().join(format!("quadbit-aside-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Plan::make(&dir, &Position::start(), 2, 1, 1, Columns::Nodes).unwrap();
        let names =
            [".quadbit-77-0.aside", ".quadbit-78-12.aside", "notes.aside", ".quadbit-77-0.aside.aside"];
        let [dead, living, other, longer] = names.map(|name| dir.join("results").join(name));
        for path in [&dead, &living, &other, &longer] {
            fs::write(path, "half a file").unwrap();
        }
        // A pipe that nothing writes to, and a link, have names like those of temporary files, and must be left alone.
        #[cfg(unix)]
        {
            let [pipe, link] =
                [".quadbit-1-0.aside", ".quadbit-1-1.aside"].map(|name| dir.join("results").join(name));
            assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            std::os::unix::fs::symlink("../manifest", link).unwrap();
        }
        let writer = fs::File::open(&living).unwrap();
        writer.lock().unwrap();
        run(&dir, 1, "", Duration::MAX, statistics).unwrap();
        assert_eq!([&dead, &living, &other, &longer].map(|path| path.exists()), [false, true, true, true]);
        drop(writer);
        super::super::merge(&dir, |_, _, _| ()).unwrap();
        assert_eq!([&dead, &living, &other, &longer].map(|path| path.exists()), [false, false, true, true]);
        #[cfg(unix)]
        for name in [".quadbit-1-0.aside", ".quadbit-1-1.aside"] {
            assert!(fs::symlink_metadata(dir.join("results").join(name)).is_ok(), "{name}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    /// A run reports a checkpoint that it cannot remove, because a folder has its name.
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
        let error = message(run(&dir, 1, "", Duration::MAX, count).unwrap_err());
        assert!(error.contains("1.part: "), "{error}");
        fs::remove_dir_all(&dir).unwrap();
    }
}
