//! A table in a page that is generated from records.

use std::fs;

use anyhow::{Context, Result};

use crate::record::Record;
use crate::workspace;

/// The place of a table: a page, and the line before the table. A line `<!-- end -->` follows the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) page: &'static str,
    pub(crate) start: &'static str,
}

const END: &str = "<!-- end -->\n";

/// Stores a record and fills a place of the book with `table`, which is made of the stored records.
pub(super) fn keep(record: &Record, place: Place, table: fn() -> Result<String>) -> Result<()> {
    record.store()?;
    place.fill(&table()?)?;
    println!("\nbench: wrote {} and its table", record.path);
    Ok(())
}

impl Place {
    /// The table of `cargo xtask bench`.
    pub(crate) const LEVELS: Self = Self {
        page: "docs/src/benchmarks/levels.md",
        start: "<!-- made of benches/record by `cargo xtask bench` -->\n",
    };

    /// The table of `cargo xtask bench --boards`.
    pub(crate) const BOARDS: Self = Self {
        page: "docs/src/benchmarks/boards.md",
        start: "<!-- made of benches/record by `cargo xtask bench --boards` -->\n",
    };

    /// The table of `cargo xtask bench --boards --search`.
    pub(crate) const SEARCHES: Self = Self {
        page: Self::BOARDS.page,
        start: "<!-- made of benches/record by `cargo xtask bench --boards --search` -->\n",
    };

    /// Writes `table` into its place in the page.
    pub(crate) fn fill(self, table: &str) -> Result<()> {
        let filled = self.filled(&workspace::read(self.page)?, table)?;
        fs::write(workspace::root().join(self.page), filled).with_context(|| format!("writing {}", self.page))
    }

    /// An error message if the page has another table than this one.
    pub(crate) fn problem(self, table: &str) -> Result<Option<String>> {
        let page = workspace::read(self.page)?;
        let expected = self.filled(&page, table)?;
        let differs = page.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        Ok(match differs {
            Some((found, expected)) => Some(format!(
                "{} says \"{found}\", but the record in benches/record says \"{expected}\"",
                self.page
            )),
            None if page != expected => {
                Some(format!("a table in {} is longer or shorter than its record", self.page))
            }
            None => None,
        })
    }

    /// The text of the page with a table in this place.
    fn filled(self, page: &str, table: &str) -> Result<String> {
        let parts = page.split_once(self.start);
        let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let (before, after) =
            parts.with_context(|| format!("{} has no place for the table of the records", self.page))?;
        Ok([before, self.start, table, END, after].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn only_the_place_changes() {
        let place = Place::LEVELS;
        let page = format!("# Levels\n{}old\n<!-- end -->\nafter\n<!-- end -->\n", place.start);
        let filled = place.filled(&page, "new\n").unwrap();
        assert_eq!(filled, page.replace("old", "new"));
        assert_eq!(place.filled(&filled, "new\n").unwrap(), filled);
        assert!(place.filled("no place", "new\n").is_err());
    }
}
