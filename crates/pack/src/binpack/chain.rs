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
    position: Position,
    /// From white's view.
    result: GameResult,
    ply: u16,
    /// The previous score, from the view of the side to move.
    score: i16,
    bits: Bits<'a>,
    /// The plies that have been read, and those that are left.
    read: usize,
    left: u16,
}

impl Iterator for Samples<'_> {
    type Item = Result<Sample, ChainError>;

    fn next(&mut self) -> Option<Self::Item> {
        let sample = match self.next.take() {
            Some(next) => self.go_on(next),
            None => self.begin()?,
        };
        if sample.is_err() {
            (self.rest, self.next) = (&[], None);
        }
        Some(sample)
    }
}

impl<'a> Samples<'a> {
    /// The first sample of the next chain; `None` at the end.
    fn begin(&mut self) -> Option<Result<Sample, ChainError>> {
        let (entry, rest) = self.rest.split_first_chunk::<SIZE>()?;
        let (left, rest) = rest.split_first_chunk()?;
        self.chains += 1;
        let fault = |fault| Some(Err(ChainError { chain: self.chains, ply: 0, fault }));
        let entry = match Entry::read(entry, self.validity) {
            Ok(entry) => entry,
            Err(error) => return fault(ChainFault::Entry(error)),
        };
        let Some(mv) = entry.legal_move() else { return fault(ChainFault::Move) };
        self.rest = rest;
        let us = entry.position.side_to_move();
        let next = Next {
            position: entry.position,
            result: match entry.result {
                0 => GameResult::Draw,
                1 => GameResult::Win(us),
                _ => GameResult::Win(!us),
            },
            ply: entry.ply,
            score: 0,
            bits: Bits::new(rest),
            read: 0,
            left: u16::from_be_bytes(*left),
        };
        Some(Ok(self.give(next, mv, entry.score)))
    }

    fn go_on(&mut self, mut next: Next<'a>) -> Result<Sample, ChainError> {
        next.read += 1;
        let fault = |fault| ChainError { chain: self.chains, ply: next.read, fault };
        let mv = destinations::read(&next.position, &mut next.bits).ok_or(fault(ChainFault::Move))?;
        let more = next.bits.take_number().ok_or(fault(ChainFault::Score))?;
        let score = next.score.wrapping_add(more);
        next.left -= 1;
        Ok(self.give(next, mv, score))
    }

    /// The sample of a move with the mover's score. Advances to the next one.
    fn give(&mut self, next: Next<'a>, mv: Move, score: i16) -> Sample {
        let Next { position, result, ply, .. } = next;
        let sample = Sample {
            score: read_score(score, position.side_to_move()),
            result,
            mv: Some(mv),
            ply: Some(ply),
            ..Sample::from(position)
        };
        if next.left == 0 {
            self.rest = next.bits.rest();
        } else {
            let (score, ply) = (score.wrapping_neg(), (ply + 1) & LAST_PLY);
            self.next = Some(Next { position: position.after(mv), ply, score, ..next });
        }
        sample
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
