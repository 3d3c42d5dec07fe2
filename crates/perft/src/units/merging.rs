//! Adding up the results of all tasks.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quadbit_lanes::Statistics;

use super::error::{UnitsError, UnitsErrorKind};
use super::plan::Plan;
use super::result::{Answer, ResultFile};
use super::sheet::remove_abandoned;
use super::task::{Task, Unit};

/// The total of all tasks.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The plan.
    pub plan: Plan,
    /// The sum of the counts of all units, each times its occurrences.
    pub total: Answer,
    /// How many results were read: more than the tasks if some were run more than once.
    pub results: usize,
}

/// Adds up the results in a folder, and passes each unit with its counts to `each`.
///
/// # Errors
/// A task has no result, or a result is damaged, incomplete, from another plan, or different from another
/// result of the same task. No file is changed; temporary files that nothing writes any more are removed.
pub fn merge(dir: &Path, mut each: impl FnMut(&Unit, &Answer)) -> Result<Merged, UnitsError> {
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
            each(unit, answer);
            for (sum, column) in total.iter_mut().zip(answer.to_array()) {
                let more = column.checked_mul(unit.occurrences).and_then(|product| sum.checked_add(product));
                *sum = more.ok_or_else(|| {
                    UnitsErrorKind::Impossible("the total does not fit into 128 bits".to_owned()).at(dir)
                })?;
            }
        }
    }
    if let Some((number, paths)) = files.into_iter().next() {
        let what = format!("it is a result of task {number}, but there are only {} tasks", plan.tasks);
        return Err(UnitsErrorKind::Foreign(what).at(paths[0].clone()));
    }
    if !missing.is_empty() {
        let what = format!("no result for {} of {} tasks: {}", missing.len(), plan.tasks, list(&missing));
        return Err(UnitsErrorKind::Missing(what).at(dir.join("results")));
    }
    if (units, occurrences) != (plan.units, plan.occurrences) {
        let what = "the tasks do not match the manifest".to_owned();
        return Err(UnitsErrorKind::Damaged(what).at(dir.join("tasks")));
    }
    Ok(Merged { plan, total: Statistics::from_array(total), results })
}

/// The result files of a folder by the number of their task: `1.result`, `1.NAME.result`.
fn results(dir: &Path) -> Result<BTreeMap<usize, Vec<PathBuf>>, UnitsError> {
    let folder = dir.join("results");
    let io = |error| UnitsErrorKind::Io(error).at(folder.clone());
    let mut files: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(&folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.extension().is_none_or(|extension| extension != "result") {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name.split('.').next().and_then(|number| number.parse().ok());
        let Some(number) = number else {
            let what = "its name does not begin with a task number".to_owned();
            return Err(UnitsErrorKind::Foreign(what).at(path.clone()));
        };
        files.entry(number).or_default().push(path.clone());
    }
    for paths in files.values_mut() {
        paths.sort();
    }
    Ok(files)
}

/// The counts of a task's units, on which all its results must agree.
fn agreed(plan: &Plan, task: &Task, paths: &[PathBuf]) -> Result<Vec<Answer>, UnitsError> {
    let mut first: Option<(&PathBuf, Vec<Answer>)> = None;
    for path in paths {
        let ResultFile { answers } = ResultFile::open(path, plan, task)?;
        if answers.len() != task.units.len() {
            let what = format!("it has only {} of {} units", answers.len(), task.units.len());
            return Err(UnitsErrorKind::Damaged(what).at(path.clone()));
        }
        match &first {
            None => first = Some((path, answers)),
            Some((other, known)) => {
                if let Some(unit) = known.iter().zip(&answers).position(|(one, two)| one != two) {
                    let what = format!("it contradicts {} at unit {}", other.display(), unit + 1);
                    return Err(UnitsErrorKind::Contradicts(what).at(path.clone()));
                }
            }
        }
    }
    Ok(first.map(|(_, answers)| answers).unwrap_or_default())
}

/// Numbers for a message, the first ten of them.
fn list(numbers: &[usize]) -> String {
    let some: Vec<String> = numbers.iter().take(10).map(ToString::to_string).collect();
    let dots = if numbers.len() > 10 { ", .." } else { "" };
    some.join(", ") + dots
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn a_message_names_ten_numbers() {
        let numbers: [usize; 11] = core::array::from_fn(|n| n + 1);
        assert_eq!(list(&numbers[..10]), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(list(&numbers), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..");
    }
}
