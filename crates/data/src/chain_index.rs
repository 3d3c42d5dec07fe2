//! Indexes of the chains of binpack files, with which a loader passes over games without playing them.
//!
//! A file does not say how long its chains are: their moves have to be played. An index is a file next to it,
//! `games.binpack.index`, with four bytes for each chain:
//!
//! ```text
//!   byte   0 ..  7   "QBCHAINS"
//!          8 .. 15   the size of the file in bytes, as it is stored
//!         16 .. 23   the time of its last change, in nanoseconds since 1970
//!         24 .. 31   a checksum of the two numbers before it and of all that follows
//!         32 ..      the length of each chain in bytes, in 4 bytes; a 0 after the chains of each chunk
//! ```
//!
//! Numbers are little-endian. What a loader reads is the same with an index and without it, only faster. An index whose
//! file has changed since is refused: copies must keep their time (`cp -p`, `rsync -t`).

use alloc::format;
use alloc::vec::Vec;
use core::fmt::Display;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use quadbit_pack::{Format, ReadError, ReadErrorKind, RecordReader, binpack};
use quadbit_quad::zobrist::split_mix;

use crate::files::{self, ByteCounter};

const MAGIC: [u8; 8] = *b"QBCHAINS";

/// Writes the index of the binpack file at `path`, which is played once and may be compressed. Returns the number of
/// chains. An old index is replaced.
///
/// # Errors
/// The file cannot be read, or has a damaged chunk; the index cannot be written.
pub fn write(path: &Path) -> io::Result<u64> {
    let stamp = stamp(path)?;
    let mut reader = RecordReader::new(files::open(path, false, &ByteCounter::default())?, Format::Binpack);
    let (mut lengths, mut chunks) = (Vec::new(), 0);
    while let Some(block) = reader.next_block()? {
        for record in block.iter() {
            chunks += 1;
            let chains = binpack::chunk(record).ok_or(ReadError::from(ReadErrorKind::Chunk));
            chains
                .and_then(|(chains, _)| binpack::chain_lengths(chains, &mut lengths))
                .map_err(|error| invalid(path, format!("record {chunks}: {error}")))?;
            lengths.push(0);
        }
    }
    let checksum = checksum_of(stamp, &lengths);
    let mut bytes = Vec::from(MAGIC);
    bytes.extend([stamp[0], stamp[1], checksum].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
    fs::write(name(path), bytes)?;
    Ok(lengths.len() as u64 - chunks)
}

/// The lengths of the chains of a file, in the order of the file, with a 0 after those of each chunk.
#[derive(Default)]
pub(crate) struct Lengths {
    lengths: Vec<u32>,
    next: usize,
}

impl Lengths {
    /// Takes the lengths of the chains of the next `chunks` chunks; none if they are not known.
    pub(crate) fn next(&mut self, chunks: u64) -> Vec<u32> {
        let rest = &self.lengths[self.next..];
        let ends = (1..).zip(rest).filter_map(|(end, &length)| (length == 0).then_some(end));
        let len = ends.zip(1..=chunks).last().map_or(0, |(end, _)| end);
        self.next += len;
        rest[..len].to_vec()
    }
}

/// Reads the index of the file at `path`. Without an index all lengths are unknown; a damaged or stale one is an error.
pub(crate) fn read(path: &Path) -> io::Result<Lengths> {
    let name = name(path);
    let bytes = match fs::read(&name) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Lengths::default()),
        bytes => bytes?,
    };
    let again = |what| {
        let path = path.display();
        invalid(&name, format!("{what}: `quadbit pack --from binpack --index {path}` makes it anew"))
    };
    let (head, lengths) = bytes.split_at_checked(32).ok_or_else(|| again("the index is cut off"))?;
    let (head, _) = head.as_chunks();
    let (lengths, _) = lengths.as_chunks();
    let lengths: Vec<u32> = lengths.iter().map(|&length| u32::from_le_bytes(length)).collect();
    let [of_size, of_time, of_all] = [1, 2, 3].map(|n: usize| u64::from_le_bytes(head[n]));
    if head[0] != MAGIC || of_all != checksum_of([of_size, of_time], &lengths) {
        return Err(again("the index is damaged"));
    }
    if [of_size, of_time] != stamp(path)? {
        return Err(again("the file has changed since its index was made"));
    }
    Ok(Lengths { lengths, next: 0 })
}

/// The size of a file in bytes, and the time of its last change in nanoseconds since 1970.
fn stamp(path: &Path) -> io::Result<[u64; 2]> {
    let of = fs::metadata(path)?;
    let time = of.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok([of.len(), u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)])
}

fn checksum_of(stamp: [u64; 2], lengths: &[u32]) -> u64 {
    checksum(stamp.into_iter().chain(lengths.iter().map(|&length| length.into())))
}

/// Returns a checksum of `numbers`, which depends on their order.
pub(crate) fn checksum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum, number| split_mix(sum ^ number))
}

/// The name of the index of the file at `path`.
fn name(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".index");
    name.into()
}

fn invalid(path: &Path, what: impl Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}
