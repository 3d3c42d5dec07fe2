//! The inputs of a network that are not zero, by their indices.
//!
//! 1. A [`FeatureSet`] defines the index of an input by a formula. [`view`](FeatureSet::view) and
//!    [`planes`](FeatureSet::planes) give its parts: the squares as a side sees them, what the king adds, what
//!    the piece adds.
//! 2. [`sparse`] unpacks the pieces of a position, at most 32, to squares and codes, a1 first.
//! 3. `write` adds the parts for 32 pieces at once, for each side, and fills up with [`Indices::NONE`].
//!
//! `Set::Pieces` uses the same parts. The order of the pieces is documented: users may rely on it.

use quadbit_movegen::{Color, Position};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::packed_pieces::{PackSimd, PackedPieces};
use quadbit_x88::Square;

use super::king_buckets::KingBuckets;

/// A numbering of the inputs "a piece stands on a square", as one side sees the board. In the formulas `square` and
/// `king` are squares as that side sees them, `king` that of its own king; `kind` is P 0 to K 5; `theirs` is 1 for a
/// piece of the other side, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// Index `64 * (6 * theirs + kind) + square` of 768 inputs, in the terms of [`FeatureSet`]. Black sees the ranks
    /// in reverse order. Bullet calls the numbering `Chess768`.
    Chess768,
    /// Index `641 * king + 64 * (2 * kind + theirs) + square + 1` of 41,024 inputs, in the terms of [`FeatureSet`].
    /// Kings have no inputs of their own. Black sees the board rotated by half a turn.
    ///
    /// Source: nnue-pytorch, `halfkp.py`.
    HalfKp,
    /// Index `704 * bucket + 64 * min(2 * kind + theirs, 10) + square` of 22,528 inputs, in the terms of
    /// [`FeatureSet`]: `HalfKAv2_hm`, in which both kings share a plane. Ranks are in reverse order for black, and
    /// files if the own king is on files a to d, so that it is always on e to h. `bucket` depends on the square of
    /// the own king:
    ///
    /// ```text
    ///   bucket by king     8   3  2  1  0
    ///                      7   7  6  5  4
    ///                      ..
    ///                      1  31 30 29 28
    ///                          e  f  g  h
    /// ```
    ///
    /// Source: nnue-pytorch, `halfka_v2_hm.py`.
    HalfKaHm,
    /// Index `768 * bucket + 64 * (2 * kind + theirs) + square` of 24,576 inputs, in the terms of [`FeatureSet`].
    /// Buckets and squares are those of [`HalfKaHm`](Self::HalfKaHm), but each king has a plane of its own. Stockfish
    /// uses this numbering together with its threats and calls it `HalfKAv2_hm`.
    ///
    /// Source: nnue-pytorch, `halfka_v2_hm.py`.
    HalfKaV2Hm,
    /// Index `768 * bucket + 64 * (6 * theirs + kind) + square`, in the terms of [`FeatureSet`], 768 inputs for each
    /// bucket of the [`KingBuckets`]. Ranks are in reverse order for black, and files if the table is for a mirrored
    /// view and the own king is on files e to h.
    ///
    /// Source: bullet, `ChessBuckets` and `ChessBucketsMirrored` (commit 1b9721b).
    Buckets(KingBuckets),
}

impl FeatureSet {
    /// The four numberings without [`KingBuckets`].
    pub const ALL: [Self; 4] = [Self::Chess768, Self::HalfKp, Self::HalfKaHm, Self::HalfKaV2Hm];

    /// The number of inputs; every index is below it.
    pub const fn size(self) -> usize {
        match self {
            Self::Chess768 => 768,
            Self::HalfKp => 64 * 641,
            Self::HalfKaHm => 32 * 704,
            Self::HalfKaV2Hm => 32 * 768,
            Self::Buckets(table) => table.count as usize * 768,
        }
    }

    /// The view of `side`, whose king stands on `king`: the xor that maps squares to the side's own view, and the
    /// offset that its king adds to all indices.
    #[inline(always)]
    pub(crate) const fn view(&self, side: Color, king: Square) -> (u8, u16) {
        let is_black = side as u8;
        let king = king.index() as u8;
        match self {
            Self::Chess768 => (RANKS * is_black, 0),
            Self::Buckets(KingBuckets { buckets, is_mirrored, .. }) => {
                let ranks = RANKS * is_black;
                let files = FILES * (*is_mirrored as u8 & king >> 2);
                (ranks ^ files, buckets[(king ^ ranks) as usize] as u16 * 768)
            }
            Self::HalfKp => {
                let turn = (RANKS | FILES) * is_black;
                (turn, (king ^ turn) as u16 * 641 + 1)
            }
            Self::HalfKaHm | Self::HalfKaV2Hm => {
                let is_left = (king & 4 == 0) as u8;
                let turn = (RANKS * is_black) ^ (FILES * is_left);
                let king = king ^ turn;
                let bucket = 31 - (king >> 3 << 2 | king & 3);
                (turn, bucket as u16 * if matches!(self, Self::HalfKaHm) { 704 } else { 768 })
            }
        }
    }

    /// By the code of a piece, the index of the first input of its plane of 64 inputs, plus 1; 0 if it is no input.
    #[inline(always)]
    pub(crate) const fn planes(&self) -> &'static [u16; 16] {
        match self {
            Self::Chess768 | Self::Buckets(_) => &const { Self::Chess768.made_planes() },
            Self::HalfKp => &const { Self::HalfKp.made_planes() },
            Self::HalfKaHm => &const { Self::HalfKaHm.made_planes() },
            Self::HalfKaV2Hm => &const { Self::HalfKaV2Hm.made_planes() },
        }
    }

    const fn made_planes(self) -> [u16; 16] {
        let last = if matches!(self, Self::HalfKp) { 11 } else { 13 };
        const_array!(16, |code| if code < 2 || code > last {
            0
        } else {
            (self.plane(code as u8) as u16) << 6 | 1
        })
    }

    /// The number of the plane of a piece. Bit 0 of `code` is 1 for a piece of the other side: 2 is an own
    /// pawn, 3 the other side's, 13 the other side's king.
    #[inline(always)]
    const fn plane(self, code: u8) -> u8 {
        match self {
            Self::Chess768 | Self::Buckets(_) => (code >> 1).wrapping_sub(1).wrapping_add((code & 1) * 6),
            Self::HalfKp | Self::HalfKaHm => {
                let plane = code.wrapping_sub(2);
                if plane > 10 { 10 } else { plane }
            }
            Self::HalfKaV2Hm => code.wrapping_sub(2),
        }
    }
}

/// An xor with this reverses the rank of a square.
const RANKS: u8 = 0b111_000;
/// An xor with this reverses the file of a square.
const FILES: u8 = 0b000_111;

/// The indices of the inputs of a position that are 1, as each side sees the board, in the order of the pieces' squares
/// from a1 (not reversed for black).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Indices {
    us: [u16; 32],
    them: [u16; 32],
    len: u16,
}

impl Indices {
    /// Lists without any index.
    pub const EMPTY: Self = Self { us: [Self::NONE; 32], them: [Self::NONE; 32], len: 0 };

    /// The filler after the last index: -1 for programs that read the indices as signed.
    pub const NONE: u16 = u16::MAX;

    /// The indices as the side to move sees the board.
    pub fn us(&self) -> &[u16] {
        &self.us[..self.len.into()]
    }

    /// The indices as the other side sees the board: the same pieces in the same order.
    pub fn them(&self) -> &[u16] {
        &self.them[..self.len.into()]
    }

    /// The lists of [`us`](Self::us) and [`them`](Self::them), filled up with [`NONE`](Self::NONE) after the last
    /// piece.
    pub const fn padded(&self) -> [&[u16; 32]; 2] {
        [&self.us, &self.them]
    }
}

/// Writes to `indices[i]` the indices of the inputs of `positions[i]` that are 1, in the numbering `set`, with the
/// CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn sparse(level: Level, set: FeatureSet, positions: &[Position], indices: &mut [Indices]) {
    assert_eq!(positions.len(), indices.len(), "as many lists of indices as positions");
    match set {
        FeatureSet::Chess768 => dispatch!(level, s => sparse_at(s, FeatureSet::Chess768, positions, indices)),
        FeatureSet::Buckets(_) => dispatch!(level, s => sparse_at(s, set, positions, indices)),
        FeatureSet::HalfKp => dispatch!(level, s => sparse_at(s, FeatureSet::HalfKp, positions, indices)),
        FeatureSet::HalfKaHm => dispatch!(level, s => sparse_at(s, FeatureSet::HalfKaHm, positions, indices)),
        FeatureSet::HalfKaV2Hm => {
            dispatch!(level, s => sparse_at(s, FeatureSet::HalfKaV2Hm, positions, indices));
        }
    }
}

#[inline(always)]
fn sparse_at<S: PackSimd>(s: S, set: FeatureSet, positions: &[Position], indices: &mut [Indices]) {
    for (position, indices) in positions.iter().zip(indices) {
        let board = position.board();
        let occupied = match set {
            FeatureSet::HalfKp => board.occupied() - board.kings(),
            _ => board.occupied(),
        };
        let us = position.side_to_move();
        let squares = s.piece_squares(occupied);
        let codes = codes(PackedPieces::on_squares(s, board, occupied).pack(s));
        let len = occupied.len() as u16;
        indices.len = len;
        write(set, us, position.king(us), &squares, &codes, len, &mut indices.us);
        write(set, !us, position.king(!us), &squares, &codes, len, &mut indices.them);
    }
}

/// Unpacks the nibbles of an array to bytes: the low nibble of each byte comes first.
#[inline(always)]
fn codes(nibbles: [u8; 16]) -> [u8; 32] {
    let mut codes = [0; 32];
    let (pairs, _) = codes.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(nibbles) {
        *pair = [byte & 15, byte >> 4];
    }
    codes
}

/// Writes the indices of the inputs of `len` pieces, with these `squares` and piece `codes`, as `side` sees the board,
/// then fillers: thirty-two numbers at once. `king` is the square of the side's own king. The loop has no branch, so
/// that the compiler can vectorize it.
#[inline(always)]
fn write(
    set: FeatureSet,
    side: Color,
    king: Square,
    squares: &[u8; 32],
    codes: &[u8; 32],
    len: u16,
    indices: &mut [u16; 32],
) {
    let (turn, base) = set.view(side, king);
    let color = side as u8;
    for (n, index) in indices.iter_mut().enumerate() {
        let square = u16::from(squares[n] ^ turn);
        let plane = u16::from(set.plane(codes[n] ^ color));
        let found = (plane << 6).wrapping_add(square).wrapping_add(base);
        *index = if (n as u16) < len { found } else { Indices::NONE };
    }
}
