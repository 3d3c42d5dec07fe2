//! Adds up the results of all tasks of a plan.
//!
//! 1. The plan is read, and the result files of the folder are found, by task.
//! 2. All results of a task must be complete, belong to the plan, and agree.
//! 3. Each unit's counts times its occurrences are added up; the units must be as many as the manifest says.
//!
//! A folder with a missing, damaged or contradicting file gives an error and no total.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quadbit_perft::Statistics;

use super::plan::Plan;
use super::result;
use super::sheet::bad;
use super::task::{Task, Unit};
use crate::failure::Failure;
use crate::file::remove_abandoned;

/// The sum of the results of all tasks of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    /// The plan whose results were added up.
    pub(crate) plan: Plan,
    /// The sum of the counts of all work units, each times the occurrences of its position.
    pub(crate) total: Statistics,
    /// How many results were read: more than the tasks if some were run more than once.
    pub(crate) results: usize,
}

/// Adds up the results in a folder, and passes each unit with its counts to `each`.
///
/// # Errors
/// A task has no result, or a result is damaged, incomplete, from another plan, or different from another result of the
/// same task; the tasks do not match the manifest; or the total needs more than 128 bits. No file is changed; temporary
/// files that nothing writes any more are removed.
pub(crate) fn merge(dir: &Path, mut each: impl FnMut(&Plan, &Unit, &Statistics)) -> Result<Merged, Failure> {
    let plan = Plan::open(dir)?;
    remove_abandoned(&dir.join("results"));
    let mut files = results(dir)?;
    let results = files.values().map(Vec::len).sum();
    let mut total = [0_u128; 9];
    let mut missing = Vec::new();
    let (mut units, mut occurrences) = (0, 0_u128);
    for number in 1..=plan.tasks {
        let Some(paths) = files.remove(&number) else {
            missing.push(number);
            continue;
        };
        let task = Task::open(dir, &plan, number)?;
        let answers = agreed(&plan, &task, &paths)?;
        units += task.units.len();
        for (unit, answer) in task.units.iter().zip(&answers) {
            occurrences += unit.occurrences;
            each(&plan, unit, answer);
            for (sum, column) in total.iter_mut().zip(answer.to_array()) {
                let more = column.checked_mul(unit.occurrences).and_then(|product| sum.checked_add(product));
                *sum = more.ok_or_else(|| bad(dir, "the total does not fit into 128 bits"))?;
            }
        }
    }
    if let Some((number, paths)) = files.into_iter().next() {
        let why = format!("it is a result of task {number}, but there are only {} tasks", plan.tasks);
        return Err(bad(&paths[0], why));
    }
    if !missing.is_empty() {
        let why = format!("no result for {} of {} tasks: {}", missing.len(), plan.tasks, list(&missing));
        return Err(bad(&dir.join("results"), why));
    }
    if (units, occurrences) != (plan.units, plan.occurrences) {
        return Err(bad(&dir.join("tasks"), "the tasks do not match the manifest"));
    }
    Ok(Merged { plan, total: Statistics::from_array(total), results })
}

/// The result files of a folder by the number of their task: `1.result`, `1.NAME.result`. An error if the name of a
/// `.result` file does not begin with a number.
fn results(dir: &Path) -> Result<BTreeMap<usize, Vec<PathBuf>>, Failure> {
    let folder = dir.join("results");
    let unreadable = |error| bad(&folder, error);
    let mut files: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_none_or(|extension| extension != "result") {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name.split('.').next().and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| bad(&path, "its name does not begin with a task number"))?;
        files.entry(number).or_default().push(path);
    }
    for paths in files.values_mut() {
        paths.sort();
    }
    Ok(files)
}

/// The counts of the work units of a task, on which all results of the task must agree.
fn agreed(plan: &Plan, task: &Task, paths: &[PathBuf]) -> Result<Vec<Statistics>, Failure> {
    let mut first: Option<(&PathBuf, Vec<Statistics>)> = None;
    for path in paths {
        let answers = result::read_whole(path, plan, task)?;
        match &first {
            None => first = Some((path, answers)),
            Some((other, known)) => {
                if let Some(unit) = known.iter().zip(&answers).position(|(one, two)| one != two) {
                    let why = format!("it contradicts {} at unit {}", other.display(), unit + 1);
                    return Err(bad(path, why));
                }
            }
        }
    }
    Ok(first.map(|(_, answers)| answers).unwrap_or_default())
}

/// The first ten of `numbers` as text for a message, with `..` if there are more.
fn list(numbers: &[usize]) -> String {
    let some: Vec<String> = numbers.iter().take(10).map(ToString::to_string).collect();
    let dots = if numbers.len() > 10 { ", .." } else { "" };
    some.join(", ") + dots
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quadbit_movegen::Position;
    use quadbit_perft::statistics;

    use super::super::plan::{Columns, KIND, manifest};
    use super::super::{run, sheet};
    use super::{Plan, fs, list, merge};

    /// A manifest is refused that promises one unit or one occurrence more than the tasks hold, or one of both less.
    #[test]
    fn the_tasks_must_match_the_manifest() {
        let dir = std::env::temp_dir().join(format!("quadbit-manifest-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Plan::make(&dir, &Position::start(), 2, 1, 1, Columns::Nodes).unwrap();
        run(&dir, 1, "", Duration::MAX, statistics).unwrap();
        let mut units = 0;
        let merged = merge(&dir, |_, unit, answer| {
            units += 1;
            assert_eq!((unit.occurrences, answer.nodes), (1, 20));
        });
        assert_eq!((merged.unwrap().total.nodes, units), (400, 20));
        let plan = Plan::open(&dir).unwrap();
        assert_eq!((plan.units, plan.occurrences), (20, 20));
        for edited in [
            Plan { units: 21, ..plan.clone() },
            Plan { occurrences: 21, ..plan.clone() },
            Plan { units: 19, occurrences: 19, ..plan },
        ] {
            let rows = std::iter::empty::<String>();
            sheet::write(&manifest(&dir), KIND, &edited.header(), &rows).unwrap();
            let error = format!("{:?}", merge(&dir, |_, _, _| ()).unwrap_err());
            assert!(error.contains("the tasks do not match the manifest"), "{error}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_message_names_ten_numbers() {
        let numbers: [usize; 11] = std::array::from_fn(|n| n + 1);
        assert_eq!(list(&numbers[..10]), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(list(&numbers), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..");
    }
}
