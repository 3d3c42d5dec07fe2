//! The Markdown: pages of the book are in its table of contents, their code fits a phone, every relative link leads to
//! a file and its heading, and the code that pages and comments name exists.

mod links;
mod names;
mod targets;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Source;
use crate::workspace;

/// A Markdown file: its path and its text.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: PathBuf) -> Result<Self> {
        Ok(Self { text: workspace::read(&path)?, path })
    }

    /// Returns the lines outside code blocks, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter_map(|(number, line, language)| language.is_none().then_some((number, line)))
    }

    /// Returns the lines of the page, except the fences of code blocks: the number and text of each, and in a code
    /// block its language.
    fn lines(&self) -> impl Iterator<Item = (usize, &str, Option<&str>)> {
        let mut language = None;
        (1..).zip(self.text.lines()).filter_map(move |(number, line)| {
            let Some(words) = line.trim_start().strip_prefix("```") else {
                return Some((number, line, language));
            };
            language = if language.is_some() { None } else { Some(words) };
            None
        })
    }
}

pub(super) fn problems(sources: &[Source]) -> Result<Vec<String>> {
    let pages = workspace::files("", "md")?.into_iter().map(Page::read).collect::<Result<Vec<Page>>>()?;
    let problems = [
        unlisted(&pages)?,
        wide(&pages),
        links::problems(&pages),
        names::problems(&pages, sources)?,
        targets::problems()?,
    ];
    Ok(problems.concat())
}

/// The number of characters of code in a line that fit a phone of 390 pixels.
const PHONE: usize = 47;

/// The page with code of a test, whose long lines may scroll sideways.
const SCROLLS: &str = "docs/src/guide/from-other-libraries.md";

/// Returns a message for each line of code in the book that is too long for a phone, except lines of a shell, which may
/// be broken.
fn wide(pages: &[Page]) -> Vec<String> {
    let book = workspace::root().join("docs/src");
    let mut problems = Vec::new();
    for page in pages.iter().filter(|page| page.path.starts_with(&book) && shown(&page.path) != SCROLLS) {
        for (number, line, language) in page.lines() {
            let breaks = language.is_none_or(|language| ["sh", "console"].contains(&language));
            let length = line.chars().count();
            if !breaks && length > PHONE {
                let path = shown(&page.path);
                problems.push(format!(
                    "{path}:{number} has {length} characters of code, of which {PHONE} fit a phone"
                ));
            }
        }
    }
    problems
}

/// Returns a message for each page of the book that its table of contents lacks.
fn unlisted(pages: &[Page]) -> Result<Vec<String>> {
    let book = workspace::root().join("docs/src");
    let summary = book.join("SUMMARY.md");
    let contents = Page::read(summary.clone())?;
    let listed: BTreeSet<PathBuf> = links::links(&contents.text).map(|(file, _)| book.join(file)).collect();
    let of_book = pages.iter().map(|page| &page.path).filter(|path| path.starts_with(&book));
    let missing = of_book.filter(|path| **path != summary && !listed.contains(*path));
    Ok(missing.map(|path| format!("{} is not in docs/src/SUMMARY.md", shown(path))).collect())
}

fn shown(path: &Path) -> String {
    workspace::shown(path)
}

#[cfg(test)]
mod tests {
    use super::{PHONE, Page, wide, workspace};

    #[test]
    fn code_fits_a_phone() {
        let page = |language: &str, length: usize| Page {
            path: workspace::root().join("docs/src/a.md"),
            text: format!("{0}\n```{language}\n{1}\n```\n{0}\n", "a".repeat(99), "a".repeat(length)),
        };
        let found = |language, length| wide(&[page(language, length)]);
        assert!(found("rust", PHONE).is_empty() && found("sh", PHONE + 1).is_empty());
        assert_eq!(
            found("", PHONE + 1),
            ["docs/src/a.md:3 has 48 characters of code, of which 47 fit a phone"]
        );
    }
}
