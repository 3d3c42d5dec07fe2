//! Signals of the system: Ctrl-C, and the limit of file sizes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{process, thread};

use crate::failure::{Failure, INTERRUPTED};
use crate::room::has_room;

#[cfg(unix)]
pub(crate) use unix::fail_at_file_limits;

/// Returns a flag that Ctrl-C sets, so that the work can stop by itself. A second after Ctrl-C the program ends with
/// exit code 130, because a read from a pipe may never return.
pub(crate) fn interrupted() -> Result<Arc<AtomicBool>, Failure> {
    let is_pressed = Arc::new(AtomicBool::new(false));
    let press = Arc::clone(&is_pressed);
    let action = move || {
        press.store(true, Relaxed);
        thread::sleep(Duration::from_secs(1));
        process::exit(INTERRUPTED.into());
    };
    on_interrupt(action).map_err(|error| Failure::Input(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(is_pressed)
}

/// Makes Ctrl-C run an action, once, on a thread that waits for it.
pub(crate) fn on_interrupt(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
    if !has_room(1) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    #[cfg(unix)]
    return unix::on_interrupt(action);
    #[cfg(not(unix))]
    return other::on_interrupt(action);
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;
    use std::thread;

    use signal_hook::consts::{SIGINT, SIGXFSZ};

    /// Turns a write beyond the file size limit (`ulimit -f`) into an error, like a full disk. By default such a write
    /// kills the program.
    pub(crate) fn fail_at_file_limits() {
        // If this fails, the default remains.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }

    /// Runs an action on Ctrl-C. The signal's handler writes a byte into a pipe that a thread reads, because a
    /// handler itself may do little.
    pub(super) fn on_interrupt(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let (mut came, comes) = UnixStream::pair()?;
        let wait = move || {
            if came.read_exact(&mut [0]).is_ok() {
                action();
            }
        };
        thread::Builder::new().spawn(wait)?;
        signal_hook::low_level::pipe::register(SIGINT, comes)?;
        Ok(())
    }
}

#[cfg(not(unix))]
pub(crate) fn fail_at_file_limits() {}

#[cfg(not(unix))]
mod other {
    use std::io;

    pub(super) fn on_interrupt(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut action = Some(action);
        let handler = move || {
            if let Some(action) = action.take() {
                action();
            }
        };
        ctrlc::set_handler(handler).map_err(|error| {
            if let ctrlc::Error::System(cause) = error { cause } else { io::Error::other(error) }
        })
    }
}
