//! Collections of other people's games and positions, which are no part of this repository.

use std::path::PathBuf;

/// A file of the corpora, with what is not UTF-8 replaced: in the folder that the variable `QUADBIT_CORPORA` names, or
/// in `../shared/corpora` as seen from the workspace. `None`, and a word about it, if it is not there.
pub(crate) fn read(path: &str) -> Option<String> {
    let folder = std::env::var_os("QUADBIT_CORPORA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora"),
        PathBuf::from,
    );
    let file = folder.join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            println!("skipped: {}: {error}", file.display());
            None
        }
    }
}
