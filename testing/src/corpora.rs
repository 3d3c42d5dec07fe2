//! Collections of other people's games and positions, which are not part of this repository.

use std::io::Write;
use std::path::PathBuf;

/// A file of the corpora, with invalid UTF-8 replaced. Their folder is the one that the variable `QUADBIT_CORPORA`
/// names, or `../shared/corpora` as seen from the workspace. `None` if the file is not there; the test run says so.
pub fn read(path: &str) -> Option<String> {
    let folder = std::env::var_os("QUADBIT_CORPORA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora"),
        PathBuf::from,
    );
    let file = folder.join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            // Not `eprintln!`, whose output is hidden for tests that pass.
            let _ = writeln!(std::io::stderr(), "skipped: {}: {error}", file.display());
            None
        }
    }
}
