//! The samples of the chains of a chunk.

use core::fmt;

use quadbit_movegen::{GameResult, Move, Position, Validity};

use super::bits::Bits;
use super::destinations;
use super::entry::{Entry, LAST_PLY, SIZE};
use crate::movers_view::read_score;
use crate::record_error::RecordError;
use crate::sample::Sample;

/// The samples of a chunk, given its chains.
///
/// Nothing after a bad entry or move can be decoded, so an error is the last item.
pub const fn samples(chunk: &[u8], validity: Validity) -> Samples<'_> {
    Samples { rest: chunk, validity, chains: 0, next: None }
}

/// An iterator over the samples of a chunk: see [`samples`].
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    rest: &'a [u8],
    validity: Validity,
    /// The number of chains that have begun.
    chains: usize,
    next: Option<Next<'a>>,
}

/// The rest of a chain.
#[derive(Clone, Debug)]
struct Next<'a> {
    /// The last position that was given, and its move.
    position: Position,
    mv: Move,
    /// From white's view.
    result: GameResult,
    ply: u16,
    /// The score of the last position, from its mover's view.
    score: i16,
    bits: Bits<'a>,
    /// The plies that have been read, and those that are left.
    read: usize,
    left: u16,
}

impl Iterator for Samples<'_> {
    type Item = Result<Sample, ChainError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // In place: a position that was just stored is slow to copy.
        let Some(next) = &mut self.next else { return self.begin() };
        Some(match next.advance() {
            Ok(()) => {
                let sample = next.sample();
                if next.left == 0 {
                    self.rest = next.bits.rest();
                    self.next = None;
                }
                Ok(sample)
            }
            Err(fault) => {
                let ply = next.read;
                Err(self.fail(ply, fault))
            }
        })
    }
}

impl Samples<'_> {
    /// The first sample of the next chain; `None` at the end.
    fn begin(&mut self) -> Option<Result<Sample, ChainError>> {
        let (entry, rest) = self.rest.split_first_chunk::<SIZE>()?;
        let (left, rest) = rest.split_first_chunk()?;
        self.chains += 1;
        let entry = match Entry::read(entry, self.validity) {
            Ok(entry) => entry,
            Err(error) => return Some(Err(self.fail(0, ChainFault::Entry(error)))),
        };
        let Some(mv) = entry.legal_move() else { return Some(Err(self.fail(0, ChainFault::Move))) };
        let us = entry.position.side_to_move();
        let next = Next {
            position: entry.position,
            mv,
            result: match entry.result {
                0 => GameResult::Draw,
                1 => GameResult::Win(us),
                _ => GameResult::Win(!us),
            },
            ply: entry.ply,
            score: entry.score,
            bits: Bits::new(rest),
            read: 0,
            left: u16::from_be_bytes(*left),
        };
        let sample = next.sample();
        self.rest = rest;
        self.next = (next.left > 0).then_some(next);
        Some(Ok(sample))
    }

    /// An error, after which there are no more samples.
    fn fail(&mut self, ply: usize, fault: ChainFault) -> ChainError {
        (self.rest, self.next) = (&[], None);
        ChainError { chain: self.chains, ply, fault }
    }
}

impl Next<'_> {
    /// Makes the move and reads the next one.
    fn advance(&mut self) -> Result<(), ChainFault> {
        self.position = self.position.after(self.mv);
        self.read += 1;
        self.mv = destinations::read(&self.position, &mut self.bits).ok_or(ChainFault::Move)?;
        let more = self.bits.take_number().ok_or(ChainFault::Score)?;
        self.score = self.score.wrapping_neg().wrapping_add(more);
        self.ply = (self.ply + 1) & LAST_PLY;
        self.left -= 1;
        Ok(())
    }

    fn sample(&self) -> Sample {
        Sample {
            score: read_score(self.score, self.position.side_to_move()),
            result: self.result,
            mv: Some(self.mv),
            ply: Some(self.ply),
            ..Sample::from(self.position)
        }
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
