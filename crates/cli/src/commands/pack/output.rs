//! The output, which always ends after a whole record.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use quadbit_pack::Format;

use crate::failure::Failure;
use crate::file::{NewFile, is_stream};

/// The destination of the records.
pub(super) struct Output {
    name: String,
    target: Target,
    format: Format,
}

enum Target {
    /// A file that gets its name when it is complete.
    New(NewFile),
    /// A device, a pipe, or standard output.
    Open(File),
}

impl Output {
    pub(super) fn create(path: &Path, format: Format) -> Result<Self, Failure> {
        let name = if is_stream(path) { "standard output".to_owned() } else { path.display().to_string() };
        let target = if is_stream(path) { standard_output() } else { create(path) };
        match target {
            Ok(target) => Ok(Self { name, target, format }),
            Err(error) => Err(Failure::Input(format!("{name}: {error}"))),
        }
    }

    /// Writes whole records. If only some bytes can be written to an open file, it is cut back to
    /// the last whole record.
    pub(super) fn write(&mut self, records: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.target {
            Target::New(file) => file.file().write_all(records),
            Target::Open(file) => write_counted(file, records).map_err(|(accepted, error)| {
                let lengths = self.format.lengths(&records[..accepted], false);
                cut(file, accepted - lengths.iter().sum::<usize>());
                error
            }),
        };
        written.map_err(|error| Failure::Input(format!("{}: {error}", self.name)))
    }

    /// Gives a new file its name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Target::New(file) = self.target else { return Ok(()) };
        file.finish().map_err(|error| Failure::Input(format!("{}: {error}", self.name)))
    }
}

fn create(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(target) if !target.is_file() => Ok(Target::Open(File::options().write(true).open(path)?)),
        _ => {
            let file = NewFile::create(path)?;
            #[cfg(unix)]
            remove_when_stopped(file.aside());
            Ok(Target::New(file))
        }
    }
}

/// Removes the unfinished file when a signal ends the program. Signals that this program was told to
/// ignore stay ignored.
#[cfg(unix)]
fn remove_when_stopped(path: &Path) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let caught = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = signal_hook::iterator::Signals::new(caught) else { return };
    let path = path.to_owned();
    // If the thread cannot be started, the file stays after a signal.
    let _ = std::thread::Builder::new().stack_size(1 << 16).spawn(move || {
        for signal in signals.forever() {
            let _ = fs::remove_file(&path);
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

/// Standard output without Rust's buffer, because bytes in it could not be taken back.
#[cfg(unix)]
fn standard_output() -> io::Result<Target> {
    use std::os::fd::AsFd;
    Ok(Target::Open(File::from(io::stdout().as_fd().try_clone_to_owned()?)))
}

#[cfg(windows)]
fn standard_output() -> io::Result<Target> {
    use std::os::windows::io::AsHandle;
    Ok(Target::Open(File::from(io::stdout().as_handle().try_clone_to_owned()?)))
}

/// Writes all bytes. An error comes with the number of bytes that were written before it.
fn write_counted(file: &mut File, bytes: &[u8]) -> Result<(), (usize, io::Error)> {
    let mut accepted = 0;
    while accepted < bytes.len() {
        match file.write(&bytes[accepted..]) {
            Ok(0) => return Err((accepted, ErrorKind::WriteZero.into())),
            Ok(count) => accepted += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err((accepted, error)),
        }
    }
    Ok(())
}

/// Cuts the last bytes off a regular file, if that is possible. Bytes written to a pipe cannot be taken back.
fn cut(file: &File, bytes: usize) {
    if let Ok(metadata) = file.metadata()
        && metadata.is_file()
        && bytes > 0
    {
        // The first error is the one to report.
        let _ = file.set_len(metadata.len().saturating_sub(bytes as u64));
    }
}
