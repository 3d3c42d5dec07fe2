//! The names of code in pages about the crates and in comments: each occurs in code, so that none keeps the old name
//! of an item.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use super::{Page, shown};
use crate::tidy::Source;
use crate::tidy::words::words;

/// The pages, besides the READMEs, in which the names of code are checked.
const PAGES: [&str; 4] = [
    "docs/src/architecture.md",
    "docs/src/changing-a-rule.md",
    "docs/src/extending.md",
    "docs/src/guide/from-other-libraries.md",
];

/// Names in comments that Rust code does not contain: of files, of columns in Python, of code of other projects.
const OTHERS: [&str; 21] = [
    "begin_byte",
    "bullet_lib",
    "end_byte",
    "halfka_v2_hm",
    "nnue_training_data_formats",
    "par_chunks",
    "par_chunks_mut",
    "pc_y0",
    "pc_y4",
    "ply_x1",
    "ply_x4",
    "ply_y1",
    "ply_y4",
    "random_fen_skipping",
    "san_from_uci",
    "sfen_packer",
    "small_calls",
    "soft_early_fen_skipping",
    "vectorize_avx2",
    "win_rate_model",
    "wld_filtered",
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
    let in_text = sources.iter().flat_map(|source| source.text.lines()).filter(|line| !is_comment(line));
    let written: BTreeSet<&str> = in_text.flat_map(words_of).chain(OTHERS).collect();
    for Source { path, text } in sources {
        let unknown = names_in_comments(text).filter(|(_, name)| !written.contains(*name));
        problems
            .extend(unknown.map(|(line, name)| format!("{path}:{line} names {name}, which no code does")));
    }
    Ok(problems)
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Returns the words of `text`: letters, digits and underscores with nothing between them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric())
}

/// Returns the names in the code span `span`: words with an underscore, and the parts of a path.
fn names_of(span: &str) -> impl Iterator<Item = &str> {
    let is_path = span.contains("::");
    words_of(span).filter(move |word| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() && (is_path || c.is_lowercase()))
            && (is_path || word.trim_matches('_').contains('_'))
    })
}

/// Returns the names in the code spans of the comments in `text`, with their lines; examples are left to the compiler.
fn names_in_comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_example = false;
    let comments = text.lines().zip(1..).filter(move |(line, _)| {
        is_example = is_comment(line) && is_example != line.contains("```");
        is_comment(line) && !is_example
    });
    comments.flat_map(|(line, number)| {
        line.split('`').skip(1).step_by(2).flat_map(names_of).map(move |name| (number, name))
    })
}

/// Returns the names in a page's code spans, with their lines. Of a table that compares libraries, only those in the
/// column Quadbit.
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
            names.extend(names_of(span).map(|word| (number, word)));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Page, names, names_in_comments};

    #[test]
    fn names_are_in_spans_and_columns() {
        let text =
            "a_b `c_d(e)` f `G::h` `i`\n\n| x | Quadbit |\n|---|---|\n| `j_k` | `l_m` |\n\n| `n_o` |\n"
                .to_owned();
        let page = Page { path: PathBuf::new(), text };
        assert_eq!(names(&page), [(1, "c_d"), (1, "G"), (1, "h"), (5, "l_m"), (7, "n_o")]);
    }

    #[test]
    fn names_in_comments_but_not_in_examples() {
        let text = "/// `a_b`, `C::d`, `to_`\nlet s = `e_f`;\n/// ```\n/// `g_h`\n/// ```\n// `i_j`\n";
        let found: Vec<_> = names_in_comments(text).collect();
        assert_eq!(found, [(1, "a_b"), (1, "C"), (1, "d"), (6, "i_j")]);
    }
}
