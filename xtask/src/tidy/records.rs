//! The tables of the book that are made from records: each must equal its record.

use anyhow::Result;

use crate::bench::{self, Place};

pub(super) fn problems() -> Result<Vec<String>> {
    let found = [
        Place::LEVELS.problem(&bench::levels()?)?,
        Place::BOARDS.problem(&bench::boards()?)?,
        Place::SEARCHES.problem(&bench::board_search()?)?,
    ];
    Ok(found.into_iter().flatten().collect())
}
