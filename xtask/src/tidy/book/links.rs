//! Checks relative links: they must lead to files that exist, and to headings of their pages.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Page, shown};

pub(super) fn problems(pages: &[Page]) -> Vec<String> {
    pages.iter().flat_map(|page| dead_links(page, pages)).collect()
}

fn dead_links(page: &Page, pages: &[Page]) -> Vec<String> {
    let folder = page.path.parent().unwrap_or(&page.path);
    let mut problems = Vec::new();
    for (file, heading) in links(&page.text) {
        let path = if file.is_empty() { page.path.clone() } else { folder.join(file) };
        let Ok(path) = path.canonicalize() else {
            problems.push(format!("{} links to {file}, which does not exist", shown(&page.path)));
            continue;
        };
        if !heading.is_empty() && !has_heading(&path, heading, pages) {
            problems.push(format!(
                "{} links to {file}#{heading}, but the file has no such heading",
                shown(&page.path)
            ));
        }
    }
    problems
}

fn has_heading(path: &PathBuf, heading: &str, pages: &[Page]) -> bool {
    let target = pages.iter().find(|page| page.path.canonicalize().is_ok_and(|found| found == *path));
    target.is_none_or(|page| headings(page).contains(heading))
}

/// Returns the anchors of a page's headings: letters and digits in lower case, hyphens for spaces.
fn headings(page: &Page) -> BTreeSet<String> {
    let titles =
        page.prose().filter_map(|(_, line)| Some(line.strip_prefix('#')?.trim_start_matches('#').trim()));
    let anchor = |title: &str| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    titles.map(anchor).collect()
}

/// Returns the targets of `[text](target)` that are not URLs: the file, empty for the page itself, and the heading
/// after `#`.
pub(super) fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("](").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        (!target.contains(':') && !target.is_empty() && !target.contains(char::is_whitespace))
            .then_some((file, heading))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_and_headings() {
        let text = "- [a](a.md) and [b](sub/b.md#part), [c](https://c.org), [d](#here), f(x)[1](y";
        assert_eq!(links(text).collect::<Vec<_>>(), [("a.md", ""), ("sub/b.md", "part"), ("", "here")]);
    }

    #[test]
    fn headings_have_anchors() {
        let text = "# Wiereyn's pins\n```text\n# no\n```\n## `x` & y_z\n".to_owned();
        let page = Page { path: PathBuf::new(), text };
        assert_eq!(headings(&page).into_iter().collect::<Vec<_>>(), ["wiereyns-pins", "x--y_z"]);
    }
}
