//! Helpers for tests of the command: its messages as text, and empty folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

pub(crate) const QUADBIT: &str = env!("CARGO_BIN_EXE_quadbit");

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Makes a new, empty folder called `name` and returns its path.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
