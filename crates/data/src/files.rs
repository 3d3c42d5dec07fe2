//! Files and streams of positions and games, which may be compressed.
//!
//! 1. [`open`] opens a file, and [`decompress`] takes any stream. A [`ByteCounter`] counts the bytes as they are
//!    stored.
//! 2. The [`Compression`] is found by the name of the file. For text, the first bytes count too: no text begins like a
//!    compressed file. Records may begin with any bytes, so only the name of their file counts.
//! 3. The [`Input`] gives the decompressed bytes. What comes before damage can be read; then an error names the
//!    compression. An error of the file itself stays as it is.
//!
//! ```
//! use std::io::Read;
//! use std::path::Path;
//! let mut text = String::new();
//! quadbit_data::files::decompress(Path::new("games.pgn"), true, &b"1. e4 1-0"[..])?.read_to_string(&mut text)?;
//! assert_eq!(text, "1. e4 1-0");
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "zstd")]
mod zstd;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// The decompressed bytes of a file or stream.
pub type Input = Box<dyn Read + Send>;

/// The number of bytes read from a file at a time.
const BUFFER: usize = 1 << 16;

/// Opens the file at `path` and decompresses it. `is_text` says whether its content is text once it is decompressed:
/// then the compression is found by the first bytes too, not only by the name. `counter` counts the bytes that are read
/// from the file, before they are decompressed.
///
/// # Errors
/// The file cannot be opened or read, or this build lacks the feature for its compression.
pub fn open(path: &Path, is_text: bool, counter: &ByteCounter) -> io::Result<Input> {
    open_at(path, is_text, counter, 0)
}

/// Like [`open`], but begins at the byte `offset` of the decompressed file. A file that is not compressed is not read
/// up to there; its bytes count as read.
pub(crate) fn open_at(path: &Path, is_text: bool, counter: &ByteCounter, offset: u64) -> io::Result<Input> {
    let mut file = File::open(path)?;
    if offset > 0 && Compression::of_file(path, is_text, &mut file)? == Compression::None {
        file.seek(SeekFrom::Start(offset))?;
        counter.add(offset);
        return decompress(path, is_text, counter.count(file));
    }
    let mut input = decompress(path, is_text, counter.count(file))?;
    pass(&mut input, offset)?;
    Ok(input)
}

/// Reads `count` bytes of `input` and drops them.
pub(crate) fn pass(input: &mut impl Read, count: u64) -> io::Result<()> {
    io::copy(&mut input.take(count), &mut io::sink()).map(drop)
}

/// Decompresses a stream. `name` need not be that of a file; for standard input `-` will do. `is_text` says whether the
/// content is text once it is decompressed: then the compression is found by the first bytes too, not only by the name.
///
/// # Errors
/// The stream cannot be read, or this build lacks the feature for its compression.
pub fn decompress(name: &Path, is_text: bool, mut source: impl Read + Send + 'static) -> io::Result<Input> {
    let (mut compression, mut first) = (Compression::of_name(name), Vec::new());
    if compression == Compression::None && is_text {
        source.by_ref().take(Compression::SIGNATURE).read_to_end(&mut first)?;
        compression = Compression::of_text(&first);
    }
    compression.decode(BufReader::with_capacity(BUFFER, Cursor::new(first).chain(source)))
}

/// The length in bytes of the regular file at `path`; `None` if there is none, or if it is a stream or a folder.
pub fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The bytes are stored as they are.
    None,
    /// Members of gzip (RFC 1952), one after the other.
    Gzip,
    /// Frames of Zstandard (RFC 8878), one after the other.
    Zstd,
}

impl Compression {
    /// The number of first bytes by which [`of_text`](Self::of_text) finds the compression.
    pub const SIGNATURE: u64 = 4;

    /// The compression that the name of a file shows: `.gz` or `.zst` at its end, in either case.
    pub fn of_name(path: &Path) -> Self {
        match path.extension().map(OsStr::to_ascii_lowercase) {
            Some(end) if end == "gz" => Self::Gzip,
            Some(end) if end == "zst" => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The compression of the file at `path`, opened as `file`, whose content is text if `is_text`.
    fn of_file(path: &Path, is_text: bool, file: &mut File) -> io::Result<Self> {
        let (named, mut first) = (Self::of_name(path), Vec::new());
        if named != Self::None || !is_text {
            return Ok(named);
        }
        file.take(Self::SIGNATURE).read_to_end(&mut first)?;
        file.rewind()?;
        Ok(Self::of_text(&first))
    }

    /// The compression of a text, told by the first bytes of its file; [`SIGNATURE`](Self::SIGNATURE) of them are
    /// enough.
    pub const fn of_text(first: &[u8]) -> Self {
        match first {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            // The magic number of a frame, or of a skippable frame, with which pzstd begins a file.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The decompressed bytes of `input`, which is compressed in this way.
    ///
    /// # Errors
    /// This build lacks the feature `gzip` or `zstd`.
    pub fn decode(self, input: impl BufRead + Send + 'static) -> io::Result<Input> {
        match self {
            Self::None => Ok(Box::new(input)),
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(gzip::Members::new(input))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(zstd::Frames::new(input))),
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => Err(io::Error::other("this build does not read this compression")),
        }
    }
}

/// The number of bytes that have been read. All clones share one count.
#[derive(Clone, Debug, Default)]
pub struct ByteCounter(Arc<AtomicU64>);

impl ByteCounter {
    /// The number of bytes read so far, by all clones together.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts `bytes` as read.
    pub(crate) fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts the bytes of `input` as they are read.
    pub fn count<R: Read>(&self, input: R) -> impl Read + use<R> {
        Counted { input, counter: self.clone() }
    }
}

/// A stream whose bytes are counted.
struct Counted<R> {
    input: R,
    counter: ByteCounter,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.counter.add(read as u64);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::string::{String, ToString};
    use std::io::{Error, Write};

    use flate2::Compression as Effort;
    use flate2::write::GzEncoder;

    use super::*;

    /// Three games in zstd: a frame with the first, a skippable frame, and a frame with the others and a checksum.
    const FRAMES: &[u8] = b"\x28\xb5\x2f\xfd\x00\x58\x69\x00\x00\x31\x2e\x20\x65\x34\x20\x65\x35\x20\x31\x2d\x30\x0a\
        \x50\x2a\x4d\x18\x04\x00\x00\x00\x61\x62\x63\x64\
        \x28\xb5\x2f\xfd\x04\x58\xc1\x00\x00\x31\x2e\x20\x64\x34\x20\x31\x2f\x32\x2d\x31\x2f\x32\x0a\x31\x2e\x20\x65\
        \x35\x20\x30\x2d\x31\x0a\xd1\x0e\x26\x27";

    /// The text of `FRAMES` and [`members`].
    const TEXT: &str = "1. e4 e5 1-0\n1. d4 1/2-1/2\n1. e5 0-1\n";

    /// Two members of gzip with the text [`TEXT`].
    fn members() -> Vec<u8> {
        let pack = |games: &str| {
            let mut member = GzEncoder::new(Vec::new(), Effort::fast());
            member.write_all(games.as_bytes()).unwrap();
            member.finish().unwrap()
        };
        let (first, rest) = TEXT.split_at(13);
        [pack(first), pack(rest)].concat()
    }

    /// The bytes before the end or the first error, read a few at a time, and the error's message.
    fn read(input: io::Result<Input>) -> (String, Option<String>) {
        let (mut input, mut text, mut buffer) = (input.unwrap(), Vec::new(), [0; 5]);
        let error = loop {
            match input.read(&mut buffer) {
                Ok(0) => break None,
                Ok(length) => text.extend_from_slice(&buffer[..length]),
                Err(error) => break Some(error.to_string()),
            }
        };
        (String::from_utf8(text).unwrap(), error)
    }

    fn decoded(compression: Compression, bytes: &[u8]) -> (String, Option<String>) {
        // The source gives three bytes at a time, so that no head or block arrives whole.
        read(compression.decode(BufReader::with_capacity(3, Cursor::new(bytes.to_vec()))))
    }

    #[test]
    fn compression_by_name_and_content() {
        let open = |name: &str, is_text, bytes: &[u8]| {
            read(decompress(Path::new(name), is_text, Cursor::new(bytes.to_vec())))
        };
        let whole = (TEXT.to_string(), None);
        let members = members();
        for (name, is_text, bytes) in [
            ("x.zst", false, FRAMES),
            ("x.ZST", false, FRAMES),
            ("-", true, FRAMES),
            ("x.gz", false, &members),
            ("-", true, &members),
            ("x", true, TEXT.as_bytes()),
        ] {
            assert_eq!(open(name, is_text, bytes), whole, "{name}");
        }
        assert_eq!(open("x", true, &FRAMES[22..]).0, TEXT[13..], "a frame to skip comes first");
        assert_eq!(open("x", true, b"1."), ("1.".to_string(), None));
        // Records are decompressed only if the name says so, because they may begin like a compressed file.
        let mut plain = Vec::new();
        decompress(Path::new("x"), false, FRAMES).unwrap().read_to_end(&mut plain).unwrap();
        assert_eq!(plain, FRAMES);
    }

    /// Nothing before the damage is lost, and nothing after it is read.
    #[test]
    fn damaged_frames() {
        for end in 0..FRAMES.len() {
            let (text, error) = decoded(Compression::Zstd, &FRAMES[..end]);
            assert!(TEXT.starts_with(&text), "{end}: {text}");
            let is_whole = [0, 22, 34].contains(&end);
            let expected = (!is_whole).then(|| "zstd: the file is cut off".to_string());
            assert_eq!(error, expected, "cut off after {end} bytes");
            assert!(end < 22 || text.len() >= 13, "{end}: {text}");
        }
        let damaged = |bytes: &[u8]| decoded(Compression::Zstd, bytes).1.unwrap();
        let mut checksum = FRAMES.to_vec();
        *checksum.last_mut().unwrap() ^= 1;
        assert_eq!(damaged(&checksum), "zstd: the checksum does not match");
        assert_eq!(damaged(&[&FRAMES[..22], b"garbage"].concat()), "zstd: the data is damaged");
        // A frame whose header asks for a window of a terabyte.
        assert_eq!(
            damaged(b"\x28\xb5\x2f\xfd\x00\xf0\x69\x00\x00"),
            "zstd: the data needs a window of 1048576 MiB, and at most 128 MiB are supported"
        );
    }

    /// An empty buffer takes nothing, and does not end the member that is being read.
    #[test]
    fn empty_buffers_lose_nothing() {
        for (compression, bytes) in [(Compression::Gzip, members()), (Compression::Zstd, FRAMES.to_vec())] {
            let mut input = compression.decode(Cursor::new(bytes)).unwrap();
            let (mut first, mut rest) = ([0; 5], String::new());
            input.read_exact(&mut first).unwrap();
            assert_eq!(input.read(&mut []).unwrap(), 0);
            input.read_to_string(&mut rest).unwrap();
            assert_eq!(rest, TEXT[5..], "{compression:?}");
        }
    }

    /// Zeros after the last member are padding; anything else there is an error.
    #[test]
    fn damaged_members() {
        let (whole, members) = ((TEXT.to_string(), None), members());
        for zeros in [0, 1, 2, 3, 512, 100_000] {
            let padded = [&members[..], &std::vec![0; zeros]].concat();
            assert_eq!(decoded(Compression::Gzip, &padded), whole, "{zeros}");
        }
        let first = members[1..].windows(3).position(|bytes| bytes == [0x1f, 0x8b, 8]).unwrap() + 1;
        for end in (1..members.len()).filter(|end| *end != first) {
            let (text, error) = decoded(Compression::Gzip, &members[..end]);
            assert!(TEXT.starts_with(&text), "{end}: {text}");
            assert_eq!(error.as_deref(), Some("gzip: the file is cut off"), "{end}");
        }
        for bytes in [&[&members[..], b"\0\0garbage"].concat(), &[&members[..], b"\x1f\x8b\x08x"].concat()] {
            let (text, error) = decoded(Compression::Gzip, bytes);
            assert!(text == TEXT && error.unwrap().starts_with("gzip: "));
        }
        let mut checksum = members.clone();
        checksum[first - 8] ^= 1;
        for bytes in [[&members[..], b"garbage as long as a head"].concat(), checksum] {
            let error = decoded(Compression::Gzip, &bytes).1.unwrap();
            assert!(error.starts_with("gzip: ") && !error.contains("cut off"), "{error}");
        }
    }

    /// An error of the source, such as a file that cannot be read, is not reported as damage.
    #[test]
    fn errors_of_the_source() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(Error::new(io::ErrorKind::TimedOut, "no answer"))
            }
        }
        for (compression, bytes) in [(Compression::Gzip, members()), (Compression::Zstd, FRAMES.to_vec())] {
            for end in [0, 2, 12] {
                let source = Cursor::new(bytes[..end].to_vec()).chain(Broken);
                let (_, error) = read(compression.decode(BufReader::new(source)));
                assert_eq!(error.unwrap(), "no answer", "{compression:?} after {end} bytes");
            }
        }
    }
}
