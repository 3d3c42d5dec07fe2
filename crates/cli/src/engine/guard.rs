//! Kills the engine when this program ends, for whatever reason.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Kills an engine and everything that it started when the guard is dropped or this program
/// ends, even by a signal.
///
/// A guard is a shell that reads from our pipe, in a process group together with the engine. The system
/// closes the pipe when this program ends, and then the shell kills the group, including itself.
///
/// ```text
///   our group                     the engine's group
///   quadbit ──── pipe ──────────► guard: waits for the end of the pipe, then kills its group
///           ◄─── two pipes ─────► engine, and its children
/// ```
pub(super) struct Guard {
    process: Child,
}

impl Guard {
    /// A guard, in a new process group.
    pub(super) fn start() -> io::Result<Self> {
        let process = Command::new("sh")
            .args(["-c", "read -r _; kill -s KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Self { process })
    }

    /// Puts a program that is about to start into the guard's group.
    pub(super) fn watch(&self, command: &mut Command) {
        command.process_group(self.process.id().cast_signed());
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
