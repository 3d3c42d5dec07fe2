//! Reads the two commands at the beginning of the README, so that the checks run what readers run.

use anyhow::{Result, bail};

use crate::workspace;

/// The README's first command, which counts perft 6, and the result that it prints.
const RUN: [&str; 2] = ["$ cargo run --release -- perft 6", "nodes: 119060324"];

/// Returns the arguments of the README's second command, `cargo test ..`, after checking that the first code block of
/// the page holds both commands and the result of the first.
pub(crate) fn test_arguments() -> Result<Vec<String>> {
    let page = workspace::read("README.md")?;
    arguments_in(&page)
}

fn arguments_in(page: &str) -> Result<Vec<String>> {
    let block: Vec<&str> = page
        .lines()
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| *line != "```")
        .collect();
    let test = block.iter().find_map(|line| line.strip_prefix("$ cargo test "));
    match test {
        Some(test) if block.starts_with(&RUN) => {
            Ok(["test"].into_iter().chain(test.split_whitespace()).map(str::to_owned).collect())
        }
        _ => bail!("README.md must begin with one block of `{}`, `{}` and `$ cargo test ..`", RUN[0], RUN[1]),
    }
}

#[cfg(test)]
mod tests {
    use super::arguments_in;

    #[test]
    fn both_commands_stand_in_the_first_block() {
        let page = |run: &str, test: &str| format!("# Title\n\n```console,ignore\n{run}\n..\n{test}\n```\n");
        let run = super::RUN.join("\n");
        let arguments = arguments_in(&page(&run, "$ cargo test --workspace")).unwrap();
        assert_eq!(arguments, ["test", "--workspace"]);
        for page in [
            page(&run, ""),
            page(super::RUN[0], "$ cargo test --workspace"),
            page("", "$ cargo test --workspace"),
            format!("```\n```\n{}", page(&run, "$ cargo test --workspace")),
        ] {
            assert!(arguments_in(&page).is_err(), "{page}");
        }
    }
}
