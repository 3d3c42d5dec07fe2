//! The Markdown: pages of the book are in its table of contents, every relative link leads to a file and its
//! heading, and the code that pages name exists.

mod links;
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// A Markdown file.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: PathBuf) -> Result<Self> {
        let text =
            fs::read_to_string(&path).with_context(|| format!("reading {}", workspace::shown(&path)))?;
        Ok(Self { path, text })
    }

    /// The lines outside code blocks, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut is_code = false;
        (1..).zip(self.text.lines()).filter(move |(_, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }
}

pub(super) fn problems() -> Result<Vec<String>> {
    let pages = workspace::files("md")?.into_iter().map(Page::read).collect::<Result<Vec<Page>>>()?;
    let problems = [unlisted(&pages)?, links::problems(&pages), targets::problems()?];
    Ok(problems.concat())
}

/// The pages of the book that its table of contents lacks.
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
