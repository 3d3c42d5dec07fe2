//! Files that are written whole or not at all.
//!
//! 1. [`Output::create`] refuses a path that is one of the command's inputs by any name, and follows symbolic links to
//!    the file that is meant. Devices and pipes are opened as they are.
//! 2. Data for a file go into a [`NewFile`] in the folder of the old one.
//! 3. [`Output::finish`] gives the new file its name. A command that fails before drops the output: the new file is
//!    removed, and the old one stays as it was. On Unix, the signals SIGHUP, SIGINT and SIGTERM do the same.
//!
//! Nothing else in the command may replace a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

/// Writes `text` to a file that is none of `inputs`.
pub(crate) fn write_whole(path: &Path, inputs: &[PathBuf], text: &str) -> io::Result<()> {
    let mut output = Output::create(path, inputs)?;
    output.write_all(text.as_bytes())?;
    output.finish()
}

/// Whether a path is `-`: standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The destination of a command's data.
pub(crate) enum Output {
    /// A file that gets its name when it is complete.
    File(NewFile),
    /// A device, a pipe, or standard output, which cannot take back what was written.
    Stream(File),
}

impl Output {
    /// Opens a file, a device or a pipe.
    ///
    /// # Errors
    /// The file cannot be written, or is one of `inputs`, where `-` is standard input.
    pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> io::Result<Self> {
        refuse_input(identity(path, &io::stdout()), inputs)?;
        if fs::metadata(path).is_ok_and(|target| !target.is_file()) {
            return Ok(Self::Stream(File::options().write(true).open(path)?));
        }
        let file = NewFile::create(path)?;
        #[cfg(unix)]
        remove_when_stopped(&file.aside);
        Ok(Self::File(file))
    }

    /// Standard output without Rust's buffer: bytes left in the buffer by a command that fails would still be written.
    ///
    /// # Errors
    /// Like [`create`](Self::create): standard output may be a file, too.
    pub(crate) fn standard(inputs: &[PathBuf]) -> io::Result<Self> {
        refuse_input(identity(Path::new("-"), &io::stdout()), inputs)?;
        #[cfg(unix)]
        let handle = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        #[cfg(windows)]
        let handle = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
        Ok(Self::Stream(File::from(handle)))
    }

    /// Completes the output: renames a new file from its temporary name to its final one, replacing an old file. Does
    /// nothing to a stream.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::File(file) => file.finish(),
            Self::Stream(_) => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.file.write(bytes),
            Self::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Fails if an output is one of the inputs, under another name too.
fn refuse_input(output: Option<Identity>, inputs: &[PathBuf]) -> io::Result<()> {
    let Some(output) = output else { return Ok(()) };
    if inputs.iter().any(|input| identity(input, &io::stdin()).is_some_and(|input| input == output)) {
        return Err(io::Error::other("it is the input as well; choose another file for the output"));
    }
    Ok(())
}

/// What two names of one regular file have in common: the numbers of its device and its inode.
#[cfg(unix)]
type Identity = (u64, u64);

/// The identity of a path, or of `stream` if the path is `-`; `None` if there is no regular file.
#[cfg(unix)]
fn identity(path: &Path, stream: &impl std::os::fd::AsFd) -> Option<Identity> {
    if is_stream(path) {
        identity_of(File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata())
    } else {
        identity_of(fs::metadata(path))
    }
}

#[cfg(unix)]
fn identity_of(metadata: io::Result<fs::Metadata>) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = metadata.ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

/// Whether `path` is the name of the open file `file`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    let open = identity_of(file.metadata());
    open.is_some() && open == identity_of(fs::symlink_metadata(path))
}

/// Whether `path` is the name of the open file. Only asks whether `path` exists, because outside Unix no other process
/// can take the name of an open file.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// What two names of one file have in common: the path with all symbolic links resolved.
#[cfg(not(unix))]
type Identity = PathBuf;

/// The identity of a path; `None` for streams.
#[cfg(not(unix))]
fn identity<S>(path: &Path, _: &S) -> Option<Identity> {
    if is_stream(path) { None } else { fs::canonicalize(path).ok() }
}

/// A new file that gets its name when it is complete. If it is dropped before, it is removed.
pub(crate) struct NewFile {
    file: File,
    aside: PathBuf,
    /// The final name, with all symbolic links resolved.
    path: PathBuf,
}

/// The beginning and the end of the names of new files, with two numbers between them.
const PREFIX: &str = ".quadbit-";
const ASIDE: &str = ".aside";

impl NewFile {
    /// A new file in the folder of the one that it replaces, with the permissions of the old file, or the default ones
    /// if there is none.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let path = target(path)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut permissions = None;
        match fs::metadata(&path) {
            Ok(replaced) => {
                // A file that may not be written is not replaced either.
                OpenOptions::new().write(true).open(&path)?;
                set_permissions(&mut options, &replaced.permissions());
                permissions = Some(replaced.permissions());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        // A name may have been left behind by a program with the same id that was killed, or be in use on another
        // machine.
        for number in 0..1000 {
            let aside = path.with_file_name(format!("{PREFIX}{}-{number}{ASIDE}", process::id()));
            match options.open(&aside) {
                Ok(file) => {
                    let new = Self { file, aside, path: path.clone() };
                    if let Some(permissions) = &permissions {
                        // The umask reduces the permissions of a new file, but not those that are set here.
                        new.file.set_permissions(permissions.clone())?;
                    }
                    // The lock tells `remove_abandoned` that the file is in use. Where files cannot be locked,
                    // `remove_abandoned` leaves them alone. If `remove_abandoned` came before the lock, the file is
                    // gone, and the next name is tried.
                    let _ = new.file.lock();
                    if is_at(&new.file, &new.aside) {
                        return Ok(new);
                    }
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// The file to write to.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Gives the new file its final name, in place of an old file, once its bytes are on the disk. After a power cut
    /// the name stands for one of the two files, whole.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.aside, &self.path)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After `finish` the temporary name no longer exists, or is that of another new file.
        if is_at(&self.file, &self.aside) {
            let _ = fs::remove_file(&self.aside);
        }
    }
}

/// Removes the new files that ended processes left in a folder: plain files with the names that [`NewFile::create`]
/// gives. A running process holds a lock on its file, and the system releases the locks of ended ones, on other
/// machines too. Files that cannot be removed stay.
pub(crate) fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // The kind is that of the entry itself: links are not followed. A pipe is not opened, because that would wait.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file
            && is_new_name(&entry.file_name().to_string_lossy())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
            && is_at(&file, &entry.path())
        {
            // The file is removed while the lock is held: `create` waits for the lock, and then finds that its file is
            // gone. The name is checked because another new file may have taken it before the lock.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file name is one of [`NewFile::create`]: `.quadbit-PROCESS-NUMBER.aside`.
fn is_new_name(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(ASIDE)?.split_once('-'));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// The most symbolic links that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// The file that is meant by a path: symbolic links are followed, also to a file that does not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A relative link begins in the folder of the link. An absolute one replaces the path.
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(unix)]
fn set_permissions(options: &mut OpenOptions, permissions: &fs::Permissions) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    options.mode(permissions.mode());
}

#[cfg(not(unix))]
fn set_permissions(_: &mut OpenOptions, _: &fs::Permissions) {}

/// The temporary names of new files, which are removed when SIGHUP, SIGINT or SIGTERM comes. A finished file no longer
/// has such a name.
#[cfg(unix)]
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes an unfinished file when SIGHUP, SIGINT or SIGTERM ends the program. One thread does so for all of them.
/// Signals that this program was told to ignore stay ignored.
#[cfg(unix)]
fn remove_when_stopped(path: &Path) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let caught = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    unfinished.push(path.to_owned());
    if unfinished.len() > 1 {
        return;
    }
    let Ok(mut signals) = signal_hook::iterator::Signals::new(caught) else { return };
    // If the thread cannot be started, the file stays after a signal.
    let _ = std::thread::Builder::new().stack_size(1 << 16).spawn(move || {
        for signal in signals.forever() {
            for path in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                let _ = fs::remove_file(path);
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// The signals that `nohup` or a shell made this program ignore, signal 1 in the lowest bit; none where the
/// system does not say.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
    use std::{fs, thread};

    use super::{NewFile, remove_abandoned};

    /// New files survive a thread that removes abandoned ones all the time, also in the moment before they are locked.
    #[test]
    fn a_new_file_is_never_abandoned() {
        let folder = std::env::temp_dir().join(format!("quadbit-new-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(SeqCst) {
                    remove_abandoned(&folder);
                }
            });
            for number in 0..500 {
                let path = folder.join(number.to_string());
                let made = NewFile::create(&path).and_then(NewFile::finish);
                is_over.fetch_or(made.is_err() || number == 499, SeqCst);
                made.unwrap();
                assert!(path.exists());
            }
        });
        fs::remove_dir_all(&folder).unwrap();
    }
}
