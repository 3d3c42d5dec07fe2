//! The width of wrapped Markdown.

use super::{Page, shown};

/// The longest line, in characters.
const WIDTH: usize = 120;

/// The length of a word that may make a line longer, such as a URL.
const LONG_WORD: usize = 80;

/// The long lines of prose. Tables, headings, pictures and HTML cannot be wrapped.
pub(super) fn problems(pages: &[Page]) -> Vec<String> {
    let long = |page: &Page| {
        let lines = page.prose().filter(|(_, line)| is_too_long(line));
        let problem = |(number, _)| {
            format!("{}:{number} is longer than {WIDTH} characters: wrap it", shown(&page.path))
        };
        lines.map(problem).collect::<Vec<_>>()
    };
    pages.iter().flat_map(long).collect()
}

fn is_too_long(line: &str) -> bool {
    let can_be_wrapped = !line.trim_start().starts_with(['|', '<', '#', '!']);
    let has_long_word = line.split_whitespace().any(|word| word.chars().count() > LONG_WORD);
    can_be_wrapped && !has_long_word && line.chars().count() > WIDTH
}

#[cfg(test)]
mod tests {
    use super::is_too_long;

    #[test]
    fn prose_is_wrapped() {
        let words = "word ".repeat(25);
        assert!(is_too_long(&words) && is_too_long(&format!("  - {words}")));
        assert!(!is_too_long(&words[..120]));
        assert!(!is_too_long(&format!("| {words} |")) && !is_too_long(&format!("<div {words}>")));
        assert!(!is_too_long(&format!("{} {words}", "x".repeat(81))));
    }
}
