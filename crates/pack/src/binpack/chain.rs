//! The samples of the chains of a chunk.
//!
//! 1. The first entry of a chain gives a checked position, its move, score, ply and result.
//! 2. Each ply after it is a move by number, read from the position that the moves before it have reached, and the
//!    difference of two scores.
//! 3. The move is tested where its number does not already make it legal, and made by the rules of movegen. The sample has
//!    the position before the move.
//! 4. The next chain begins at the next byte. A fault ends the chunk, because nothing behind it can be decoded.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use quadbit_movegen::{GameResult, Position, Validity};
#[cfg(feature = "alloc")]
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::packed_pieces::{PackSimd, Scalar};

use super::bits::Window;
use super::destinations;
use super::entry::{Entry, LAST_PLY, SIZE};
use crate::movers_view::read_score;
use crate::record_error::RecordError;
use crate::sample::Sample;

/// The samples of a chunk, given its chains. A position remembers a double push only if the pawn can be captured, which is
/// all that the first entry of a chain tells.
///
/// Nothing after a bad entry or move can be decoded, so an error is the last item.
pub const fn samples(chunk: &[u8], validity: Validity) -> Samples<'_> {
    Place::new(validity).resume(chunk)
}

/// An iterator over the samples of a chunk: see [`samples`].
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    chunk: &'a [u8],
    place: Place,
}

/// A place in a chunk, without the chunk: a reader that keeps chunk and place can pause, and read many samples
/// in little memory.
///
/// With another chunk, the next samples are errors or nonsense.
#[derive(Clone, Debug)]
pub struct Place {
    validity: Validity,
    /// The byte where the next chain begins, once it is known.
    next: usize,
    /// The number of chains that have begun.
    chains: usize,
    chain: Option<Chain>,
}

impl Place {
    /// The beginning of any chunk.
    pub const fn new(validity: Validity) -> Self {
        Self { validity, next: 0, chains: 0, chain: None }
    }

    /// The samples from this place on.
    pub const fn resume(self, chunk: &[u8]) -> Samples<'_> {
        Samples { chunk, place: self }
    }
}

/// The rest of a chain.
#[derive(Clone, Debug)]
struct Chain {
    /// The position after the move of the last sample.
    position: Position,
    /// From white's view.
    result: GameResult,
    ply: u16,
    /// From the mover's view.
    score: i16,
    /// The bit of the chunk from which on nothing has been read.
    at: usize,
    /// The number of the last ply in the chain.
    place: usize,
    /// The number of plies after it.
    left: u16,
}

impl Iterator for Samples<'_> {
    type Item = Result<Sample, ChainError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(chain) = &mut self.place.chain else { return self.begin(Scalar) };
        let sample = chain.next(Scalar, self.chunk);
        Some(self.check(sample))
    }
}

impl Samples<'_> {
    /// The place before the next sample.
    pub fn pause(self) -> Place {
        self.place
    }

    /// Appends the next samples, fewer than `count` only at the end, with the best instructions of the machine.
    ///
    /// # Errors
    /// As for the iterator; the samples before the error are appended.
    #[cfg(feature = "alloc")]
    pub fn read(&mut self, level: Level, count: usize, samples: &mut Vec<Sample>) -> Result<(), ChainError> {
        // A chunk may have fewer samples than are asked for.
        samples.reserve(count.min(1 << 16));
        dispatch!(level, s => self.read_at(s, count, samples))
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn read_at<S: PackSimd>(
        &mut self,
        s: S,
        count: usize,
        samples: &mut Vec<Sample>,
    ) -> Result<(), ChainError> {
        let end = samples.len().saturating_add(count);
        while samples.len() < end {
            let Some(chain) = &mut self.place.chain else {
                match self.begin(s) {
                    Some(sample) => samples.push(sample?),
                    None => break,
                }
                continue;
            };
            // A copy on the stack can be kept in registers.
            let mut copy = chain.clone();
            let plies = (end - samples.len()).min(copy.left.into());
            let read = (0..plies).try_for_each(
                #[inline(always)]
                |_| {
                    samples.push(copy.next(s, self.chunk)?);
                    Ok(())
                },
            );
            *chain = copy;
            self.check(read)?;
        }
        Ok(())
    }

    /// The first sample of the next chain; `None` at the end.
    #[inline(always)]
    fn begin<S: PackSimd>(&mut self, s: S) -> Option<Result<Sample, ChainError>> {
        let (entry, rest) = self.chunk.get(self.place.next..)?.split_first_chunk::<SIZE>()?;
        let (left, _) = rest.split_first_chunk::<2>()?;
        self.place.next += SIZE + 2;
        self.place.chains += 1;
        let entry = match Entry::read(s, entry, self.place.validity) {
            Ok(entry) => entry,
            Err(error) => return Some(Err(self.fail(0, ChainFault::Entry(error)))),
        };
        let Some(mv) = entry.legal_move() else { return Some(Err(self.fail(0, ChainFault::Move))) };
        let Entry { position, score, ply, result, .. } = entry;
        let us = position.side_to_move();
        let result = match result {
            0 => GameResult::Draw,
            1 => GameResult::Win(us),
            _ => GameResult::Win(!us),
        };
        let left = u16::from_be_bytes(*left);
        self.place.chain = (left > 0).then(|| Chain {
            position: position.after(mv),
            result,
            ply,
            score,
            at: 8 * self.place.next,
            place: 0,
            left,
        });
        let score = read_score(score, us);
        Some(Ok(Sample {
            score,
            result,
            mv: Some(mv),
            ply: Some(ply),
            ..Sample::from(position.without_idle_ep())
        }))
    }

    /// Ends the chain after its last ply, or everything after a fault.
    #[inline(always)]
    fn check<T>(&mut self, read: Result<T, ChainFault>) -> Result<T, ChainError> {
        let Some(&Chain { at, place, left, .. }) = self.place.chain.as_ref() else {
            return read.map_err(|fault| self.fail(0, fault));
        };
        if left == 0 {
            self.place.next = at.div_ceil(8);
            self.place.chain = None;
        }
        read.map_err(|fault| self.fail(place, fault))
    }

    /// An error, after which there are no more samples.
    #[cold]
    fn fail(&mut self, ply: usize, fault: ChainFault) -> ChainError {
        (self.place.next, self.place.chain) = (self.chunk.len(), None);
        ChainError { chain: self.place.chains, ply, fault }
    }
}

impl Chain {
    /// Reads the next move and its score, makes the move, and returns the sample before it.
    #[inline(always)]
    fn next<S: PackSimd>(&mut self, s: S, chunk: &[u8]) -> Result<Sample, ChainFault> {
        self.place += 1;
        self.left -= 1;
        self.ply = (self.ply + 1) & LAST_PLY;
        let (mut window, end) = (Window::at(chunk, self.at), 8 * chunk.len());
        let position = self.position;
        let mv = destinations::read(s, &position, &mut window).ok_or(ChainFault::Move)?;
        let moved = self.at + window.taken as usize;
        // The move comes first: a score that is cut off matters only if the move is good.
        if moved > end || !destinations::is_legal(&position, mv) {
            return Err(ChainFault::Move);
        }
        self.position = position.after(mv);
        let more = window.take_number().ok_or(ChainFault::Score)?;
        self.at += window.taken as usize;
        if self.at > end {
            return Err(ChainFault::Score);
        }
        self.score = self.score.wrapping_neg().wrapping_add(more);
        Ok(Sample {
            position: position.without_idle_ep(),
            score: read_score(self.score, position.side_to_move()),
            result: self.result,
            extra: [0; 3],
            mv: Some(mv),
            ply: Some(self.ply),
        })
    }
}

/// A chain that cannot be read, or not to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainError {
    /// The number of the chain in its chunk, from 1.
    pub chain: usize,
    /// The ply in the chain; 0 is its first entry.
    pub ply: usize,
    /// What is wrong.
    pub fault: ChainFault,
}

/// The reason why a chain cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainFault {
    /// The first entry is bad.
    Entry(RecordError),
    /// The move is not legal, is not of the kind that it claims to be, or is cut off.
    Move,
    /// The score is too long, or cut off.
    Score,
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chain, ply, fault } = self;
        match fault {
            ChainFault::Entry(error) => write!(f, "chain {chain}: {error}"),
            ChainFault::Move => write!(f, "chain {chain}, ply {ply}: the move is illegal or cut off"),
            ChainFault::Score => write!(f, "chain {chain}, ply {ply}: the score is bad or cut off"),
        }
    }
}

impl core::error::Error for ChainError {}
