//! Frames of Zstandard, one after the other, as `zstd` and `pzstd` write them.

use alloc::format;
use core::error::Error;
use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const CUT: &str = "zstd: the file is cut off";

/// Reads the decompressed bytes of all frames of a stream.
///
/// A frame that is cut off or damaged, or whose checksum does not match, is an error. Reading takes as much memory as
/// the window for which a frame asks; one that asks for more than 128 MiB is an error, too.
pub(super) struct Frames<R> {
    source: Source<R>,
    decoder: FrameDecoder,
    /// Whether a frame has begun whose end has not been checked.
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    /// A reader of a stream of frames.
    pub(super) fn new(input: R) -> Self {
        Self { source: Source { input, error: None }, decoder: FrameDecoder::new(), is_open: false }
    }

    /// Begins the next frame. Returns false at the end of the source.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.input.fill_buf()?.is_empty() {
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
                    if io::copy(&mut self.source.input.by_ref().take(length), &mut io::sink())? < length {
                        return Err(io::Error::other(CUT));
                    }
                }
                Err(error) => return Err(self.fault(&error)),
            }
        }
        Ok(false)
    }

    /// Compares the checksum at the end of a frame, if it has one, with that of the decompressed bytes. A difference is
    /// an error.
    fn end_frame(&mut self) -> io::Result<()> {
        self.is_open = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(expected), Some(found)) if expected != found => {
                Err(io::Error::other("zstd: the checksum does not match"))
            }
            _ => Ok(()),
        }
    }

    /// The error of the source of the compressed bytes, if there was one; otherwise `error`, the decoder's, in plain
    /// words.
    fn fault(&mut self, error: &FrameDecoderError) -> io::Error {
        if let Some(error) = self.source.error.take() {
            return error;
        }
        if let FrameDecoderError::WindowSizeTooBig { requested, max } = error {
            let [requested, max] = [requested, max].map(|bytes| bytes >> 20);
            return io::Error::other(format!(
                "zstd: the data needs a window of {requested} MiB, and at most {max} MiB are supported"
            ));
        }
        let mut cause: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = cause {
            let of_source = error.downcast_ref::<io::Error>();
            if of_source.is_some_and(|error| error.kind() == ErrorKind::UnexpectedEof) {
                return io::Error::other(CUT);
            }
            cause = error.source();
        }
        io::Error::other("zstd: the data is damaged")
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
                    .map_err(|error| self.fault(&error))?;
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

/// The source of the compressed bytes. It keeps its error, because the decoder would give only a reference to it.
struct Source<R> {
    input: R,
    error: Option<io::Error>,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer).map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }
}
