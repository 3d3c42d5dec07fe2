//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file. If that fails, an existing file stays as it was: the text goes into a new file in the same
/// folder, which gets the name only when it is complete. Devices and pipes are written to directly.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|target| !target.is_file()) {
        return fs::write(path, text);
    }
    let mut file = NewFile::create(path)?;
    file.file().write_all(text.as_bytes())?;
    file.finish()
}

/// Whether a path is `-`: standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A new file that gets its name when it is complete. If it is dropped before, it is removed.
pub(crate) struct NewFile {
    file: File,
    aside: PathBuf,
    /// The final name, with all links resolved.
    path: PathBuf,
}

impl NewFile {
    /// A new file in the folder of the one that it replaces, with its permissions, or with the default
    /// ones if there is none.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let (path, mode) = match fs::metadata(path) {
            Ok(replaced) => (writable(path)?, Some(replaced.permissions())),
            Err(error) if error.kind() == ErrorKind::NotFound => (path.to_owned(), None),
            Err(error) => return Err(error),
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if let Some(mode) = mode {
            set_permissions(&mut options, &mode);
        }
        // A name may have been left behind by a program with the same id that was killed.
        for number in 0..1000 {
            let aside = path.with_file_name(format!(".quadbit-{}-{number}", process::id()));
            match options.open(&aside) {
                Ok(file) => return Ok(Self { file, aside, path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// The temporary path until then.
    pub(crate) fn aside(&self) -> &Path {
        &self.aside
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        fs::rename(&self.aside, &self.path)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After `finish` it no longer exists.
        let _ = fs::remove_file(&self.aside);
    }
}

/// The path with all links resolved, if the file may be written.
fn writable(path: &Path) -> io::Result<PathBuf> {
    OpenOptions::new().write(true).open(path)?;
    fs::canonicalize(path)
}

#[cfg(unix)]
fn set_permissions(options: &mut OpenOptions, permissions: &fs::Permissions) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    options.mode(permissions.mode());
}

#[cfg(not(unix))]
fn set_permissions(_: &mut OpenOptions, _: &fs::Permissions) {}
