//! Reading the records of a stream.

use alloc::format;
use alloc::vec::Vec;
use std::io::{self, Read};

use quadbit_movegen::Validity;
use quadbit_nibble::simd::Level;

use crate::binpack;
use crate::format::blocks::read_chunk;
use crate::format::{Format, ReadError};
use crate::record_error::RecordError;
use crate::sample::Sample;

/// Reads the records of a stream in blocks, in memory of bounded size.
///
/// The reader reads ahead, so a `BufReader` around the stream gains nothing. A `&[u8]` is a stream, too. Blocks do
/// not depend on each other: they can be decoded on different threads.
///
/// ```
/// use quadbit_movegen::Validity;
/// use quadbit_pack::{Format, RecordReader};
/// let file = b"8/8/8/8/8/8/8/K6k w - - 0 1\n8/8/8/8/8/8/8/K6K w - - 0 1\n8/8/8/8/8/8/8/1K5k b - - 0 1\n";
/// let mut reader = RecordReader::new(&file[..], Format::Fen);
/// let (mut samples, mut errors) = (Vec::new(), Vec::new());
/// while let Some(block) = reader.next_block()? {
///     for (number, sample) in block.samples(Validity::Strict) {
///         match sample {
///             Ok(sample) => samples.push(sample),
///             Err(error) => errors.push(format!("record {number}: {error}")),
///         }
///     }
/// }
/// assert_eq!(samples.len(), 2);
/// assert_eq!(errors, ["record 2: white has more than one king"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordReader<R> {
    input: R,
    format: Format,
    /// The bytes that have been read but not returned.
    buffer: Vec<u8>,
    is_end: bool,
    /// The number of records in the blocks before.
    records: u64,
}

/// The number of bytes read at a time: about two thousand positions.
const BLOCK: usize = 1 << 16;

/// The longest record, so that an endless input is not read for ever.
const LONGEST: usize = 1 << 20;

impl<R: Read> RecordReader<R> {
    /// A reader of a stream.
    pub const fn new(input: R, format: Format) -> Self {
        Self { input, format, buffer: Vec::new(), is_end: false, records: 0 }
    }

    /// The next records, at least one; `None` at the end. They take 64 KiB, or one longer record: at most 1
    /// MiB, in binpack 100 MiB.
    ///
    /// # Errors
    /// The stream cannot be read, there is not enough memory, or a record is too long.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        let longest = match self.format {
            // The bytes after a chunk show whether its size is right.
            Format::Binpack => 2 * binpack::HEAD + binpack::LARGEST,
            _ => LONGEST,
        };
        let mut wanted = BLOCK;
        loop {
            self.fill(wanted)?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            let lengths = self.format.lengths(&self.buffer, self.is_end);
            let whole = lengths.iter().sum();
            if self.is_end || whole > 0 {
                let end = if self.is_end { self.buffer.len() } else { whole };
                let rest = self.buffer.split_off(end);
                let bytes = core::mem::replace(&mut self.buffer, rest);
                let block = Block {
                    format: self.format,
                    is_cut: whole < bytes.len(),
                    bytes,
                    lengths,
                    before: self.records,
                };
                self.records += block.records();
                return Ok(Some(block));
            }
            if self.buffer.len() >= longest {
                let message = format!("a record is longer than {} MiB", longest >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            wanted = (2 * self.buffer.len()).min(longest);
        }
    }

    /// Reads until the buffer is as long as wanted, or to the end.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.buffer.len());
        self.buffer.try_reserve(missing)?;
        let read = self.input.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
        self.is_end |= read < missing;
        Ok(())
    }
}

/// Whole records of a stream, and perhaps the start of one that the end of the stream has cut off.
#[derive(Clone, Debug)]
pub struct Block {
    format: Format,
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    is_cut: bool,
    before: u64,
}

impl Block {
    /// The format of the records.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The bytes of the whole records, and of one that is cut off.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lengths of the whole records, as [`Format::lengths`] returns them.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Whether the last bytes are the start of a record that the end of the stream has cut off.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The number of records, including one that is cut off.
    pub const fn records(&self) -> u64 {
        self.lengths.len() as u64 + self.is_cut as u64
    }

    /// The number of records in the blocks before this one.
    pub const fn before(&self) -> u64 {
        self.before
    }

    /// The whole records.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.bytes[..];
        self.lengths.iter().map(move |&length| {
            let (record, behind) = rest.split_at(length);
            rest = behind;
            record
        })
    }

    /// Calls a function with all samples and errors, each with the number of its record in this block, from
    /// 1. It uses the best instructions of the machine.
    pub fn read(
        &self,
        level: Level,
        validity: Validity,
        mut each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        self.format.read_block(level, validity, &self.bytes, &self.lengths, |place, sample| {
            each(place as u64 + 1, sample);
        });
        if self.is_cut {
            each(self.records(), Err(RecordError::Truncated.into()));
        }
    }

    /// A reader of the block that can stop and go on, for a block whose samples would take much memory.
    pub const fn into_reader(self) -> BlockReader {
        BlockReader { block: self, record: 0, begin: 0, place: None }
    }

    /// All samples and errors, each with the number of its record in the stream, from 1. A record with
    /// several samples yields those before its error.
    ///
    /// The iterator holds the samples of one record at a time and reads records one by one;
    /// [`read`](Self::read) is faster.
    pub fn samples(&self, validity: Validity) -> impl Iterator<Item = (u64, Result<Sample, ReadError>)> {
        let cut = self.is_cut.then_some(Err(RecordError::Truncated.into()));
        let read = move |record: &[u8]| {
            let mut samples = Vec::new();
            let error = self.format.read(record, validity, |sample| samples.push(Ok(sample))).err();
            samples.extend(error.map(Err));
            samples
        };
        let numbered = (self.before + 1..).zip(self.iter());
        numbered
            .flat_map(move |(number, record)| read(record).into_iter().map(move |sample| (number, sample)))
            .chain(cut.map(|error| (self.before + self.records(), error)))
    }
}

/// Reads a block some samples at a time. Only binpack needs it: a chunk of a mebibyte has about 400,000 samples, of
/// 128 bytes each.
///
/// ```
/// use quadbit_movegen::{GameResult, Position, Validity};
/// use quadbit_nibble::simd::Level;
/// use quadbit_pack::{Fields, Format, RecordReader, Sample};
/// let (start, mut file) = (Position::start(), Vec::new());
/// let sample = Sample { mv: start.legal_moves().first().copied(), result: GameResult::Draw, ..Sample::from(start) };
/// Format::Binpack.write_block(Level::auto(), Fields::NONE, &[sample; 10], &mut file, |_, _| ());
///
/// let block = RecordReader::new(&file[..], Format::Binpack).next_block()?.unwrap();
/// let (mut reader, mut counts) = (block.into_reader(), Vec::new());
/// while !reader.is_end() {
///     let mut count = 0;
///     reader.read(Level::auto(), Validity::Strict, 4, |_, _| count += 1);
///     counts.push(count);
/// }
/// assert_eq!(counts, [4, 4, 2]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockReader {
    block: Block,
    /// The next record, or the one that is being read, and its first byte.
    record: usize,
    begin: usize,
    place: Option<binpack::Place>,
}

impl BlockReader {
    /// The block.
    pub const fn block(&self) -> &Block {
        &self.block
    }

    /// Whether everything has been read.
    pub const fn is_end(&self) -> bool {
        self.record as u64 == self.block.records()
    }

    /// Calls a function with samples and errors as [`Block::read`] does: at most `count` samples in binpack, all
    /// in other formats.
    pub fn read(
        &mut self,
        level: Level,
        validity: Validity,
        count: usize,
        mut each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        if self.is_end() {
            return;
        }
        if self.block.format != Format::Binpack {
            self.block.read(level, validity, each);
            self.record = self.block.records() as usize;
            return;
        }
        let mut left = count;
        while left > 0 && !self.is_end() {
            let number = self.record as u64 + 1;
            let Some(&length) = self.block.lengths.get(self.record) else {
                each(number, Err(RecordError::Truncated.into()));
                self.record += 1;
                return;
            };
            let place = self.place.take().unwrap_or_else(|| binpack::Place::new(validity));
            let (record, mut samples) = (&self.block.bytes[self.begin..][..length], Vec::new());
            let read = read_chunk(level, record, place, left, &mut samples);
            left -= samples.len();
            for sample in samples {
                each(number, Ok(sample));
            }
            match read {
                Ok(Some(place)) => self.place = Some(place),
                read => {
                    self.record += 1;
                    self.begin += length;
                    if let Err(error) = read {
                        each(number, Err(error));
                    }
                }
            }
        }
    }
}
