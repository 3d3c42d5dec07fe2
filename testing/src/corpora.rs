//! Collections of games and positions by others, which are not part of this repository.

use std::io::Write;
use std::path::PathBuf;

/// Reads the file `path` of the corpora, with invalid UTF-8 replaced. `None` if it cannot be read; then a line on
/// standard error names the file.
///
/// The folder of the corpora is the environment variable `QUADBIT_CORPORA`, or `../shared/corpora`
/// relative to the workspace.
pub fn read(path: &str) -> Option<String> {
    let folder = std::env::var_os("QUADBIT_CORPORA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora"),
        PathBuf::from,
    );
    let file = folder.join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            // `eprintln!` is not used, because its output is hidden when the test passes.
            let _ = writeln!(std::io::stderr(), "skipped: {}: {error}", file.display());
            None
        }
    }
}
