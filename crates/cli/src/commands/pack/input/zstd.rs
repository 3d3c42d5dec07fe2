//! Zstandard: frames one after the other, as `zstd` and `pzstd` write them.

use std::error::Error;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const CUT: &str = "zstd: the file is cut off";

/// The decompressed bytes of all frames.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun whose end has not been checked.
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Self {
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
