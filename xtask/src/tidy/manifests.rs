//! The manifests: all inherit the lints, and each names only dependencies that its code uses. A published package
//! carries its licences, and leaves out tests that need a crate that is not published. Dependencies that the workspace
//! names and no package uses are reported by `cargo deny`.

use anyhow::{Context, Result};
use cargo_metadata::Metadata;
use toml_edit::{Document, Item};

use super::Source;
use crate::workspace;

pub(super) fn problems(metadata: &Metadata, sources: &[Source]) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let path = workspace::shown(package.manifest_path.as_std_path());
        let text = workspace::read(&package.manifest_path)?;
        if !inherits_lints(&text).with_context(|| format!("reading {path}"))? {
            problems
                .push(format!("{path} does not inherit the lints: add `[lints]` with `workspace = true`"));
        }
        let needed = package.dependencies.iter().map(|needed| needed.rename.as_ref().unwrap_or(&needed.name));
        let needed = needed.filter(|name| **name != *package.name);
        let unused = needed.filter(|name| !is_used(name, &path, sources));
        problems.extend(unused.map(|name| format!("{path} names {name}, which its code does not use")));
    }
    for package in metadata.packages.iter().filter(|package| package.publish.is_none()) {
        let folder = package.manifest_path.as_std_path().parent().context("a manifest lies in a folder")?;
        let missing = LICENCES.into_iter().filter(|name| !folder.join(name).is_file());
        problems.extend(missing.map(|name| format!("{} lacks {name}", workspace::shown(folder))));
        let text = workspace::read(&package.manifest_path)?;
        let needs = package.dependencies.iter().any(|needed| needed.name == TESTING);
        if needs && folder.join("tests").is_dir() && !leaves_tests_out(&text)? {
            problems
                .push(format!("the archive of {} has its tests: add `exclude = [\"/tests\"]`", package.name));
        }
    }
    Ok(problems)
}

/// Whether a file below the folder of `manifest` names the package `name`.
fn is_used(name: &str, manifest: &str, sources: &[Source]) -> bool {
    let folder = manifest.trim_end_matches("Cargo.toml");
    let name = name.replace('-', "_");
    let is_named =
        |text: &str| text.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|word| word == name);
    sources.iter().any(|source| source.path.starts_with(folder) && is_named(&source.text))
}

/// The files that a published package carries.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The crate that tests may need, and that is never published.
const TESTING: &str = "testing";

/// Whether the archive of a package lacks its tests.
fn leaves_tests_out(manifest: &str) -> Result<bool> {
    let manifest = Document::parse(manifest)?;
    let left_out =
        manifest.get("package").and_then(|package| package.get("exclude")).and_then(Item::as_array);
    Ok(left_out.is_some_and(|paths| paths.iter().any(|path| path.as_str() == Some("/tests"))))
}

/// Whether a manifest says `lints.workspace = true`.
fn inherits_lints(manifest: &str) -> Result<bool> {
    let manifest = Document::parse(manifest)?;
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Item::as_bool);
    Ok(inherits == Some(true))
}

#[cfg(test)]
mod tests {
    use super::{Source, inherits_lints, is_used, leaves_tests_out};

    #[test]
    fn dependencies_are_used_or_not() {
        let source = Source { path: "crates/a/src/lib.rs".to_owned(), text: "use b_c::d;".to_owned() };
        let is_used = |name, manifest| is_used(name, manifest, std::slice::from_ref(&source));
        assert!(is_used("b-c", "crates/a/Cargo.toml"));
        assert!(!is_used("b", "crates/a/Cargo.toml"));
        assert!(!is_used("b-c", "crates/b/Cargo.toml"));
    }

    #[test]
    fn tests_are_left_out_or_not() {
        assert!(leaves_tests_out("[package]\nexclude = [\"/a\", \"/tests\"]").unwrap());
        assert!(!leaves_tests_out("[package]\nexclude = [\"/tests/it\"]").unwrap());
        assert!(!leaves_tests_out("[package]\nname = \"a\"").unwrap());
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
