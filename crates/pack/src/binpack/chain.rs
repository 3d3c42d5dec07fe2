//! The samples of the chains of a chunk.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use quadbit_movegen::{GameResult, Move, Position, PositionBuilder, Validity};
#[cfg(feature = "alloc")]
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::packed_pieces::{PackSimd, Scalar};

use super::bits::Window;
use super::board::Board;
use super::entry::{Entry, LAST_PLY, SIZE};
use crate::movers_view::read_score;
use crate::record_error::RecordError;
use crate::sample::Sample;

/// The samples of a chunk, given its chains.
///
/// Nothing after a bad entry or move can be decoded, so an error is the last item.
pub const fn samples(chunk: &[u8], validity: Validity) -> Samples<'_> {
    Place::new(validity).resume(chunk)
}

/// The samples of a chunk with the parts of their positions, which takes three quarters of the time: keys,
/// checks and pins are left out. They are as good as positions, because the first of each chain is checked
/// and so is every move.
///
/// ```
/// use quadbit_movegen::{GameResult, Move, Position, Square, Validity};
/// use quadbit_pack::{Fields, Sample, binpack};
/// let e4 = Move::new(Square::E2, Square::E4);
/// let sample = Sample { result: GameResult::Draw, mv: Some(e4), ..Sample::from(Position::start()) };
/// let (mut writer, mut file) = (binpack::Writer::new(), Vec::new());
/// writer.push(&sample, Fields::NONE, &mut file)?;
/// writer.finish(&mut file);
///
/// let mut parts = binpack::parts(binpack::chunk(&file).unwrap(), Validity::Strict);
/// let first = parts.next().unwrap().unwrap();
/// assert_eq!((first.position.board, first.mv), (Position::start().board(), Some(e4)));
/// assert!(parts.next().is_none());
/// # Ok::<(), quadbit_pack::WriteError>(())
/// ```
pub const fn parts(chunk: &[u8], validity: Validity) -> Samples<'_, PositionBuilder> {
    Place::new(validity).resume(chunk)
}

/// An iterator over the samples of a chunk: see [`samples`] and [`parts`].
#[derive(Clone, Debug)]
pub struct Samples<'a, P = Position> {
    chunk: &'a [u8],
    place: Place<P>,
}

/// A place in a chunk, without the chunk: a reader that keeps chunk and place can pause, and read many samples
/// in little memory.
///
/// With another chunk, the next samples are errors or nonsense.
#[derive(Clone, Debug)]
pub struct Place<P = Position> {
    validity: Validity,
    /// The byte where the next chain begins, once it is known.
    next: usize,
    /// The number of chains that have begun.
    chains: usize,
    chain: Option<Chain<P>>,
}

impl<P> Place<P> {
    /// The beginning of any chunk.
    pub const fn new(validity: Validity) -> Self {
        Self { validity, next: 0, chains: 0, chain: None }
    }

    /// The samples from this place on.
    pub const fn resume(self, chunk: &[u8]) -> Samples<'_, P> {
        Samples { chunk, place: self }
    }
}

/// The rest of a chain.
#[derive(Clone, Debug)]
struct Chain<P> {
    /// Moves are read and made on it.
    board: Board,
    /// Apart from the board, which is an array and has to stay in memory.
    state: State<P>,
}

/// What a chain knows besides the board.
#[derive(Clone, Debug)]
struct State<P> {
    /// The position after the move of the last sample, or of the next sample once its move is read.
    parts: PositionBuilder,
    position: P,
    mv: Move,
    /// From white's view.
    result: GameResult,
    ply: u16,
    /// From the mover's view.
    score: i16,
    /// The bit of the chunk from which on nothing has been read.
    at: usize,
    /// The number of this ply in the chain, and of those after it.
    place: usize,
    left: u16,
}

/// A position that follows the moves of a chain: [`Position`], or its parts.
pub trait Follow: Copy {
    #[doc(hidden)]
    fn of(position: &Position) -> Self;

    /// The position, given its parts.
    #[doc(hidden)]
    fn now(&self, parts: &PositionBuilder) -> Self;

    /// Makes a legal move.
    #[doc(hidden)]
    fn follow(&mut self, mv: Move);
}

impl Follow for Position {
    fn of(position: &Position) -> Self {
        *position
    }

    #[inline(always)]
    fn now(&self, _: &PositionBuilder) -> Self {
        *self
    }

    // A call, because in the frame of a level it is slower.
    #[inline(never)]
    fn follow(&mut self, mv: Move) {
        *self = self.after(mv);
    }
}

impl Follow for PositionBuilder {
    fn of(position: &Position) -> Self {
        Self::from(position)
    }

    #[inline(always)]
    fn now(&self, parts: &PositionBuilder) -> Self {
        *parts
    }

    #[inline(always)]
    fn follow(&mut self, _: Move) {}
}

impl<P: Follow> Iterator for Samples<'_, P> {
    type Item = Result<Sample<P>, ChainError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(Chain { board, state }) = &mut self.place.chain else { return self.begin(Scalar) };
        let read = state.read(Scalar, self.chunk, board);
        let sample = state.sample();
        let made = read.and_then(|()| state.make(board));
        Some(self.check(made).map(|()| sample))
    }
}

impl<P: Follow> Samples<'_, P> {
    /// The place before the next sample.
    pub fn pause(self) -> Place<P> {
        self.place
    }

    /// Appends the next samples, with the best instructions of the machine: 1.4 times as fast as one by one.
    /// Fewer than `count` are appended only at the end.
    ///
    /// # Errors
    /// As for the iterator; the samples before the error are appended.
    #[cfg(feature = "alloc")]
    pub fn read(
        &mut self,
        level: Level,
        count: usize,
        samples: &mut Vec<Sample<P>>,
    ) -> Result<(), ChainError> {
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
        samples: &mut Vec<Sample<P>>,
    ) -> Result<(), ChainError> {
        let end = samples.len().saturating_add(count);
        while samples.len() < end {
            let Some(Chain { board, state }) = &mut self.place.chain else {
                match self.begin(s) {
                    Some(sample) => samples.push(sample?),
                    None => break,
                }
                continue;
            };
            // A copy on the stack can be kept in registers.
            let mut copy = state.clone();
            let plies = (end - samples.len()).min(copy.left.into());
            let mut last = Ok(());
            for _ in 0..plies {
                last = copy.read(s, self.chunk, board);
                if last.is_err() {
                    break;
                }
                samples.push(copy.sample());
                last = copy.make(board);
                if last.is_err() {
                    samples.pop();
                    break;
                }
            }
            *state = copy;
            self.check(last)?;
        }
        Ok(())
    }

    /// The first sample of the next chain; `None` at the end.
    #[inline(always)]
    fn begin<S: PackSimd>(&mut self, s: S) -> Option<Result<Sample<P>, ChainError>> {
        let (entry, rest) = self.chunk.get(self.place.next..)?.split_first_chunk::<SIZE>()?;
        let (left, _) = rest.split_first_chunk::<2>()?;
        self.place.next += SIZE + 2;
        self.place.chains += 1;
        let entry = match Entry::read(s, entry, self.place.validity) {
            Ok(entry) => entry,
            Err(error) => return Some(Err(self.fail(0, ChainFault::Entry(error)))),
        };
        let Some(mv) = entry.legal_move() else { return Some(Err(self.fail(0, ChainFault::Move))) };
        let us = entry.position.side_to_move();
        let result = match entry.result {
            0 => GameResult::Draw,
            1 => GameResult::Win(us),
            _ => GameResult::Win(!us),
        };
        let left = u16::from_be_bytes(*left);
        let mut board = Board::new(entry.position.board());
        let mut state = State {
            parts: PositionBuilder::from(&entry.position),
            position: P::of(&entry.position),
            mv,
            result,
            ply: entry.ply,
            score: entry.score,
            at: 8 * self.place.next,
            place: 0,
            left,
        };
        let sample = state.sample();
        if let Err(fault) = state.make(&mut board) {
            return Some(Err(self.fail(0, fault)));
        }
        self.place.chain = (left > 0).then_some(Chain { board, state });
        Some(Ok(sample))
    }

    /// Ends the chain after its last ply, or everything after a fault.
    #[inline(always)]
    fn check(&mut self, advanced: Result<(), ChainFault>) -> Result<(), ChainError> {
        let Some(Chain { state, .. }) = &self.place.chain else { return Ok(()) };
        let (at, ply, is_last) = (state.at, state.place, state.left == 0);
        if let Err(fault) = advanced {
            return Err(self.fail(ply, fault));
        }
        if is_last {
            self.place.next = at.div_ceil(8);
            self.place.chain = None;
        }
        Ok(())
    }

    /// An error, after which there are no more samples.
    #[cold]
    fn fail(&mut self, ply: usize, fault: ChainFault) -> ChainError {
        (self.place.next, self.place.chain) = (self.chunk.len(), None);
        ChainError { chain: self.place.chains, ply, fault }
    }
}

impl<P: Follow> State<P> {
    /// Reads the next sample.
    #[inline(always)]
    fn read<S: PackSimd>(&mut self, s: S, chunk: &[u8], board: &mut Board) -> Result<(), ChainFault> {
        self.place += 1;
        self.left -= 1;
        let mut window = Window::at(chunk, self.at);
        let end = 8 * chunk.len();
        self.mv = board.read(s, &self.parts, &mut window).ok_or(ChainFault::Move)?;
        let moved = window.taken as usize;
        match window.take_number() {
            Some(more) if self.at + window.taken as usize <= end => {
                self.score = self.score.wrapping_neg().wrapping_add(more);
                self.at += window.taken as usize;
            }
            // The move comes first.
            _ if self.at + moved <= end && self.make(board).is_ok() => return Err(ChainFault::Score),
            _ => return Err(ChainFault::Move),
        }
        self.ply = (self.ply + 1) & LAST_PLY;
        Ok(())
    }

    /// The sample whose move has been read.
    #[inline(always)]
    fn sample(&self) -> Sample<P> {
        Sample {
            position: self.position.now(&self.parts),
            score: read_score(self.score, self.parts.side_to_move),
            result: self.result,
            extra: [0; 3],
            mv: Some(self.mv),
            ply: Some(self.ply),
        }
    }

    /// Makes the move, if it is legal.
    #[inline(always)]
    fn make(&mut self, board: &mut Board) -> Result<(), ChainFault> {
        board.make(&mut self.parts, self.mv).ok_or(ChainFault::Move)?;
        self.position.follow(self.mv);
        Ok(())
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
