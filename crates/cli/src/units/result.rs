//! Writing and reading the result of a task: the counts of all its units, or of the first ones.

use std::path::Path;

use quadbit_perft::Statistics;

use super::plan::{Columns, Plan};
use super::sheet::{self, Sheet, bad};
use super::task::{Task, Unit};
use crate::failure::Failure;

/// The first line of a file with the result of a task.
const KIND: &str = "quadbit-result 1";

/// Writes the counts of the first work units of a task, as many as `answers` has.
pub(super) fn write(path: &Path, plan: &Plan, task: &Task, answers: &[Statistics]) -> Result<(), Failure> {
    let row = |(unit, answer): (&Unit, &Statistics)| {
        format!("{}\t{}", unit.line(), plan.columns.numbers(answer).join("\t"))
    };
    let header = [
        ("plan", plan.name()),
        ("task", task.number.to_string()),
        ("answers", format!("{:032x}", task.checksum)),
        ("units", task.units.len().to_string()),
    ];
    sheet::write(path, KIND, &header, &task.units.iter().zip(answers).map(row))
}

/// Reads the counts of a task's units, one for each unit in the order of the task; fewer if the task is not done.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to another task. The message names rows that are missing, repeated
/// or out of order.
pub(super) fn read(path: &Path, plan: &Plan, task: &Task) -> Result<Vec<Statistics>, Failure> {
    let sheet = Sheet::read(path, KIND)?;
    answers(&sheet, plan, task).map_err(|why| bad(path, why))
}

/// Reads the counts of all units of a task.
///
/// # Errors
/// Like [`read`], and if units are missing.
pub(super) fn read_whole(path: &Path, plan: &Plan, task: &Task) -> Result<Vec<Statistics>, Failure> {
    let answers = read(path, plan, task)?;
    let (found, units) = (answers.len(), task.units.len());
    if found == units { Ok(answers) } else { Err(bad(path, format!("it has only {found} of {units} units"))) }
}

fn answers(sheet: &Sheet, plan: &Plan, task: &Task) -> Result<Vec<Statistics>, String> {
    sheet.expect("plan", &plan.name(), |_| "it belongs to another plan".to_owned())?;
    sheet.expect("task", &task.number.to_string(), |other| {
        format!("it is a result of task {other}, not of task {}", task.number)
    })?;
    sheet.expect("answers", &format!("{:032x}", task.checksum), |_| {
        "it is a result of another version of the task".to_owned()
    })?;
    let lines: Vec<String> = task.units.iter().map(Unit::line).collect();
    (1..).zip(sheet.rows()).map(|(number, row)| answer(plan.columns, &lines, number, row)).collect()
}

/// The counts in `row`, which must be those of work unit `number`, from 1; `lines` has the lines of all units of the
/// task.
fn answer(columns: Columns, lines: &[String], number: usize, row: &str) -> Result<Statistics, String> {
    let mut fields = row.splitn(3, '\t');
    let line = match (fields.next(), fields.next()) {
        (Some(occurrences), Some(fen)) => format!("{occurrences}\t{fen}"),
        _ => return Err(format!("row {number} is cut off")),
    };
    if lines.get(number - 1) != Some(&line) {
        return Err(match lines.iter().position(|known| *known == line) {
            Some(other) if other + 1 < number => format!("row {number} repeats unit {}", other + 1),
            Some(other) => {
                format!("row {number} is unit {}: rows are missing or out of order", other + 1)
            }
            None => format!("row {number} is not a unit of the task"),
        });
    }
    let counts = fields.next().and_then(|counts| columns.read(counts));
    counts.ok_or_else(|| format!("row {number} has unreadable counts"))
}

impl Columns {
    /// The counts of a work unit that belong in these columns, as text: one for each column.
    pub(crate) fn numbers(self, answer: &Statistics) -> Vec<String> {
        let all = answer.to_array();
        let wanted = match self {
            Self::Nodes => &all[..1],
            Self::Statistics => &all[..],
        };
        wanted.iter().map(u128::to_string).collect()
    }

    /// Reads the counts of a work unit; `None` if they are not numbers in these columns.
    fn read(self, text: &str) -> Option<Statistics> {
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        let numbers: Vec<u128> = text.split('\t').map(plain).collect::<Option<_>>()?;
        match (self, &numbers[..]) {
            (Self::Nodes, &[nodes]) => Some(Statistics { nodes, ..Statistics::default() }),
            (Self::Nodes, _) => None,
            (Self::Statistics, all) => Some(Statistics::from_array(all.try_into().ok()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Columns, answer};

    #[test]
    fn rows_stand_for_the_units_in_order() {
        let units = ["1\ta", "2\tb", "1\tc"].map(str::to_owned);
        let read = |number, row| answer(Columns::Nodes, &units, number, row).map(|answer| answer.nodes);
        let fails = |why: &str| Err::<u128, String>(why.to_owned());
        assert_eq!(read(2, "2\tb\t400"), Ok(400));
        assert_eq!(read(1, "2\tb\t400"), fails("row 1 is unit 2: rows are missing or out of order"));
        assert_eq!(read(3, "2\tb\t400"), fails("row 3 repeats unit 2"));
        assert_eq!(read(2, "3\tb\t400"), fails("row 2 is not a unit of the task"));
        assert_eq!(read(4, "2\td\t400"), fails("row 4 is not a unit of the task"));
        assert_eq!(read(2, "2"), fails("row 2 is cut off"));
        for row in ["2\tb", "2\tb\t", "2\tb\t4O0", "2\tb\t+400", "2\tb\t400\t1"] {
            assert_eq!(read(2, row), fails("row 2 has unreadable counts"), "{row}");
        }
    }
}
