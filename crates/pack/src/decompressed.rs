//! Input that may be compressed.

#[cfg(feature = "zstd")]
use std::boxed::Box;
use std::ffi::OsStr;
use std::io::{self, BufRead, Read};
use std::path::Path;

#[cfg(feature = "zstd")]
use crate::zstd::Frames;

/// The first bytes of a frame of Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The bytes of a file or stream, decompressed if necessary.
#[derive(Debug)]
pub enum Decompressed<R> {
    /// Input as it is.
    Plain(R),
    /// Frames of Zstandard.
    #[cfg(feature = "zstd")]
    Zstd(Box<Frames<R>>),
}

impl<R: BufRead> Decompressed<R> {
    /// Input is decompressed if its name ends in `.zst`, or if it should be text but begins with the bytes of a
    /// frame, which no text does.
    ///
    /// # Errors
    /// The input cannot be read, or it is compressed and the crate was built without the feature `zstd`.
    pub fn new(name: &Path, is_text: bool, mut input: R) -> io::Result<Self> {
        let is_named = name.extension().is_some_and(|end| end.eq_ignore_ascii_case(OsStr::new("zst")));
        if !(is_named || is_text && input.fill_buf()?.starts_with(&ZSTD)) {
            return Ok(Self::Plain(input));
        }
        #[cfg(feature = "zstd")]
        return Ok(Self::Zstd(Box::new(Frames::new(input))));
        #[cfg(not(feature = "zstd"))]
        Err(io::Error::other("this build does not read zstd"))
    }
}

impl<R: BufRead> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(input) => input.read(buffer),
            #[cfg(feature = "zstd")]
            Self::Zstd(frames) => frames.read(buffer),
        }
    }
}
