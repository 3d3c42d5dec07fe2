//! The tests of a crate are one program, `tests/it`: linking is most of the cost of a test program.

use super::Source;

/// The test files that are in no program, or are programs of their own beside `tests/it`.
pub(super) fn problems(sources: &[Source]) -> Vec<String> {
    let mains =
        sources.iter().filter_map(|source| Some((source.path.strip_suffix("it/main.rs")?, &source.text)));
    let mut problems = Vec::new();
    for (folder, main) in mains.filter(|(folder, _)| folder.ends_with("/tests/")) {
        for Source { path, .. } in sources {
            let Some(file) = path.strip_prefix(folder).and_then(|file| file.strip_suffix(".rs")) else {
                continue;
            };
            match file.strip_prefix("it/") {
                None => problems.push(format!("{path}: move it to {folder}it and name it in main.rs")),
                Some("main") => {}
                Some(module) if module.contains('/') => {}
                Some(module) => {
                    if !main.lines().any(|line| line == format!("mod {module};")) {
                        problems
                            .push(format!("{path} is never run: {folder}it/main.rs has no `mod {module};`"));
                    }
                }
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{Source, problems};

    #[test]
    fn each_file_is_run_once() {
        let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
        let mut sources = vec![
            source("crates/a/tests/it/main.rs", "mod one;\n"),
            source("crates/a/tests/it/one.rs", ""),
            source("crates/a/tests/it/support/made.rs", ""),
            source("crates/b/tests/alone.rs", ""),
        ];
        assert!(problems(&sources).is_empty());
        sources.push(source("crates/a/tests/it/two.rs", ""));
        sources.push(source("crates/a/tests/three.rs", ""));
        assert_eq!(
            problems(&sources),
            [
                "crates/a/tests/it/two.rs is never run: crates/a/tests/it/main.rs has no `mod two;`",
                "crates/a/tests/three.rs: move it to crates/a/tests/it and name it in main.rs",
            ]
        );
    }
}
