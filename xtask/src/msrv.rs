//! Checks with the oldest compiler that the manifests promise, and of every feature of every library.

use std::process::Command;

use anyhow::{Context, Result, bail};
use cargo_metadata::{MetadataCommand, Package};

use crate::workspace;

/// Checks the library crates with the oldest compiler that their manifests allow, if rustup has it.
pub(crate) fn run() -> Result<()> {
    let libraries = libraries()?;
    let version = oldest(&libraries)?;
    if !is_installed(&version) {
        let why = format!("`rustup toolchain install {version} --profile minimal`");
        return workspace::skip("msrv", &why);
    }
    let mut command = Command::new("rustup");
    command.current_dir(workspace::root()).args([
        "run",
        &version,
        "cargo",
        "check",
        "--target-dir",
        "target/msrv",
    ]);
    // The variables that the cargo of this program sets for its own toolchain must not reach the older one.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC");
    for library in &libraries {
        command.args(["--package", library.name.as_str()]);
    }
    workspace::run(&mut command).with_context(|| {
        format!("the manifests promise Rust {version}, with which the libraries do not compile")
    })?;
    println!("msrv: {} libraries compile with Rust {version}", libraries.len());
    Ok(())
}

/// Checks every library with no feature, and with each of its features alone. Warnings are errors, because
/// code that only a feature needs would be dead code without it.
pub(crate) fn features() -> Result<()> {
    let mut checks = 0;
    for library in libraries()? {
        let own = library.features.keys().map(String::as_str).filter(|&feature| feature != "default");
        for feature in std::iter::once("").chain(own) {
            let mut command = workspace::cargo();
            command.args(["check", "--quiet", "--target-dir", "target/features", "--no-default-features"]);
            command.args(["--package", library.name.as_str(), "--features", feature]);
            command.env("RUSTFLAGS", "-D warnings");
            let features = if feature.is_empty() { "no feature" } else { feature };
            println!("features: {} with {features}", library.name);
            workspace::run(&mut command)?;
            checks += 1;
        }
    }
    println!("features: {checks} combinations compile");
    Ok(())
}

/// The workspace's packages that have a library.
fn libraries() -> Result<Vec<Package>> {
    let metadata = MetadataCommand::new().current_dir(workspace::root()).no_deps().exec()?;
    let crates = workspace::root().join("crates");
    let mut found = metadata.packages;
    found.retain(|package| {
        package.manifest_path.as_std_path().starts_with(&crates)
            && package.targets.iter().any(cargo_metadata::Target::is_lib)
    });
    Ok(found)
}

/// The one version that all of `libraries` state, in full, as rustup names it.
fn oldest(libraries: &[Package]) -> Result<String> {
    let mut stated = libraries.iter().map(|library| library.rust_version.as_ref());
    let first = stated.next().flatten().context("the first library states no rust-version")?;
    if stated.any(|other| other != Some(first)) {
        bail!("the libraries state different rust-versions");
    }
    Ok(first.to_string())
}

/// Whether rustup has a compiler of this version that runs.
fn is_installed(version: &str) -> bool {
    workspace::succeeds(Command::new("rustup").args(["run", version, "rustc", "--version"]))
}
