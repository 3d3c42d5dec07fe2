//! The book under `docs/`: every page is in the table of contents, every relative link leads to a file, and so does every
//! target in the pages that name code.

mod rows;
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// The pages at the root whose links are followed too.
const ROOT_PAGES: [&str; 3] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

pub(super) fn problems() -> Result<Vec<String>> {
    let folder = workspace::root().join("docs/src");
    let summary = folder.join("SUMMARY.md");
    let contents = read(&summary)?;
    let listed: BTreeSet<PathBuf> = links(&contents).map(|link| folder.join(link)).collect();
    let pages = pages(&folder)?;
    let mut problems = Vec::new();
    for page in &pages {
        if *page != summary && !listed.contains(page) {
            problems.push(format!("{} is not in docs/src/SUMMARY.md", workspace::shown(page)));
        }
    }
    for page in ROOT_PAGES.map(|page| workspace::root().join(page)).iter().chain(&pages) {
        problems.extend(dead_links(page)?);
    }
    problems.extend(rows::problems()?);
    problems.extend(targets::problems()?);
    Ok(problems)
}

/// Every Markdown file below a folder, sorted.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("reading {}", workspace::shown(&folder)))?
        {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn dead_links(page: &Path) -> Result<Vec<String>> {
    let folder = page.parent().context("a page lies in a folder")?;
    let text = read(page)?;
    let dead = links(&text).filter(|link| !folder.join(link).exists());
    Ok(dead.map(|link| format!("{} links to {link}, which is not there", workspace::shown(page))).collect())
}

/// The targets of `[text](target)` that are files and not addresses, without a trailing `#section`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        let file = target.split('#').next()?;
        (!file.is_empty() && !file.contains(':')).then_some(file)
    })
}

fn read(page: &Path) -> Result<String> {
    fs::read_to_string(page).with_context(|| format!("reading {}", workspace::shown(page)))
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_to_files() {
        let text = "- [a](a.md) and [b](sub/b.md#part), [c](https://c.org), [d](#here), f(x)[1](y";
        assert_eq!(links(text).collect::<Vec<_>>(), ["a.md", "sub/b.md"]);
    }
}
