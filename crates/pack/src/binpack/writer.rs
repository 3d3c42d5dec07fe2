//! Chains and chunks as the reference program writes them.
//!
//! 1. [`Writer::push`] takes a sample. If it is the one that the last chain expects ([`Next`]), a move and a
//!    difference of scores are added to the chain.
//! 2. Otherwise the chain ends, its plies are appended to the chunk, and a new chain begins with an [`Entry`].
//! 3. A chunk that has reached its size goes to the caller, with its head.
//!
//! A refused sample leaves the writer as it was.

use alloc::vec::Vec;

use quadbit_movegen::{GameResult, Position};

use super::bits::BitWriter;
use super::destinations;
use super::entry::{Entry, LAST_PLY, move_number};
use super::{LARGEST, MAGIC};
use crate::field::{Field, Fields, WriteError};
use crate::movers_view::{write_result, write_score};
use crate::sample::{Labels, Sample};

/// The number of bytes of a full chunk, unless the caller chooses another.
const FULL: usize = 1 << 20;

/// Writes samples in the format binpack, as chunks of chains. A chain holds successive plies of a game: a sample
/// whose position follows from the previous sample's move takes only a few bits.
///
/// Chunks are appended to the caller's vector when they are complete; the writer keeps no more than one, the
/// incomplete one.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The number of bytes of a full chunk: it ends with the chain that reaches this size.
    full: usize,
    /// The complete chains of the current chunk, and the first entry of the last, incomplete one.
    chunk: Vec<u8>,
    /// The plies of the last, incomplete chain.
    plies: BitWriter,
    count: u16,
    /// The sample that would continue the last chain.
    next: Option<Next>,
}

/// A sample that would continue a chain, the successive plies of a game: the next position, with the labels that it
/// must have.
#[derive(Clone, Copy, Debug)]
struct Next {
    position: Position,
    result: GameResult,
    ply: u16,
    /// The move number that a reader of the chain computes. It differs from that of `position` if the chain began with
    /// a move number that does not follow from its ply, which is all that is stored.
    fullmoves: u16,
    /// The score of the previous sample, from the view of the side that is to move in `position`.
    score: i16,
}

impl Writer {
    /// A writer that has written nothing, whose chunks end with the chain that reaches 1 MiB.
    pub const fn new() -> Self {
        Self::with_chunks_of(FULL)
    }

    /// A writer whose chunks end with the chain that reaches `size` bytes; [`new`](Self::new) takes 1 MiB. Readers keep
    /// whole chunks in memory, so smaller ones save memory; with 1 every chain is a chunk. A chunk of more than 100 MiB
    /// makes the writer panic.
    pub const fn with_chunks_of(size: usize) -> Self {
        Self { full: size, chunk: Vec::new(), plies: BitWriter::new(), count: 0, next: None }
    }

    /// Writes a sample, and appends a chunk to `chunks` if one is complete. If a sample has no ply, it is computed from
    /// the move number; if it has no score, the number that stands for none is written.
    ///
    /// # Errors
    /// The sample has no legal move or no result, or castles as only Chess960 does.
    ///
    /// The format cannot hold some other values, which are errors unless `may_drop` has their field: `Extra` for extra
    /// bytes; `Castling` for rights of Chess960; `Score` for a score of the side to move of 32,002, which stands for
    /// none, or of 32,768, which does not fit (32,002 is written for both); `Ply` for a ply above 16,383 in a sample
    /// that begins a chain (16,383 is written); `Clocks` for a move number other than the one that a reader computes,
    /// from the ply of the first sample of a chain, and from the sample before for all others.
    ///
    /// After an error the writer is left as if the sample had not been given.
    pub fn push(
        &mut self,
        sample: &Sample,
        may_drop: Fields,
        chunks: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let sample = &sample.with_standard_castling(may_drop)?;
        let &Sample { position, labels: Labels { result, .. } } = sample;
        may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
        let mv =
            sample.labels.mv.filter(|&mv| position.is_legal(mv)).ok_or(WriteError::Missing(Field::Move))?;
        let points = write_result(sample)?;
        let score = write_score(sample, may_drop)?;

        let (ply, fullmoves) = if let Some(next) = self.continued(sample) {
            may_drop.drop_if(position.fullmoves() != next.fullmoves, Field::Clocks)?;
            destinations::write(&position, mv, &mut self.plies);
            self.plies.put_number(score.wrapping_sub(next.score));
            self.count += 1;
            (next.ply, next.fullmoves)
        } else {
            let ply = sample.ply_up_to(LAST_PLY, may_drop)?;
            may_drop.drop_if(position.fullmoves() != move_number(ply), Field::Clocks)?;
            let entry = Entry { position, mv: 0, score, ply, result: points.into() }.write(mv);
            self.end_chain();
            if self.chunk.len() >= self.full {
                self.end_chunk(chunks);
            }
            self.chunk.extend(entry);
            (ply, move_number(ply))
        };
        self.next = Some(Next {
            position: position.after(mv),
            result,
            ply: ply.wrapping_add(1),
            fullmoves: fullmoves.saturating_add(position.side_to_move() as u16),
            score: score.wrapping_neg(),
        });
        Ok(())
    }

    /// Returns the expected next sample of the last chain if `sample` is that sample and can be written as a ply of the
    /// chain. `None` if a new chain has to begin, which is also the case if only its first entry would keep the move
    /// number of `sample`.
    fn continued(&self, sample: &Sample) -> Option<Next> {
        let ply = sample.labels.ply.map_or_else(|| sample.ply_of_clocks(), u32::from);
        let next = self.next.filter(|next| self.count < u16::MAX && next.is(sample, ply))?;
        let fullmoves = sample.position.fullmoves();
        (fullmoves == next.fullmoves || fullmoves != move_number(next.ply)).then_some(next)
    }

    /// Appends the last chunk to `chunks`, unless it is empty.
    pub fn finish(mut self, chunks: &mut Vec<u8>) {
        self.end_chain();
        if !self.chunk.is_empty() {
            self.end_chunk(chunks);
        }
    }

    /// Ends the last chain, if there is one: appends its plies after the first entry, and before them their number, to
    /// the chunk.
    fn end_chain(&mut self) {
        if self.next.take().is_some() {
            self.chunk.extend(self.count.to_be_bytes());
            self.chunk.extend(&self.plies.bytes);
            self.plies.clear();
            self.count = 0;
        }
    }

    fn end_chunk(&mut self, chunks: &mut Vec<u8>) {
        chunks.extend(chunk_of(&self.chunk));
        self.chunk.clear();
    }
}

/// The chunk that holds `chains`: whole chains, one after another. [`chunk`](super::chunk) gives them back.
///
/// # Panics
/// The chains are larger than the 100 MiB that readers take.
pub fn chunk_of(chains: &[u8]) -> Vec<u8> {
    assert!(chains.len() <= LARGEST, "a chunk of {} bytes", chains.len());
    [&MAGIC[..], &(chains.len() as u32).to_le_bytes(), chains].concat()
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Next {
    /// Whether `sample`, whose ply is `ply`, is the expected sample. Positions that differ only in a double push whose
    /// pawn cannot be captured count as equal, because the format does not hold such a push. Move numbers and scores
    /// are not compared.
    fn is(&self, sample: &Sample, ply: u32) -> bool {
        u32::from(self.ply) == ply
            && self.result == sample.labels.result
            && self.position == sample.position
            && self.position.halfmoves() == sample.position.halfmoves()
    }
}
