//! Members of gzip, one after the other, and the padding after them.

use std::io::{self, BufRead, ErrorKind, Read};

use flate2::bufread::GzDecoder;

/// Reads the decompressed bytes of all members of a stream. Zeros after a member are padding, as tapes and some
/// archives have it.
pub(super) struct Members<R> {
    /// The member that is being read; `None` after the last one.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    /// A reader of a stream of members.
    pub(super) fn new(source: R) -> Self {
        Self { member: Some(GzDecoder::new(source)) }
    }

    /// Begins the next member after one has ended, if there is another.
    fn next_member(&mut self) -> io::Result<()> {
        let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else { return Ok(()) };
        loop {
            let bytes = source.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            if zeros == 0 {
                self.member = Some(GzDecoder::new(source));
                return Ok(());
            }
            source.consume(zeros);
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            match member.read(buffer) {
                Ok(0) if !buffer.is_empty() => self.next_member()?,
                Err(error) => return Err(named(error)),
                read => return read,
            }
        }
        Ok(0)
    }
}

/// Adds to an error of decompression that the data are gzip; an error of the source stays as it is.
fn named(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => io::Error::new(ErrorKind::UnexpectedEof, "gzip: the file is cut off"),
        kind @ (ErrorKind::InvalidInput | ErrorKind::InvalidData) => {
            io::Error::new(kind, alloc::format!("gzip: {error}"))
        }
        _ => error,
    }
}
