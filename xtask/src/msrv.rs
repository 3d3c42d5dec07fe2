//! Checks with the oldest compiler that the manifests promise, and of every feature of every library.

use anyhow::{Context, Result, bail};
use cargo_metadata::Package;

use crate::workspace;

/// Checks the library crates with the oldest compiler that their manifests allow, if rustup has it.
pub(crate) fn run() -> Result<()> {
    let libraries = workspace::libraries()?;
    let version = oldest(&libraries)?;
    let Some(toolchain) = installed(&version) else {
        let why = format!("`rustup toolchain install {version} --profile minimal`");
        return workspace::skip("msrv", &why);
    };
    let mut command = workspace::rustup_run(toolchain);
    command.args(["cargo", "check", "--target-dir", "target/msrv"]);
    workspace::run(command.args(workspace::chosen(&libraries))).with_context(|| {
        format!("the manifests promise Rust {version}, with which the libraries do not compile")
    })?;
    println!("msrv: {} libraries compile with Rust {version}", libraries.len());
    Ok(())
}

/// Features that work together, each of which leaves out code if it is alone.
const TOGETHER: [(&str, &str); 3] =
    [("quadbit", "std,pack,batch"), ("quadbit-pack", "std,simd"), ("quadbit-lanes", "std,count")];

/// Checks every library with no feature, with each of its features alone, and with those that work together.
/// Warnings are errors, because code that only a feature needs would be dead code without it. Runs the tests
/// of records without vectors, which a test of the workspace runs with them.
pub(crate) fn features() -> Result<()> {
    let mut checks = 0;
    for library in workspace::libraries()? {
        let own = library.features.keys().map(String::as_str).filter(|&feature| feature != "default");
        let together = TOGETHER.iter().filter(|(name, _)| *name == library.name.as_str()).map(|both| both.1);
        for feature in std::iter::once("").chain(own).chain(together) {
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
    workspace::run(workspace::cargo().args(["test", "--quiet", "--package", "portable-pack"]))?;
    Ok(())
}

/// The one version that all of `libraries` state, with three numbers.
fn oldest(libraries: &[Package]) -> Result<String> {
    let mut stated = libraries.iter().map(|library| library.rust_version.as_ref());
    let first = stated.next().flatten().context("the first library states no rust-version")?;
    if stated.any(|other| other != Some(first)) {
        bail!("the libraries state different rust-versions");
    }
    Ok(first.to_string())
}

/// The toolchain of `version` that rustup has: `1.89.0` may have been installed as `1.89` too.
fn installed(version: &str) -> Option<&str> {
    let names = [Some(version), version.strip_suffix(".0")];
    let runs = |name: &&str| workspace::succeeds(workspace::rustup_run(name).args(["rustc", "--version"]));
    names.into_iter().flatten().find(runs)
}
