//! Records in another order, or each only once: `--shuffle`, `--interleave`, `--unique`.
//!
//! 1. [`Arrangement::push`] appends a record to one of [`PARTS`] parts; with `--unique`, equal records go to the same
//!    part. A part that has grown beyond [`IN_MEMORY`] is moved to a temporary file.
//! 2. [`Arrangement::finish`] loads one part after the other and sorts it by rank. With `--unique`, repeated records
//!    are left out.
//! 3. The sorted parts are merged by rank, so the order does not depend on the parts.
//!
//! ```text
//!                   number   rank in sequence   interleaved          shuffled
//!   a file of 4:    0 1 2 3  0 0 0 0            1/8 3/8 5/8 7/8      random
//!   a file of 2:    0 1      1 1                1/4 3/4              random
//! ```
//!
//! Memory holds one part at a time while it is sorted, about a 256th of the records.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::SpooledTempFile;

/// The number of parts: one for each value of a byte.
const PARTS: usize = 256;

/// The greatest size in bytes of a part that is kept in memory instead of a temporary file; also the size of the buffer
/// through which each part is written.
const IN_MEMORY: usize = 1 << 13;

/// The order in which records are given.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// File by file, as they were read.
    Sequence,
    /// From all files at once, so that all end together.
    Interleaved,
    /// At random, by a seed. The same records and seed give the same order on every machine.
    Shuffled(u64),
}

/// Collects all records and then gives them in another order, or each only once.
pub(super) struct Arrangement {
    order: Order,
    is_unique: bool,
    hasher: RandomState,
    parts: Vec<BufWriter<SpooledTempFile>>,
    /// The number of records of each file that has been begun.
    counts: Vec<u64>,
}

/// A record's file and its number there, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    file: usize,
    number: u64,
}

impl Arrangement {
    /// An arrangement of no records. Temporary files are made in `folder`.
    pub(super) fn new(order: Order, is_unique: bool, folder: &Path) -> Self {
        let part = || BufWriter::with_capacity(IN_MEMORY, SpooledTempFile::new_in(IN_MEMORY, folder));
        let parts = (0..PARTS).map(|_| part()).collect();
        Self { order, is_unique, hasher: RandomState::new(), parts, counts: Vec::new() }
    }

    /// Begins the next file, whose records are then given to [`push`](Self::push).
    pub(super) fn begin(&mut self) {
        self.counts.push(0);
    }

    /// Takes the next record of the file that was begun last.
    pub(super) fn push(&mut self, record: &[u8]) -> io::Result<()> {
        let file = self.counts.len() - 1;
        let place = Place { file, number: self.counts[file] };
        self.counts[file] += 1;
        let part = if self.is_unique { self.hasher.hash_one(record) } else { place.number };
        let [part, ..] = part.to_le_bytes();
        write(&mut self.parts[usize::from(part)], place, record)
    }

    /// Passes all records to `give` in the order of `self.order`, equal ones only once if `self.is_unique`.
    pub(super) fn finish<E: From<io::Error>>(
        mut self,
        mut give: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let parts = std::mem::take(&mut self.parts);
        let sorted = parts.into_iter().map(|part| self.sort(part)).collect::<io::Result<Vec<_>>>();
        let mut sorted = sorted?;
        let mut next = BinaryHeap::new();
        let mut records = vec![Vec::new(); sorted.len()];
        for (part, (file, record)) in sorted.iter_mut().zip(&mut records).enumerate() {
            next.extend(read(file, record)?.map(|place| Reverse((self.rank(place), part))));
        }
        while let Some(Reverse((_, part))) = next.pop() {
            give(&records[part])?;
            let place = read(&mut sorted[part], &mut records[part])?;
            next.extend(place.map(|place| Reverse((self.rank(place), part))));
        }
        Ok(())
    }

    /// The records of `part` in the order of their ranks, each only once if `is_unique`.
    fn sort(&self, part: BufWriter<SpooledTempFile>) -> io::Result<BufReader<SpooledTempFile>> {
        let mut file = part.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(file);
        let (mut records, mut record) = (Vec::new(), Vec::new());
        while let Some(place) = read(&mut reader, &mut record)? {
            records.push((self.rank(place), place, record.clone().into_boxed_slice()));
        }
        if self.is_unique {
            // The first of equal records stays, whatever its rank.
            let mut seen = HashSet::new();
            let is_new: Vec<bool> = records.iter().map(|(.., record)| seen.insert(record)).collect();
            let mut is_new = is_new.into_iter();
            records.retain(|_| is_new.next() == Some(true));
        }
        records.sort_unstable_by_key(|&(rank, ..)| rank);
        let mut file = reader.into_inner();
        file.seek(SeekFrom::Start(0))?;
        file.set_len(0)?;
        let mut writer = BufWriter::new(file);
        for (_, place, record) in records {
            write(&mut writer, place, &record)?;
        }
        let mut file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(BufReader::new(file))
    }

    /// The rank of the record at `place`, known once the records of all files have been counted. No two records have
    /// the same rank.
    fn rank(&self, place: Place) -> (u64, Place) {
        let Place { file, number } = place;
        let rank = match self.order {
            Order::Sequence => 0,
            Order::Interleaved => {
                // The middle of the record's share of its file, as a fraction of 2^64.
                let share = u128::from(2 * number + 1) << 63;
                u64::try_from(share / u128::from(self.counts[file])).expect("a fraction")
            }
            Order::Shuffled(seed) => mix(mix(mix(seed) ^ file as u64) ^ number),
        };
        (rank, place)
    }
}

/// Appends a record to `file`: the number of the record's file, its number there, and its length, eight bytes each;
/// then its bytes.
fn write(file: &mut impl Write, place: Place, record: &[u8]) -> io::Result<()> {
    for number in [place.file as u64, place.number, record.len() as u64] {
        file.write_all(&number.to_le_bytes())?;
    }
    file.write_all(record)
}

/// Reads the next record that [`write`] has written, into `record`, and returns its place; `None` at the end.
fn read(file: &mut impl Read, record: &mut Vec<u8>) -> io::Result<Option<Place>> {
    let mut head = [[0; 8]; 3];
    match file.read_exact(head.as_flattened_mut()) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let [of_file, number, len] = head.map(u64::from_le_bytes);
    let size = |number| usize::try_from(number).map_err(io::Error::other);
    record.resize(size(len)?, 0);
    file.read_exact(record)?;
    Ok(Some(Place { file: size(of_file)?, number }))
}

/// A step of the generator `SplitMix64`: numbers that look random, no two alike.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
