//! The tables of the book that are made from records: each must equal its record.

use anyhow::Result;

use crate::bench::{self, Place};

pub(super) fn problems() -> Result<Vec<String>> {
    let mut pages = vec![
        Place::LEVELS.filled(&bench::levels()?)?,
        Place::BOARDS.filled(&bench::boards()?)?,
        Place::SEARCHES.filled(&bench::board_search()?)?,
    ];
    if let Some(table) = bench::claims()? {
        pages.push(Place::CLAIMS.filled(&table)?);
    }
    let stale = pages.into_iter().filter(|page| !page.is_fresh());
    Ok(stale
        .map(|page| format!("{} has another table than its record in benches/record", page.path))
        .collect())
}
