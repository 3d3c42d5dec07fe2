//! A chunk that is being read, from any point between two of its samples on.

use quadbit_movegen::Position;

use super::chain::{Place, Samples};
use super::{chunk, cut_chunk};
use crate::level::Level;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::Labels;

/// A chunk of which some samples are to be read.
#[derive(Debug)]
pub(crate) struct Chunk<'a> {
    /// The number by which the caller knows the chunk.
    pub(super) index: usize,
    pub(super) samples: Samples<'a>,
    /// What is wrong with the chunk itself, and how many bytes are not in its chains because of that.
    fault: Option<(ReadErrorKind, usize)>,
    /// How many samples are still to be read.
    pub(super) left: usize,
    /// The error at which reading the chunk ended, if there was one.
    pub(super) read: Result<(), ReadError>,
}

impl<'a> Chunk<'a> {
    /// The chunk `record`, of which `left` samples are to be read from `from` on.
    pub(crate) fn new(index: usize, record: &'a [u8], from: Place, left: usize) -> Self {
        let (chains, fault) = match (chunk(record), cut_chunk(record)) {
            (Some((chains, _)), _) => (chains, None),
            (None, Some(chains)) => (chains, Some((ReadErrorKind::Truncated, 0))),
            (None, None) => (&record[..0], Some((ReadErrorKind::Chunk, record.len()))),
        };
        Self { index, samples: from.resume(chains), fault, left, read: Ok(()) }
    }

    /// Reads as many samples as are still to be read, from this chunk only, not in lanes with other chunks. Calls
    /// `each` with every sample.
    pub(crate) fn read(&mut self, level: Level, each: impl FnMut(&Labels, &Position)) {
        self.read = self.samples.read_each(level, &mut self.left, each);
    }

    /// Returns the number of the chunk; the point that has been reached, `None` at the end of the chunk, or the error
    /// that ended reading; and how many samples are still to be read.
    pub(crate) fn close(self) -> (usize, Result<Option<Place>, ReadError>, usize) {
        let Self { index, samples, fault, left, read, .. } = self;
        let place = match fault {
            _ if read.is_ok() && left == 0 => Ok(Some(samples.pause())),
            // A chunk that is cut off reports this as its error, whatever error its last samples gave: they may be
            // nonsense.
            Some((kind, bytes)) => {
                let rest = read.map_or_else(|error| error.undecoded, |()| Some(samples.undecoded()));
                Err(ReadError { undecoded: rest.map(|rest| rest + bytes), ..kind.into() })
            }
            None => read.map(|()| None),
        };
        (index, place, left)
    }
}
