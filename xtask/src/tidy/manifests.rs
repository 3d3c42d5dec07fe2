//! The manifests: all inherit the lints, and the workspace names only dependencies that they use.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;
use toml_edit::{Document, Item};

use crate::workspace;

pub(super) fn problems(metadata: &Metadata) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let path = workspace::shown(package.manifest_path.as_std_path());
        let text = fs::read_to_string(&package.manifest_path).with_context(|| format!("reading {path}"))?;
        if !inherits_lints(&text).with_context(|| format!("reading {path}"))? {
            problems
                .push(format!("{path} does not inherit the lints: add `[lints]` with `workspace = true`"));
        }
    }
    let used: BTreeSet<&str> = metadata
        .packages
        .iter()
        .flat_map(|package| &package.dependencies)
        .map(|it| it.name.as_str())
        .collect();
    let path = workspace::root().join("Cargo.toml");
    let text = fs::read_to_string(&path).context("reading Cargo.toml")?;
    let unused = named_dependencies(&text)?.into_iter().filter(|name| !used.contains(name.as_str()));
    problems.extend(unused.map(|name| format!("Cargo.toml names {name}, which no package uses")));
    Ok(problems)
}

/// The dependencies that the workspace names.
fn named_dependencies(manifest: &str) -> Result<Vec<String>> {
    let manifest = Document::parse(manifest)?;
    let table = manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let table = table.and_then(Item::as_table_like).context("the workspace names no dependencies")?;
    Ok(table.iter().map(|(name, _)| name.to_owned()).collect())
}

/// Whether a manifest says `lints.workspace = true`.
fn inherits_lints(manifest: &str) -> Result<bool> {
    let manifest = Document::parse(manifest)?;
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Item::as_bool);
    Ok(inherits == Some(true))
}

#[cfg(test)]
mod tests {
    use super::{inherits_lints, named_dependencies};

    #[test]
    fn dependencies_are_listed_by_name() {
        let manifest = "[workspace.dependencies]\na = \"1\"\nb = { version = \"2\" }\n";
        assert_eq!(named_dependencies(manifest).unwrap(), ["a", "b"]);
        assert!(named_dependencies("[workspace]").is_err());
    }

    #[test]
    fn lints_are_inherited_or_not() {
        assert!(inherits_lints("[lints]\nworkspace = true").unwrap());
        assert!(inherits_lints("lints.workspace = true").unwrap());
        assert!(!inherits_lints("[package]\nname = \"a\"").unwrap());
        assert!(!inherits_lints("[lints]\nworkspace = false").unwrap());
        assert!(!inherits_lints("[lints.rust]\nunsafe_code = \"allow\"").unwrap());
        assert!(inherits_lints("[lints").is_err());
    }
}
