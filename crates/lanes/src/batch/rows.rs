//! The legal moves of positions, piece by piece.

use fearless_simd::prelude::*;
use quadbit_movegen::Position;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Square};

use super::{assert_same_length, in_batches, movers};
use crate::pawns::ByPawnMove;

/// The squares where the piece on each square may go, for every position: its legal moves. Both squares are as the side to move sees
/// them: with black to move, ranks are in reverse order.
///
/// Castling is king takes rook. The four promotions of a pawn on one square are one move here.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Bitboard, Level, Position, Square};
/// let position = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1".parse::<Position>()?;
/// let mut rows = [[Bitboard::EMPTY; 64]];
/// batch::legal_targets(Level::auto(), &[position], &mut rows);
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
/// Limits, pins and the moves of pawns and kings are found for as many positions as there are lanes. Sliders follow one by one, by
/// subtractions on their four lines. A row for each square costs 512 bytes of memory a position.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn legal_targets(level: Level, positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    assert_same_length(positions, rows);
    dispatch!(level, s => legal_targets_at(s, positions, rows));
}

#[inline(always)]
fn legal_targets_at<S: BoardSimd>(s: S, positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    in_batches(
        s,
        positions,
        rows,
        #[inline(always)]
        |positions, rows| batch(s, positions, rows),
    );
}

/// The sets of one position that its pieces share, and the moves that are known already.
#[derive(Clone, Copy)]
struct Shared {
    occupied: Bitboard,
    /// Where pieces other than the king may go.
    allowed: Bitboard,
    /// The sliders that may slide along each line.
    sliders: QuadBitboard,
    knights: Bitboard,
    king: Bitboard,
    king_targets: Bitboard,
}

#[inline(always)]
fn batch<S: BoardSimd>(s: S, positions: &[Position], rows: &mut [[Bitboard; 64]]) {
    let (movers, en_passant) = movers(s, positions);
    let boards = &movers.boards;
    let slides = Slides::new(s, boards.occupied());
    let (limits, threats) = movers.limits(s, &slides);
    let king_targets = movers.king_steps(&threats) | movers.castling(s, &limits, &threats);
    let knights = boards.knights() & limits.free(boards);
    let pawns = limits.pawns(boards).targets(!boards.occupied(), boards.color(Color::Black), limits.allowed);
    let ByLine(sliders) = limits.sliders(boards);
    let mut on_lines = [QuadBitboard::EMPTY; 8];
    Boards::<S> { planes: sliders }.store(&mut on_lines[..Boards::<S>::LEN]);

    for (lane, rows) in rows.iter_mut().enumerate() {
        write_pawns(s, lane, &pawns, rows);
        let shared = Shared {
            occupied: Bitboard(boards.occupied()[lane]),
            allowed: Bitboard(limits.allowed[lane]),
            sliders: on_lines[lane],
            knights: Bitboard(knights[lane]),
            king: Bitboard(movers.king[lane]),
            king_targets: Bitboard(king_targets[lane]),
        };
        write_pieces(s, &shared, rows);
        if en_passant[lane] != 0 {
            add_en_passant(&positions[lane], rows);
        }
    }
}

/// Writes all rows: those of pawns with their moves, and the others empty.
///
/// A square has at most one pawn that arrives there in one way, so the pawns need not be looked for.
#[inline(always)]
fn write_pawns<S: BoardSimd>(s: S, lane: usize, pawns: &ByPawnMove<S>, rows: &mut [Bitboard; 64]) {
    let ByPawnMove { single, double, west, east } = *pawns;
    let set = |v: S::u64s| S::u64s::splat(s, v[lane]);
    let [single, double, west, east] = [set(single), set(double), set(west), set(east)];
    let squares = |first: usize| S::u64s::from_slice(s, &SQUARES[first..first + S::u64s::LEN]);
    let words: &mut [u64] = bytemuck::cast_slice_mut(rows);
    for (n, words) in words.chunks_exact_mut(S::u64s::LEN).enumerate() {
        let first = n * S::u64s::LEN;
        let row = (squares(first + 8) & single)
            | (squares(first + 16) & double)
            | (squares(first + 7) & west)
            | (squares(first + 9) & east);
        row.store_slice(words);
    }
}

/// A set for each square, and empty ones for two ranks beyond the board.
static SQUARES: [u64; 80] = {
    let mut squares = [0; 80];
    let mut square = 0;
    while square < 64 {
        squares[square] = 1 << square;
        square += 1;
    }
    squares
};

/// Writes the rows of pieces.
#[inline(always)]
fn write_pieces<S: BoardSimd>(s: S, shared: &Shared, rows: &mut [Bitboard; 64]) {
    let [on_rank, on_file, on_diagonal, on_antidiagonal] = shared.sliders.planes();
    for square in on_rank | on_file | on_diagonal | on_antidiagonal {
        let targets = s.attacks_on_lines(square, shared.occupied, shared.sliders);
        rows[square.index()] = targets & shared.allowed;
    }
    for square in shared.knights {
        rows[square.index()] = attacks::knight(square) & shared.allowed;
    }
    if let Some(king) = shared.king.first() {
        rows[king.index()] = shared.king_targets;
    }
}

/// Adds captures en passant.
#[cold]
fn add_en_passant(position: &Position, rows: &mut [Bitboard; 64]) {
    let relative = |square: Square| match position.side_to_move() {
        Color::White => square,
        Color::Black => square.flip_rank(),
    };
    if let Some(target) = position.ep() {
        for pawn in position.legal_ep_capturers() {
            let row = &mut rows[relative(pawn).index()];
            *row = row.with(relative(target));
        }
    }
}
