//! The links of the built book, as a reader follows them.
//!
//! A link to a page leads to a file of the book and, after `#`, to an element of that name. A link that leaves the
//! book, such as `../../crates/pgn/README.md` in the source of a page, is turned into one to the repository.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// The folder of the pages' sources, from the workspace's root.
const SOURCES: &str = "docs/src";

/// Turns the links of the pages of `book` that leave the book into links to the repository, and returns the links that
/// lead nowhere.
pub(super) fn mend(book: &Path, pages: &[String], repository: &str) -> Result<Vec<String>> {
    let mut texts = HashMap::new();
    for page in pages {
        let text = fs::read_to_string(book.join(page)).with_context(|| format!("reading {page}"))?;
        texts.insert(PathBuf::from(page), text);
    }
    let names: HashMap<_, _> = texts.iter().map(|(page, text)| (page.clone(), names(text))).collect();
    let mut dead = Vec::new();
    for (page, text) in &texts {
        let mut mended = String::new();
        let mut rest = &text[..];
        while let Some((before, link, after)) = next(rest) {
            let (path, name) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { joined(page, path) };
            mended += before;
            // Full addresses and absolute paths stay as they are. A link with a dollar sign is part of a script of
            // rustdoc.
            if link.contains([':', '$']) || link.starts_with('/') {
                mended += link;
            } else if let Some(found) = names.get(&target) {
                if !name.is_empty() && !found.contains(name) {
                    dead.push(format!("{}: {link}: no element has this name", page.display()));
                }
                mended += link;
            } else if book.join(&target).exists() && !target.starts_with("..") {
                mended += link;
            } else if let Some(file) = in_repository(page, path) {
                let hash = if name.is_empty() { "" } else { "#" };
                mended.extend([repository, "/blob/main/", &file, hash, name]);
            } else {
                dead.push(format!("{}: {link}: there is no such file", page.display()));
                mended += link;
            }
            rest = after;
        }
        mended += rest;
        if mended != *text {
            fs::write(book.join(page), mended).with_context(|| format!("writing {}", page.display()))?;
        }
    }
    dead.sort();
    Ok(dead)
}

/// Finds the next link of a page. Returns the text before the link, the link, and the text after it; `None` if there is
/// no more link.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let starts = ["href=\"", "src=\""].map(|start| text.find(start).map(|at| at + start.len()));
    let start = starts.into_iter().flatten().min()?;
    let length = text[start..].find('"')?;
    Some((&text[..start], &text[start..start + length], &text[start + length..]))
}

/// Returns the names of a page's elements, their attributes `id`.
fn names(text: &str) -> HashSet<String> {
    let parts = text.split("id=\"").skip(1);
    parts.filter_map(|part| part.split_once('"')).map(|(name, _)| name.to_owned()).collect()
}

/// Returns the path of the file that the link `link` in the page `page` leads to, relative to the same folder as
/// `page`, without `..` where that is possible.
fn joined(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir if path.file_name().is_some() => _ = path.pop(),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// Returns the file or folder of the repository that a link of a page means; `None` if it does not exist. mdbook has
/// turned `.md` into `.html`, and `README.md` into `index.html`.
fn in_repository(page: &Path, link: &str) -> Option<String> {
    let path = joined(&Path::new(SOURCES).join(page), link);
    let markdown = path.with_extension("md");
    let readme = path.with_file_name("README.md");
    let mut forms = vec![path.clone()];
    forms.extend(path.extension().is_some_and(|ending| ending == "html").then_some(markdown));
    forms.extend(path.file_name().is_some_and(|name| name == "index.html").then_some(readme));
    let found = forms.into_iter().find(|path| workspace::root().join(path).exists())?;
    Some(found.to_string_lossy().replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::mend;

    #[test]
    fn links_lead_somewhere() {
        let book = std::env::temp_dir().join(format!("quadbit-links-{}", std::process::id()));
        fs::create_dir_all(book.join("tools")).unwrap();
        let page = r##"<h2 id="a">A</h2><a href="#a"></a><a href="../b.html#c"></a><a href="https://x.y/"></a>
            <a href="../../../crates/pgn/index.html#d"></a><a href="../b.html#lost"></a><img src="none.svg">"##;
        fs::write(book.join("tools/a.html"), page).unwrap();
        fs::write(book.join("b.html"), "<p id=\"c\"></p>").unwrap();
        let pages = ["tools/a.html", "b.html"].map(str::to_owned);
        let dead = mend(&book, &pages, "https://r").unwrap();
        let mended = fs::read_to_string(book.join("tools/a.html")).unwrap();
        fs::remove_dir_all(&book).unwrap();
        assert_eq!(
            dead,
            [
                "tools/a.html: ../b.html#lost: no element has this name",
                "tools/a.html: none.svg: there is no such file",
            ]
        );
        let expected =
            page.replace("../../../crates/pgn/index.html", "https://r/blob/main/crates/pgn/README.md");
        assert_eq!(mended, expected);
    }
}
