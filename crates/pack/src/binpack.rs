//! Stockfish's binpack: games at two and a half bytes a position, the usual training data of networks.
//!
//! ```text
//!   file     independent chunks: "BINP", a size in 4 bytes, little-endian, and as many bytes of chains
//!   chain    32 bytes   the first entry
//!             2 bytes   the number of plies that follow, n
//!            bits       n times a move and a score, padded to a byte
//!
//!   entry    byte   0 ..  7   occupied squares, a1 the lowest bit of the last byte
//!                   8 .. 23   a nibble for each piece in order of squares, as in BinaryFen: 12 a pawn that can be
//!                             captured en passant, 13 R and 14 r that may castle, 15 k, and black is to move
//!                  24 .. 25   move: bits 14 .. 15 promotion 1, castling 2, en passant 3; 8 .. 13 from; 2 .. 7 to;
//!                             0 .. 1 promotion to N 0, B 1, R 2, Q 3
//!                  26 .. 27   score (zigzag); 32,002 means none
//!                  28 .. 29   bits 0 .. 13 ply; bits 14 .. 15 result (zigzag): 1 won, 0 drawn, -1 lost
//!                  30 .. 31   half moves since the last capture or pawn move
//!
//!   move     the piece by its number in order of squares, then the destination by its number, each in as many bits as
//!            the highest number needs
//!   score    the score plus the one before it, each from the view of its side to move: zigzag, 4 bits at a time,
//!            lowest first, and before each four a bit that says whether more follow
//! ```
//!
//! Numbers of an entry are big-endian; bits of a chain are highest first. Zigzag: negative numbers have all
//! bits but the sign inverted, then all bits are rotated left by one. Scores and results are from the view of
//! the side to move; in a [`Sample`](crate::Sample) they are white's. Castling is king takes rook, in
//! standard chess only.
//!
//! Destinations are numbered among the moves that a piece could make if checks did not matter: for a pawn its
//! pushes and captures, four for each promotion; for a king the squares around it, then castling for which
//! there is a right, the long side first.
//!
//! Source: the description in the branch `tools` of Stockfish, `docs/binpack.md`, and
//! `lib/nnue_training_data_formats.h` of nnue-pytorch: Copyright 2020 Tomasz Sobczyk, MIT licence. The notice
//! is in `LICENSE-binpack` next to this crate's licences.
//!
//! ```
//! use quadbit_movegen::{GameResult, Move, Position, Square, Validity};
//! use quadbit_pack::{Fields, Labels, Sample, binpack};
//! let start = Position::start();
//! let e4 = Move::new(Square::E2, Square::E4);
//! let e5 = Move::new(Square::E7, Square::E5);
//! let labels = Labels { score: Some(20), result: GameResult::Draw, mv: Some(e4), ply: Some(0), ..Labels::NONE };
//! let first = Sample { position: start, labels };
//! let labels = Labels { score: Some(15), mv: Some(e5), ply: Some(1), ..labels };
//! let second = Sample { position: start.after(e4), labels };
//!
//! let (mut writer, mut file) = (binpack::Writer::new(), Vec::new());
//! for sample in [first, second] {
//!     writer.push(&sample, Fields::EMPTY, &mut file)?;
//! }
//! writer.finish(&mut file);
//! assert_eq!(file.len(), 8 + 34 + 2); // one chunk of one chain
//!
//! let (chains, _) = binpack::chunk(&file).unwrap();
//! let samples: Result<Vec<Sample>, _> = binpack::samples(chains, Validity::Strict).collect();
//! assert_eq!(samples?, [first, second]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod chain;
mod chunk;
mod destinations;
mod entry;
#[cfg(all(feature = "simd", feature = "std"))]
mod lanes;
mod lengths;
mod writer;

use alloc::vec::Vec;
use core::iter;

use crate::codec::{Codec, Cut, Read, Write, write_each};
use crate::field::Fields;
use crate::movers_view::NO_SCORE;
use crate::steps;

pub(crate) use chain::{Place, whole};
pub use chain::{Samples, samples};
pub(crate) use chunk::Chunk;
#[cfg(all(feature = "simd", feature = "std"))]
pub(crate) use lanes::read_each;
pub use lengths::chain_lengths;
#[cfg(feature = "std")]
pub(crate) use lengths::retain_chains;
pub use writer::{Writer, chunk_of};

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec {
    name: "binpack",
    description: "Stockfish's games, in chunks: moves, scores, plies and results",
    is_text: false,
    fields: Fields::GAME,
    has_moves: true,
    no_score: Some(NO_SCORE),
    cut: Cut::Lengths(lengths),
    read: Read::Games(|level, validity, record, give| {
        let mut chunk = Chunk::new(0, record, Place::new(validity), usize::MAX);
        chunk.read(level, whole(give));
        chunk.close().1.map(|_| ())
    }),
    write: Write::Block(|_, may_drop, samples, bytes, refused| {
        let mut writer = Writer::new();
        write_each(samples, refused, |sample| writer.push(sample, may_drop, bytes));
        writer.finish(bytes);
    }),
};

/// The first bytes of a chunk.
const MAGIC: [u8; 4] = *b"BINP";

/// The number of bytes before the chains of a chunk: `BINP` and the size.
pub(crate) const HEAD: usize = 8;

/// The largest size of the chains of a chunk in bytes: 100 MiB; the usual size is about 1 MiB.
pub(crate) const LARGEST: usize = 100 << 20;

/// Splits the first chunk off `bytes`: returns the bytes of its chains, each of them successive plies of one game, for
/// [`samples`] to decode, and the bytes after the chunk. `None` if `bytes` does not begin with a chunk, if its head
/// names more than 100 MiB, or if the chunk is cut off.
pub fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    rest.split_at_checked(size(head)?)
}

/// All bytes after the head, for a chunk that is cut off and has fewer than its head says. `None` if `bytes` does not
/// begin with the head of a chunk.
pub(crate) fn cut_chunk(bytes: &[u8]) -> Option<&[u8]> {
    let (head, chains) = bytes.split_at_checked(HEAD)?;
    size(head).map(|_| chains)
}

/// The size in the head of a chunk; `None` if `head` does not begin with [`MAGIC`], or if the size is above
/// [`LARGEST`].
fn size(head: &[u8]) -> Option<usize> {
    let (magic, size) = head.split_first_chunk()?;
    let size = u32::from_le_bytes(*size.first_chunk()?) as usize;
    (*magic == MAGIC && size <= LARGEST).then_some(size)
}

/// The lengths of the chunks at the beginning of `bytes`, and of the bytes between them that are no chunk. If `is_end`,
/// no more bytes follow.
fn lengths(bytes: &[u8], is_end: bool) -> Vec<usize> {
    let mut rest = bytes;
    iter::from_fn(|| {
        let length = length(rest, is_end)?;
        rest = &rest[length..];
        Some(length)
    })
    .collect()
}

/// The length of the chunk at the beginning of `bytes`, including its head; if no chunk begins there, the number of
/// bytes before the next chunk. `None` if more bytes are needed to tell. If `is_end`, no more bytes follow.
///
/// Damage to a head costs only its chunk. If no chunk begins where this one ends by the size in its head, the size may
/// be wrong, and the search for the next chunk begins right after the head.
fn length(bytes: &[u8], is_end: bool) -> Option<usize> {
    let next = |from: usize, to: usize| {
        let next = (from..to).find(|&at| bytes[at..].starts_with(&MAGIC));
        steps::count(next.unwrap_or(to) - from);
        next
    };
    let Some(end) = size(bytes.get(..HEAD)?).map(|size| HEAD + size) else {
        return next(1, bytes.len()).or(is_end.then_some(bytes.len()));
    };
    match bytes.get(end..) {
        Some(behind) if behind.starts_with(&MAGIC) || is_end && behind.is_empty() => Some(end),
        Some(behind) if behind.len() < MAGIC.len() && !is_end => None,
        Some(_) => Some(next(HEAD, end).unwrap_or(end)),
        None => is_end.then(|| next(HEAD, bytes.len()).unwrap_or(bytes.len())),
    }
}
