//! The rules of the forecast: the book's chapter and the code use the same numbers, and every cited
//! number is that of a rule.

use anyhow::Result;

use crate::workspace;

const BOOK: &str = "docs/src/two-plies.md";
const CODE: &str = "crates/lanes/src/forecast/rules.rs";

pub(super) fn problems() -> Result<Vec<String>> {
    Ok(compared(&workspace::read(BOOK)?, &workspace::read(CODE)?))
}

fn compared(book: &str, code: &str) -> Vec<String> {
    let stated: Vec<&str> = book.lines().filter_map(number).collect();
    let documented = variants(code);
    let listed: Vec<(&str, &str)> = code.lines().filter_map(listed).collect();
    let mut problems = Vec::new();
    let numbers: Vec<&str> = documented.iter().map(|(_, number)| *number).collect();
    if stated.is_empty() || stated != numbers {
        problems.push(format!(
            "{BOOK} states rules {}, but {CODE} has {}",
            stated.join(", "),
            numbers.join(", ")
        ));
    }
    if documented != listed {
        problems.push(format!("{CODE}: `Rule::ALL` and the comments of the rules give different numbers"));
    }
    for (path, text) in [(BOOK, book), (CODE, code)] {
        for cited in citations(text).filter(|cited| !stated.contains(cited)) {
            problems.push(format!("{path} cites rule {cited}, but {BOOK} does not state it"));
        }
    }
    problems
}

/// The number of a rule that a line states: it begins with `**1a.**`.
fn number(line: &str) -> Option<&str> {
    line.strip_prefix("**")?.split_once(".**").map(|(number, _)| number).filter(|number| is_number(number))
}

/// The variants of `Rule` in the source, each with the number that its comment begins with.
fn variants(code: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut current = None;
    for line in code.lines().map(str::trim) {
        current = line.strip_prefix("/// ").and_then(number).or(current);
        if let (Some(number), Some(name)) = (current, line.strip_suffix(',').filter(|name| is_name(name))) {
            found.push((name, number));
            current = None;
        }
    }
    found
}

/// An entry of `Rule::ALL`: `(Self::Name, "1a"),`.
fn listed(line: &str) -> Option<(&str, &str)> {
    line.trim().strip_prefix("(Self::")?.strip_suffix("\"),")?.split_once(", \"")
}

/// Everything that looks like the number of a rule.
fn citations(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| is_number(word))
}

fn is_number(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'9', b'a'..=b'z'])
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::compared;

    const TEXT: &str = "**1a.** Stay.\n\nAs 1a says, d4xe3.\n\n**1b.** Go.\n";
    const RULES: &str = "enum Rule {\n    /// **1a.** Stay\n    /// there.\n    Stay,\n    /// **1b.** Go.\n    Go,\n}\n\
                         (Self::Stay, \"1a\"),\n(Self::Go, \"1b\"),\n";

    #[test]
    fn numbers_agree() {
        assert!(compared(TEXT, RULES).is_empty());
        let problem = |book: &str, code: &str| compared(book, code).join("\n");
        assert!(problem(&TEXT.replace("**1b.**", "**1c.**"), RULES).contains("states rules 1a, 1c, but"));
        assert!(problem(TEXT, &RULES.replace("/// **1b.** Go", "/// Go")).contains("has 1a\n"));
        assert!(problem(TEXT, &RULES.replace("Go, \"1b\"", "Go, \"1a\"")).contains("different numbers"));
        assert!(problem(&TEXT.replace("As 1a", "As 3c"), RULES).contains("cites rule 3c"));
        assert!(problem("", "").contains("states rules"));
    }
}
