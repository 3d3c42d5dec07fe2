//! The benches: each must compare its forms before it times them, so none may measure time by itself.
//!
//! Only `benches::Contest` may use a clock. A bench that names Criterion or a clock would bypass it.

use anyhow::{Context, Result};

use super::Source;
use super::words::words;

/// The folders of benches; `Contest` is in the library beside them.
const FOLDERS: [&str; 2] = ["benches/benches/", "benches/examples/"];

/// The names of everything that measures time.
const CLOCKS: [&str; 5] = ["criterion", "Criterion", "Bencher", "Instant", "SystemTime"];

pub(super) fn problems(sources: &[Source]) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for Source { path, text } in sources {
        if path.starts_with("crates/") && path.contains("/benches/") {
            problems.push(format!(
                "{path} is a bench outside the package `benches`, which compares before it times"
            ));
        }
        if FOLDERS.iter().any(|folder| path.starts_with(folder)) {
            let clocks = words(text, |word| CLOCKS.iter().any(|clock| word == clock));
            for clock in clocks.with_context(|| format!("reading {path}"))? {
                let line = clock.span().start().line;
                problems.push(format!(
                    "{path}:{line} measures time with `{clock}`: use `benches::Contest`, which compares the forms first"
                ));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::{Source, problems};

    fn problems_of(path: &str, text: &str) -> Vec<String> {
        problems(&[Source { path: path.to_owned(), text: text.to_owned() }]).unwrap()
    }

    #[test]
    fn a_bench_has_no_clock_of_its_own() {
        let text = "//! Criterion\nuse std::time::Instant;\nfn f() { g(\"criterion\", Instant::now()); }";
        let found = problems_of("benches/benches/quad.rs", text);
        let advice = "measures time with `Instant`: use `benches::Contest`, which compares the forms first";
        assert_eq!(found, [2, 3].map(|line| format!("benches/benches/quad.rs:{line} {advice}")));
        assert_eq!(problems_of("benches/examples/a.rs", "use criterion::Bencher;").len(), 2);
        assert!(problems_of("benches/benches/quad.rs", "use benches::{Bench, Contest};").is_empty());
        assert!(problems_of("benches/src/contest.rs", text).is_empty());
    }

    #[test]
    fn benches_are_in_one_package() {
        assert_eq!(problems_of("crates/quad/benches/a.rs", "fn main() {}").len(), 1);
        assert!(problems_of("crates/quad/src/a.rs", "use std::time::Instant;").is_empty());
    }
}
