//! Errors in the files of a plan.

use alloc::string::String;
use core::fmt;
use std::io;
use std::path::PathBuf;

/// A file that cannot be used or written.
#[derive(Debug)]
pub struct UnitsError {
    /// The file or folder.
    pub path: PathBuf,
    /// The reason.
    pub kind: UnitsErrorKind,
}

/// Why a file cannot be used or written.
#[derive(Debug)]
pub enum UnitsErrorKind {
    /// The system cannot read or write it.
    Io(io::Error),
    /// It is not of the expected kind, or was cut or edited.
    Damaged(String),
    /// It is intact, but belongs to another plan or task.
    Foreign(String),
    /// It contradicts another file.
    Contradicts(String),
    /// Something is missing.
    Missing(String),
    /// The request is not possible.
    Impossible(String),
    /// There is not enough memory for this.
    Memory(&'static str),
}

impl UnitsErrorKind {
    /// Adds the file to the reason.
    pub(super) fn at(self, path: impl Into<PathBuf>) -> UnitsError {
        UnitsError { path: path.into(), kind: self }
    }
}

impl fmt::Display for UnitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            UnitsErrorKind::Io(error) => error.fmt(f),
            UnitsErrorKind::Damaged(what)
            | UnitsErrorKind::Foreign(what)
            | UnitsErrorKind::Contradicts(what)
            | UnitsErrorKind::Missing(what)
            | UnitsErrorKind::Impossible(what) => f.write_str(what),
            UnitsErrorKind::Memory(what) => write!(f, "not enough memory for {what}"),
        }
    }
}

impl core::error::Error for UnitsError {}
