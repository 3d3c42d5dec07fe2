//! Words that English-speaking engineers would not choose, in lines that a change adds. Old lines are left alone.

use std::process::Command;

use crate::workspace;

/// Phrases to avoid, each with what to write instead.
const WORST: [(&str, &str); 8] = [
    (" of ours", "our"),
    (" of its own accord", "by itself"),
    ("behind the move", "after the move"),
    ("is told off", "is refused"),
    ("as it tells", "as it says"),
    ("the own ", "its own"),
    ("in silence", "silently"),
    ("shall have", "should have"),
];

/// Returns remarks on the lines that differ from the main branch of `origin`; none if there is no such branch here.
pub(super) fn remarks() -> Vec<String> {
    let mut git = Command::new("git");
    git.current_dir(workspace::root()).args(["diff", "-U0", "--merge-base", "origin/main"]);
    workspace::output(git.args(["--", "*.md", "*.rs", "*.py"]))
        .map_or_else(|_| Vec::new(), |diff| among(&diff))
}

/// Returns remarks on the added lines of a diff.
fn among(diff: &str) -> Vec<String> {
    let (mut file, mut remarks) = ("", Vec::new());
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ b/") {
            file = name;
        } else if let Some(text) = line.strip_prefix('+')
            && !file.ends_with("prose.rs")
        {
            let found = WORST.iter().filter(|(worse, _)| text.contains(worse));
            remarks.extend(found.map(|(worse, better)| format!("{file}: \"{}\": {better}?", worse.trim())));
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::among;

    #[test]
    fn only_added_lines_are_read() {
        let diff = "+++ b/a.md\n@@ -1 +1,2 @@\n-a piece of ours\n+It fails in silence.\n a piece of ours\n";
        assert_eq!(among(diff), ["a.md: \"in silence\": silently?"]);
    }
}
