//! The result of a task, complete or partial.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::Path;

use quadbit_lanes::Statistics;

use super::error::{UnitsError, UnitsErrorKind};
use super::plan::{Columns, Plan};
use super::sheet::{Sheet, damaged};
use super::task::{Task, Unit};

/// The first line of a result.
const KIND: &str = "quadbit-result 1";

/// The counts of a unit.
pub type Answer = Statistics;

/// The counts of the first units of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultFile {
    /// One for each unit, in the order of the task; fewer if the task is not done.
    pub answers: Vec<Answer>,
}

impl ResultFile {
    /// Writes the counts.
    pub(super) fn write(&self, path: &Path, plan: &Plan, task: &Task) -> Result<(), UnitsError> {
        let row =
            |(unit, answer): (&Unit, &Answer)| format!("{}\t{}", unit.line(), numbers(plan.columns, answer));
        let sheet = Sheet::new()
            .with("plan", &format!("{:032x}", plan.id))
            .with("task", &task.number)
            .with("answers", &format!("{:032x}", task.checksum))
            .with("units", &task.units.len());
        sheet.write(path, KIND, &task.units.iter().zip(&self.answers).map(row))
    }

    /// Reads the counts of a task's units.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or belongs to another task. The message names rows that are
    /// missing, repeated or out of order.
    pub fn open(path: &Path, plan: &Plan, task: &Task) -> Result<Self, UnitsError> {
        let sheet = Sheet::read(path, KIND)?;
        Self::answers(&sheet, plan, task).map_err(|kind| kind.at(path))
    }

    fn answers(sheet: &Sheet, plan: &Plan, task: &Task) -> Result<Self, UnitsErrorKind> {
        let foreign = |what: &str| Err(UnitsErrorKind::Foreign(what.to_owned()));
        if sheet.value("plan")? != format!("{:032x}", plan.id) {
            return foreign("it belongs to another plan");
        }
        if sheet.number::<usize>("task")? != task.number {
            return foreign(&format!(
                "it is a result of task {}, not of task {}",
                sheet.value("task")?,
                task.number
            ));
        }
        if sheet.value("answers")? != format!("{:032x}", task.checksum) {
            return foreign("it is a result of another version of the task");
        }
        let lines: Vec<String> = task.units.iter().map(Unit::line).collect();
        let mut answers = Vec::new();
        for (number, row) in (1..).zip(sheet.rows()) {
            answers.push(answer(plan.columns, &lines, number, row)?);
        }
        Ok(Self { answers })
    }
}

/// The counts in a row, which must be those of the unit with the same number.
fn answer(columns: Columns, lines: &[String], number: usize, row: &str) -> Result<Answer, UnitsErrorKind> {
    let mut fields = row.splitn(3, '\t');
    let line = match (fields.next(), fields.next()) {
        (Some(occurrences), Some(fen)) => format!("{occurrences}\t{fen}"),
        _ => return Err(damaged(format!("row {number} is cut off"))),
    };
    if lines.get(number - 1) != Some(&line) {
        return Err(damaged(match lines.iter().position(|known| *known == line) {
            Some(other) if other + 1 < number => format!("row {number} repeats unit {}", other + 1),
            Some(other) => {
                format!("row {number} is unit {}: rows are missing or out of order", other + 1)
            }
            None => format!("row {number} is not a unit of the task"),
        }));
    }
    let bad = || damaged(format!("row {number} has unreadable counts"));
    read_numbers(columns, fields.next().ok_or_else(bad)?).ok_or_else(bad)
}

fn numbers(columns: Columns, answer: &Answer) -> String {
    match columns {
        Columns::Nodes => answer.nodes.to_string(),
        Columns::Statistics => answer.to_array().map(|number| number.to_string()).join("\t"),
    }
}

fn read_numbers(columns: Columns, text: &str) -> Option<Answer> {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    let numbers: Vec<u128> = text.split('\t').map(plain).collect::<Option<_>>()?;
    match columns {
        Columns::Nodes => match numbers[..] {
            [nodes] => Some(Statistics { nodes, ..Statistics::NONE }),
            _ => None,
        },
        Columns::Statistics => Some(Statistics::from_array(numbers.try_into().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::string::String;

    use super::{Columns, UnitsErrorKind, answer};

    #[test]
    fn rows_stand_for_the_units_in_order() {
        let units = ["1\ta", "2\tb", "1\tc"].map(str::to_owned);
        let read = |number, row| match answer(Columns::Nodes, &units, number, row) {
            Ok(answer) => Ok(answer.nodes),
            Err(UnitsErrorKind::Damaged(what)) => Err(what),
            Err(other) => panic!("{other:?}"),
        };
        let fails = |what: &str| Err::<u128, String>(what.to_owned());
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
