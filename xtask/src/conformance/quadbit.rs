//! The program under test.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::bench;

/// The release build of the command `quadbit`.
pub(super) struct Quadbit {
    path: PathBuf,
}

/// The result of one run of the command.
pub(super) struct Answer {
    /// The exit code: 0 done, 1 a check failed, 2 bad input.
    pub(super) code: i32,
    /// What the command wrote to standard output.
    pub(super) text: String,
    /// What the command wrote to standard error.
    pub(super) errors: String,
}

impl Quadbit {
    /// Builds the command in release mode.
    pub(super) fn build() -> Result<Self> {
        let arguments = ["--package", "quadbit-cli"];
        Ok(Self { path: bench::build("release", &arguments, "target", "quadbit", None)? })
    }

    /// The folder in which the command was built, which may hold a temporary file.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// Runs the command with empty standard input. A panic, or any exit code except 0 to 2, is an error.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<Answer> {
        self.run_with(arguments, Vec::new())
    }

    /// Runs the command with `input` on standard input.
    fn run_with(&self, arguments: &[&str], input: Vec<u8>) -> Result<Answer> {
        let mut child = Command::new(&self.path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", self.path.display()))?;
        let mut stdin = child.stdin.take().context("standard input is a pipe")?;
        let feeder = thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output()?;
        // The program may end without reading all of its input; the exit code tells whether that was right.
        drop(feeder.join());
        let errors = String::from_utf8(output.stderr).context("standard error is text")?;
        match output.status.code() {
            Some(code @ 0..=2) => {
                let text = String::from_utf8(output.stdout).context("standard output is text")?;
                Ok(Answer { code, text, errors })
            }
            _ => bail!("quadbit ended with {}: {}", output.status, errors.trim_end()),
        }
    }

    /// Runs the command with `lines` on standard input, and returns its line of output for each.
    pub(super) fn answers(&self, arguments: &[&str], lines: &[&str]) -> Result<Vec<String>> {
        let mut input = lines.join("\n");
        input.push('\n');
        let answer = self.run_with(arguments, input.into_bytes())?;
        let answers: Vec<String> = answer.text.lines().map(str::to_owned).collect();
        ensure!(
            answers.len() == lines.len(),
            "{} lines of input gave {} lines of output",
            lines.len(),
            answers.len()
        );
        let refused = answers.iter().any(|answer| is_refusal(answer));
        ensure!(
            answer.code == if refused { 2 } else { 0 },
            "exit code {} contradicts the output",
            answer.code
        );
        Ok(answers)
    }
}

/// Whether the output for a line is an error.
pub(super) fn is_refusal(answer: &str) -> bool {
    answer.starts_with("error: ")
}
