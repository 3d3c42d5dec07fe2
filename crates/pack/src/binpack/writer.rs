//! Chains and chunks as the reference writes them.

use alloc::vec::Vec;

use quadbit_movegen::{GameResult, Position};

use super::MAGIC;
use super::bits::BitWriter;
use super::destinations;
use super::entry::{Entry, LAST_PLY};
use crate::field::{Field, Fields, WriteError};
use crate::movers_view::{write_result, write_score};
use crate::sample::Sample;

/// A chunk ends with the chain that reaches this size.
const FULL: usize = 1 << 20;

/// Writes samples as chains: a sample that continues the previous one takes a few bits.
///
/// Chunks are appended to the caller's vector when they are complete; no more than one is kept.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// The complete chains of the chunk, and the first entry of the last one.
    chunk: Vec<u8>,
    /// The plies of the last chain.
    plies: BitWriter,
    count: u16,
    /// The sample that would continue the last chain.
    next: Option<Next>,
}

/// A sample that would continue a chain.
#[derive(Clone, Copy, Debug)]
struct Next {
    position: Position,
    result: GameResult,
    ply: u16,
    /// The previous score, from the view of the side to move.
    score: i16,
}

impl Writer {
    /// A writer that has written nothing.
    pub const fn new() -> Self {
        Self { chunk: Vec::new(), plies: BitWriter::new(), count: 0, next: None }
    }

    /// Writes a sample, and appends a chunk if one is complete. If a sample has no ply, it is computed from
    /// the clocks; if it has no score, the number for none is written.
    ///
    /// # Errors
    /// The sample has no legal move or no result, its position has castling rights of Chess960, or
    /// extra bytes or a ply above 16,383 are not in `may_drop`. The writer is left as if the
    /// sample had not been given.
    pub fn push(
        &mut self,
        sample: &Sample,
        may_drop: Fields,
        chunks: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let &Sample { position, result, .. } = sample;
        may_drop.drop_if(sample.extra != [0; 3], Field::Extra)?;
        let mv = sample.mv.filter(|&mv| position.is_legal(mv)).ok_or(WriteError::Missing(Field::Move))?;
        let points = write_result(sample)?;
        let score = write_score(sample, may_drop)?;
        let ply = sample.ply.map_or_else(|| sample.ply_of_clocks(), u32::from);
        may_drop.drop_if(ply > LAST_PLY.into(), Field::Ply)?;
        let ply = u16::try_from(ply).unwrap_or(LAST_PLY).min(LAST_PLY);

        match self.next {
            Some(next) if self.count < u16::MAX && next.is(sample, ply) => {
                destinations::write(&position, mv, &mut self.plies);
                self.plies.put_number(score.wrapping_sub(next.score));
                self.count += 1;
            }
            _ => {
                let entry = Entry { position, mv: 0, score, ply, result: points.into() }.write(mv)?;
                self.end_chain();
                if self.chunk.len() >= FULL {
                    self.end_chunk(chunks);
                }
                self.chunk.extend(entry);
            }
        }
        let (score, ply) = (score.wrapping_neg(), ply + 1);
        self.next = Some(Next { position: position.after(mv), result, ply, score });
        Ok(())
    }

    /// Appends the last chunk, unless it is empty.
    pub fn finish(mut self, chunks: &mut Vec<u8>) {
        self.end_chain();
        if !self.chunk.is_empty() {
            self.end_chunk(chunks);
        }
    }

    /// Writes the plies after the first entry of the last chain.
    fn end_chain(&mut self) {
        if self.next.take().is_some() {
            self.chunk.extend(self.count.to_be_bytes());
            self.chunk.extend(&self.plies.bytes);
            self.plies.clear();
            self.count = 0;
        }
    }

    fn end_chunk(&mut self, chunks: &mut Vec<u8>) {
        chunks.extend(MAGIC);
        chunks.extend((self.chunk.len() as u32).to_le_bytes());
        chunks.append(&mut self.chunk);
    }
}

impl Next {
    /// Whether a sample is the expected one. (A double push counts only if the pawn can be captured, here
    /// and in the entries.)
    fn is(&self, sample: &Sample, ply: u16) -> bool {
        self.ply == ply
            && self.result == sample.result
            && self.position == sample.position
            && self.position.halfmoves() == sample.position.halfmoves()
    }
}
