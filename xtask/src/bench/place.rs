//! A table of the book that is made from records: its place in a page, and how a new table replaces it.

use anyhow::{Context, Result};

use crate::kept::Kept;
use crate::record::Record;
use crate::workspace;

/// The place of a table: a page, and the line before the table. A line `<!-- end -->` follows the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) page: &'static str,
    pub(crate) start: &'static str,
}

const END: &str = "<!-- end -->\n";

/// Stores `record` and fills `place` with what `table` makes of the stored records.
pub(super) fn keep(record: &Record, place: Place, table: fn() -> Result<String>) -> Result<()> {
    record.store()?;
    place.filled(&table()?)?.write()?;
    println!("\nbench: wrote {} and its table", record.path);
    Ok(())
}

impl Place {
    /// The place of the table that `cargo xtask bench` writes.
    pub(crate) const LEVELS: Self = Self {
        page: "docs/src/benchmarks/levels.md",
        start: "<!-- made of benches/record by `cargo xtask bench` -->\n",
    };

    /// The place of the table that `cargo xtask bench --boards` writes.
    pub(crate) const BOARDS: Self = Self {
        page: "docs/src/benchmarks/boards.md",
        start: "<!-- made of benches/record by `cargo xtask bench --boards` -->\n",
    };

    /// The place of the table that `cargo xtask bench --boards --search` writes.
    pub(crate) const SEARCHES: Self = Self {
        page: Self::BOARDS.page,
        start: "<!-- made of benches/record by `cargo xtask bench --boards --search` -->\n",
    };

    /// The place of the tables that `cargo xtask bench --claims` writes.
    pub(crate) const CLAIMS: Self = Self {
        page: "docs/src/claims.md",
        start: "<!-- made of benches/record by `cargo xtask bench --claims` -->\n",
    };

    /// Returns the page of this place, with `table` put between the two lines that mark the place.
    pub(crate) fn filled(self, table: &str) -> Result<Kept> {
        let page = workspace::read(self.page)?;
        let parts = page.split_once(self.start);
        let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let (before, after) =
            parts.with_context(|| format!("{} has no place for the table of the records", self.page))?;
        Ok(Kept { path: self.page.to_owned(), text: [before, self.start, table, END, after].concat() })
    }
}
#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn only_the_place_changes() {
        let place = Place::LEVELS;
        let page = crate::workspace::read(place.page).unwrap();
        let new = place.filled("new\n").unwrap().text;
        let (before, rest) = page.split_once(place.start).unwrap();
        let (_, after) = rest.split_once("<!-- end -->\n").unwrap();
        assert_eq!(new, format!("{before}{}new\n<!-- end -->\n{after}", place.start));
        let nowhere = Place { start: "no place", ..place };
        assert!(nowhere.filled("new\n").is_err());
    }
}
