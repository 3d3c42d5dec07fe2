//! Many positions at once, one in each lane of a vector: for training pipelines, statistics,
//! and validation in bulk.
//!
//! Each function takes a slice of positions and a slice of results of the same length. It uses the best CPU
//! instructions of the machine, or with `_at` at the end of its name those of a [`Level`]. Result `i` belongs to
//! position `i`. Sides to move, castling rights, standard chess and Chess960 may be mixed freely. The functions neither
//! sort the positions nor allocate memory.
//!
//! | function | a result | |
//! |---|---|---|
//! | [`legal_counts`] | `u8` | legal moves, 0 to 218 |
//! | [`legal_targets`] | `[Bitboard; 64]` | the squares to which the piece on each square may move |
//! | [`in_check`] | `bool` | whether the side to move is in check |
//! | [`attack_maps`] | `Bitboard` | the squares that a side attacks |
//! | [`one_hot`] | `[Bitboard; 12]` | a plane for each piece |
//! | [`mailboxes`] | `[u8; 64]` | a code for each square |
//!
//! [`build()`] makes and checks positions from their parts, [`build_into`] does so for results of another type.
//!
//! For all cores, share the slices: `positions.par_chunks(1024).zip(counts.par_chunks_mut(1024))` of rayon.
//!
//! ```
//! use quadbit_lanes::batch;
//! use quadbit_movegen::Position;
//! let mut positions = [Position::start(); 100];
//! positions[99] = "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1".parse()?;
//! let mut counts = [0; 100];
//! batch::legal_counts(&positions, &mut counts);
//! assert_eq!(counts[98..], [20, 7]);
//! # Ok::<(), quadbit_movegen::FenError>(())
//! ```
//!
//! # The method
//!
//! A vector holds one word of each of 2, 4 or 8 positions. There are no loops over pieces or their squares:
//!
//! 1. Boards with black to move are flipped, ranks in reverse order and colours exchanged, so that
//!    the side to move is white in every lane.
//! 2. Fills in all directions find the squares that the other side attacks and those that the king of
//!    the side to move sees. Where the two meet on a line, there is a pinned piece, or an empty square on which a
//!    check can be blocked.
//! 3. Sliders that are not pinned, or move along their pins, are filled in eight directions. In one direction
//!    no two of them reach the same square, so the sizes of the sets are the number of moves. Knights take
//!    eight jumps, pawns four kinds of steps.
//! 4. Castling is king takes rook, with the paths of both computed from their squares, so Chess960
//!    needs no special case.
//! 5. The sizes of 22 sets are added up by carry-save adders, or by an instruction that counts bits.
//!
//! Only captures en passant are counted outside of the lanes, in the few positions where one is legal.
//!
//! The last ply of a perft is counted by the same steps: see `ReplyCounter`.

mod build;
mod rows;

use fearless_simd::prelude::*;
use quadbit_movegen::Position;
use quadbit_nibble::simd::{Level, dispatch, dispatch_few};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Color;

use crate::board::attacks::Threats;
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::white_to_move::WhiteToMove;

pub use build::{build, build_into};
pub use rows::{legal_targets, legal_targets_at};

/// The number of positions whose boards [`mailboxes`] copies before it converts them.
const BLOCK: usize = 64;

/// Writes the number of legal moves of `positions[i]` to `counts[i]` for every `i`, as [`Position::legal_count`] counts
/// them, with the best CPU instructions of the machine.
///
/// The cost does not depend on the pieces. It depends slightly on checks, promotions and castling rights, and on legal
/// captures en passant, which are counted separately. At AVX2 this takes about a quarter to a third of the time of a
/// loop over [`Position::legal_count`], at AVX-512 a sixth to a fifth; at the scalar level the loop is faster.
///
/// # Panics
/// If the slices differ in length, as in all functions of this module.
#[track_caller]
pub fn legal_counts(positions: &[Position], counts: &mut [u8]) {
    legal_counts_at(Level::auto(), positions, counts);
}

/// Like [`legal_counts`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn legal_counts_at(level: Level, positions: &[Position], counts: &mut [u8]) {
    assert_same_length(positions, counts);
    dispatch!(level, s => in_batches(s, positions, counts, count_batch));
}

#[inline(always)]
fn count_batch<S: BoardSimd>(s: S, positions: &[Position], counts: &mut [u8]) {
    let (flipped, en_passant) = in_lanes(s, positions);
    let counted = WhiteToMove::count_moves(s, &flipped);
    for (lane, count) in counts.iter_mut().enumerate() {
        *count = counted[lane] as u8;
    }
    if en_passant.simd_ne(S::u64s::splat(s, 0)).any_true() {
        for (lane, count) in counts.iter_mut().enumerate() {
            if en_passant[lane] != 0 {
                *count += positions[lane].legal_ep_capturers().len() as u8;
            }
        }
    }
}

/// Writes to `checks[i]` whether the side to move of `positions[i]` is in check, for every `i`, as
/// [`Position::is_check`] says, with the best CPU instructions of the machine.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::Position;
/// let positions = [Position::start(), "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1".parse()?];
/// let mut checks = [false; 2];
/// batch::in_check(&positions, &mut checks);
/// assert_eq!(checks, [false, true]);
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn in_check(positions: &[Position], checks: &mut [bool]) {
    in_check_at(Level::auto(), positions, checks);
}

/// Like [`in_check`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn in_check_at(level: Level, positions: &[Position], checks: &mut [bool]) {
    assert_same_length(positions, checks);
    dispatch_few!(level, s => in_batches(s, positions, checks, check_batch));
}

#[inline(always)]
fn check_batch<S: BoardSimd>(s: S, positions: &[Position], checks: &mut [bool]) {
    let (white, _) = white(s, positions);
    let checkers = white.checkers(s);
    for (lane, check) in checks.iter_mut().enumerate() {
        *check = checkers[lane] != 0;
    }
}

/// Writes the squares that the pieces of the side `by` attack in `positions[i]`, occupied or not, to `maps[i]` for
/// every `i`, as [`Position::attacked`] finds them, with the best CPU
/// instructions of the machine.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Bitboard, Color, Position};
/// let positions = ["4k3/8/2n5/8/8/8/P3P3/R3K3 w - - 0 1".parse()?];
/// let mut maps = [Bitboard::EMPTY];
/// batch::attack_maps(&positions, Color::White, &mut maps);
/// assert_eq!(
///     maps[0].to_string(),
///     ". . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . 1 . 1 . 1 . .\n\
///      1 . . 1 1 1 . .\n\
///      . 1 1 1 1 1 . .\n"
/// );
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn attack_maps(positions: &[Position], by: Color, maps: &mut [Bitboard]) {
    attack_maps_at(Level::auto(), positions, by, maps);
}

/// Like [`attack_maps`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn attack_maps_at(level: Level, positions: &[Position], by: Color, maps: &mut [Bitboard]) {
    assert_same_length(positions, maps);
    dispatch_few!(level, s => in_batches(s, positions, maps, #[inline(always)]
        |s, positions, maps| attack_batch(s, positions, by, maps)));
}

#[inline(always)]
fn attack_batch<S: BoardSimd>(s: S, positions: &[Position], by: Color, maps: &mut [Bitboard]) {
    let boards = load(s, positions);
    let threats = Threats::new(s, &Pieces::any(&boards), &Slides::new(s, boards.occupied()), by);
    for (lane, map) in maps.iter_mut().enumerate() {
        *map = Bitboard(threats.all[lane]);
    }
}

/// Writes the pieces of `positions[i]` as twelve sets of squares to `planes[i]` for every `i`: set `n` has the squares
/// of the piece [`Piece::ALL`](quadbit_x88::Piece::ALL)`[n]`, in the order `P p N n B b R r Q q K k`.
///
/// Twelve planes of 64 bits are 96 bytes a position: the one-hot input of a network, as bits. White pieces
/// come first even if black is to move.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Bitboard, Color, Position, Role};
/// let mut planes = [[Bitboard::EMPTY; 12]];
/// batch::one_hot(&[Position::start()], &mut planes);
/// let black_knights = Role::Knight.of(Color::Black);
/// assert_eq!(
///     planes[0][usize::from(black_knights.code()) - 2].to_string(),
///     ". 1 . . . . 1 .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n"
/// );
/// ```
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn one_hot(positions: &[Position], planes: &mut [[Bitboard; 12]]) {
    one_hot_at(Level::auto(), positions, planes);
}

/// Like [`one_hot`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn one_hot_at(level: Level, positions: &[Position], planes: &mut [[Bitboard; 12]]) {
    assert_same_length(positions, planes);
    dispatch_few!(level, s => in_batches(s, positions, planes, one_hot_batch));
}

#[inline(always)]
fn one_hot_batch<S: BoardSimd>(s: S, positions: &[Position], planes: &mut [[Bitboard; 12]]) {
    let boards = load(s, positions);
    let [p, n, b, r, q, k] = kinds(&boards);
    let (w, d) = (boards.color(Color::White), boards.color(Color::Black));
    store_planes::<S>(
        [p & w, p & d, n & w, n & d, b & w, b & d, r & w, r & d, q & w, q & d, k & w, k & d],
        planes,
    );
}

/// The squares of the pieces of both sides by role, in every lane: P, N, B, R, Q, K.
#[inline(always)]
fn kinds<S: BoardSimd>(boards: &Boards<S>) -> [S::u64s; 6] {
    let (diagonal, orthogonal) = (boards.diagonal_sliders(), boards.orthogonal_sliders());
    let (bishops, rooks, queens) = (diagonal & !orthogonal, orthogonal & !diagonal, diagonal & orthogonal);
    [boards.pawns(), boards.knights(), bishops, rooks, queens, boards.kings()]
}

/// Stores `in_lanes`, twelve planes of a position in each lane, to `planes`: twelve words for each position. Four
/// planes are stored at a time.
#[inline(always)]
fn store_planes<S: BoardSimd>(in_lanes: [S::u64s; 12], planes: &mut [[Bitboard; 12]]) {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = in_lanes;
    for (n, four) in [[a, b, c, d], [e, f, g, h], [i, j, k, l]].into_iter().enumerate() {
        let mut words = [QuadBitboard::EMPTY; 8];
        Boards::<S> { planes: four }.store(&mut words[..Boards::<S>::LEN]);
        for (planes, words) in planes.iter_mut().zip(&words) {
            planes[4 * n..4 * n + 4].copy_from_slice(&words.planes());
        }
    }
}

/// Writes the piece codes of `positions[i]` to `mailboxes[i]` for every `i`, square by square from a1, b1 to h8, as
/// [`QuadBitboard::to_mailbox`] does. 0 is an empty square, 2 to 13 are pieces
/// ([`Piece::code`](quadbit_x88::Piece::code)).
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::Position;
/// let mut mailboxes = [[0; 64]];
/// batch::mailboxes(&[Position::start()], &mut mailboxes);
/// assert_eq!(mailboxes[0][..9], [8, 4, 6, 10, 12, 6, 4, 8, 2]);
/// ```
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn mailboxes(positions: &[Position], mailboxes: &mut [[u8; 64]]) {
    mailboxes_at(Level::auto(), positions, mailboxes);
}

/// Like [`mailboxes`], with the CPU instructions of `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn mailboxes_at(level: Level, positions: &[Position], mailboxes: &mut [[u8; 64]]) {
    assert_same_length(positions, mailboxes);
    let mut boards = [QuadBitboard::EMPTY; BLOCK];
    for (positions, mailboxes) in positions.chunks(BLOCK).zip(mailboxes.chunks_mut(BLOCK)) {
        let boards = &mut boards[..positions.len()];
        for (board, position) in boards.iter_mut().zip(positions) {
            *board = position.board();
        }
        quadbit_quad::batch::to_mailboxes(level, boards, mailboxes);
    }
}

#[track_caller]
fn assert_same_length<T>(positions: &[Position], results: &[T]) {
    let (positions, results) = (positions.len(), results.len());
    assert!(positions == results, "{positions} positions, but room for {results} results");
}

/// Calls `batch` with as many of `positions` at a time as there are lanes, and with the slice of `results` for them.
/// The last batch is padded with copies of its first position, whose results are discarded.
#[inline(always)]
fn in_batches<S: BoardSimd, T: Copy>(
    s: S,
    positions: &[Position],
    results: &mut [T],
    batch: impl Fn(S, &[Position], &mut [T]),
) {
    let lanes = Boards::<S>::LEN;
    let rest = positions.len() % lanes;
    let mut padded = (rest > 0).then(|| {
        let mut last = [positions[positions.len() - rest]; 8];
        last[..rest].copy_from_slice(&positions[positions.len() - rest..]);
        (last, [results[0]; 8])
    });
    for (positions, results) in positions.chunks(lanes).zip(results.chunks_mut(lanes)) {
        // One call of `batch`, so that there is one copy of its code.
        let (whole, places) = match &mut padded {
            Some((last, places)) if positions.len() < lanes => (&last[..lanes], &mut places[..lanes]),
            _ => (positions, &mut *results),
        };
        batch(s, whole, places);
        if let Some((_, places)) = &padded
            && positions.len() < lanes
        {
            results.copy_from_slice(&places[..rest]);
        }
    }
}

/// Loads one position into each lane, flipped where black is to move. The second value is not zero in lanes where a
/// capture en passant is legal.
#[inline(always)]
fn white<S: BoardSimd>(s: S, positions: &[Position]) -> (WhiteToMove<S>, S::u64s) {
    let (positions, en_passant) = in_lanes(s, positions);
    (WhiteToMove::new(&positions), en_passant)
}

/// Loads `positions` into lanes, flipped where black is to move. The second value is not zero in lanes where a capture
/// en passant is legal.
#[inline(always)]
fn in_lanes<S: BoardSimd>(s: S, positions: &[Position]) -> (Positions<S>, S::u64s) {
    let positions = &positions[..Boards::<S>::LEN];
    let state = S::u64s::from_fn(s, |lane| positions[lane].state_word());
    let black = all_ones_if_black(s, state);
    let boards = flipped(s, &load(s, positions), black);
    let rooks = s.select_bits(black, state >> Position::STATE_BLACK_FILES, state);
    (Positions { boards, castling_rooks: rooks }, state & (1 << Position::STATE_EN_PASSANT))
}

/// A mask: all ones in the lanes where black is to move, zero in the others. `state` has the [state
/// words](Position::state_word) of positions.
#[inline(always)]
fn all_ones_if_black<S: BoardSimd>(s: S, state: S::u64s) -> S::u64s {
    S::u64s::splat(s, 0) - (state >> Position::STATE_BLACK_TO_MOVE)
}

/// Loads the boards of as many of `positions` as there are lanes, from the first on. There must be at least that many.
#[inline(always)]
fn load<S: BoardSimd>(s: S, positions: &[Position]) -> Boards<S> {
    let mut boards = [QuadBitboard::EMPTY; 8];
    for (board, position) in boards.iter_mut().zip(positions) {
        *board = position.board();
    }
    Boards::load(s, &boards[..Boards::<S>::LEN])
}

/// The boards with ranks in reverse order and colours exchanged where `mask` is all ones, and
/// unchanged where it is zero.
#[inline(always)]
fn flipped<S: BoardSimd>(s: S, boards: &Boards<S>, mask: S::u64s) -> Boards<S> {
    let [b0, b1, b2, b3] = boards.planes;
    let b0 = b0 ^ (boards.occupied() & mask);
    Boards {
        planes: [
            s.select_bits(mask, s.reverse_bytes(b0), b0),
            s.select_bits(mask, s.reverse_bytes(b1), b1),
            s.select_bits(mask, s.reverse_bytes(b2), b2),
            s.select_bits(mask, s.reverse_bytes(b3), b3),
        ],
    }
}
