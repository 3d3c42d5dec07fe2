//! The legal moves of many positions, as a set of targets for each square with a piece of the side to move.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod in_memory;
mod pawns;
mod pieces;

use fearless_simd::prelude::*;
use quadbit_movegen::Position;
use quadbit_nibble::simd::{Level, at_level, dispatch_few};
use quadbit_quad::Bitboard;
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::{Color, Square};

use super::{assert_same_length, in_batches, white};
use crate::board::pawns::ByPawnMove;
use crate::board::pieces::Pieces;
use in_memory::lanes_of;
use pawns::write_pawns;
use pieces::{SlidersAndKnights, write_pieces};

/// Writes the squares to which the piece on square `s` of `positions[i]` may move to `rows[i][s]`, for every `i` and
/// `s`. Both squares are as the side to move sees them: with black to move, ranks are in reverse order. The set is
/// empty for a square without a piece of the side to move.
///
/// Castling is king takes rook. The four promotions of a pawn on one square count as one move.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Bitboard, Position, Square};
/// let position = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1".parse::<Position>()?;
/// let mut rows = [[Bitboard::EMPTY; 64]];
/// batch::legal_targets(&[position], &mut rows);
/// assert_eq!(
///     rows[0][Square::E1.index()].to_string(), // e8, and h8 for castling
///     ". . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . 1 1 1 . .\n\
///      . . . 1 . 1 . 1\n"
/// );
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
///
/// Checks, pins and the moves of pawns and kings are found for as many positions as there are lanes. Then the targets
/// of sliders are found along their four lines: slider by slider, or at AVX-512 for eight sliders at once, which may
/// belong to several positions. A row for each square costs 512 bytes of memory a position.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn legal_targets(positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    legal_targets_at(Level::auto(), positions, rows);
}

/// Like [`legal_targets`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn legal_targets_at(level: Level, positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    assert_same_length(positions, rows);
    dispatch_few!(level, s => in_batches(s, positions, rows, batch));
}

#[inline(always)]
fn batch<S: BoardSimd>(s: S, positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    let (white, en_passant) = white(s, positions);
    let boards = &white.boards;
    let slides = Slides::new(s, boards.occupied());
    let (limits, threats) = white.limits(s, &slides);
    let king_targets = white.king_steps(&threats) | white.castling(s, &limits, &threats);
    let pawns = limits.pawns(boards).targets(!boards.occupied(), boards.color(Color::Black), limits.allowed);
    let pieces = SlidersAndKnights {
        occupied: boards.occupied(),
        allowed: limits.allowed,
        sliders: limits.sliders(&Pieces::any(boards)),
        knights: boards.knights() & limits.free(boards),
    };

    write_rows(s, &pawns, &pieces, rows);
    let [kings, king_targets] = [lanes_of::<S>(white.king), lanes_of::<S>(king_targets)];
    for (rows, (king, targets)) in rows.iter_mut().zip(kings.into_iter().zip(king_targets)) {
        if let Some(king) = Bitboard(king).first() {
            rows[king.index()] = Bitboard(targets);
        }
    }
    if en_passant.simd_ne(S::u64s::splat(s, 0)).any_true() {
        for ((position, rows), en_passant) in positions.iter().zip(rows).zip(lanes_of::<S>(en_passant)) {
            if en_passant != 0 {
                add_en_passant(position, rows);
            }
        }
    }
}

/// Writes the set of targets of the piece on each square to `rows`, for as many positions as there are lanes: for
/// pawns, sliders and knights their moves, for all other squares the empty set.
#[inline(always)]
fn write_rows<S: BoardSimd>(
    s: S,
    pawns: &ByPawnMove<S>,
    pieces: &SlidersAndKnights<S>,
    rows: &mut [[Bitboard; 64]],
) {
    at_level!(s: S, Avx512(token) => avx512::write_rows(s, token, pawns, pieces, rows));
    write_pawns(s, pawns, rows);
    write_pieces(s, pieces, rows);
}

/// Adds the legal captures en passant of `position` to `rows`, a set of targets for each square. With black to move,
/// the rows and the targets have ranks in reverse order.
#[cold]
fn add_en_passant(position: &Position, rows: &mut [Bitboard; 64]) {
    let relative = |square: Square| square.relative_to(position.side_to_move());
    if let Some(target) = position.ep() {
        for pawn in position.legal_ep_capturers() {
            let row = &mut rows[relative(pawn).index()];
            *row = row.with(relative(target));
        }
    }
}
