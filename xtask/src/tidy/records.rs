//! The table of speeds in the book: every figure of it is in a record.

use std::fs;

use anyhow::{Context, Result};

use crate::bench::{PAGE, Record, renewed};
use crate::workspace;

pub(super) fn problems() -> Result<Vec<String>> {
    let page = fs::read_to_string(workspace::root().join(PAGE)).with_context(|| format!("reading {PAGE}"))?;
    let expected = renewed(&page, &Record::all()?)?;
    let strange = page.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    Ok(match strange {
        Some((found, expected)) => {
            vec![format!("{PAGE} says \"{found}\", and the records in benches/record \"{expected}\"")]
        }
        None if page != expected => {
            vec![format!("{PAGE} is longer or shorter than the records in benches/record")]
        }
        None => Vec::new(),
    })
}
