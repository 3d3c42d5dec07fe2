//! Reading the records of a stream.
//!
//! 1. The buffer is filled until at least one record is complete, as [`Format::lengths`] finds.
//! 2. The complete records leave it as a [`Block`]. What is left stays, and is copied only if it is shorter
//!    than the block, so that reading takes time in proportion to the bytes of the stream, whatever they are.
//! 3. A block is read by its format, at once or some samples at a time, by itself or together with others.
//!
//! A block must end where a record ends, or with the stream, and no record may be in two blocks: so blocks can be read
//! on different threads.

mod chains;

use alloc::format;
#[cfg(feature = "simd")]
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use std::io::{self, Read};

use quadbit_movegen::Validity;
use quadbit_quad::QuadBitboard;

use crate::binpack;
use crate::codec::Records;
use crate::format::Format;
use crate::level::Level;
use crate::read_error::{ReadError, ReadErrorKind};
#[cfg(feature = "simd")]
use crate::sample::Entry;
use crate::sample::Sample;
use crate::steps;

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
/// while let Some(mut block) = reader.next_block()? {
///     let before = block.before();
///     block.read(Validity::Strict, usize::MAX, |number, sample| match sample {
///         Ok(sample) => samples.push(sample),
///         Err(error) => errors.push(format!("record {}: {error}", before + number)),
///     });
/// }
/// assert_eq!(samples.len(), 2);
/// assert_eq!(errors, ["record 2: white has more than one king"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordReader<R> {
    input: R,
    format: Format,
    /// The bytes that have been read from the stream. The bytes before `begin` have been returned.
    buffer: Vec<u8>,
    begin: usize,
    is_end: bool,
    /// The number of bytes in the blocks that have been returned.
    returned: u64,
    /// The number of records in the blocks that have been returned.
    records: u64,
}

/// Where a block of a stream begins, and how many bytes its reader had read ahead by then. With this, another reader
/// finds the same blocks from there on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockStart {
    /// The number of bytes before the block.
    pub offset: u64,
    /// The number of records before the block.
    pub records: u64,
    /// The number of bytes from `offset` on that had been read ahead.
    pub ahead: u64,
}

/// The number of bytes read at a time: about two thousand records of 32 bytes.
const BLOCK: usize = 1 << 16;

/// The maximum length of a record in bytes, except for a chunk of binpack, so that an endless input is not read for
/// ever.
const LONGEST: usize = 1 << 20;

impl<R: Read> RecordReader<R> {
    /// A reader of the records of `format` in the stream `input`.
    pub const fn new(input: R, format: Format) -> Self {
        Self { input, format, buffer: Vec::new(), begin: 0, is_end: false, returned: 0, records: 0 }
    }

    /// A reader that goes on at `start` in another reader's stream. `input` gives the bytes from `start.offset` on.
    ///
    /// # Errors
    /// The stream cannot be read, or there is not enough memory.
    pub fn resume(input: R, format: Format, start: BlockStart) -> io::Result<Self> {
        let mut reader = Self { returned: start.offset, records: start.records, ..Self::new(input, format) };
        reader.fill(usize::try_from(start.ahead).unwrap_or(usize::MAX))?;
        Ok(reader)
    }

    /// Where the next block begins.
    pub const fn start(&self) -> BlockStart {
        let ahead = (self.buffer.len() - self.begin) as u64;
        BlockStart { offset: self.returned, records: self.records, ahead }
    }

    /// Reads the next records, at least one; `None` at the end. A block usually takes up to 64 KiB. It takes more only
    /// after a longer record has filled the buffer: about 1 MiB at most, in binpack about 100 MiB.
    ///
    /// # Errors
    /// The stream cannot be read, there is not enough memory, or a record is too long.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        let longest = match self.format {
            // Two heads: the bytes after a chunk show whether its size is right.
            Format::Binpack => 2 * binpack::HEAD + binpack::LARGEST,
            _ => LONGEST,
        };
        let mut wanted = BLOCK;
        loop {
            self.fill(wanted)?;
            let there = &self.buffer[self.begin..];
            if there.is_empty() {
                return Ok(None);
            }
            let lengths = self.format.lengths(there, self.is_end);
            let whole = lengths.iter().sum();
            if self.is_end || whole > 0 {
                // Blank lines at the end of a text are not a record.
                let is_blank = self.format.is_text() && there[whole..].iter().all(u8::is_ascii_whitespace);
                if self.is_end && is_blank && whole == 0 {
                    return Ok(None);
                }
                let bytes = self.take(if self.is_end && !is_blank { there.len() } else { whole });
                let is_cut = whole < bytes.len();
                let before = self.records;
                let block = Block {
                    format: self.format,
                    bytes,
                    lengths,
                    is_cut,
                    before,
                    record: 0,
                    begin: 0,
                    place: None,
                };
                self.returned += block.bytes.len() as u64;
                self.records += block.records();
                return Ok(Some(block));
            }
            if there.len() >= longest {
                let message = format!("a record is longer than {} MiB", longest >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            // At most the longest record and one block: if a record's size is wrong, the short records after it are
            // still read a block at a time.
            wanted = (2 * there.len()).min(longest + BLOCK);
        }
    }

    /// Reads until the buffer has `wanted` bytes that have not been returned, or to the end.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let there = self.buffer.len() - self.begin;
        let missing = wanted.saturating_sub(there);
        if missing > 0 && self.begin >= there {
            self.buffer.drain(..mem::take(&mut self.begin));
            steps::count(there);
        }
        self.buffer.try_reserve(missing)?;
        let read = self.input.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
        self.is_end |= read < missing;
        Ok(())
    }

    /// Takes the next `count` bytes of the buffer. Copies at most twice as many bytes.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let end = self.begin + count;
        let rest = &self.buffer[end..];
        steps::count(count + rest.len().min(count));
        if rest.len() > count {
            let bytes = self.buffer[self.begin..end].to_vec();
            self.begin = end;
            return bytes;
        }
        let rest = rest.to_vec();
        let mut bytes = mem::replace(&mut self.buffer, rest);
        bytes.truncate(end);
        bytes.drain(..mem::take(&mut self.begin));
        bytes
    }
}

/// Complete records of a stream, and perhaps the start of one that the end of the stream has cut off.
///
/// A block can be read some samples at a time. Only binpack needs this: a compressed chunk of one mebibyte becomes
/// about 400,000 samples of 128 bytes each, 50 MB in memory.
///
/// ```
/// use quadbit_movegen::{GameResult, Position, Validity};
/// use quadbit_pack::{Fields, Format, Labels, RecordReader, Sample};
/// let (start, mut file) = (Position::start(), Vec::new());
/// let mv = start.legal_moves().first().copied();
/// let sample = Sample { position: start, labels: Labels { mv, result: GameResult::Draw, ..Labels::NONE } };
/// Format::Binpack.write(Fields::EMPTY, &[sample; 10], &mut file, |_, error| panic!("{error}"));
///
/// let mut block = RecordReader::new(&file[..], Format::Binpack).next_block()?.unwrap();
/// let mut counts = Vec::new();
/// while !block.is_end() {
///     let mut count = 0;
///     block.read(Validity::Strict, 4, |_, _| count += 1);
///     counts.push(count);
/// }
/// assert_eq!(counts, [4, 4, 2]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Block {
    format: Format,
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    is_cut: bool,
    before: u64,
    /// The index of the next record, or of the one that is being read.
    record: usize,
    begin: usize,
    /// The point that reading has reached in the present chunk of binpack; `None` before its first sample.
    place: Option<binpack::Place>,
}

impl Block {
    /// The format of the records.
    pub const fn format(&self) -> Format {
        self.format
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

    /// The bytes of each complete record, without one that is cut off.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        Records { bytes: &self.bytes, lengths: &self.lengths }
    }

    /// Whether all records of the block have been read.
    pub const fn is_end(&self) -> bool {
        self.record as u64 == self.records()
    }

    /// Calls `each` with the next samples and errors, each with the number of its record in this block, from 1: at most
    /// `count` samples in binpack, all in other formats. A position that breaks a rule of `validity` is an error.
    pub fn read(
        &mut self,
        validity: Validity,
        count: usize,
        each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        self.read_at(Level::auto(), validity, count, each);
    }

    /// Like [`read`](Self::read), with the instructions of `level`.
    #[cfg_attr(not(feature = "simd"), doc(hidden))]
    pub fn read_at(
        &mut self,
        level: Level,
        validity: Validity,
        count: usize,
        mut each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        let mut left = count;
        loop {
            self.end(|number, error| each(number, Err(error)));
            if left == 0 || self.is_end() {
                return;
            }
            if self.format == Format::Binpack {
                let number = self.record as u64 + 1;
                let mut chunk = self.chunk(0, validity, left);
                chunk.read(level, binpack::whole(|sample| each(number, Ok(sample))));
                let (_, place, rest) = chunk.close();
                left = rest;
                self.go_on(place, |number, error| each(number, Err(error)));
            } else {
                self.read_records(level, validity, &mut each);
            }
        }
    }

    /// Like [`read_at`](Self::read_at), but reads only the records that `may_match` chooses: it gets at most 64 boards
    /// at a time and returns a word with a bit for each, set for those to be read. A record whose pieces are invalid
    /// gives its error; other records that are not chosen are not checked.
    ///
    /// Only bulletformat, marlinformat and tgct have boards that can be read by themselves. Of other formats all
    /// records are read.
    pub fn read_where(
        &mut self,
        level: Level,
        validity: Validity,
        may_match: impl Fn(&[QuadBitboard]) -> u64,
        mut each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        if self.format == Format::Binpack {
            return self.read_at(level, validity, usize::MAX, each);
        }
        if self.record == 0 {
            self.format.read_where(
                level,
                validity,
                &self.bytes,
                &self.lengths,
                may_match,
                |index, sample| {
                    each(index as u64 + 1, sample);
                },
            );
            self.record = self.lengths.len();
        }
        self.end(|number, error| each(number, Err(error)));
    }

    /// Reads the next samples of several blocks: of each at most `count` in binpack, all in other formats. Calls `each`
    /// with every sample, as an [`Entry`], and `refuse` with the index of the block, and the number and the error of
    /// each bad record. The samples and errors of a block come in order; those of different blocks may alternate.
    ///
    /// In binpack no position is made, so this takes at most two thirds of the time of [`read`](Self::read). At AVX-512
    /// the chunks of five to eight blocks are decoded together, in the lanes of vectors, which for eight halves the
    /// time again (Zen 5).
    #[cfg(feature = "simd")]
    pub fn read_parts(
        blocks: &mut [&mut Self],
        level: Level,
        validity: Validity,
        count: usize,
        mut each: impl FnMut(Entry<'_>),
        mut refuse: impl FnMut(usize, u64, ReadError),
    ) {
        let mut left = vec![count; blocks.len()];
        loop {
            let mut chunks = Vec::new();
            for (index, block) in blocks.iter_mut().enumerate() {
                block.end(|number, error| refuse(index, number, error));
                if left[index] == 0 || block.is_end() {
                    continue;
                }
                if block.format == Format::Binpack {
                    chunks.push(block.chunk(index, validity, left[index]));
                } else {
                    block.read_records(level, validity, |number, sample| match sample {
                        Ok(sample) => each(Entry {
                            block: index,
                            labels: &sample.labels,
                            parts: &|| (&sample.position).into(),
                        }),
                        Err(error) => refuse(index, number, error),
                    });
                }
            }
            if chunks.is_empty() {
                return;
            }
            binpack::read_each(level, &mut chunks, &mut each);
            let read: Vec<_> = chunks.into_iter().map(binpack::Chunk::close).collect();
            for (index, place, rest) in read {
                left[index] = rest;
                blocks[index].go_on(place, |number, error| refuse(index, number, error));
            }
        }
    }

    /// The chunk of binpack that is next, of which `left` samples are to be read; `index` is the number of this block
    /// for the caller.
    fn chunk(&mut self, index: usize, validity: Validity, left: usize) -> binpack::Chunk<'_> {
        let place = self.place.take().unwrap_or_else(|| binpack::Place::new(validity));
        let record = &self.bytes[self.begin..][..self.lengths[self.record]];
        binpack::Chunk::new(index, record, place, left)
    }

    /// Remembers `place`, the point that has been reached in the chunk; after its end, `None`, goes on to the next
    /// record. If `place` is an error, passes it to `refuse` with the number of the record, and skips the rest of the
    /// chunk.
    fn go_on(
        &mut self,
        place: Result<Option<binpack::Place>, ReadError>,
        refuse: impl FnOnce(u64, ReadError),
    ) {
        self.place = place.unwrap_or_else(|error| {
            refuse(self.record as u64 + 1, error);
            None
        });
        if self.place.is_none() {
            self.begin += self.lengths[self.record];
            self.record += 1;
        }
    }

    /// Reads all records of a format other than binpack.
    fn read_records(
        &mut self,
        level: Level,
        validity: Validity,
        mut each: impl FnMut(u64, Result<Sample, ReadError>),
    ) {
        self.format.read_at(level, validity, &self.bytes, &self.lengths, |index, sample| {
            each(index as u64 + 1, sample);
        });
        self.record = self.lengths.len();
    }

    /// Refuses the record that the end of the stream has cut off, if it is next.
    fn end(&mut self, mut refuse: impl FnMut(u64, ReadError)) {
        if self.is_cut && self.record == self.lengths.len() {
            self.record += 1;
            let undecoded =
                self.format.has_games().then(|| self.bytes.len() - self.lengths.iter().sum::<usize>());
            refuse(self.records(), ReadError { undecoded, ..ReadErrorKind::Truncated.into() });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec;
    use std::vec::Vec;

    use super::{BLOCK, Block, RecordReader};
    use crate::format::Format;
    use crate::steps;

    /// A stream of about `length` bytes that is as hard to take apart as any of its format: very short records, records
    /// without an end, and, in binpack, chunks with wrong sizes.
    fn worst(format: Format, length: usize) -> Vec<u8> {
        match format {
            Format::Binpack => {
                // Each head says that its chunk takes half of the stream, but no chunk begins where it would end.
                let head = [*b"BINP", u32::try_from(length / 2).unwrap().to_le_bytes()].concat();
                let mut stream = head.repeat(length / 64);
                stream.resize(length, 0);
                stream
            }
            Format::Fen | Format::Text | Format::Plain => {
                let mut stream = b"e\n".repeat(length / 4);
                stream.resize(length, b'8');
                stream
            }
            Format::Viriformat => {
                let mut stream = vec![0; length / 2];
                stream.resize(length, 1);
                stream
            }
            Format::Bulletformat | Format::Marlinformat | Format::Tgct | Format::Bin | Format::Binaryfen => {
                vec![0; length]
            }
        }
    }

    /// Reads a stream to its end or its first error. Returns the number of bytes copied or searched, and the
    /// number of blocks.
    fn read(format: Format, stream: &[u8]) -> (usize, usize) {
        let before = steps::counted();
        let (mut reader, mut blocks) = (RecordReader::new(stream, format), 0);
        loop {
            match reader.next_block() {
                Ok(Some(_)) => blocks += 1,
                Ok(None) => break,
                Err(error) => {
                    assert!(error.to_string().starts_with("a record is longer"), "{format}: {error}");
                    break;
                }
            }
        }
        (steps::counted() - before, blocks)
    }

    /// A reader that goes on at the start of any block finds the same blocks from there on, though what was read ahead
    /// decides where blocks end.
    #[test]
    fn reading_goes_on_at_any_block() {
        let chunk = |size: usize| {
            let head = [&b"BINP"[..], &u32::try_from(size).unwrap().to_le_bytes()].concat();
            [head, vec![7; size]].concat()
        };
        let chunks: Vec<u8> = [900_000, 10, 30_000, 90_000, 50_000, 50_000, 5, 300_000].map(chunk).concat();
        let streams = Format::ALL.map(|format| (format, worst(format, 1 << 20)));
        for (format, stream) in streams.into_iter().chain([(Format::Binpack, chunks.repeat(3))]) {
            let blocks = |mut reader: RecordReader<&[u8]>| {
                let mut blocks = Vec::new();
                loop {
                    let start = reader.start();
                    let Ok(Some(Block { bytes, lengths, is_cut, before, .. })) = reader.next_block() else {
                        break;
                    };
                    blocks.push((start, bytes, lengths, is_cut, before));
                }
                blocks
            };
            let all = blocks(RecordReader::new(&stream[..], format));
            for (n, (start, ..)) in all.iter().enumerate() {
                let rest = &stream[usize::try_from(start.offset).unwrap()..];
                let resumed = RecordReader::resume(rest, format, *start).unwrap();
                assert!(blocks(resumed) == all[n..], "{format} at {start:?}");
            }
        }
    }

    /// Twice the bytes take at most about twice the steps, and the reader returns about two blocks at most for each
    /// [`BLOCK`] bytes.
    #[test]
    fn reading_is_linear() {
        for format in Format::ALL {
            let mut before = None;
            for length in [20, 21, 22].map(|n| 1 << n) {
                let (steps, blocks) = read(format, &worst(format, length));
                let most = before.map_or(8 * length, |before| 2 * before + 4 * BLOCK);
                assert!(steps <= most, "{format}: {steps} steps for {length} bytes, expected {most}");
                assert!(blocks <= 2 * length / BLOCK + 8, "{format}: {blocks} blocks for {length} bytes");
                before = Some(steps);
            }
        }
    }
}
