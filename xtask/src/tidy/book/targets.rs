//! The pages that name code: each file, item, bench and test that they name must exist.
//!
//! A target is a code span. `` `crates/nibble/src/swar/arithmetic.rs avg_floor` `` is a file, and words that
//! occur in it; `` `cargo bench -p benches --bench quad -- make` `` is a file of the benches, and text that
//! occurs in it or in its modules. A filter selects whole contests, so the name of one side is enough. ``
//! `-- fill` `` is another filter of the previous bench.

use std::fs;

use anyhow::Result;

use crate::workspace;

/// The pages whose targets are checked, from the workspace's root.
const PAGES: [&str; 2] = ["docs/src/sources.md", "docs/src/claims.md"];

/// The folder of the benches. The modules of a bench are in a folder of its name.
const BENCHES: &str = "benches/benches/";

/// The beginning of a code span that names a bench, such as `cargo bench -p benches --bench quad`.
const BENCH: &str = "cargo bench -p benches --bench ";

pub(super) fn problems() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for page in PAGES {
        let text = workspace::read(page)?;
        let mut bench = String::new();
        for span in spans(&text).map(unwrapped) {
            let span = if span.starts_with("-- ") { format!("{bench} {span}") } else { span };
            if let Some((command, _)) = span.split_once(" -- ") {
                command.clone_into(&mut bench);
            }
            let problem = Target::of(&span).and_then(|target| target.problem());
            problems.extend(problem.map(|problem| format!("{page}: {problem}")));
        }
    }
    Ok(problems)
}

/// A file, and the text that must occur in it.
#[derive(Debug, PartialEq, Eq)]
struct Target {
    file: String,
    items: Vec<String>,
}

impl Target {
    /// Returns the target of a code span; `None` if the span is other code.
    fn of(span: &str) -> Option<Self> {
        if let Some(rest) = span.strip_prefix(BENCH) {
            let (bench, filter) = rest.split_once(" -- ").unwrap_or((rest, ""));
            let items = Some(filter.trim_matches(['"', '\''])).filter(|filter| !filter.is_empty());
            return Some(Self {
                file: format!("{BENCHES}{bench}.rs"),
                items: items.map(str::to_owned).into_iter().collect(),
            });
        }
        let (file, items) = span.split_once(' ').unwrap_or((span, ""));
        let is_path = file.contains('/')
            && file.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "rs" | "md" | "toml"));
        is_path.then(|| Self {
            file: file.to_owned(),
            items: items.split_whitespace().map(str::to_owned).collect(),
        })
    }

    /// Returns an error message if the target does not exist, else `None`.
    fn problem(&self) -> Option<String> {
        let Self { file, items } = self;
        let path = workspace::root().join(file);
        let Ok(mut text) = fs::read_to_string(&path) else {
            return Some(format!("{file} does not exist"));
        };
        if file.starts_with(BENCHES) {
            for module in fs::read_dir(path.with_extension("")).into_iter().flatten().flatten() {
                text.push_str(&fs::read_to_string(module.path()).unwrap_or_default());
            }
        }
        let missing = items.iter().find(|item| !occurs(&text, item))?;
        Some(format!("{file} does not mention {missing}"))
    }
}

/// Whether `item` occurs in a text, not as a part of a longer name.
fn occurs(text: &str, item: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(item)
        .any(|(at, _)| !text[..at].ends_with(is_of_name) && !text[at + item.len()..].starts_with(is_of_name))
}

/// Joins the words of a span by single blanks, because pages are wrapped.
fn unwrapped(span: &str) -> String {
    span.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the code spans of a page, outside its code blocks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read() {
        let text = "`a` and `b c`.\n```text\n`no` x\n```\n`d`";
        assert_eq!(spans(text).collect::<Vec<_>>(), ["a", "b c", "d"]);
        assert_eq!(unwrapped("b\n  c d"), "b c d");
    }

    #[test]
    fn targets_are_files_and_benches() {
        let target = |file: &str, items: &[&str]| {
            Some(Target { file: file.to_owned(), items: items.iter().map(|&item| item.to_owned()).collect() })
        };
        assert_eq!(Target::of("crates/a/src/b.rs c d"), target("crates/a/src/b.rs", &["c", "d"]));
        assert_eq!(
            Target::of("cargo bench -p benches --bench quad -- \"two words\""),
            target("benches/benches/quad.rs", &["two words"])
        );
        assert_eq!(Target::of("cargo bench -p benches --bench quad"), target("benches/benches/quad.rs", &[]));
        assert_eq!(Target::of("x & 0x88"), None);
        assert_eq!(Target::of("a/b"), None);
    }

    #[test]
    fn what_is_missing_is_named() {
        let problem = |span: &str| Target::of(span).and_then(|target| target.problem());
        assert_eq!(problem("xtask/src/main.rs main Task"), None);
        assert_eq!(problem("xtask/src/main.rs Tas").unwrap(), "xtask/src/main.rs does not mention Tas");
        assert_eq!(problem("xtask/src/nothing.rs").unwrap(), "xtask/src/nothing.rs does not exist");
    }
}
