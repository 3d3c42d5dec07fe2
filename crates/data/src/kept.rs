//! Samples in 64 bytes each, for the large numbers of them that a loader keeps in memory.

use quadbit_movegen::{CastlingRights, Color, File, PositionBuilder};
use quadbit_pack::{Labels, Sample};
use quadbit_quad::QuadBitboard;
use quadbit_quad::zobrist::board_keys;

/// The parts of a valid position, with its labels, in 64 bytes: one cache line. A `Sample` takes two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Kept {
    pub(crate) board: QuadBitboard,
    pub(crate) labels: Labels,
    castling: CastlingRights,
    halfmoves: u16,
    fullmoves: u16,
    pub(crate) side_to_move: Color,
    en_passant: Option<File>,
}

const _: () = assert!(size_of::<Kept>() == 64);

impl Kept {
    /// An empty board without labels, which takes the place of a sample that is not known.
    #[cfg(feature = "std")]
    pub(crate) const BLANK: Self = Self::new(PositionBuilder::new(), Labels::NONE);

    #[inline(always)]
    pub(crate) const fn new(position: PositionBuilder, labels: Labels) -> Self {
        let PositionBuilder { board, side_to_move, castling, en_passant, halfmoves, fullmoves } = position;
        Self { board, labels, castling, halfmoves, fullmoves, side_to_move, en_passant }
    }

    #[inline(always)]
    pub(crate) const fn position(&self) -> PositionBuilder {
        let Self { board, castling, halfmoves, fullmoves, side_to_move, en_passant, .. } = *self;
        PositionBuilder { board, side_to_move, castling, en_passant, halfmoves, fullmoves }
    }

    /// Makes the position, which is known to be valid.
    pub(crate) fn sample(&self) -> Sample {
        Sample { position: self.position().build_unchecked(board_keys(self.board)), labels: self.labels }
    }
}

impl From<&Sample> for Kept {
    #[inline(always)]
    fn from(sample: &Sample) -> Self {
        Self::new((&sample.position).into(), sample.labels)
    }
}

impl AsRef<QuadBitboard> for Kept {
    #[inline(always)]
    fn as_ref(&self) -> &QuadBitboard {
        &self.board
    }
}
