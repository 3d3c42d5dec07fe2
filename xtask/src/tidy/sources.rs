//! The checks of every Rust file: the word `unsafe`, comments that lean on their neighbours or are too wide, and its
//! length.

use std::mem;

use anyhow::{Context, Result};

use super::Source;
use super::words::words;

/// Returns the number of lines above which a file may be about two things.
const LONG: usize = 600;

/// The greatest width of a line of a comment, in columns. It is checked here because rustfmt does not wrap comments.
const WIDTH: usize = 120;

/// The words with which a paragraph of documentation begins if the noun that it is about is somewhere else: above the
/// item, or in the code.
const LEANING: [&str; 7] = ["The same", "Those of", "Such", "So many", "These", "It", "They"];

/// Returns every place where `unsafe` occurs in code, every paragraph of documentation that does not stand alone, and
/// every comment that is too wide.
///
/// The compiler already forbids `unsafe` in compiled code; this also reads code that no build here compiles: code for
/// other systems, and the arms of unused macros.
pub(super) fn problems(sources: &[Source]) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for Source { path, text } in sources {
        let lines = lines_that_say_unsafe(text).with_context(|| format!("reading {path}"))?;
        problems.extend(
            lines
                .iter()
                .map(|line| format!("{path}:{line} contains `unsafe`, which this project does not use")),
        );
        problems.extend(leaning_comments(text).map(|(line, words)| {
            format!("{path}:{line} begins with \"{words}\": name what the comment is about, so that it stands alone")
        }));
        problems.extend(
            wide_comments(text)
                .map(|line| format!("{path}:{line} is a comment of more than {WIDTH} columns")),
        );
    }
    Ok(problems)
}

/// Returns a remark on each long file, which is not a failure.
pub(super) fn remarks(sources: &[Source]) -> Vec<String> {
    let lengths = sources.iter().map(|source| (&source.path, source.text.lines().count()));
    let long = lengths.filter(|&(_, lines)| lines > LONG);
    long.map(|(path, lines)| format!("{path} has {lines} lines: does it hold two nouns?")).collect()
}

/// Returns the lines with the token `unsafe`. `unsafe_code` is a different one.
fn lines_that_say_unsafe(source: &str) -> Result<Vec<usize>> {
    let words = words(source, |word| word == "unsafe")?;
    Ok(words.iter().map(|word| word.span().start().line).collect())
}

/// Returns the lines where a paragraph of documentation begins with one of [`LEANING`], with these words.
fn leaning_comments(source: &str) -> impl Iterator<Item = (usize, &'static str)> {
    let mut is_inside = false;
    source.lines().zip(1..).filter_map(move |(line, number)| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or(line.strip_prefix("//!")).unwrap_or_default().trim_start();
        let begins = !mem::replace(&mut is_inside, !text.is_empty() && !text.starts_with('#'));
        let is_first = |words: &&str| {
            text.strip_prefix(*words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let words = LEANING.into_iter().find(is_first)?;
        begins.then_some((number, words))
    })
}

/// Returns the lines of comments with more than [`WIDTH`] columns, apart from examples, drawings, rows of tables and
/// addresses.
fn wide_comments(source: &str) -> impl Iterator<Item = usize> {
    let mut is_fenced = false;
    source.lines().zip(1..).filter_map(move |(line, number)| {
        let text = line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!']);
        is_fenced ^= text.contains("```");
        let may_be_wide = is_fenced || text.starts_with(" |") || text.contains("://");
        (!may_be_wide && line.chars().count() > WIDTH).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::{LONG, Source, WIDTH, leaning_comments, lines_that_say_unsafe, remarks, wide_comments};

    #[test]
    fn wide_comments_are_found() {
        let (fits, wide) = ("x".repeat(WIDTH - 4), "x".repeat(WIDTH - 3));
        let text = format!(
            "/// {fits}\n/// {wide}\n/// ```\n/// {wide}\n/// ```\n//! | {wide}\n// {wide}\n// {wide}x"
        );
        assert!(wide_comments(&text).eq([2, 8]));
    }

    #[test]
    fn leaning_comments_are_found() {
        let alone = "//! Reads a file.\n//! It is closed.\n\n/// Its end.\n// It is.\nlet text = \"\n/// a\n/// Such a\";";
        assert_eq!(leaning_comments(alone).next(), None);
        let leaning =
            "/// The same.\nfn f() {\n    /// Reads.\n    ///\n    /// # Errors\n    /// They, too.\n}";
        assert!(leaning_comments(leaning).eq([(1, "The same"), (6, "They")]));
    }

    #[test]
    fn only_code_says_it() {
        let innocent = "#![forbid(unsafe_code)]\n//! unsafe\n/* unsafe */ const A: &str = \"unsafe\";\n/// unsafe\nfn f() {}";
        assert!(lines_that_say_unsafe(innocent).unwrap().is_empty());
        let guilty = "fn f() {\n    unsafe { g() }\n}\nmacro_rules! m {\n    () => {\n        unsafe fn h() {}\n    };\n}";
        assert_eq!(lines_that_say_unsafe(guilty).unwrap(), [2, 6]);
        assert!(lines_that_say_unsafe("fn f( {").is_err());
    }

    #[test]
    fn long_files_are_asked() {
        let file = |lines| Source { path: "a.rs".to_owned(), text: "//\n".repeat(lines) };
        assert!(remarks(&[file(LONG)]).is_empty());
        assert_eq!(remarks(&[file(LONG + 1)]), ["a.rs has 601 lines: does it hold two nouns?"]);
    }
}
