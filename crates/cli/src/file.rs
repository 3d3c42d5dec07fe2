//! Files that are written whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Writes a file. If that fails, an existing file remains as it was: the text goes into a new file in the same
/// folder, which takes the name only when it is complete. Devices and pipes are written to directly.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|target| !target.is_file()) {
        return fs::write(path, text);
    }
    let (mut file, path) = new_for(path)?;
    file.as_file_mut().write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A new file in the same folder, and the path, with all links resolved, that it takes when it is complete.
pub(crate) fn new_for(path: &Path) -> io::Result<(NamedTempFile, PathBuf)> {
    let path = match fs::metadata(path) {
        Ok(_) => writable(path)?,
        Err(error) if error.kind() == ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = builder(&path).tempfile_in(folder)?;
    Ok((file, path))
}

/// The path with all links resolved, if the file may be written.
fn writable(path: &Path) -> io::Result<PathBuf> {
    OpenOptions::new().write(true).open(path)?;
    fs::canonicalize(path)
}

/// Makes a file with the permissions of the one that it replaces, or with the default ones.
#[cfg(unix)]
fn builder(replaced: &Path) -> Builder<'_, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let new = || fs::Permissions::from_mode(0o666);
    let mut builder = Builder::new();
    builder.permissions(fs::metadata(replaced).map_or_else(|_| new(), |target| target.permissions()));
    builder
}

#[cfg(not(unix))]
fn builder(_: &Path) -> Builder<'_, 'static> {
    Builder::new()
}
