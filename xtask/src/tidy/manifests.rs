//! The settings that every manifest inherits from the workspace.

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
    Ok(problems)
}

/// Whether a manifest says `lints.workspace = true`.
fn inherits_lints(manifest: &str) -> Result<bool> {
    let manifest = Document::parse(manifest)?;
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Item::as_bool);
    Ok(inherits == Some(true))
}

#[cfg(test)]
mod tests {
    use super::inherits_lints;

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
