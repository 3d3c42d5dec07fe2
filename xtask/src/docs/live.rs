//! The interactive figures of the book: builds their WebAssembly module into the built book, and
//! tests them in a browser.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::workspace;

/// The folder of the workspace of the interactive figures.
const FOLDER: &str = "docs/live";

/// The target for which the interactive figures are built.
const TARGET: &str = "wasm32-unknown-unknown";

/// The script with the module, which the pages load from their folder.
const SCRIPT: &str = "live-module.js";

/// Builds the WebAssembly module of the interactive figures, and binds it into a script in the folder `book`, the built
/// book. Returns `false` if Rust's WebAssembly target is not installed; the pages then show only their pictures.
pub(super) fn build(book: &Path) -> Result<bool> {
    if !workspace::has_target(TARGET) {
        workspace::skip("interactive-figures", &format!("`rustup target add {TARGET}`"))?;
        return Ok(false);
    }
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let module = format!("{target}/{TARGET}/release/quadbit_live.wasm");
    let script = book.join(SCRIPT);
    // Cargo's variable for the target sets the flags for WebAssembly only and leaves the
    // user's flags for others.
    let simd = [("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128")];
    cargo(&["build", "--release", "--target", TARGET, "--package", "quadbit-live"], &simd)?;
    cargo(&["run", "--quiet", "--package", "bind", "--", &module, &script.to_string_lossy()], &[])?;
    Ok(true)
}

/// The names under which Firefox may be installed.
const FIREFOX: [&str; 2] = ["firefox", "firefox-esr"];

/// Tests the module, and the figures of the built book in `browser` and in Firefox, as far as what they need is
/// installed.
pub(super) fn test(book: &Path, browser: &Path) -> Result<()> {
    // Without optimization the counts need more stack than the thread of a test has.
    cargo(&["test", "--quiet", "--workspace"], &[("RUST_MIN_STACK", "67108864")])?;
    let folder = workspace::root().join(FOLDER);
    if workspace::program("node").is_none() {
        return workspace::skip("interactive-figures", "no program `node`");
    }
    if !folder.join("node_modules/playwright-core").is_dir() {
        return workspace::skip("interactive-figures", &format!("`npm ci --prefix {FOLDER}`"));
    }
    let run = |browser: &Path| {
        let mut node = Command::new("node");
        workspace::run(node.arg("test/figures.mjs").arg(browser).arg(book).current_dir(&folder))
    };
    run(browser)?;
    match FIREFOX.into_iter().find_map(workspace::program) {
        Some(firefox) => run(&firefox),
        None => workspace::skip("interactive-figures-in-firefox", &format!("tried {}", FIREFOX.join(", "))),
    }
}

/// Runs cargo in the workspace of the interactive figures.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let mut command = workspace::cargo();
    command.current_dir(workspace::root().join(FOLDER)).args(arguments).envs(environment.iter().copied());
    workspace::run(&mut command)
}
