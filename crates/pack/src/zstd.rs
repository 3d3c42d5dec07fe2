//! Zstandard: the decompressed bytes of frames one after the other, as `zstd` and `pzstd` write them.

use core::error::Error;
use core::fmt;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const CUT: &str = "zstd: the file is cut off";

/// Reads the decompressed bytes of all frames of a stream.
///
/// A frame that is cut off or damaged, or whose checksum does not match, is an error. It takes as much memory
/// as the window that the frame asks for.
///
/// ```
/// use std::io::Read;
/// use quadbit_pack::zstd::Frames;
/// let compressed = b"\x28\xb5\x2f\xfd\x00\x58\x41\x00\x00chess\x20\x4e\x34";
/// let mut text = String::new();
/// Frames::new(&compressed[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "chess N4");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun whose end has not been checked.
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    /// A reader of a stream of frames.
    pub fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), is_open: false }
    }

    /// Begins the next frame; false at the end of the source.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.is_open = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = length.into();
                    if io::copy(&mut self.source.by_ref().take(length), &mut io::sink())? < length {
                        return Err(io::Error::other(CUT));
                    }
                }
                Err(error) => return Err(fault(&error)),
            }
        }
        Ok(false)
    }

    /// Compares the checksum at the end of a frame, if it has one.
    fn end_frame(&mut self) -> io::Result<()> {
        self.is_open = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(expected), Some(found)) if expected != found => {
                Err(io::Error::other("zstd: the checksum does not match"))
            }
            _ => Ok(()),
        }
    }
}

/// A readable form of the decoder's error.
fn fault(error: &(dyn Error + 'static)) -> io::Error {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let of_source = error.downcast_ref::<io::Error>();
        if of_source.is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof) {
            return io::Error::other(CUT);
        }
        cause = error.source();
    }
    io::Error::other("zstd: the data is damaged")
}

impl<R> fmt::Debug for Frames<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames").field("is_open", &self.is_open).finish_non_exhaustive()
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_open && self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if self.is_open && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(|error| fault(&error))?;
                continue;
            }
            if self.is_open {
                self.end_frame()?;
            }
            if !self.next_frame()? {
                return Ok(0);
            }
        }
    }
}
