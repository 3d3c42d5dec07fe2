//! The names of code in pages about the crates: each occurs in code, so that no page keeps the old name of an item.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use super::{Page, shown};
use crate::tidy::Source;
use crate::tidy::words::words;

/// The pages beside the READMEs.
const PAGES: [&str; 4] = [
    "docs/src/architecture.md",
    "docs/src/changing-a-rule.md",
    "docs/src/extending.md",
    "docs/src/guide/from-other-libraries.md",
];

pub(super) fn problems(pages: &[Page], sources: &[Source]) -> Result<Vec<String>> {
    let mut known = BTreeSet::new();
    for Source { path, text } in sources {
        let found = words(text, |_| true).with_context(|| format!("reading {path}"))?;
        known.extend(found.iter().map(ToString::to_string));
    }
    let mut problems = Vec::new();
    for page in pages {
        let path = shown(&page.path);
        let is_readme = path.ends_with("README.md") && !path.starts_with("python");
        if is_readme || PAGES.contains(&path.as_str()) {
            let unknown = names(page).into_iter().filter(|(_, name)| !known.contains(*name));
            problems.extend(
                unknown.map(|(line, name)| format!("{path}:{line} names {name}, which no code does")),
            );
        }
    }
    Ok(problems)
}

/// The names in a page's code spans, with their lines: words with an underscore, and the parts of paths. Of a table
/// that compares libraries, only those in the column Quadbit.
fn names(page: &Page) -> Vec<(usize, &str)> {
    let (mut names, mut before, mut column) = (Vec::new(), 0, None);
    for (number, line) in page.prose().filter(|(_, line)| line.contains('|') || line.contains('`')) {
        let mut cells = line.split('|');
        if line.starts_with('|') && before + 1 < number {
            column = cells.clone().position(|cell| cell.trim() == "Quadbit");
        }
        let is_table = line.starts_with('|');
        before = if is_table { number } else { before };
        let text = column.filter(|_| is_table).map_or(Some(line), |column| cells.nth(column)).unwrap_or(line);
        for span in text.split('`').skip(1).step_by(2) {
            let words = span.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
            let is_path = span.contains("::");
            let is_name = |word: &&str| {
                word.starts_with(|c: char| c.is_ascii_alphabetic() && (is_path || c.is_lowercase()))
                    && (is_path || word.contains('_'))
            };
            names.extend(words.filter(is_name).map(|word| (number, word)));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Page, names};

    #[test]
    fn names_are_in_spans_and_columns() {
        let text =
            "a_b `c_d(e)` f `G::h` `i`\n\n| x | Quadbit |\n|---|---|\n| `j_k` | `l_m` |\n\n| `n_o` |\n"
                .to_owned();
        let page = Page { path: PathBuf::new(), text };
        assert_eq!(names(&page), [(1, "c_d"), (1, "G"), (1, "h"), (5, "l_m"), (7, "n_o")]);
    }
}
