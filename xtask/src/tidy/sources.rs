//! The checks of every Rust file: the word `unsafe`, and its length.

use anyhow::{Context, Result};

use super::Source;
use super::words::words;

/// The length above which a file may hold two nouns.
const LONG: usize = 600;

/// Every place where `unsafe` occurs in code. The compiler already forbids it in compiled code; this also
/// reads code that no build here compiles: code for other systems, and the arms of unused macros.
pub(super) fn problems(sources: &[Source]) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for Source { path, text } in sources {
        let lines = lines_that_say_unsafe(text).with_context(|| format!("reading {path}"))?;
        problems.extend(
            lines
                .iter()
                .map(|line| format!("{path}:{line} contains `unsafe`, which this project does not use")),
        );
    }
    Ok(problems)
}

/// A remark on each long file, which is not a failure.
pub(super) fn remarks(sources: &[Source]) -> Vec<String> {
    let lengths = sources.iter().map(|source| (&source.path, source.text.lines().count()));
    let long = lengths.filter(|&(_, lines)| lines > LONG);
    long.map(|(path, lines)| format!("{path} has {lines} lines: does it hold two nouns?")).collect()
}

/// The lines with the token `unsafe`. `unsafe_code` is a different one.
fn lines_that_say_unsafe(source: &str) -> Result<Vec<usize>> {
    let words = words(source, |word| word == "unsafe")?;
    Ok(words.iter().map(|word| word.span().start().line).collect())
}

#[cfg(test)]
mod tests {
    use super::{LONG, Source, lines_that_say_unsafe, remarks};

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
