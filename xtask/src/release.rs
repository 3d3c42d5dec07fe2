//! Checks whether the crates can be published as they are.
//!
//! 1. `cargo publish --dry-run` for all crates together; cargo chooses the order. Nothing is ever published from here.
//! 2. `problems`: what a person has to mend, such as an address that is not filled in, or a text without the version.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, Package};

use crate::workspace;

/// The placeholder for the owner of the repository.
const BLANK: &str = "OWNER";

/// Checks versions, changelog and addresses, and runs `cargo publish --dry-run` for every crate
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do not compile the packaged crates
    #[arg(long)]
    no_verify: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let metadata = workspace::metadata()?;
    let packages = published(&metadata);
    let mut publish = workspace::cargo();
    publish.args(["publish", "--dry-run", "--allow-dirty"]);
    publish.args(workspace::chosen(packages.iter().copied()));
    if args.no_verify {
        publish.arg("--no-verify");
    }
    workspace::run(&mut publish)?;

    let problems = problems(&packages)?;
    for problem in &problems {
        eprintln!("release: {problem}");
    }
    match problems.len() {
        0 => println!("release: {} crates are ready", packages.len()),
        1 => bail!("one problem: mend it before the release"),
        count => bail!("{count} problems: mend them before the release"),
    }
    Ok(())
}

/// Returns the packages that may be published, by their manifests.
pub(crate) fn published(metadata: &Metadata) -> Vec<&Package> {
    let may_be =
        |package: &&Package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty());
    metadata.workspace_packages().into_iter().filter(may_be).collect()
}

/// Returns the problems that must be mended by hand before a release.
fn problems(packages: &[&Package]) -> Result<Vec<String>> {
    let first = packages.first().context("no package may be published")?;
    let version = first.version.to_string();
    let addresses = packages.iter().map(|package| package.repository.as_deref().unwrap_or(BLANK));
    let blanks: BTreeSet<&str> = addresses.filter(|address| address.contains(BLANK)).collect();
    let blank = |address| {
        format!(
            "the repository `{address}` is a placeholder: put the real address under `[workspace.package]` in Cargo.toml"
        )
    };
    let mut problems: Vec<String> = blanks.into_iter().map(blank).collect();
    problems.extend(in_texts(
        &version,
        &workspace::read("CHANGELOG.md")?,
        &workspace::read("CITATION.cff")?,
        &workspace::read("python/Cargo.toml")?,
    ));
    Ok(problems)
}

/// Returns a message for each file that does not name the version.
fn in_texts(version: &str, changelog: &str, citation: &str, python: &str) -> Vec<String> {
    let has = |text: &str, start: &str| text.lines().any(|line| line.starts_with(start));
    let texts = [
        ("CHANGELOG.md", changelog, format!("## [{version}]")),
        ("CITATION.cff", citation, format!("version: {version}")),
        ("python/Cargo.toml", python, format!("version = \"{version}\"")),
    ];
    let missing = texts.into_iter().filter(|(_, text, start)| !has(text, start));
    missing.map(|(path, _, start)| format!("{path} has no line `{start}`")).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_texts, problems, published};
    use crate::workspace;

    #[test]
    fn crates_for_users_are_published() {
        let metadata = workspace::metadata().unwrap();
        let packages = published(&metadata);
        let has = |name: &str| packages.iter().any(|package| package.name.as_str() == name);
        assert!(has("quadbit-nibble") && has("quadbit") && has("quadbit-cli"));
        assert!(!has("xtask") && !has("benches"));
        // The address of the repository may be a placeholder, which only the owner can fill in. As long as it is a
        // placeholder, that must be reported.
        let problems = problems(&packages).unwrap();
        let blank = packages[0].repository.as_deref() == Some("https://github.com/OWNER/quadbit");
        assert_eq!(blank, problems.iter().any(|problem| problem.contains("is a placeholder")));
    }

    #[test]
    fn every_text_names_the_version() {
        let changelog = "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n";
        let [citation, python] = ["cff-version: 1.2.0\nversion: 0.2.0\n", "[package]\nversion = \"0.2.0\"\n"];
        assert!(in_texts("0.2.0", changelog, citation, python).is_empty());
        let found = in_texts("0.3.0", changelog, citation, python);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], "CHANGELOG.md has no line `## [0.3.0]`");
        assert_eq!(in_texts("0.2.0", "## [Unreleased]\n", citation, python).len(), 1);
    }
}
