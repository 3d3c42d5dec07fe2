//! The samples of the chains of a chunk.
//!
//! 1. The first entry of a chain gives a checked position, its move, score, ply and result.
//! 2. Each ply after it is a move by number, read from the position that the moves before it have reached, and the
//!    difference of two scores.
//! 3. The move is tested and made: by the rules of movegen where all positions are wanted, else on a
//!    [`Board`](super::board::Board). The sample has the position before the move.
//! 4. The next chain begins at the next byte. A fault ends the chunk, because nothing after it can be decoded.

use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_quad::packed_pieces::{PackSimd, Scalar};

use super::bits::Window;
use super::board::Plays;
use super::destinations;
use super::entry::{Entry, SIZE};
use crate::level::{Level, dispatch};
use crate::movers_view::read_score;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::{Labels, Sample};

/// Decodes the samples of a chunk, given its chains as [`chunk`](super::chunk) returns them. The first position of each
/// chain must obey `validity`. A position remembers a double push only if a capture en passant is legal, because the
/// first entry of a chain says no more.
///
/// A bad entry or move gives an error, which is the last item, because nothing after it can be decoded.
pub const fn samples(chunk: &[u8], validity: Validity) -> Samples<'_> {
    Place::new(validity).resume(chunk)
}

/// An iterator over the samples of a chunk: see [`samples`].
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    pub(super) chunk: &'a [u8],
    pub(super) place: Place,
}

/// A point between two samples of a chunk, without the chunk itself: a reader that keeps the chunk and this point can
/// pause, and read many samples in little memory. With another chunk, the next samples are errors or nonsense.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    validity: Validity,
    /// The byte where the next chain begins, once the current one has ended.
    pub(super) next: usize,
    /// The number of chains that have begun.
    chains: usize,
    pub(super) chain: Option<Chain>,
}

impl Place {
    /// The point before the first sample of any chunk in which the first position of each chain must obey `validity`.
    pub(crate) const fn new(validity: Validity) -> Self {
        Self { validity, next: 0, chains: 0, chain: None }
    }

    /// Decodes the samples of `chunk` from this point on.
    pub(crate) const fn resume(self, chunk: &[u8]) -> Samples<'_> {
        Samples { chunk, place: self }
    }
}

/// The part of a chain (the successive plies of a game) that has not been decoded.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The position after the move of the last sample.
    pub(super) position: Position,
    /// The result of the game, from White's view.
    pub(super) result: GameResult,
    pub(super) ply: u16,
    /// The score of the last sample, from the view of its side to move.
    pub(super) score: i16,
    /// The number of the next bit, counted from the beginning of the chunk's first chain.
    pub(super) at: usize,
    /// How many plies after the first entry of the chain have been decoded.
    pub(super) place: usize,
    /// How many plies of the chain are left.
    pub(super) left: u16,
}

/// The labels of the next sample of a chain, or the reason why it cannot be decoded.
type Next = Result<Labels, ReadErrorKind>;

impl Iterator for Samples<'_> {
    type Item = Result<Sample, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(chain) = &mut self.place.chain else { return self.begin(Scalar) };
        let (position, mut after) = (chain.position, chain.position);
        let labels = chain.next(Scalar, self.chunk, &mut after);
        chain.position = after;
        Some(self.check(labels.map(|labels| Sample { position: position.without_idle_ep(), labels })))
    }
}

impl Samples<'_> {
    /// Returns the point before the next sample.
    pub(crate) const fn pause(self) -> Place {
        self.place
    }

    /// Appends the next samples to `samples`, `count` of them or fewer at the end of the chunk, with the instructions
    /// of `level`.
    ///
    /// # Errors
    /// The error that [`next`](Iterator::next) would return: an entry or a move of the chunk cannot be decoded, or the
    /// first position of a chain breaks a rule of `validity`. The samples before it are appended.
    #[cfg(feature = "simd")]
    pub fn read(
        &mut self,
        level: Level,
        count: usize,
        samples: &mut alloc::vec::Vec<Sample>,
    ) -> Result<(), ReadError> {
        // Reserves for at most 65,536 samples, because a chunk may have fewer than are asked for.
        samples.reserve(count.min(1 << 16));
        self.read_each(level, &mut { count }, whole(|sample| samples.push(sample)))
    }

    /// Calls `each` with the labels and the position of the next samples, as many as `left` says or up to the end of
    /// the chunk. The position may remember a double push that cannot be captured. Subtracts the number of samples read
    /// from `left`.
    pub(crate) fn read_each<P: Plays>(
        &mut self,
        level: Level,
        left: &mut usize,
        each: impl FnMut(&Labels, &P),
    ) -> Result<(), ReadError> {
        dispatch!(level, s => self.read_each_at(s, left, each))
    }

    #[inline(always)]
    pub(super) fn read_each_at<S: PackSimd, P: Plays>(
        &mut self,
        s: S,
        left: &mut usize,
        mut each: impl FnMut(&Labels, &P),
    ) -> Result<(), ReadError> {
        while *left > 0 {
            let Some(chain) = &mut self.place.chain else {
                let Some(sample) = self.begin(s).transpose()? else { break };
                *left -= 1;
                each(&sample.labels, &P::of(&sample.position));
                continue;
            };
            // Works on a copy of the chain on the stack, which can be kept in registers.
            let (mut copy, mut position) = (chain.clone(), P::of(&chain.position));
            let plies = (*left).min(copy.left.into());
            let read = copy.read_plies(s, plies, self.chunk, &mut position, left, &mut each);
            if read.is_ok() && copy.left > 0 {
                copy.position = position.position();
            }
            *chain = copy;
            self.check(read)?;
        }
        Ok(())
    }

    /// Decodes the first sample of the next chain; `None` at the end of the chunk.
    #[inline(always)]
    pub(super) fn begin<S: PackSimd>(&mut self, s: S) -> Option<Result<Sample, ReadError>> {
        let begin = self.place.next;
        let (entry, rest) = self.chunk.get(begin..)?.split_first_chunk::<SIZE>()?;
        let (left, _) = rest.split_first_chunk::<2>()?;
        self.place.next += SIZE + 2;
        self.place.chains += 1;
        let entry = match Entry::read(s, entry, self.place.validity) {
            Ok(entry) => entry,
            Err(kind) => return Some(Err(self.fail(begin, None, kind))),
        };
        let Some(mv) = entry.legal_move() else {
            return Some(Err(self.fail(begin, Some(0), ReadErrorKind::Move)));
        };
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
            position: position.without_idle_ep(),
            labels: Labels { score, result, mv: Some(mv), ply: Some(ply), ..Labels::NONE },
        }))
    }

    /// Returns `read`, with the numbers of the chain and the ply if it is an error. Ends the chain if it has no plies
    /// left, and the chunk after an error.
    #[inline(always)]
    pub(super) fn check<T>(&mut self, read: Result<T, ReadErrorKind>) -> Result<T, ReadError> {
        let Some(&Chain { at, place, left, .. }) = self.place.chain.as_ref() else {
            return read.map_err(|kind| self.fail(self.place.next, None, kind));
        };
        if left == 0 {
            self.place.next = at.div_ceil(8);
            self.place.chain = None;
        }
        read.map_err(|kind| self.fail(at / 8, Some(place), kind))
    }

    /// Makes an error of `kind` with the number of the chain and `ply`, and ends the chunk, whose bytes from `begin` on
    /// are lost.
    #[cold]
    pub(super) fn fail(&mut self, begin: usize, ply: Option<usize>, kind: ReadErrorKind) -> ReadError {
        let undecoded = Some(self.chunk.len() - begin);
        (self.place.next, self.place.chain) = (self.chunk.len(), None);
        ReadError { kind, chain: Some(self.place.chains), ply, undecoded }
    }

    /// The number of bytes of the chunk after the chains that have been read to their ends.
    pub(super) const fn undecoded(&self) -> usize {
        self.chunk.len() - self.place.next
    }
}

/// Returns a function that makes a sample of labels and a position, and passes it to `give`.
pub(crate) fn whole(mut give: impl FnMut(Sample)) -> impl FnMut(&Labels, &Position) {
    move |&labels, position| give(Sample { position: position.without_idle_ep(), labels })
}

impl Chain {
    /// Reads `plies` plies and makes their moves in `position`. Calls `each` with the labels of each ply and the
    /// position before its move. Subtracts the number of plies read from `left`.
    #[inline(always)]
    fn read_plies<P: Plays>(
        &mut self,
        s: impl PackSimd,
        plies: usize,
        chunk: &[u8],
        position: &mut P,
        left: &mut usize,
        each: &mut impl FnMut(&Labels, &P),
    ) -> Result<(), ReadErrorKind> {
        for _ in 0..plies {
            let before = *position;
            let labels = self.next(s, chunk, position)?;
            *left -= 1;
            each(&labels, &before);
        }
        Ok(())
    }

    /// Reads the next move and its score, makes the move in `position`, and returns the labels of the position before
    /// the move.
    #[inline(always)]
    pub(super) fn next<P: Plays>(&mut self, s: impl PackSimd, chunk: &[u8], position: &mut P) -> Next {
        self.place += 1;
        self.left -= 1;
        self.ply = self.ply.wrapping_add(1);
        let (mut window, end) = (Window::at(chunk, self.at), 8 * chunk.len());
        let board = position.board();
        let (mv, squares) = destinations::read(s, &board, &mut window).ok_or(ReadErrorKind::Move)?;
        let moved = self.at + window.taken as usize;
        if moved > end {
            return Err(ReadErrorKind::Truncated);
        }
        // Plays the move before looking at an error of the score: a score that is cut off matters only if the move is
        // good.
        if !position.play(mv, squares) {
            return Err(ReadErrorKind::Move);
        }
        let more = window.take_number().ok_or(ReadErrorKind::LongScore)?;
        let scored = self.at + window.taken as usize;
        if scored > end {
            return Err(ReadErrorKind::Truncated);
        }
        self.at = scored;
        self.score = self.score.wrapping_neg().wrapping_add(more);
        Ok(Labels {
            score: read_score(self.score, board.us),
            result: self.result,
            mv: Some(mv),
            ply: Some(self.ply),
            ..Labels::NONE
        })
    }
}
